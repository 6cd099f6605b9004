import type { Failure, ProcessFailureCause, TurnErrorCode } from '../../outcome/outcome.js';

const OF_CAUSE: Partial<Record<ProcessFailureCause, string>> = {
  not_trusted_directory: '--skip-git-repo-check runs here anyway.',
  bad_config: '--ignore-user-config runs without the configuration of the user.',
  session_not_found: '--last takes the newest thread.',
  unknown: '--verbose shows everything that codex writes.',
};

const OF_CODE: Partial<Record<TurnErrorCode, string>> = {
  overloaded: '-m selects another model.',
  other: '--verbose shows what codex does before.',
};

/** Returns the flag that helps after this failure, as a sentence. The messages of the library name no flags. */
export function flagHint(failure: Failure): string | null {
  switch (failure.kind) {
    case 'timeout':
      return failure.limit === 'overall' ? '--timeout raises the limit.' : '--idle-timeout raises the limit.';
    case 'process_failed':
      return OF_CAUSE[failure.cause] ?? null;
    case 'turn_failed':
      return OF_CODE[failure.error.code] ?? null;
    case 'no_structured_output':
      return failure.detail.notices.some(({ kind }) => kind === 'oversized_line')
        ? '--max-line-bytes raises the limit.'
        : null;
    case 'invalid_json':
    case 'schema_mismatch':
      return '--repair asks again where an answer does not conform.';
    default:
      return null;
  }
}

import type { Failure, ProcessFailureCause, TurnErrorCode } from '../../outcome/outcome.js';

const OF_CAUSE: Partial<Record<ProcessFailureCause, string>> = {
  not_trusted_directory: 'Use --skip-git-repo-check to run here anyway.',
  bad_config: 'Use --ignore-user-config to run without your config.toml.',
  session_not_found: 'Use --last for the newest thread.',
  unknown: 'Use --verbose to see everything that codex writes.',
};

const OF_CODE: Partial<Record<TurnErrorCode, string>> = {
  overloaded: 'Use -m to select another model.',
  other: 'Use --verbose to see what codex did before.',
};

/** Returns the flag that helps after this failure, as a sentence. The messages of the library name no flags. */
export function flagHint(failure: Failure): string | null {
  switch (failure.kind) {
    case 'timeout':
      return failure.limit === 'overall'
        ? 'Use --timeout to raise the limit.'
        : 'Use --idle-timeout to raise the limit.';
    case 'process_failed':
      return OF_CAUSE[failure.cause] ?? null;
    case 'turn_failed':
      return OF_CODE[failure.error.code] ?? null;
    case 'no_structured_output':
      return failure.detail.notices.some(({ kind }) => kind === 'oversized_line')
        ? 'Use --max-line-bytes to raise the limit.'
        : null;
    case 'invalid_json':
    case 'schema_mismatch':
      return 'Use --repair 1 to ask again with the reason.';
    default:
      return null;
  }
}

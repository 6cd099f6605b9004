import { reportsMissingCredentials } from './missing-credentials.js';
import type { ProcessFailureCause } from './outcome.js';

/** How a failed codex process ended. */
interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Sentences of codex-cli 0.171 (measured) and of SQLite; the first that matches names the cause. */
const STDERR_PATTERNS: readonly (readonly [ProcessFailureCause, RegExp])[] = [
  ['not_trusted_directory', /not inside a trusted directory/i],
  ['database_locked', /database is locked|database table is locked|SQLITE_BUSY|\bcode: 5\b.*locked/i],
  ['schema_file_rejected', /output schema file/i],
  ['prompt_rejected', /no prompt provided|failed to read prompt|input_too_large|exceeds the maximum length/i],
  [
    'session_not_found',
    /no (recorded )?(session|conversation|rollout|thread)s? .*found|(session|thread|rollout|conversation)\b.* not found/i,
  ],
  [
    'bad_config',
    /error loading config|config\.toml|model provider .* not found|unknown (config|configuration)/i,
  ],
  ['output_file', /failed to write last message|failed to (create|open) (last message|output) file/i],
  [
    'bad_argument',
    /error: (unexpected argument|invalid value|the argument|the following required|a value is required)/i,
  ],
  ['stdout_closed', /failed printing to stdout|broken pipe/i],
  ['panic', /panicked at/i],
];

/** Returns why codex failed, as far as its stderr, exit code and signal show. */
export function processFailureCause(end: ProcessEnd): ProcessFailureCause {
  if (end.signal !== null) return 'signal';
  const told = STDERR_PATTERNS.find(([, pattern]) => pattern.test(end.stderr))?.[0];
  return told ?? (reportsMissingCredentials(end.stderr.toLowerCase()) ? 'not_logged_in' : 'unknown');
}

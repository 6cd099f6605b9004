import { reportsMissingCredentials } from './missing-credentials.js';
import type { ProcessFailureCause } from './outcome.js';

/** How a failed codex process ended. */
interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stderr: string;
  /** Whether a turn was started: from then on, stderr may also contain what a command or an MCP server wrote. */
  readonly sawTurn: boolean;
}

/** How codex-cli 0.171 (measured) begins the lines that it writes itself when it fails. */
const OWN_LINE = /^(error\b|thread '[^']*' (\(\d+\) )?panicked at|\d{4}-\d\d-\d\dT\S+\s+ERROR\s+codex)/i;

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
  const text = end.sawTurn ? ownLines(end.stderr) : end.stderr;
  const told = STDERR_PATTERNS.find(([, pattern]) => pattern.test(text))?.[0];
  return told ?? (reportsMissingCredentials(text.toLowerCase()) ? 'not_logged_in' : 'unknown');
}

/** The lines of codex itself. The message of a panic is on the line after it. */
function ownLines(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  return lines
    .filter((line, index) => OWN_LINE.test(line) || /panicked at .*:$/.test(lines[index - 1] ?? ''))
    .join('\n');
}

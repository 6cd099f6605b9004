import { safeLine } from '../text/safe-line.js';
import { reportsMissingCredentials } from './missing-credentials.js';
import type { ProcessFailureCause } from './outcome.js';
import { withoutStderrNoise } from './stderr-noise.js';

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

/**
 * Returns the line of stderr that says why codex failed; null if none is certain to. Wrappers, package managers and
 * commands write to the same stderr, so the last line may be about something else.
 */
export function failureLine({ stderr, sawTurn }: Pick<ProcessEnd, 'stderr' | 'sawTurn'>): string | null {
  const lines = linesOf(withoutStderrNoise(stderr));
  // A panic names its place first, and says what is wrong on the next line.
  const panic = lines.findIndex((line) => PANIC_PLACE.test(line));
  if (panic !== -1) return lines[panic + 1] ?? lines[panic] ?? null;
  const own = lines.find((line) => /^error\b/i.test(line)) ?? lines.find((line) => OWN_LINE.test(line));
  if (own !== undefined || sawTurn) return own ?? null;
  const isKnown = (line: string) =>
    STDERR_PATTERNS.some(([, pattern]) => pattern.test(line)) ||
    reportsMissingCredentials(line.toLowerCase());
  return lines.find(isKnown) ?? null;
}

const PANIC_PLACE = /panicked at .*:$/;

/** The lines of codex itself. The message of a panic is on the line after it. */
function ownLines(stderr: string): string {
  const lines = linesOf(stderr);
  return lines
    .filter((line, index) => OWN_LINE.test(line) || PANIC_PLACE.test(lines[index - 1] ?? ''))
    .join('\n');
}

/** codex colors its log lines on a terminal, and if it is told to. */
function linesOf(stderr: string): readonly string[] {
  return stderr
    .split('\n')
    .map((line) => safeLine(line).trim())
    .filter((line) => line !== '');
}

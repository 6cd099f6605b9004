import type { Outcome, OutcomeKind } from './outcome.js';

/** One row of the outcome table: what the exit code is and what the kind means, for help and docs. */
export interface ExitCodeRow {
  readonly kind: OutcomeKind | 'internal' | 'usage' | 'tasks_failed' | 'output';
  /** As documented; `128+n` for `aborted`. */
  readonly exit: string;
  readonly meaning: string;
}

/**
 * One code a kind, so that `$?` is the discriminant. 10-19: nothing ran, no tokens spent. 20-29: codex ran.
 * 124, 126, 127 and 128+n are what `timeout`, `env` and the shell use for the same things.
 */
export const EXIT_CODES = {
  ok: 0,
  schema_encode: 10,
  schema_unsupported: 11,
  schema_file: 12,
  unsupported: 13,
  turn_failed: 20,
  process_failed: 21,
  no_terminal: 22,
  no_structured_output: 23,
  invalid_json: 24,
  invalid_structured_output: 25,
  schema_mismatch: 26,
  parse_failed: 27,
  invalid_parse_result: 28,
  timeout: 124,
  spawn_failed: 126,
  codex_not_found: 127,
} as const satisfies Record<Exclude<OutcomeKind, 'aborted'>, number>;

/** A bug in codex-structured itself. */
export const EXIT_INTERNAL = 1;
/** Wrong flags or arguments. */
export const EXIT_USAGE = 2;
/** `batch`: some tasks failed or were not run, or results are missing. */
export const EXIT_TASKS_FAILED = 3;
/** The run is over, but its result could not be written (sysexits.h calls it EX_IOERR). */
export const EXIT_OUTPUT = 74;

/** POSIX numbers of the signals that end a run; the shell reports 128 + n. */
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 };

const MEANINGS: Record<OutcomeKind, string> = {
  ok: 'one JSON value that is valid against the schema',
  schema_encode: 'the schema cannot be read, or is not a valid JSON Schema',
  schema_unsupported: 'the schema is outside what the model can be held to',
  schema_file: 'the temporary schema file could not be made',
  unsupported: 'this codex lacks what the call needs',
  turn_failed: 'codex says that the turn failed (auth, limits, refusal, ...)',
  process_failed: 'codex exited non-zero or by a signal',
  no_terminal: 'codex exited 0, but its turn never ended',
  no_structured_output: 'the turn ended without a message',
  invalid_json: 'the message is not one JSON value',
  invalid_structured_output: 'the message is JSON, but a scalar',
  schema_mismatch: 'the value is not valid against the schema',
  parse_failed: "the caller's parse refused the value (library)",
  invalid_parse_result: "the caller's parse returned neither form (library)",
  timeout: 'a time limit ended the run',
  spawn_failed: 'codex is there, but cannot be started',
  codex_not_found: 'no codex anywhere it is looked for',
  aborted: 'SIGINT, SIGTERM or SIGHUP ended the run (n is its number)',
};

/** The exit status of the command line for this outcome. */
export function exitCodeOf(outcome: Outcome<unknown>): number {
  if (outcome.kind !== 'aborted') return EXIT_CODES[outcome.kind];
  const number = outcome.signal === null ? undefined : SIGNAL_NUMBERS[outcome.signal];
  return 128 + (number ?? 2);
}

/** Every exit code with its meaning, in ascending order. */
export function exitCodeTable(): readonly ExitCodeRow[] {
  const rows: ExitCodeRow[] = Object.entries(EXIT_CODES).map(([kind, exit]) => ({
    kind: kind as keyof typeof EXIT_CODES,
    exit: String(exit),
    meaning: MEANINGS[kind as keyof typeof EXIT_CODES],
  }));
  rows.splice(
    1,
    0,
    { kind: 'internal', exit: String(EXIT_INTERNAL), meaning: 'a bug in codex-structured' },
    { kind: 'usage', exit: String(EXIT_USAGE), meaning: 'wrong flags or arguments' },
    {
      kind: 'tasks_failed',
      exit: String(EXIT_TASKS_FAILED),
      meaning: 'batch: some tasks failed or did not run; batch merge: results are missing',
    },
  );
  const output = {
    kind: 'output',
    exit: String(EXIT_OUTPUT),
    meaning: 'the result could not be written',
  } as const;
  rows.splice(
    rows.findIndex(({ kind }) => kind === 'timeout'),
    0,
    output,
  );
  rows.push({ kind: 'aborted', exit: '128+n', meaning: MEANINGS.aborted });
  return rows;
}

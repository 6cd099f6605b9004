import { CODEX_OPTIONS } from '../codex/options/codex-options.js';
import {
  abortSignal,
  anything,
  boolean,
  callback,
  either,
  integer,
  mapOf,
  milliseconds,
  nonBlankString,
  type OptionTable,
  oneOf,
  parse,
  shape,
  string,
  type Validator,
} from '../codex/options/validators.js';
import type { TurnLimits } from '../codex/turn-request.js';
import type { CompileOptions } from '../schema/compiled-schema.js';
import type { PlaceOptions, RehearseOptions, RunOptions } from './run-options.js';
import { MAX_TURNS, type TurnsOptions } from './turns/turns-options.js';

/** The type of each option. `runProblem` checks which options can be combined. */

export const LIMIT_OPTIONS: OptionTable<TurnLimits> = {
  timeoutMs: milliseconds,
  idleTimeoutMs: milliseconds,
  exitGraceMs: milliseconds,
  killGraceMs: milliseconds,
  maxLineBytes: integer(1),
};

export const TURNS_OPTIONS: OptionTable<TurnsOptions> = {
  repair: integer(0, MAX_TURNS),
  retry: integer(0, MAX_TURNS),
  retryUnsafe: boolean,
  onRetry: callback,
  twoStep: boolean,
};

/** How the schema is prepared. */
export const SCHEMA_OPTIONS: OptionTable<
  Pick<CompileOptions, 'mode' | 'failOnWarnings' | 'narrow' | 'validateFormats'>
> = {
  mode: oneOf('strict', 'adapt', 'raw'),
  failOnWarnings: boolean,
  narrow: boolean,
  validateFormats: boolean,
};

/** Where codex is, and where it runs. */
export const PLACE_OPTIONS: OptionTable<PlaceOptions> = {
  env: mapOf(string),
  cwd: nonBlankString,
  codexPath: string,
};

export const CONTEXT: Validator = mapOf(
  shape({ value: string, kind: oneOf('application', 'untrusted') }, ['value', 'kind']),
);

const REHEARSAL: OptionTable<RehearseOptions> = { answer: anything, seed: integer(Number.MIN_SAFE_INTEGER) };

/** @param more - further options of a batch's rehearsal */
export function rehearsal(more: Readonly<Record<string, Validator>> = {}): Validator {
  return either(boolean, shape({ ...REHEARSAL, ...more }));
}

export const TRANSPORT: Validator = (value) => {
  if (value === 'exec' || value === 'app-server') return null;
  const { runTurn, close } = (typeof value === 'object' ? (value ?? {}) : {}) as Record<string, unknown>;
  if (typeof runTurn === 'function' && typeof close === 'function') return null;
  const expected = "'exec', 'app-server' or a transport, such as the result of createAppServerTransport()";
  return { at: '', expected, value };
};

/** The options that a run and a batch share. */
export const SHARED_OPTIONS = {
  ...LIMIT_OPTIONS,
  ...TURNS_OPTIONS,
  ...SCHEMA_OPTIONS,
  ...PLACE_OPTIONS,
  onSchemaWarnings: callback,
  validate: boolean,
  parse,
  failOnToolError: boolean,
  signal: abortSignal,
  keepEvents: boolean,
  onEvent: callback,
} as const;

export const RUN_OPTIONS: OptionTable<RunOptions> = {
  ...CODEX_OPTIONS,
  ...SHARED_OPTIONS,
  onBytes: callback,
  onStderrLine: callback,
  rehearse: rehearsal(),
  additionalContext: CONTEXT,
  transport: TRANSPORT,
};

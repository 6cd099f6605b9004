import type { BatchResult } from '../batch-result.js';
import type { StopReason } from '../engine/summary-accumulator.js';

export type ResultKind = BatchResult['kind'];

/**
 * What kinds have in common for whoever looks at many: `answer`: there is one, but not the one asked for;
 * `failed`: codex gave none; `stopped`: it was given no time to; `input`: nothing ran.
 */
export type Tone = 'ok' | 'answer' | 'failed' | 'stopped' | 'input';

const TONES: Readonly<Record<ResultKind, Tone>> = {
  ok: 'ok',
  no_structured_output: 'answer',
  invalid_json: 'answer',
  invalid_structured_output: 'answer',
  schema_mismatch: 'answer',
  parse_failed: 'answer',
  turn_failed: 'failed',
  process_failed: 'failed',
  no_terminal: 'failed',
  invalid_parse_result: 'failed',
  spawn_failed: 'failed',
  codex_not_found: 'failed',
  unsupported: 'failed',
  timeout: 'stopped',
  aborted: 'stopped',
  invalid_task: 'input',
  schema_encode: 'input',
  schema_unsupported: 'input',
  schema_file: 'input',
};

export function toneOf(kind: ResultKind): Tone {
  return TONES[kind];
}

const STOPS: Readonly<Record<StopReason, string>> = {
  signal: 'it was interrupted',
  max_failures: 'too many tasks had failed',
  budget_tokens: 'its budget of tokens was used up',
  cannot_start: 'codex cannot be started here',
  auth: 'codex is not signed in',
  usage_limit: 'the account has reached its usage limit',
};

/** Why a batch ended early, as the end of a sentence. */
export function describeStop(reason: StopReason): string {
  return STOPS[reason];
}

import { CODEX_OPTIONS } from '../../codex/arguments/codex-options.js';
import {
  abortSignal,
  anything,
  callback,
  type Expectation,
  either,
  flag,
  listOf,
  type OptionTable,
  object,
  parse,
  string,
  text,
} from '../../codex/arguments/expectations.js';
import { CONTEXT, LIMIT_OPTIONS, PLACE_OPTIONS, SCHEMA_OPTIONS } from '../option-tables.js';
import type { AnswerOptions, AppServerOptions, ThreadOptions, TurnOptions } from './options.js';
import type { BesideOptions } from './run-beside.js';

/** What codex has words of its own for, and judges by itself. */
const WORD = string;
const APPROVAL_POLICY = either(string, object);

export const APP_SERVER_OPTIONS: OptionTable<AppServerOptions> = {
  ...LIMIT_OPTIONS,
  ...PLACE_OPTIONS,
  config: CODEX_OPTIONS.config,
  enable: CODEX_OPTIONS.enable,
  disable: CODEX_OPTIONS.disable,
  strictConfig: flag,
  onTraffic: callback,
  debug: flag,
  onServerRequest: callback,
};

const ANSWER_OPTIONS: OptionTable<AnswerOptions> = { ...SCHEMA_OPTIONS, validate: flag };

export const THREAD_OPTIONS: OptionTable<ThreadOptions> = {
  ...ANSWER_OPTIONS,
  schema: anything,
  model: text,
  modelProvider: text,
  cwd: text,
  sandbox: CODEX_OPTIONS.sandbox,
  addDirs: listOf(text),
  approvalPolicy: APPROVAL_POLICY,
  approvalsReviewer: WORD,
  serviceTier: WORD,
  personality: WORD,
  config: object,
  baseInstructions: string,
  developerInstructions: string,
  ephemeral: flag,
  dynamicTools: listOf(object),
  rawItems: flag,
  onNotification: callback,
  onOpened: callback,
  onServerRequest: callback,
};

export const TURN_OPTIONS: OptionTable<TurnOptions> = {
  ...ANSWER_OPTIONS,
  timeoutMs: LIMIT_OPTIONS.timeoutMs,
  idleTimeoutMs: LIMIT_OPTIONS.idleTimeoutMs,
  schema: anything,
  parse,
  additionalContext: CONTEXT,
  model: text,
  effort: WORD,
  summary: WORD,
  cwd: text,
  sandboxPolicy: object,
  startSandbox: callback,
  approvalPolicy: APPROVAL_POLICY,
  approvalsReviewer: WORD,
  personality: WORD,
  serviceTier: WORD,
  images: listOf(text),
  signal: abortSignal,
  keepEvents: flag,
  onEvent: callback,
};

/** An empty one is refused by codex, which is a result of its own. */
export const STEER_INPUT = either(string, listOf(object));

export const STEER_OPTIONS = { additionalContext: CONTEXT } as const;

export const BESIDE_OPTIONS: OptionTable<BesideOptions> = { cwd: text, sandboxPolicy: object };

/** An argument vector: a program, and what it is given. */
export const ARGV: Expectation = (value) =>
  Array.isArray(value) && value.length === 0
    ? { at: '', expected: 'an array with a program', value }
    : listOf(string)(value);

/** @param hasImages - then there is something to look at without any words */
export function turnInput(hasImages: boolean): Expectation {
  if (hasImages) return either(string, listOf(object));
  const blank: Expectation = (value) =>
    Array.isArray(value) && value.length === 0
      ? { at: '', expected: 'an array of inputs that is not empty', value }
      : listOf(object)(value);
  return either(text, blank);
}

export const THREAD_ID = text;

import { CODEX_OPTIONS } from '../../codex/options/codex-options.js';
import {
  abortSignal,
  anything,
  boolean,
  callback,
  either,
  listOf,
  nonBlankString,
  type OptionTable,
  object,
  parse,
  string,
  type Validator,
} from '../../codex/options/validators.js';
import { CONTEXT, LIMIT_OPTIONS, PLACE_OPTIONS, SCHEMA_OPTIONS } from '../option-validators.js';
import type { AnswerOptions, AppServerOptions, ThreadOptions, TurnOptions } from './options.js';
import type { RunCommandOptions } from './run-command.js';

/** What codex has words of its own for, and judges by itself. */
const WORD = string;
const APPROVAL_POLICY = either(string, object);

export const APP_SERVER_OPTIONS: OptionTable<AppServerOptions> = {
  ...LIMIT_OPTIONS,
  ...PLACE_OPTIONS,
  config: CODEX_OPTIONS.config,
  enable: CODEX_OPTIONS.enable,
  disable: CODEX_OPTIONS.disable,
  strictConfig: boolean,
  onTraffic: callback,
  debug: boolean,
  onServerRequest: callback,
};

const ANSWER_OPTIONS: OptionTable<AnswerOptions> = { ...SCHEMA_OPTIONS, validate: boolean };

export const THREAD_OPTIONS: OptionTable<ThreadOptions> = {
  ...ANSWER_OPTIONS,
  schema: anything,
  model: nonBlankString,
  modelProvider: nonBlankString,
  cwd: nonBlankString,
  sandbox: CODEX_OPTIONS.sandbox,
  addDirs: listOf(nonBlankString),
  approvalPolicy: APPROVAL_POLICY,
  approvalsReviewer: WORD,
  serviceTier: WORD,
  personality: WORD,
  config: object,
  baseInstructions: string,
  developerInstructions: string,
  ephemeral: boolean,
  dynamicTools: listOf(object),
  rawItems: boolean,
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
  model: nonBlankString,
  effort: WORD,
  summary: WORD,
  cwd: nonBlankString,
  sandboxPolicy: object,
  startSandbox: callback,
  onMessage: callback,
  approvalPolicy: APPROVAL_POLICY,
  approvalsReviewer: WORD,
  personality: WORD,
  serviceTier: WORD,
  images: listOf(nonBlankString),
  signal: abortSignal,
  keepEvents: boolean,
  onEvent: callback,
};

/** An empty one is refused by codex, which is a result of its own. */
export const STEER_INPUT = either(string, listOf(object));

export const STEER_OPTIONS = { additionalContext: CONTEXT } as const;

export const RUN_COMMAND_OPTIONS: OptionTable<RunCommandOptions> = {
  cwd: nonBlankString,
  sandboxPolicy: object,
};

/** An argument vector: a program, and what it is given. */
export const ARGV: Validator = (value) =>
  Array.isArray(value) && value.length === 0
    ? { at: '', expected: 'an array with a program', value }
    : listOf(string)(value);

/** @param hasImages - then there is something to look at without any words */
export function turnInput(hasImages: boolean): Validator {
  if (hasImages) return either(string, listOf(object));
  const blank: Validator = (value) =>
    Array.isArray(value) && value.length === 0
      ? { at: '', expected: 'an array of inputs that is not empty', value }
      : listOf(object)(value);
  return either(nonBlankString, blank);
}

export const THREAD_ID = nonBlankString;

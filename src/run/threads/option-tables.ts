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
import type { AnswerOptions } from '../run-options.js';
import type { AppServerOptions, ThreadOptions, TurnOptions } from './options.js';
import type { RunCommandOptions } from './run-command.js';

/** An enumeration of codex, which codex itself checks. */
const CODEX_ENUM = string;
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
  approvalsReviewer: CODEX_ENUM,
  serviceTier: CODEX_ENUM,
  personality: CODEX_ENUM,
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
  effort: CODEX_ENUM,
  summary: CODEX_ENUM,
  cwd: nonBlankString,
  sandboxPolicy: object,
  startSandbox: callback,
  onMessage: callback,
  approvalPolicy: APPROVAL_POLICY,
  approvalsReviewer: CODEX_ENUM,
  personality: CODEX_ENUM,
  serviceTier: CODEX_ENUM,
  images: listOf(nonBlankString),
  signal: abortSignal,
  keepEvents: boolean,
  onEvent: callback,
};

/** An empty input is valid here: codex rejects it, and `steer` returns the reason. */
export const STEER_INPUT = either(string, listOf(object));

export const STEER_OPTIONS = { additionalContext: CONTEXT } as const;

export const RUN_COMMAND_OPTIONS: OptionTable<RunCommandOptions> = {
  cwd: nonBlankString,
  sandboxPolicy: object,
};

/** A program and its arguments. */
export const ARGV: Validator = (value) =>
  Array.isArray(value) && value.length === 0
    ? { at: '', expected: 'a non-empty array of strings', value }
    : listOf(string)(value);

/** @param hasImages - the turn has images, so its text may be empty */
export function turnInput(hasImages: boolean): Validator {
  if (hasImages) return either(string, listOf(object));
  const blank: Validator = (value) =>
    Array.isArray(value) && value.length === 0
      ? { at: '', expected: 'a non-empty array of inputs', value }
      : listOf(object)(value);
  return either(nonBlankString, blank);
}

export const THREAD_ID = nonBlankString;

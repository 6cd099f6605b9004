import {
  anything,
  boolean,
  callback,
  either,
  listOf,
  type OptionTable,
  object,
} from '../codex/options/validators.js';
import { APP_SERVER_OPTIONS, THREAD_OPTIONS } from '../run/app-server/option-tables.js';
import type { AgentOptions } from './agent-options.js';

const {
  config: _config,
  dynamicTools: _dynamicTools,
  onNotification: _onNotification,
  onOpened: _onOpened,
  rawItems: _rawItems,
  ...OF_THREADS
} = THREAD_OPTIONS;

export const AGENT_OPTION_VALIDATORS: OptionTable<AgentOptions> = {
  ...OF_THREADS,
  ...APP_SERVER_OPTIONS,
  capabilities: listOf(object),
  acceptRules: boolean,
  tools: listOf(object),
  manifest: object,
  bridge: either(callback, object),
  threadConfig: object,
  onToolCall: callback,
  onToolError: callback,
  schema: anything,
};

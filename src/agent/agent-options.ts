import {
  anything,
  boolean,
  callback,
  either,
  listOf,
  type OptionTable,
  object,
} from '../codex/options/validators.js';
import type { JsonObject } from '../json/value.js';
import type { SchemaInput } from '../run/schema-input.js';
import { APP_SERVER_OPTIONS, THREAD_OPTIONS } from '../run/threads/option-tables.js';
import type { AppServerOptions, ThreadOptions } from '../run/threads/options.js';
import type { PendingToolCall } from './approvals/pending-calls.js';
import type { ModelBridge } from './model-bridge.js';
import type { Capability, Tool } from './tools/capability.js';
import type { OnToolError } from './tools/run-function-tool.js';
import type { WorkspaceManifest } from './workspace/create-workspace.js';

/** The options of a thread that an agent passes on unchanged. */
type AgentThreadOptions<S extends SchemaInput | null> = Omit<
  ThreadOptions<S>,
  | 'config'
  | 'dynamicTools'
  | 'modelProvider'
  | 'onNotification'
  | 'onOpened'
  | 'onServerRequest'
  | 'rawItems'
  | 'ephemeral'
>;

/**
 * The options of an agent. `config`, `enable` and `disable` go to the command line of the app server; `threadConfig`
 * goes to the thread, and wins. The settings that say which tools codex offers are set by the agent alone.
 */
export interface AgentOptions<S extends SchemaInput | null = SchemaInput | null>
  extends AppServerOptions,
    AgentThreadOptions<S> {
  /** Default: `[new UnifiedExec()]`. */
  readonly capabilities?: readonly Capability[];
  /** Tools in addition to those of the capabilities. */
  readonly tools?: readonly Tool[];
  /** Default `read-only`, whatever the user's configuration says. */
  readonly sandbox?: ThreadOptions['sandbox'] & {};
  /**
   * Default `untrusted`: codex asks before each command and each change of a file, and runs what is approved
   * inside the sandbox.
   */
  readonly approvalPolicy?: ThreadOptions['approvalPolicy'] & {};
  /**
   * True: codex's rules files (`rules/*.rules` of CODEX_HOME, the system and trusted projects) may decide about
   * commands. What they allow runs without a question and outside the sandbox. By default a turn is `unsupported`
   * if there are any.
   */
  readonly acceptRules?: boolean;
  /** The directory in which codex works and the manifest is written. Default: this process's, without a manifest. */
  readonly cwd?: string;
  /** The workspace that the capabilities are given. Requires `cwd`. */
  readonly manifest?: WorkspaceManifest;
  /** The model provider, as configured in codex. */
  readonly modelProvider?: string;
  /** The server through which codex reaches its model, closed with the session. A function opens one per session. */
  readonly bridge?: ModelBridge | (() => ModelBridge | Promise<ModelBridge>);
  /** Configuration of the thread, in the form of `config.toml`. */
  readonly threadConfig?: JsonObject;
  /** True: the thread is not kept on disk. */
  readonly ephemeral?: boolean;
  /** Called with each call that becomes pending; may decide about it at once. */
  readonly onToolCall?: (call: PendingToolCall) => void;
  /** Called with what a function tool threw: the model gets only the message. */
  readonly onToolError?: OnToolError;
}

const {
  config: _config,
  dynamicTools: _dynamicTools,
  onNotification: _onNotification,
  onOpened: _onOpened,
  rawItems: _rawItems,
  ...SHARED_THREAD_OPTIONS
} = THREAD_OPTIONS;

export const AGENT_OPTION_VALIDATORS: OptionTable<AgentOptions> = {
  ...SHARED_THREAD_OPTIONS,
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

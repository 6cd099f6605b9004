import type { JsonObject } from '../json/value.js';
import type { AppServerOptions, ThreadOptions } from '../run/app-server/options.js';
import type { SchemaInput } from '../run/schema-input.js';
import type { PendingToolCall } from './approvals/pending-calls.js';
import type { ModelBridge } from './model-bridge.js';
import type { Capability, Tool } from './tools/capability.js';
import type { OnToolError } from './tools/run-function-tool.js';
import type { WorkspaceManifest } from './workspace/manifest.js';

/** What a thread of an agent takes from its options as it is. */
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
 * What an agent is made of. `config`, `enable` and `disable` are those of the app server's command line;
 * `threadConfig` is that of the thread, and wins. What says which tools codex offers is the agent's alone.
 */
export interface AgentOptions<S extends SchemaInput | null = SchemaInput | null>
  extends AppServerOptions,
    AgentThreadOptions<S> {
  /** Default: unified exec. */
  readonly capabilities?: readonly Capability[];
  /** More tools, beside those of the capabilities. */
  readonly tools?: readonly Tool[];
  /** Default `read-only`, whatever the user's configuration says. */
  readonly sandbox?: ThreadOptions['sandbox'] & {};
  /**
   * Default `untrusted`: codex asks before each command and each change of a file, and runs what is approved
   * inside of the sandbox.
   */
  readonly approvalPolicy?: ThreadOptions['approvalPolicy'] & {};
  /**
   * True: files of codex's rules (`rules/*.rules` of CODEX_HOME, the system and trusted projects) may decide
   * about commands: what they allow runs without a question and outside of the sandbox. Default: a turn is
   * `unsupported` if there are any.
   */
  readonly acceptRules?: boolean;
  /** Where codex works, and where the manifest is made. Default: this process's directory, without a manifest. */
  readonly cwd?: string;
  /** The workspace that the capabilities are given. Needs `cwd`. */
  readonly manifest?: WorkspaceManifest;
  readonly modelProvider?: string;
  /** The host's way to the model, closed with the task; as a function it is opened for each task. */
  readonly bridge?: ModelBridge | (() => ModelBridge | Promise<ModelBridge>);
  /** Configuration of the thread, as `config.toml` has it. */
  readonly threadConfig?: JsonObject;
  /** Not kept on disk. */
  readonly ephemeral?: boolean;
  /** Told of each call that becomes pending; may decide about it at once. */
  readonly onToolCall?: (call: PendingToolCall) => void;
  /** Told of what a function tool threw: the model gets only the message. */
  readonly onToolError?: OnToolError;
}

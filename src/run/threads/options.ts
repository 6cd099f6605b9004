import type {
  ApprovalsReviewer,
  AskForApproval,
  DynamicToolSpec,
  Personality,
  ReasoningSummary,
  SandboxPolicy,
  UserInput,
} from '../../app-server/generated/protocol.js';
import type { Traffic } from '../../app-server/server/server-options.js';
import type { AnswerServerRequest, ServerRequest } from '../../app-server/server/server-requests.js';
import type { AdditionalContext } from '../../codex/additional-context.js';
import type { CodexOptions, SandboxMode } from '../../codex/command.js';
import type { TurnLimits } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import type { JsonObject } from '../../json/value.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import type { Parse } from '../../outcome/parse.js';
import type { SchemaMode } from '../../schema/compiled-schema.js';
import type { SchemaInput } from '../schema-input.js';

/** What the process is started with, and what holds for every turn that says nothing else. */
export interface AppServerOptions
  extends Partial<TurnLimits>,
    Pick<CodexOptions, 'config' | 'enable' | 'disable' | 'strictConfig'> {
  /** The codex to run, instead of looking for one. */
  readonly codexPath?: string;
  /** codex's environment. Default: this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where the process runs, and what relative paths mean. Default: this process's. */
  readonly cwd?: string;
  /** Told of each line to and from the app server, and of its stderr; secrets are hidden. For finding faults. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /**
   * True: all of that is written to this process's stderr. Default: whether the variable
   * CODEX_STRUCTURED_DEBUG of this process is set to anything but `0`.
   */
  readonly debug?: boolean;
  /** Answers what codex asks (approvals, tool calls, questions); what it leaves alone is declined. */
  readonly onServerRequest?: AnswerServerRequest;
}

/** How an answer is asked for and judged. */
export interface AnswerOptions {
  /** How the schema is treated before it is sent. Default `strict`. */
  readonly mode?: SchemaMode;
  /** With `strict`: warnings of the lint refuse the schema too. Default false. */
  readonly failOnWarnings?: boolean;
  /** With `adapt`: false keeps open what the schema leaves open. Default true. */
  readonly narrow?: boolean;
  /** False: the answer is not checked against the schema. */
  readonly validate?: boolean;
  /** False: formats are notes, not violations. */
  readonly validateFormats?: boolean;
}

/** What codex says of a thread that it has opened. */
export interface OpenedThread {
  /** The id by which the thread can be resumed. */
  readonly id: string;
  /** The model of the thread; null if codex does not tell. */
  readonly model: string | null;
  /** The version of codex; null if unknown. */
  readonly codexVersion: string | null;
  /** The sandbox that its turns have, where they bring none of their own. */
  readonly sandbox: SandboxPolicy | null;
  /** codex's record of it on disk; null of an ephemeral one. */
  readonly recordPath: string | null;
  /** Whether codex notifies of what the model writes. */
  readonly notifiesRawItems: boolean;
  /**
   * The directories of codex's configuration that are in effect for this thread: CODEX_HOME, that of the
   * system, and the `.codex` of each project that the user has trusted.
   */
  readonly configFolders: () => Promise<readonly string[]>;
}

/** The settings of a thread. codex's own names; what is left out is what its configuration says. */
export interface ThreadOptions<S extends SchemaInput | null = SchemaInput | null> extends AnswerOptions {
  /** Goes with every turn that does not bring its own. */
  readonly schema?: S;
  /** The model. Default: that of the configuration. */
  readonly model?: string;
  /** The model provider, as configured in codex. */
  readonly modelProvider?: string;
  /** The working directory, relative to that of the server. */
  readonly cwd?: string;
  /** What commands of the model may do. */
  readonly sandbox?: SandboxMode;
  /** More folders that a `workspace-write` sandbox may write to. */
  readonly addDirs?: readonly string[];
  /** Default `never`: nobody is asked, and what would need approval is refused. */
  readonly approvalPolicy?: AskForApproval;
  /** Who answers what codex asks. Default `user`: this program, whatever codex's configuration says. */
  readonly approvalsReviewer?: ApprovalsReviewer;
  /** The service tier, such as `flex`. */
  readonly serviceTier?: string;
  /** The tone of the model. */
  readonly personality?: Personality;
  /** Configuration of this thread alone, as `config.toml` has it. */
  readonly config?: JsonObject;
  /** Replaces the system instructions of codex. */
  readonly baseInstructions?: string;
  /** Further instructions, after those of codex. */
  readonly developerInstructions?: string;
  /** Not kept on disk. It does not outlive its app server. Not for a resumed thread. */
  readonly ephemeral?: boolean;
  /** Tools of the caller's own; calls of them come to `onServerRequest` as `item/tool/call`. Not for a fork. */
  readonly dynamicTools?: readonly DynamicToolSpec[];
  /**
   * True: codex also notifies of each item as the model wrote it. Only of a thread that is started here.
   *
   * @internal
   */
  readonly rawItems?: boolean;
  /** Told of each notification of the thread while a turn runs, in codex's own shape. */
  readonly onNotification?: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Looks at a thread that codex has opened; what it gives is the outcome of the turn, which does not begin. */
  readonly onOpened?: (
    thread: OpenedThread,
  ) => UnsupportedFailure | null | Promise<UnsupportedFailure | null>;
  /** Answers what codex asks about this thread; what it leaves alone is the server's to answer. */
  readonly onServerRequest?: AnswerServerRequest;
}

/**
 * The settings of one turn. `model`, `effort`, `summary`, `cwd`, `sandboxPolicy`, `approvalPolicy`,
 * `approvalsReviewer`, `personality` and `serviceTier` hold for the later turns of the thread too: codex keeps
 * them. The schema and the context do not.
 */
export interface TurnOptions<T = unknown, S extends SchemaInput | null = SchemaInput | null>
  extends AnswerOptions,
    Partial<Pick<TurnLimits, 'timeoutMs' | 'idleTimeoutMs'>> {
  /** For this turn only. Null: a turn without one, also where the thread has a default; its value is the text. */
  readonly schema?: S;
  /** The caller's own last step on a conforming value. */
  readonly parse?: Parse<T>;
  /** Hidden context, the complete set for this turn: what is left out is forgotten. */
  readonly additionalContext?: AdditionalContext;
  /** The model; also for later turns of the thread. */
  readonly model?: string;
  /** The reasoning effort; also for later turns of the thread. */
  readonly effort?: string;
  /** How detailed the reasoning summaries are; also for later turns of the thread. */
  readonly summary?: ReasoningSummary;
  /** The working directory, relative to that of the thread; also for later turns. */
  readonly cwd?: string;
  /** What commands of the model may do; also for later turns of the thread. */
  readonly sandboxPolicy?: SandboxPolicy;
  /**
   * The sandbox in the place of `sandboxPolicy`, asked for when the thread is open: a permission profile of the
   * thread's configuration, or a policy.
   *
   * @internal
   */
  readonly startSandbox?: () => { readonly permissions?: string; readonly sandboxPolicy?: SandboxPolicy };
  /**
   * Gets the notifications and requests of the turn in the order in which codex sends them, in place of the
   * thread's `onNotification` and `onServerRequest`. For a request, it returns the response; `undefined` leaves it
   * to the server.
   *
   * @internal
   */
  readonly onMessage?: (message: TurnMessage) => unknown;
  /** When codex asks before it runs something; also for later turns of the thread. */
  readonly approvalPolicy?: AskForApproval;
  /** Who decides about what codex asks; also for later turns of the thread. */
  readonly approvalsReviewer?: ApprovalsReviewer;
  /** The tone of the model; also for later turns of the thread. */
  readonly personality?: Personality;
  /** The service tier, such as `flex`; also for later turns of the thread. */
  readonly serviceTier?: string;
  /** Files that go with the prompt. */
  readonly images?: readonly string[];
  /** Ends the turn: the outcome is then `aborted`. */
  readonly signal?: AbortSignal;
  /** Keep every event in `detail.events`. Default false. */
  readonly keepEvents?: boolean;
  /** Each event as it comes. */
  readonly onEvent?: (event: ThreadEvent) => void;
}

/** A message of codex about a turn. */
export interface TurnMessage extends ServerRequest {
  readonly kind: 'notification' | 'request';
}

/** The prompt, or codex's own list of inputs: text, image, localImage, skill, mention. */
export type TurnInput = string | readonly UserInput[];

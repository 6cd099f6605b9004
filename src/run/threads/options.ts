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
import type { JsonObject, JsonValue } from '../../json/value.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import type { AnswerOptions, OutcomeOptions, PlaceOptions } from '../run-options.js';
import type { SchemaInput } from '../schema-input.js';

/** Options of {@link openAppServer}: how the process is started, and the default limits of its turns. */
export interface AppServerOptions
  extends Partial<TurnLimits>,
    PlaceOptions,
    Pick<CodexOptions, 'config' | 'enable' | 'disable' | 'strictConfig'> {
  /** Called with each line to and from the app server, and of its stderr, with secrets redacted. For debugging. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /**
   * Write those lines to this process's stderr. Default: true if CODEX_STRUCTURED_DEBUG is set in this process, and not
   * to `0`.
   */
  readonly debug?: boolean;
  /** Answers codex's requests (approvals, tool calls, questions); if it returns `undefined`, the request is declined. */
  readonly onServerRequest?: AnswerServerRequest;
}

/** A thread that codex has opened. */
export interface OpenedThread {
  /** The id by which the thread can be resumed. */
  readonly id: string;
  /** The model of the thread; null if codex does not report it. */
  readonly model: string | null;
  /** The version of codex; null if unknown. */
  readonly codexVersion: string | null;
  /** The sandbox of turns that do not set one. */
  readonly sandbox: SandboxPolicy | null;
  /** The file in which codex records the thread; null for an ephemeral thread. */
  readonly recordPath: string | null;
  /** Whether codex sends notifications of the model's raw items. */
  readonly notifiesRawItems: boolean;
  /**
   * Returns the directories of the effective configuration of this thread: CODEX_HOME, the system's, and the `.codex`
   * of each project that the user has trusted.
   */
  readonly configFolders: () => Promise<readonly string[]>;
}

/** The settings of a thread, under codex's names. Defaults come from codex's configuration. */
export interface ThreadOptions<S extends SchemaInput | null = SchemaInput | null> extends AnswerOptions {
  /** The schema of turns that do not set one. */
  readonly schema?: S;
  /** The model. */
  readonly model?: string;
  /** The model provider, as configured in codex. */
  readonly modelProvider?: string;
  /** The working directory, relative to that of the server. */
  readonly cwd?: string;
  /** The sandbox of the model's commands. */
  readonly sandbox?: SandboxMode;
  /** Further directories that a `workspace-write` sandbox may write to. */
  readonly addDirs?: readonly string[];
  /** When codex asks for approval. Default `never`: commands that need approval are rejected. */
  readonly approvalPolicy?: AskForApproval;
  /** Who decides on approvals. Default `user`: this program, even if codex's configuration differs. */
  readonly approvalsReviewer?: ApprovalsReviewer;
  /** The service tier, such as `flex`. */
  readonly serviceTier?: string;
  /** The tone of the model. */
  readonly personality?: Personality;
  /** Configuration overrides of this thread, in the structure of `config.toml`. */
  readonly config?: JsonObject;
  /** Instructions that replace codex's system instructions. */
  readonly baseInstructions?: string;
  /** Instructions that follow codex's own. */
  readonly developerInstructions?: string;
  /** Do not store the thread; it ends with its app server. Ignored for a resumed thread. */
  readonly ephemeral?: boolean;
  /** The caller's tools; their calls arrive at `onServerRequest` as `item/tool/call`. Ignored for a fork. */
  readonly dynamicTools?: readonly DynamicToolSpec[];
  /**
   * Send notifications of the model's raw items. Only for a new thread.
   *
   * @internal
   */
  readonly rawItems?: boolean;
  /** Called with each notification of the thread while a turn is running, in codex's own form. */
  readonly onNotification?: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Called after codex has opened the thread. A failure that it returns is the outcome of the turn, which is not run. */
  readonly onOpened?: (
    thread: OpenedThread,
  ) => UnsupportedFailure | null | Promise<UnsupportedFailure | null>;
  /** Answers codex's requests about this thread; if it returns `undefined`, the server's callback answers. */
  readonly onServerRequest?: AnswerServerRequest;
}

/**
 * The settings of one turn. codex keeps `model`, `effort`, `summary`, `cwd`, `sandboxPolicy`, `approvalPolicy`,
 * `approvalsReviewer`, `personality` and `serviceTier` for the later turns of the thread, but not the schema and the
 * context.
 */
export interface TurnOptions<T = unknown, S extends SchemaInput | null = SchemaInput | null, V = JsonValue>
  extends AnswerOptions,
    OutcomeOptions<T, V>,
    Partial<Pick<TurnLimits, 'timeoutMs' | 'idleTimeoutMs'>> {
  /** The schema of this turn. Null: no schema, even if the thread has one; the value is then the text. */
  readonly schema?: S;
  /** Hidden context. It replaces that of earlier turns. */
  readonly additionalContext?: AdditionalContext;
  /** The model; also for later turns of the thread. */
  readonly model?: string;
  /** The reasoning effort; also for later turns of the thread. */
  readonly effort?: string;
  /** The length of the reasoning summaries; also for later turns of the thread. */
  readonly summary?: ReasoningSummary;
  /** The working directory, relative to that of the thread; also for later turns. */
  readonly cwd?: string;
  /** The sandbox of the model's commands; also for later turns of the thread. */
  readonly sandboxPolicy?: SandboxPolicy;
  /**
   * Returns the sandbox that replaces `sandboxPolicy`, once the thread is open: a permission profile of the thread's
   * configuration, or a policy.
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
  /** When codex asks for approval; also for later turns of the thread. */
  readonly approvalPolicy?: AskForApproval;
  /** Who decides on approvals; also for later turns of the thread. */
  readonly approvalsReviewer?: ApprovalsReviewer;
  /** The tone of the model; also for later turns of the thread. */
  readonly personality?: Personality;
  /** The service tier, such as `flex`; also for later turns of the thread. */
  readonly serviceTier?: string;
  /** Image files for the prompt. */
  readonly images?: readonly string[];
  /** Interrupts the turn; the outcome is then `aborted`. */
  readonly signal?: AbortSignal;
}

/** A message from codex about a turn. */
export interface TurnMessage extends ServerRequest {
  readonly kind: 'notification' | 'request';
}

/** The prompt, or codex's own list of inputs: text, image, localImage, skill, mention. */
export type TurnInput = string | readonly UserInput[];

/** The settings of a turn with whichever schema. */
export type AnyTurnOptions = TurnOptions<unknown, SchemaInput | null, never>;

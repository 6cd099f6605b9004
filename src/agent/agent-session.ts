import { resolve } from 'node:path';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import { interruptibleIterator } from '../run/interruptible-iterator.js';
import type { InferSchema, SchemaInput } from '../run/schema-input.js';
import { AppServerClient } from '../run/threads/open.js';
import type {
  AnyTurnOptions,
  OpenedThread,
  ThreadOptions,
  TurnInput,
  TurnOptions,
} from '../run/threads/options.js';
import type { AppServerThread } from '../run/threads/thread.js';
import type { AppServerTurn, SteerResult } from '../run/threads/turn.js';
import type { AgentOptions } from './agent-options.js';
import { ApprovalBroker, type SessionContext } from './approvals/approval-broker.js';
import { type Decision, decide } from './approvals/decision.js';
import { PendingCallRegistry } from './approvals/pending-call-registry.js';
import type {
  PendingCommandExecution,
  PendingFunctionToolCall,
  PendingToolCall,
} from './approvals/pending-calls.js';
import { ThreadRecord } from './commands/thread-record.js';
import type { PreparedSession } from './prepare-session.js';
import { type TurnSettings, turnSandbox } from './sandbox/turn-sandbox.js';
import type { ToolSet } from './tools/tool-set.js';

/** @internal */
export interface SessionParts {
  readonly options: AgentOptions;
  readonly tools: ToolSet;
  readonly prepared: PreparedSession;
  /** Null: a new thread. */
  readonly resumedThreadId: string | null;
}

/**
 * A running agent: a thread, its turns, and the calls that wait for a decision.
 *
 * @typeParam D - the answer's type for turns without a schema of their own
 */
export class AgentSession<D = string> implements AsyncDisposable {
  /** The directory in which codex works. */
  readonly cwd: string;
  readonly #parts: SessionParts;
  readonly #context: SessionContext;
  readonly #server: AppServerClient | null = null;
  readonly #thread: AppServerThread<unknown> | null = null;
  /** In the order of `runTurn`, which is the order in which they run. */
  readonly #turns = new Set<ApprovalBroker>();
  #settings: TurnSettings;
  /** What codex says about the thread; null before it is open. */
  #opened: OpenedThread | null = null;
  #record: ThreadRecord | null = null;
  #closing: Promise<void> | null = null;

  /** @internal */
  constructor(parts: SessionParts) {
    const { options, tools, prepared, resumedThreadId } = parts;
    const { onServerRequest: fallback, ...serverOptions } = options;
    const { onToolCall, onToolError, approvalPolicy = 'untrusted' } = options;
    const { cwd, env, thread } = prepared;
    this.#parts = parts;
    this.cwd = cwd;
    this.#settings = { cwd, sandboxPolicy: undefined, approvalPolicy };
    const calls = new PendingCallRegistry();
    this.#context = { tools, calls, record: () => this.#record, fallback, onToolCall, onToolError };
    if ('kind' in thread) return;
    this.#server = new AppServerClient({ ...serverOptions, cwd, env });
    this.#thread = this.#server.thread(
      resumedThreadId === null ? { kind: 'start' } : { kind: 'resume', threadId: resumedThreadId },
      this.#observed(thread),
    );
  }

  /** The id that `Agent.resume` takes; null until codex has begun the first turn. */
  get threadId(): string | null {
    return this.#thread?.id ?? null;
  }

  /**
   * Runs one turn. Turns of a session run one after the other, in the order of the calls. A turn waits for pending
   * calls with no limit except its own `timeoutMs`: the idle limit does not count during that time.
   *
   * If a policy or a listener of the host throws, the turn is interrupted, and the promise rejects with that error.
   *
   * @throws {TypeError} (the promise rejects) if the input is blank, an option is unknown or invalid, codex would
   *   change a key of the context, or codex could not use the prompt, an image or a directory
   */
  runTurn<const S extends SchemaInput, T = InferSchema<S>>(
    input: TurnInput,
    options: TurnOptions<T, S, InferSchema<S>> & { readonly schema: S },
  ): Promise<Outcome<T>>;
  /** Runs a turn and returns its outcome. */
  runTurn(
    input: TurnInput,
    options: TurnOptions<string, null, string> & { readonly schema: null },
  ): Promise<Outcome<string>>;
  /** Runs a turn and returns its outcome. */
  runTurn<T = D>(
    input: TurnInput,
    options?: TurnOptions<T, SchemaInput, D> & { readonly schema?: undefined },
  ): Promise<Outcome<T>>;
  async runTurn(input: TurnInput, options: AnyTurnOptions = {}): Promise<Outcome<unknown>> {
    const { thread } = this.#parts.prepared;
    if ('kind' in thread) return thread;
    if (this.#thread === null || this.#closing !== null) throw new Error('This agent session is closed.');
    const turn = this.#startTurn(this.#thread, input, options);
    this.#turns.add(turn);
    try {
      return await turn.outcome();
    } finally {
      this.#turns.delete(turn);
      this.#context.calls.notify();
    }
  }

  /** Adds input to the turn that is running. */
  async steer(input: TurnInput): Promise<SteerResult> {
    const [running] = this.#turns;
    return running?.turn.steer(input) ?? { ok: false, reason: 'No turn is running.' };
  }

  /** Returns the calls that nobody has decided about, oldest first. */
  pendingToolCalls(): readonly PendingToolCall[] {
    return this.#context.calls.pending();
  }

  /**
   * Yields each call when it becomes pending, starting with those that already are. Ends when the requested turns
   * have ended. Leaving the loop leaves the calls pending.
   */
  toolCalls(): AsyncIterableIterator<PendingToolCall, void, void> {
    let isLeft = false;
    const leave = () => {
      isLeft = true;
      this.#context.calls.notify();
    };
    return interruptibleIterator(
      this.#toolCalls(() => isLeft),
      leave,
    );
  }

  async *#toolCalls(isLeft: () => boolean): AsyncGenerator<PendingToolCall, void, void> {
    const seen = new WeakSet<PendingToolCall>();
    while (!isLeft()) {
      const next = this.pendingToolCalls().find((call) => !seen.has(call));
      if (next !== undefined) {
        seen.add(next);
        yield next;
      } else if (this.#turns.size === 0) return;
      else await this.#context.calls.changed();
    }
  }

  /** Decides about a call. @throws {CallDecisionError} if it is already decided or gone, or the decision does not apply */
  decide(call: PendingToolCall, decision: Decision): Promise<void> {
    return this.#context.calls.decide(call, decision);
  }

  /** Lets the call run; a function tool runs at once. @throws {CallDecisionError} as {@link decide} */
  approve(call: PendingToolCall, options: { readonly scope?: 'once' | 'session' } = {}): Promise<void> {
    return this.decide(call, decide.approve(options.scope));
  }

  /** Continues the turn without the call, and tells the model the reason. @throws {CallDecisionError} as {@link decide} */
  reject(call: PendingToolCall, reason?: string): Promise<void> {
    return this.decide(call, decide.reject(reason));
  }

  /**
   * Runs another command in place of the model's, in the sandbox of the session, and tells the model its result.
   * The model's command is declined. Resolves when the other command has ended.
   *
   * @throws {CallDecisionError} as {@link decide}
   */
  replaceCommand(call: PendingCommandExecution, command: string): Promise<void> {
    return this.decide(call, decide.replaceCommand(command));
  }

  /** Runs the tool, with other arguments if some are given. @throws {CallDecisionError} as {@link decide} */
  runFunctionTool(call: PendingFunctionToolCall, args?: JsonValue): Promise<void> {
    return this.decide(call, decide.run(args));
  }

  /** Answers in place of the tool, without running it. @throws {CallDecisionError} as {@link decide} */
  submitToolResult(
    call: PendingFunctionToolCall,
    result: unknown,
    options: { readonly failed?: boolean } = {},
  ): Promise<void> {
    return this.decide(call, decide.respond(result, options));
  }

  /** Ends everything that is running, the process, and the bridge. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  /** Closes the session; see {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #observed(thread: ThreadOptions): ThreadOptions {
    return {
      ...thread,
      onOpened: (opened) => {
        this.#opened = opened;
        const { recordPath, notifiesRawItems } = opened;
        this.#record = recordPath === null || notifiesRawItems ? null : new ThreadRecord(recordPath);
        return thread.onOpened?.(opened) ?? null;
      },
    };
  }

  /** codex keeps these settings for later turns, but never learns the settings of a turn that does not start. */
  #startTurn(thread: AppServerThread<unknown>, input: TurnInput, options: AnyTurnOptions): ApprovalBroker {
    const { options: agent, prepared } = this.#parts;
    const before = this.#settings;
    const settings: TurnSettings = {
      cwd: options.cwd === undefined ? before.cwd : resolve(this.cwd, options.cwd),
      sandboxPolicy: options.sandboxPolicy ?? before.sandboxPolicy,
      approvalPolicy: options.approvalPolicy ?? before.approvalPolicy,
    };
    const { cwd, approvalPolicy } = settings;
    const sandbox = () => turnSandbox(agent, settings, this.#opened, prepared.noRetryProfiles);
    // The overloads of a thread give the type of the answer, which is not known here.
    const start = thread.turn.bind(thread) as (
      input: TurnInput,
      options: AnyTurnOptions,
    ) => AppServerTurn<unknown>;
    const settled = { ...options, cwd, approvalPolicy, startSandbox: () => sandbox().start };
    const turn = new ApprovalBroker(
      (onMessage) => start(input, { ...settled, onMessage }),
      sandbox,
      this.#context,
    );
    this.#settings = settings;
    return turn;
  }

  async #close(): Promise<void> {
    try {
      await this.#server?.close();
    } finally {
      await this.#parts.prepared.release();
    }
  }
}

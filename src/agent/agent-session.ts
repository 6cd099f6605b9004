import { resolve } from 'node:path';
import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';
import { AppServerClient } from '../run/app-server/open.js';
import type { OpenedThread, TurnInput, TurnOptions } from '../run/app-server/options.js';
import type { AppServerThread } from '../run/app-server/thread.js';
import type { SteerResult } from '../run/app-server/turn.js';
import { interruptibleIterator } from '../run/interruptible-iterator.js';
import type { InferSchema, SchemaInput } from '../run/schema-input.js';
import type { AgentOptions } from './agent-options.js';
import { AgentTurn } from './approvals/agent-turn.js';
import { ApprovalBroker } from './approvals/approval-broker.js';
import { type Decision, decide } from './approvals/decision.js';
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
  /** The thread to go on with; null for a new one. */
  readonly resumed: string | null;
}

/**
 * A running agent: a thread, its turns, and the calls that wait for a decision.
 *
 * @typeParam D - the answer's type where a turn brings no schema
 */
export class AgentSession<D = string> implements AsyncDisposable {
  /** Where codex works. */
  readonly cwd: string;
  readonly #parts: SessionParts;
  readonly #desk: ApprovalBroker;
  readonly #server: AppServerClient | null;
  readonly #thread: AppServerThread<unknown> | null;
  /** In the order of their calls, which is that in which they run. */
  readonly #turns = new Set<AgentTurn>();
  #settings: TurnSettings;
  /** What codex says of the thread; null before it is open. */
  #opened: OpenedThread | null = null;
  #record: ThreadRecord | null = null;
  #closing: Promise<void> | null = null;

  /** @internal */
  constructor(parts: SessionParts) {
    const { options, tools, prepared, resumed } = parts;
    const { cwd, env, thread } = prepared;
    this.#parts = parts;
    this.cwd = cwd;
    this.#settings = {
      cwd,
      sandboxPolicy: undefined,
      approvalPolicy: options.approvalPolicy ?? 'untrusted',
    };
    const { onServerRequest, onToolCall, onToolError } = options;
    this.#desk = new ApprovalBroker({
      builtins: tools.builtins,
      context: () => ({
        functions: tools.functions,
        ...(onToolError === undefined ? {} : { onToolError }),
      }),
      record: () => this.#record,
      currentTurn: () => [...this.#turns][0],
      onFault: (active, error) => (active as AgentTurn).fail(error),
      ...(onServerRequest === undefined ? {} : { fallback: onServerRequest }),
      ...(onToolCall === undefined ? {} : { onToolCall }),
    });
    if ('kind' in thread) {
      this.#server = null;
      this.#thread = null;
      return;
    }
    const { onServerRequest: _asked, ...serverOptions } = options;
    this.#server = new AppServerClient({ ...serverOptions, cwd, env });
    const watched = {
      ...thread,
      onOpened: (opened: OpenedThread) => {
        this.#opened = opened;
        const { recordPath, notifiesRawItems } = opened;
        this.#record = recordPath === null || notifiesRawItems ? null : new ThreadRecord(recordPath);
        return thread.onOpened?.(opened) ?? null;
      },
      onServerRequest: this.#desk.answer.bind(this.#desk),
      onNotification: this.#desk.notified.bind(this.#desk),
    };
    const origin =
      resumed === null ? { kind: 'start' as const } : { kind: 'resume' as const, threadId: resumed };
    this.#thread = this.#server.thread(origin, watched);
  }

  /** The id that `Agent.resume` takes; null until codex has begun the first turn. */
  get threadId(): string | null {
    return this.#thread?.id ?? null;
  }

  /**
   * One turn; turns of a task run one after the other, in the order of the calls. It waits for calls that are
   * pending, without a limit but its own `timeoutMs`: the idle limit does not count meanwhile.
   *
   * Rejects with what a policy, or a listener, of the host's threw: the turn is then interrupted.
   *
   * @throws {TypeError} (the promise rejects) if the input is blank, an option is none, codex would garble a key of
   *   the context, or codex could not use the prompt, an image or a directory
   */
  runTurn<const S extends SchemaInput, T = InferSchema<S>>(
    input: TurnInput,
    options: TurnOptions<T, S> & { readonly schema: S },
  ): Promise<Outcome<T>>;
  runTurn(
    input: TurnInput,
    options: TurnOptions<string, null> & { readonly schema: null },
  ): Promise<Outcome<string>>;
  runTurn<T = D>(
    input: TurnInput,
    options?: TurnOptions<T> & { readonly schema?: undefined },
  ): Promise<Outcome<T>>;
  async runTurn(input: TurnInput, options: TurnOptions = {}): Promise<Outcome<unknown>> {
    const { thread } = this.#parts.prepared;
    if ('kind' in thread) return thread;
    if (this.#thread === null || this.#closing !== null) throw new Error('This task is closed.');
    const turn = this.#newTurn(this.#thread, input, options);
    this.#turns.add(turn);
    try {
      return await turn.outcome();
    } finally {
      this.#turns.delete(turn);
      this.#desk.calls.endTurn(turn);
    }
  }

  /** Says something into the turn that is running. */
  async steer(input: TurnInput): Promise<SteerResult> {
    const [turn] = this.#turns;
    return turn === undefined ? { ok: false, reason: 'No turn is running.' } : turn.turn.steer(input);
  }

  /** The calls that nobody has decided about, oldest first. */
  pendingToolCalls(): readonly PendingToolCall[] {
    return this.#desk.calls.pending();
  }

  /**
   * Each call as it becomes pending, those that are already first; ends when the turns that were asked for are
   * over. Leaving the loop leaves the calls pending.
   */
  toolCalls(): AsyncIterableIterator<PendingToolCall, void, void> {
    let leave = () => {};
    const left = new Promise<void>((resolve) => {
      leave = resolve;
    });
    return interruptibleIterator(this.#toolCalls(left), leave);
  }

  async *#toolCalls(left: Promise<void>): AsyncGenerator<PendingToolCall, void, void> {
    let isLeft = false;
    void left.then(() => {
      isLeft = true;
    });
    const seen = new WeakSet<PendingToolCall>();
    while (true) {
      const next = this.pendingToolCalls().find((call) => !seen.has(call));
      if (next !== undefined) {
        seen.add(next);
        yield next;
      } else if (this.#turns.size === 0 || isLeft) return;
      else await Promise.race([this.#desk.calls.changed(), left]);
    }
  }

  /** @throws {CallDecisionError} where it is decided about already, or gone, or the decision does not fit */
  decide(call: PendingToolCall, decision: Decision): Promise<void> {
    return this.#desk.decide(call, decision);
  }

  /** Lets it happen; of a function tool: runs it. @throws {CallDecisionError} as {@link decide} */
  approve(call: PendingToolCall, options: { readonly scope?: 'once' | 'session' } = {}): Promise<void> {
    return this.decide(call, decide.approve(options.scope));
  }

  /** The turn goes on without it; the model is told the reason. @throws {CallDecisionError} as {@link decide} */
  reject(call: PendingToolCall, reason?: string): Promise<void> {
    return this.decide(call, decide.reject(reason));
  }

  /**
   * Runs another command in its place, in the sandbox of the task, and tells the model what came of it; the
   * model's own is declined. Resolves when that command has ended.
   *
   * @throws {CallDecisionError} as {@link decide}
   */
  replaceCommand(call: PendingCommandExecution, command: string): Promise<void> {
    return this.decide(call, decide.replaceCommand(command));
  }

  /** Runs the tool, with other arguments where some are given. @throws {CallDecisionError} as {@link decide} */
  runFunctionTool(call: PendingFunctionToolCall, args?: JsonValue): Promise<void> {
    return this.decide(call, decide.run(args));
  }

  /** Answers for the tool, without running it. @throws {CallDecisionError} as {@link decide} */
  submitToolResult(
    call: PendingFunctionToolCall,
    result: unknown,
    options: { readonly failed?: boolean } = {},
  ): Promise<void> {
    return this.decide(call, decide.respond(result, options));
  }

  /** Ends what is running, the process, and the bridge. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** codex keeps these settings for later turns, but does not learn of those of a turn that never begins. */
  #newTurn(thread: AppServerThread<unknown>, input: TurnInput, options: TurnOptions): AgentTurn {
    const { options: agent, prepared } = this.#parts;
    const before = this.#settings;
    const settings: TurnSettings = {
      cwd: options.cwd === undefined ? before.cwd : resolve(this.cwd, options.cwd),
      sandboxPolicy: options.sandboxPolicy ?? before.sandboxPolicy,
      approvalPolicy: options.approvalPolicy ?? before.approvalPolicy,
    };
    const { cwd, approvalPolicy } = settings;
    const turn = new AgentTurn(thread, input, { ...options, cwd, approvalPolicy }, () =>
      turnSandbox(agent, settings, this.#opened, prepared.noRetryProfiles),
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

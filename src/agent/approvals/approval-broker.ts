import type { AnswerServerRequest, ServerRequest } from '../../app-server/server/server-requests.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { Outcome } from '../../outcome/outcome.js';
import { emitCallbackWarning } from '../../run/callback-guard.js';
import type { TurnMessage } from '../../run/threads/options.js';
import type { AppServerTurn } from '../../run/threads/turn.js';
import { ModelCalls } from '../commands/model-calls.js';
import type { ThreadRecord } from '../commands/thread-record.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import {
  type OnToolError,
  toolFailureResponse,
  toolResponse,
  validateArguments,
} from '../tools/run-function-tool.js';
import type { ToolSet } from '../tools/tool-set.js';
import { readChanges } from '../workspace/changed-files.js';
import { decideByPolicy } from './approval-policy.js';
import type { Decision } from './decision.js';
import { type ExecutionContext, executeDecision, type FinalDecision } from './execute-decision.js';
import type { CallOwner, PendingCallRegistry } from './pending-call-registry.js';
import { type FileChange, PendingFunctionToolCall, type PendingToolCall } from './pending-calls.js';
import { COMMAND_APPROVAL, readApprovalRequest } from './read-request.js';

/** What the turns of an agent session share. */
export interface SessionContext {
  readonly tools: ToolSet;
  readonly calls: PendingCallRegistry;
  /** Where the model's own words are looked up if codex does not notify of them. */
  readonly record: () => ThreadRecord | null;
  readonly onToolCall: ((call: PendingToolCall) => void) | undefined;
  readonly onToolError: OnToolError | undefined;
  /** Answers requests that are not calls. */
  readonly fallback: AnswerServerRequest | undefined;
}

/** One turn of an agent session, and the decisions about its calls: by the policy of a tool, or by the host later. */
export class ApprovalBroker implements CallOwner {
  readonly #ended = new AbortController();
  readonly #modelCalls = new ModelCalls();
  /** The files of a change, by item id: codex sends them before it asks. */
  readonly #changes = new Map<string, readonly FileChange[]>();
  #hostFault: { readonly error: unknown } | null = null;

  readonly turn: AppServerTurn<unknown>;

  /** @param start - starts the turn, whose messages are to be passed to the given function */
  constructor(
    start: (onMessage: (message: TurnMessage) => unknown) => AppServerTurn<unknown>,
    private readonly sandbox: () => TurnSandbox,
    private readonly session: SessionContext,
  ) {
    this.turn = start((message) =>
      message.kind === 'request' ? this.#respond(message) : this.#notify(message),
    );
  }

  /**
   * Resolves when the turn has ended.
   *
   * @throws what a policy or a listener of the host has thrown
   */
  async outcome(): Promise<Outcome<unknown>> {
    try {
      const outcome = await this.turn.outcome;
      if (this.#hostFault !== null) throw this.#hostFault.error;
      return outcome;
    } finally {
      this.#ended.abort();
      this.session.calls.endTurn(this);
    }
  }

  #notify({ method, params }: TurnMessage): void {
    const item = fieldsOf(params['item']);
    const id = stringOf(params['itemId']) ?? stringOf(item?.['id']) ?? '';
    switch (method) {
      case 'rawResponseItem/completed':
        if (item !== null) this.#modelCalls.add(item);
        return;
      case 'item/fileChange/patchUpdated':
        this.#addChanges(id, params);
        return;
      case 'item/started':
        if (item?.['type'] === 'fileChange') this.#addChanges(id, item);
        return;
      case 'item/completed':
        this.#changes.delete(id);
        this.session.calls.withdraw(id);
    }
  }

  /** Returns the response to a request of codex; `undefined` leaves it to the default, which declines. */
  async #respond(request: ServerRequest): Promise<unknown> {
    await this.#readRecord(request);
    if (this.#ended.signal.aborted) return undefined;
    const call = readApprovalRequest(request, {
      changesOf: (id) => this.#changes.get(id) ?? [],
      modelCallOf: (id) => this.#modelCalls.get(id),
      sandbox: this.sandbox(),
    });
    if (call === null) return this.session.fallback?.(request);
    if (!(call instanceof PendingFunctionToolCall)) return this.#enter(call);
    const compiled = this.session.tools.functions.get(call.tool);
    if (compiled === undefined) return this.session.fallback?.(request);
    try {
      const validated = await validateArguments(compiled, call.rawArgs);
      if (!validated.ok) return toolResponse(validated.message, false);
      const { id, threadId, turnId, tool, rawArgs } = call;
      return this.#enter(new PendingFunctionToolCall([id, threadId, turnId], tool, validated.args, rawArgs));
    } catch (error) {
      // The schema may run code of the host, just as the tool does.
      this.#context().onToolError?.(error, call);
      return toolFailureResponse(call.tool, error);
    }
  }

  execute(call: PendingToolCall, decision: FinalDecision): Promise<object> {
    return executeDecision(call, decision, this.#context());
  }

  #addChanges(id: string, of: Fields): void {
    const changes = readChanges(of);
    if (changes !== null) this.#changes.set(id, changes);
  }

  /** codex does not notify of what the model wrote in a resumed thread. */
  async #readRecord({ method, params }: ServerRequest): Promise<void> {
    const id = method === COMMAND_APPROVAL ? stringOf(params['itemId']) : null;
    if (id === null) return;
    await this.session.record()?.readUntil(
      () => this.#modelCalls.has(id),
      (item) => this.#modelCalls.add(item),
    );
  }

  #enter(call: PendingToolCall): Promise<object | undefined> {
    const response = this.session.calls.add(call, this);
    this.#consult(call).catch((error: unknown) => this.#fail(error));
    return response;
  }

  async #consult(call: PendingToolCall): Promise<void> {
    const { calls, onToolCall } = this.session;
    const decision = await this.#policyDecision(call);
    // Code without types may return null for undefined.
    if (decision !== undefined && decision !== null && decision.kind !== 'defer') {
      calls.answer(call, await this.execute(call, decision));
      return;
    }
    calls.markPending(call);
    // A listener may be asynchronous. If it rejects, the turn fails.
    await onToolCall?.(call);
  }

  async #policyDecision(call: PendingToolCall): Promise<Decision | null | undefined> {
    const { functions, builtins } = this.session.tools;
    if (call.kind === 'functionTool') return functions.get(call.tool)?.tool.approve(call);
    return decideByPolicy(call, builtins, this.sandbox);
  }

  #context(): ExecutionContext {
    const { onToolError, tools } = this.session;
    return {
      turn: this.turn,
      ended: this.#ended.signal,
      sandbox: this.sandbox(),
      functions: tools.functions,
      ...(onToolError === undefined
        ? {}
        : {
            // A listener that throws ends the turn; the call that it was told of is answered all the same.
            onToolError: (error, call) => {
              new Promise((resolve) => resolve(onToolError(error, call))).catch((fault: unknown) =>
                this.#fail(fault),
              );
            },
          }),
    };
  }

  /** The host's own code has thrown: what it was to decide about must not happen. */
  #fail(error: unknown): void {
    if (this.#ended.signal.aborted) {
      emitCallbackWarning(error);
      return;
    }
    this.#hostFault ??= { error };
    this.turn.interrupt().catch(() => undefined);
  }
}

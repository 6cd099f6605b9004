import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { AnswerServerRequest, ServerRequest } from '../../transports/app-server/server-requests.js';
import { ModelCalls } from '../commands/model-calls.js';
import type { ThreadRecord } from '../commands/thread-record.js';
import type { BuiltinTool } from '../tools/builtin-tools.js';
import { toolFailureResponse, toolResponse } from '../tools/run-function-tool.js';
import { validateArguments } from '../tools/validate-arguments.js';
import { readChanges } from '../workspace/changed-files.js';
import { decideByPolicy } from './approval-policy.js';
import type { Decision } from './decision.js';
import { type ActiveTurn, type ExecutionContext, executeDecision } from './execute-decision.js';
import { PendingCallRegistry } from './pending-call-registry.js';
import { type FileChange, PendingFunctionToolCall, type PendingToolCall } from './pending-calls.js';
import { COMMAND, readApprovalRequest } from './read-request.js';

export interface ApprovalBrokerOptions {
  readonly builtins: readonly BuiltinTool[];
  readonly context: () => ExecutionContext;
  /** Answers what is no call. */
  readonly fallback?: AnswerServerRequest;
  /** Where to look for what the model wrote, if codex does not notify of it. */
  readonly record: () => ThreadRecord | null;
  /** The turn that runs now. */
  readonly currentTurn: () => ActiveTurn | undefined;
  /** A policy, or a listener, of the host's threw: the turn is not to go on. */
  readonly onFault: (active: ActiveTurn, error: unknown) => void;
  readonly onToolCall?: (call: PendingToolCall) => void;
}

/** Where the calls of a thread come in, and are decided about: by a tool's policy, or by the host later. */
export class ApprovalBroker {
  readonly calls = new PendingCallRegistry<ActiveTurn>();
  /** codex tells what a change is about before it asks. */
  readonly #changes = new Map<string, readonly FileChange[]>();
  readonly #modelCalls = new ModelCalls();

  constructor(private readonly options: ApprovalBrokerOptions) {}

  notified(method: string, params: Readonly<Record<string, unknown>>): void {
    this.#modelCalls.notified(method, params);
    if (method === 'item/fileChange/patchUpdated') this.#changed(stringOf(params['itemId']), params);
    if (method !== 'item/started' && method !== 'item/completed') return;
    const item = fieldsOf(params['item']);
    const id = stringOf(item?.['id']);
    if (id === null) return;
    if (method === 'item/completed') {
      this.#changes.delete(id);
      this.calls.withdraw(id);
      return;
    }
    if (item?.['type'] === 'fileChange') this.#changed(id, item);
  }

  #changed(id: string | null, of: Fields | null): void {
    const changes = readChanges(of);
    if (id !== null && changes !== null) this.#changes.set(id, changes);
  }

  /** The answer to a request of codex; `undefined` leaves it to the default, which declines. */
  async answer(request: ServerRequest): Promise<unknown> {
    const active = this.options.currentTurn();
    await this.#lookUp(request);
    if (active?.ended.aborted === true) return undefined;
    const call = active === undefined ? null : this.#read(request, active);
    if (call === null || active === undefined) return this.options.fallback?.(request);
    if (!(call instanceof PendingFunctionToolCall)) return this.#enter(call, active);
    const means = this.#meansOf(active);
    const ready = means.functions.get(call.tool);
    if (ready === undefined) return this.options.fallback?.(request);
    try {
      const checked = await validateArguments(ready, call.rawArgs);
      if (!checked.ok) return toolResponse(checked.message, false);
      const { id, threadId, turnId, tool, rawArgs } = call;
      return this.#enter(
        new PendingFunctionToolCall([id, threadId, turnId], tool, checked.args, rawArgs),
        active,
      );
    } catch (error) {
      // The schema is code of the host's as much as the tool is.
      means.onToolError?.(error, call);
      return toolFailureResponse(call.tool, error);
    }
  }

  /** @throws {CallDecisionError} where it is too late, or cannot be carried out: the call is then as before */
  async decide(call: PendingToolCall, decision: Decision): Promise<void> {
    const active = this.calls.claim(call);
    try {
      if (decision.kind === 'defer') this.calls.release(call);
      else this.calls.answer(call, await executeDecision(call, decision, active, this.#meansOf(active)));
    } catch (error) {
      this.calls.release(call);
      throw error;
    }
  }

  /** Of a thread that was resumed codex does not notify what the model wrote. */
  async #lookUp({ method, params }: ServerRequest): Promise<void> {
    const id = method === COMMAND ? stringOf(params['itemId']) : null;
    if (id === null) return;
    await this.options.record()?.readUntil(
      () => this.#modelCalls.has(id),
      (item) => this.#modelCalls.take(item, stringOf(params['turnId'])),
    );
  }

  #read(request: ServerRequest, { sandbox }: ActiveTurn): PendingToolCall | null {
    return readApprovalRequest(request, {
      changesOf: (id) => this.#changes.get(id) ?? [],
      modelCallOf: (id) => this.#modelCalls.of(id),
      sandbox,
    });
  }

  #enter(call: PendingToolCall, active: ActiveTurn): Promise<object | undefined> {
    const answered = this.calls.add(call, active);
    this.#consult(call, active).catch((error: unknown) => this.options.onFault(active, error));
    return answered;
  }

  async #consult(call: PendingToolCall, active: ActiveTurn): Promise<void> {
    const decision = await this.#policyOn(call, active);
    if (decision !== undefined && decision !== null && decision.kind !== 'defer') {
      this.calls.answer(call, await executeDecision(call, decision, active, this.#meansOf(active)));
      return;
    }
    this.calls.markPending(call);
    // A listener may be asynchronous; whatever becomes of it, `onFault` is told.
    await this.options.onToolCall?.(call);
  }

  /** A listener that throws ends the turn; the call that it was told of has its answer all the same. */
  #meansOf(active: ActiveTurn): ExecutionContext {
    const means = this.options.context();
    const { onToolError } = means;
    if (onToolError === undefined) return means;
    return {
      ...means,
      onToolError: (error, call) => {
        new Promise((resolve) => resolve(onToolError(error, call))).catch((fault: unknown) =>
          this.options.onFault(active, fault),
        );
      },
    };
  }

  /** `null` is what code without types may give for `undefined`. */
  async #policyOn(call: PendingToolCall, active: ActiveTurn): Promise<Decision | null | undefined> {
    if (call.kind === 'functionTool')
      return this.options.context().functions.get(call.tool)?.tool.approve(call);
    return decideByPolicy(call, this.options.builtins, () => active.sandbox);
  }
}

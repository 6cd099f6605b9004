import { ThreadLease } from '../../codex/thread-lease.js';
import type { StartFailure, TurnRequest } from '../../codex/turn-request.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type { Attempt, Outcome } from '../../outcome/outcome.js';
import { redactEvidence, redactOutcome } from '../../outcome/redact/redact-outcome.js';
import { createRedactor, type Redact } from '../../outcome/redact/redactor.js';
import { isStartFailure, type Transport } from '../../transports/transport.js';
import type { RunDeadline } from '../run-deadline.js';
import { joinEvidence } from './join-evidence.js';
import { isRepairable, repairPrompt } from './repair-prompt.js';
import {
  neverStarted,
  retryDelayMs,
  type TransientFailure,
  transientFailure,
  turnVerdict,
  waitProblem,
} from './retry-policy.js';
import { notRetriedNotices, RESTARTED, withRunDetail } from './run-detail.js';
import type { TimeSource } from './time-source.js';
import { firstStep, repairStep, repeatedStep, type Step } from './turn-steps.js';
import type { TurnsOptions } from './turns-options.js';

export interface TurnsPlan<T> {
  readonly options: TurnsOptions;
  /** Turns the evidence into an outcome; called once per answer. */
  readonly resolve: (evidence: TurnEvidence, deadline: RunDeadline) => Promise<Outcome<T>>;
  /** The model writes the adapted form, which is decoded before it is judged. */
  readonly isAdapted: boolean;
  readonly time: TimeSource;
  /** If a turn's app server exits: restart the run once, on a server of its own. */
  readonly restart?: RestartPlan;
}

export interface RestartPlan {
  /** Called before the restart; resolves when the run may start again. */
  readonly begin: (message: string) => Promise<void>;
}

/**
 * Runs all turns of a run: the first turn, the second of two steps, retries, and repairs. The outcome is that of the
 * last turn.
 */
export async function runTurns<T>(
  transport: Transport,
  request: TurnRequest,
  plan: TurnsPlan<T>,
): Promise<Outcome<T>> {
  const first = firstStep(request, plan.options.twoStep ?? false);
  const mayGoOn = first.next !== undefined || (plan.options.repair ?? 0) > 0;
  const threadLease = mayGoOn ? new ThreadLease() : null;
  try {
    const leased = threadLease === null ? request : { ...request, threadLease };
    return await new TurnLoop(transport, leased, plan).perform(first);
  } finally {
    await threadLease?.release();
  }
}

class TurnLoop<T> {
  readonly #startedAt: number;
  readonly #redact: Redact;
  #past: TurnEvidence | null = null;
  readonly #attempts: Attempt[] = [];
  #current: Omit<Attempt, 'kind' | 'durationMs'> & { durationMs: number } = { durationMs: 0 };
  #waitedMs = 0;
  #retries = 0;
  #repairs = 0;
  #restarted = false;
  /** Why no further turn was run, for the outcome's notices. */
  readonly #notRetried: string[] = [];

  constructor(
    private readonly transport: Transport,
    private readonly request: TurnRequest,
    private readonly plan: TurnsPlan<T>,
  ) {
    this.#startedAt = plan.time.elapsed();
    this.#redact = createRedactor(request.env, request.command.options.config);
  }

  async perform(first: Step): Promise<Outcome<T>> {
    let step = first;
    // The outcome that stands if a repair cannot start.
    let standing: Outcome<T> | null = null;
    while (true) {
      const own = await this.#turn(step);
      if (isStartFailure(own))
        return standing === null ? this.#notStarted(own) : this.#keep(standing, own.message);
      const next = step.next?.(own) ?? null;
      const text = own.turn.message?.text ?? '';
      this.#add(next !== null && step.keepsTextAs !== undefined ? { ...own, [step.keepsTextAs]: text } : own);
      if (next !== null) {
        step = next;
        continue;
      }
      if (this.#mayRestart(own)) {
        await this.#restart(own);
        [step, standing] = [first, null];
        continue;
      }
      const transient = this.#mayRetry()
        ? transientFailure(own, this.plan.options.retryUnsafe ?? false)
        : null;
      if (transient !== null && (await this.#waitFor(transient))) {
        step = repeatedStep(step, own);
        continue;
      }
      if (standing !== null && neverStarted(own)) {
        const verdict = turnVerdict(own);
        return this.#keep(standing, 'message' in verdict ? verdict.message : verdict.kind);
      }
      const outcome = await this.#settled();
      const repair = this.#repair(outcome);
      if (repair === null) return this.#finish(outcome);
      [step, standing] = [repair, outcome];
    }
  }

  async #turn(step: Step): Promise<TurnEvidence | StartFailure> {
    const { limits } = this.request;
    const left = this.#leftMs();
    const result = await this.transport.runTurn({
      ...this.request,
      // What made the last server exit must not affect turns of other runs, nor theirs this one.
      ...(this.#restarted ? { once: true } : {}),
      command: step.command,
      wireSchema: step.wireSchema,
      ...(step.next === undefined ? {} : { schemaTurnFollows: true }),
      limits: { ...limits, timeoutMs: left === Number.POSITIVE_INFINITY ? 0 : Math.max(Math.round(left), 1) },
    });
    return isStartFailure(result) ? result : redactEvidence(result, this.#redact);
  }

  #leftMs(): number {
    const { timeoutMs } = this.request.limits;
    if (timeoutMs === 0) return Number.POSITIVE_INFINITY;
    return timeoutMs - (this.plan.time.elapsed() - this.#startedAt);
  }

  #add(own: TurnEvidence): void {
    this.#current.durationMs += own.durationMs;
    this.#past = this.#past === null ? own : joinEvidence(this.#past, own);
    const { stop } = this.#past;
    // Report the limit of the run, not what was left of it for this turn.
    if (stop?.kind === 'timeout' && stop.limit === 'overall') {
      this.#past = { ...this.#past, stop: { ...stop, ms: this.request.limits.timeoutMs } };
    }
  }

  #mayRestart({ serverEnded }: TurnEvidence): boolean {
    return serverEnded === true && this.plan.restart !== undefined && !this.#restarted && this.#leftMs() > 0;
  }

  /** The evidence of the lost thread's turns is kept. */
  async #restart(own: TurnEvidence): Promise<void> {
    const verdict = turnVerdict(own);
    const message = 'message' in verdict ? verdict.message : verdict.kind;
    this.#restarted = true;
    this.#closeAttempt(verdict.kind);
    const { time, restart } = this.plan;
    const before = time.elapsed();
    await restart?.begin(message);
    this.#waitedMs += Math.round(time.elapsed() - before);
    this.#current = { durationMs: 0, cause: 'restart' };
  }

  #mayRetry(): boolean {
    return this.#retries < (this.plan.options.retry ?? 0);
  }

  /** Returns false if the wait is too long. An abort ends the wait; the next turn is then aborted at once. */
  async #waitFor({ kind, message, ...failure }: TransientFailure): Promise<boolean> {
    const { time, options } = this.plan;
    const error = 'error' in failure ? failure.error : null;
    const waitMs = retryDelayMs({
      message: error?.message ?? '',
      resetsAt: error?.resetsAt,
      earlier: this.#retries,
      now: time.now(),
      random: time.random(),
    });
    const problem = waitProblem(waitMs, this.#leftMs());
    if (problem !== null) {
      this.#notRetried.push(problem);
      return false;
    }
    this.#retries += 1;
    this.#closeAttempt(kind);
    options.onRetry?.({ retry: this.#retries, of: options.retry ?? 0, waitMs, kind, message });
    const before = time.elapsed();
    await time.wait(waitMs, this.request.signal);
    const waitedMs = Math.round(time.elapsed() - before);
    this.#waitedMs += waitedMs;
    this.#current = { durationMs: 0, cause: 'retry', waitedMs };
    return true;
  }

  async #settled(): Promise<Outcome<T>> {
    if (this.#past === null) throw new Error('No turn was run.');
    const { limits, signal } = this.request;
    const deadline = { timeoutMs: limits.timeoutMs, leftMs: this.#leftMs(), signal };
    const outcome = await this.plan.resolve(this.#past, deadline);
    this.#closeAttempt(outcome.kind);
    return outcome;
  }

  #closeAttempt(kind: Attempt['kind']): void {
    this.#attempts.push({ kind, ...this.#current });
  }

  /** Returns the turn that asks for a corrected answer; null if there is none. */
  #repair(outcome: Outcome<T>): Step | null {
    const { options, isAdapted } = this.plan;
    if (this.#repairs >= (options.repair ?? 0) || !isRepairable(outcome)) return null;
    const threadId = this.#past?.turn.threadId ?? null;
    if (threadId === null || this.#leftMs() <= 0) {
      const why = threadId === null ? 'codex reported no thread id' : 'no time was left';
      this.#notRetried.push(`The answer could not be repaired: ${why}.`);
      return null;
    }
    this.#repairs += 1;
    this.#current = { durationMs: 0, cause: 'repair' };
    // The reason that `parse` gave may contain secrets.
    const prompt = this.#redact(repairPrompt(outcome, isAdapted));
    return repairStep(threadId, prompt, this.request);
  }

  #keep(standing: Outcome<T>, why: string): Outcome<T> {
    this.#notRetried.push(`The answer could not be repaired: ${why}`);
    return this.#finish(standing);
  }

  /** Nothing of this turn ran, but an earlier turn may have done work. */
  #notStarted(failure: StartFailure): Outcome<T> {
    const shown = redactOutcome(failure, this.#redact) as StartFailure;
    return { ...shown, workMayHaveRun: this.#past?.turn.sawWork ?? false };
  }

  #finish(outcome: Outcome<T>): Outcome<T> {
    const notices = [...notRetriedNotices(this.#notRetried), ...(this.#restarted ? [RESTARTED] : [])];
    return withRunDetail(outcome, this.#attempts, this.#waitedMs, notices);
  }
}

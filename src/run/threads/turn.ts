import { RpcError } from '../../app-server/protocol/rpc-error.js';
import type { AdditionalContext } from '../../codex/additional-context.js';
import { assertArgument, assertOptions } from '../../codex/options/assert-options.js';
import type { ThreadEvent } from '../../events/event.js';
import type { Outcome } from '../../outcome/outcome.js';
import { type EventIterator, EventQueue } from '../event-queue.js';
import type { OutcomeStream } from '../stream.js';
import { turnInputProblem } from './check-turn.js';
import { inputOf } from './input.js';
import { ARGV, RUN_COMMAND_OPTIONS, STEER_INPUT, STEER_OPTIONS } from './option-tables.js';
import type { TurnInput } from './options.js';
import {
  type RunCommandOptions,
  type RunCommandResult,
  type RunningTurn,
  runCommandBeside,
} from './run-command.js';

/** Whether codex took what was said into the running turn. */
export type SteerResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * A turn of a thread: its events as they come, and its outcome.
 *
 * Leaving the loop (`break`, `return`, `throw`) interrupts the turn: the outcome is `aborted`, and the loop is
 * left once the turn has ended. The events can be iterated once; those that come before wait for the loop. If
 * nobody iterates, the turn goes on to its outcome, and about 32 MiB of events are kept.
 */
export class AppServerTurn<T> implements OutcomeStream<T> {
  /** Resolves to the outcome; rejects only with an error that a callback has thrown. */
  readonly outcome: Promise<Outcome<T>>;
  readonly #queue = new EventQueue(() => this.close());
  readonly #interrupt = new AbortController();
  /** Settles when codex has begun the turn; with null, where it never does. */
  readonly #begun: Promise<RunningTurn | null>;
  #over = false;

  /** @internal */
  constructor(
    perform: (hooks: {
      readonly onEvent: (event: ThreadEvent) => void;
      readonly onRunning: (turn: RunningTurn) => void;
      readonly interrupted: AbortSignal;
    }) => Promise<Outcome<T>>,
  ) {
    let begin: (turn: RunningTurn | null) => void = () => {};
    this.#begun = new Promise((resolve) => {
      begin = resolve;
    });
    this.outcome = perform({
      onEvent: (event) => this.#queue.push(event),
      onRunning: begin,
      interrupted: this.#interrupt.signal,
    });
    const end = (failure?: { readonly error: unknown }) => {
      this.#over = true;
      begin(null);
      this.#queue.end(failure);
    };
    this.outcome.then(
      () => end(),
      (error: unknown) => end({ error }),
    );
  }

  /** @throws {TypeError} if the events are iterated already */
  [Symbol.asyncIterator](): EventIterator {
    return this.#queue.read();
  }

  /** Interrupts the turn if it has not ended, and resolves when it has; `outcome` is then `aborted`. */
  async close(): Promise<void> {
    await this.interrupt().catch(() => undefined);
  }

  /** Interrupts the turn if it is still running, and waits for its end. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Says something into the turn, once it runs; the response under way is given up for it. The schema stays.
   *
   * Context goes only with words: codex refuses it alone.
   *
   * @returns `ok: false` with the reason if codex refuses the input, an empty one included
   * @throws {TypeError} (the promise rejects) if the input is no input, or an option is none
   */
  async steer(
    input: TurnInput,
    options: { readonly additionalContext?: AdditionalContext } = {},
  ): Promise<SteerResult> {
    assertOptions('steer()', options, STEER_OPTIONS);
    assertArgument('steer()', 'the input', input, STEER_INPUT);
    const running = await this.#begun;
    if (running === null || this.#over) return { ok: false, reason: 'The turn has ended.' };
    const { server, threadId, turnId, cwd } = running;
    const problem = turnInputProblem(input, {}, {}, cwd);
    if (problem !== null) return { ok: false, reason: problem };
    const { additionalContext } = options;
    try {
      await server.request('turn/steer', {
        threadId,
        expectedTurnId: turnId,
        input: inputOf(input, [], cwd),
        ...(additionalContext === undefined ? {} : { additionalContext }),
      });
      return { ok: true };
    } catch (error) {
      return { ok: false, reason: error instanceof RpcError ? error.message : 'The app server ended.' };
    }
  }

  /**
   * Runs a command beside the turn, in codex's sandbox but not as a doing of the model's; it ends with the turn.
   *
   * @throws {TypeError} if the command or an option is none; {Error} if the turn does not run, or codex cannot run
   *   the command (the promise rejects)
   */
  async runCommand(command: readonly string[], options: RunCommandOptions = {}): Promise<RunCommandResult> {
    assertArgument('runCommand()', 'the command', command, ARGV);
    assertOptions('runCommand()', options, RUN_COMMAND_OPTIONS);
    const running = await this.#begun;
    if (running === null || this.#over) throw new Error('The turn has ended.');
    return runCommandBeside(
      running,
      this.outcome.catch(() => undefined),
      command,
      options,
    );
  }

  /** Ends the turn; resolves with its outcome, `aborted` unless it had ended by itself. */
  interrupt(): Promise<Outcome<T>> {
    this.#interrupt.abort();
    return this.outcome;
  }
}

import { RpcError } from '../../app-server/protocol/rpc-error.js';
import type { AdditionalContext } from '../../codex/additional-context.js';
import { assertArgument, assertOptions } from '../../codex/options/assert-options.js';
import type { ThreadEvent } from '../../events/event.js';
import type { Outcome } from '../../outcome/outcome.js';
import { type EventIterator, EventQueue } from '../event-queue.js';
import type { OutcomeStream } from '../stream.js';
import { ARGV, RUN_COMMAND_OPTIONS, STEER_INPUT, STEER_OPTIONS } from './option-tables.js';
import type { TurnInput } from './options.js';
import {
  type RunCommandOptions,
  type RunCommandResult,
  runCommandBeside,
  type TurnPlace,
} from './run-command.js';
import { inputOf, turnInputProblem } from './turn-input.js';

/** Whether codex accepted the input for the running turn. */
export type SteerResult = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/**
 * A turn of a thread: its events as they arrive, and its outcome.
 *
 * Leaving the loop (`break`, `return`, `throw`) interrupts the turn: the outcome is `aborted`, and the loop ends once
 * the turn has ended. The events can be iterated once; earlier events wait for the loop. If nobody iterates, the turn
 * continues to its outcome, and up to about 32 MiB of events are kept.
 */
export class AppServerTurn<T> implements OutcomeStream<T> {
  /** Resolves to the outcome; rejects only with the error of a callback. */
  readonly outcome: Promise<Outcome<T>>;
  readonly #queue = new EventQueue(() => this.close());
  readonly #interrupt = new AbortController();
  /** Resolves when codex has started the turn; to null if the turn ends without a start. */
  readonly #started: Promise<TurnPlace | null>;
  #over = false;

  /** @internal */
  constructor(
    perform: (hooks: {
      readonly onEvent: (event: ThreadEvent) => void;
      readonly onRunning: (turn: TurnPlace) => void;
      readonly interrupted: AbortSignal;
    }) => Promise<Outcome<T>>,
  ) {
    let setStarted: (turn: TurnPlace | null) => void = () => {};
    this.#started = new Promise((resolve) => {
      setStarted = resolve;
    });
    this.outcome = perform({
      onEvent: (event) => this.#queue.push(event),
      onRunning: setStarted,
      interrupted: this.#interrupt.signal,
    });
    const end = (failure?: { readonly error: unknown }) => {
      this.#over = true;
      setStarted(null);
      this.#queue.end(failure);
    };
    this.outcome.then(
      () => end(),
      (error: unknown) => end({ error }),
    );
  }

  /** @throws {TypeError} if called twice */
  [Symbol.asyncIterator](): EventIterator {
    return this.#queue.read();
  }

  /** Interrupts the turn if it has not ended, and resolves when it has ended. `outcome` is then `aborted`. */
  async close(): Promise<void> {
    await this.interrupt().catch(() => undefined);
  }

  /** Does the same as {@link close}. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Adds input to the turn once it is running; the model's current response is discarded. The schema stays the same.
   * codex rejects context without input.
   *
   * @returns `ok: false` with the reason if codex rejects the input, for example because it is empty
   * @throws {TypeError} (the promise rejects) if the input or an option is of the wrong type, or an option is unknown
   */
  async steer(
    input: TurnInput,
    options: { readonly additionalContext?: AdditionalContext } = {},
  ): Promise<SteerResult> {
    assertOptions('steer()', options, STEER_OPTIONS);
    assertArgument('steer()', 'the input', input, STEER_INPUT);
    const running = await this.#started;
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
   * Runs a command of the caller in codex's sandbox while the turn is running; it is stopped when the turn ends. The
   * model does not see it.
   *
   * @throws {TypeError} if the command or an option is of the wrong type, or an option is unknown; {Error} if the turn
   *   is not running, or codex cannot run the command (the promise rejects)
   */
  async runCommand(command: readonly string[], options: RunCommandOptions = {}): Promise<RunCommandResult> {
    assertArgument('runCommand()', 'the command', command, ARGV);
    assertOptions('runCommand()', options, RUN_COMMAND_OPTIONS);
    const running = await this.#started;
    if (running === null || this.#over) throw new Error('The turn has ended.');
    return runCommandBeside(
      running,
      this.outcome.catch(() => undefined),
      command,
      options,
    );
  }

  /** Interrupts the turn; resolves to its outcome, which is `aborted` unless the turn had ended by itself. */
  interrupt(): Promise<Outcome<T>> {
    this.#interrupt.abort();
    return this.outcome;
  }
}

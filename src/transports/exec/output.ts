import type { Readable } from 'node:stream';
import { StderrLines } from '../../codex/process/stderr-lines.js';
import { RedactedTail } from '../../codex/process/text-tail.js';
import type { TurnLimits, TurnObserver } from '../../codex/turn-request.js';
import { TurnReader } from '../../events/turn-reader.js';

const STDERR_TAIL_BYTES = 16 * 1024;

export interface OutputSink {
  /** Called after each chunk; `terminalSeen`: the last event was a terminal event. */
  readonly onOutput: (terminalSeen: boolean) => void;
  readonly onObserverError: (error: unknown) => void;
}

/** Reads stdout and stderr of codex to their end, even if the turn is stopped. */
export class CodexOutput {
  readonly reader: TurnReader;
  readonly #tail: RedactedTail;
  readonly #lines = new StderrLines();
  readonly #onBytes: TurnObserver['onBytes'];

  constructor(
    observe: TurnObserver,
    limits: TurnLimits,
    private readonly sink: OutputSink,
    redact: (text: string) => string,
  ) {
    this.#tail = new RedactedTail(STDERR_TAIL_BYTES, redact);
    this.reader = new TurnReader({
      maxLineBytes: limits.maxLineBytes,
      keepEvents: observe.keepEvents,
      redact,
      ...(observe.onEvent === undefined ? {} : { onEvent: observe.onEvent }),
    });
    const { onStderrLine } = observe;
    if (onStderrLine !== undefined) this.#lines.listen((line) => this.#guarded(() => onStderrLine(line)));
    this.#onBytes = observe.onBytes;
  }

  attach(stdout: Readable, stderr: Readable): void {
    stdout.on('data', (chunk: Buffer) => {
      this.#guarded(() => this.#onBytes?.(chunk));
      this.#guarded(() => this.reader.push(chunk));
      this.sink.onOutput(this.reader.terminalSeen);
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#tail.push(chunk);
      this.#lines.push(chunk);
      this.sink.onOutput(this.reader.terminalSeen);
    });
  }

  /** Must be called when both streams have ended. */
  async end(): Promise<void> {
    this.#guarded(() => this.reader.end());
    await this.#lines.end();
  }

  /** The end of codex's stderr, without secrets. */
  get stderr(): string {
    return this.#tail.toString();
  }

  /** The error of an observer would be uncaught in a stream. */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.sink.onObserverError(error);
    }
  }
}

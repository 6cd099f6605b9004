import { once } from 'node:events';
import type { Readable } from 'node:stream';
import split2 from 'split2';
import { RedactedTail } from '../../codex/process/redacted-tail.js';
import type { TurnLimits, TurnObserver } from '../../codex/turn-request.js';
import { TurnReader } from '../../events/turn-reader.js';

const STDERR_TAIL_BYTES = 16 * 1024;
/** The observer does not get longer lines of stderr; the tail still has their end. */
const STDERR_LINES = { maxLength: 64 * 1024, skipOverflow: true };

export interface OutputSink {
  /** Called after each chunk; `terminalSeen`: the last event was a terminal event. */
  readonly onOutput: (terminalSeen: boolean) => void;
  /** Called if an observer throws. */
  readonly onObserverError: (error: unknown) => void;
}

/** Reads stdout and stderr of codex to their end, even if the turn is stopped. */
export class CodexOutput {
  readonly reader: TurnReader;
  readonly #tail: RedactedTail;
  readonly #lines: ReturnType<typeof split2> | null;
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
    this.#lines = observe.onStderrLine === undefined ? null : this.#stderrLines(observe.onStderrLine);
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
      this.#lines?.write(chunk);
      this.sink.onOutput(this.reader.terminalSeen);
    });
  }

  /** Must be called when both streams have ended. */
  async end(): Promise<void> {
    this.#guarded(() => this.reader.end());
    if (this.#lines === null) return;
    const read = once(this.#lines, 'end');
    this.#lines.end();
    await read;
  }

  /** The end of codex's stderr, without secrets. */
  get stderr(): string {
    return this.#tail.toString();
  }

  #stderrLines(onLine: (line: string) => void): ReturnType<typeof split2> {
    const lines = split2(STDERR_LINES);
    lines.on('data', (line: string) => this.#guarded(() => onLine(line)));
    return lines;
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

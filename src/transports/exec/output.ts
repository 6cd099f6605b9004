import { once } from 'node:events';
import type { Readable } from 'node:stream';
import split2 from 'split2';
import { RedactedTail } from '../../codex/process/redacted-tail.js';
import type { TurnLimits, TurnObserver } from '../../codex/turn-request.js';
import { TurnReader } from '../../events/turn-reader.js';

const STDERR_TAIL_BYTES = 16 * 1024;
/** A longer line of stderr is not shown to the observer; the tail has its end all the same. */
const STDERR_LINES = { maxLength: 64 * 1024, skipOverflow: true };

export interface OutputSink {
  /** Something came in; `terminalSeen` as it stands after it. */
  readonly heard: (terminalSeen: boolean) => void;
  /** An observer of the caller's threw. */
  readonly failed: (error: unknown) => void;
}

/** Reads both outputs of codex to their end, whatever becomes of the turn. */
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
      this.sink.heard(this.reader.terminalSeen);
    });
    stderr.on('data', (chunk: Buffer) => {
      this.#tail.push(chunk);
      this.#lines?.write(chunk);
      this.sink.heard(this.reader.terminalSeen);
    });
  }

  /** To be called once nothing more comes. */
  async end(): Promise<void> {
    this.#guarded(() => this.reader.end());
    if (this.#lines === null) return;
    const read = once(this.#lines, 'end');
    this.#lines.end();
    await read;
  }

  /** Its tail, without secrets. */
  get stderr(): string {
    return this.#tail.toString();
  }

  #stderrLines(onLine: (line: string) => void): ReturnType<typeof split2> {
    const lines = split2(STDERR_LINES);
    lines.on('data', (line: string) => this.#guarded(() => onLine(line)));
    return lines;
  }

  /** What an observer throws must not be thrown into a stream, where nobody could catch it. */
  #guarded(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.sink.failed(error);
    }
  }
}

import { type Buffer, constants } from 'node:buffer';
import type { ThreadEvent } from './event.js';
import { LineSplitter } from './line-splitter.js';
import { parseLine } from './parse-line.js';
import { StreamFaults } from './stream-faults.js';
import { TurnAccumulator } from './turn-accumulator.js';
import type { TurnState } from './turn-state.js';

export interface TurnReaderOptions {
  /** Longest line that is read, in bytes without its line feed; default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Keep every event for {@link TurnReader.events}; default false. */
  readonly keepEvents?: boolean;
  /** Called with each event once it counts. What it throws comes out of `push` or `end`. */
  readonly onEvent?: (event: ThreadEvent) => void;
}

const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads the JSONL that `codex exec --json` writes: bytes in any chunks, then the state of the turn.
 *
 * No bytes make it throw. Memory is bounded by the longest line plus what `keepEvents` asks for.
 */
export class TurnReader {
  readonly #maxLineBytes: number;
  readonly #keepEvents: boolean;
  readonly #onEvent: ((event: ThreadEvent) => void) | undefined;
  readonly #splitter: LineSplitter;
  readonly #turn = new TurnAccumulator();
  readonly #faults: StreamFaults;
  readonly #events: ThreadEvent[] = [];
  #firstLine = true;

  constructor(options: TurnReaderOptions = {}) {
    // A line must also fit into a string.
    this.#maxLineBytes = Math.min(
      options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES,
      constants.MAX_STRING_LENGTH,
    );
    this.#keepEvents = options.keepEvents ?? false;
    this.#onEvent = options.onEvent;
    this.#faults = new StreamFaults(this.#maxLineBytes);
    this.#splitter = new LineSplitter(this.#maxLineBytes, {
      onLines: (bytes, start, end) => this.#readLines(bytes, start, end),
      onOversizedLine: (head) => this.#dropLine(head),
    });
  }

  /** Events so far, in order; empty unless `keepEvents` asked for them. */
  get events(): readonly ThreadEvent[] {
    return this.#events;
  }

  /** Whether a terminal event of the last started turn has been seen. */
  get terminalSeen(): boolean {
    return this.#turn.terminalSeen;
  }

  /** Takes the next bytes; they may be reused as soon as it returns. */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** The stream is over; a last line without line feed counts. */
  end(): void {
    this.#splitter.end();
  }

  /** The state so far; may be asked at any time and any number of times. */
  state(): TurnState {
    return this.#faults.addTo(this.#turn.state());
  }

  #readLines(bytes: Buffer, start: number, end: number): void {
    let at = start;
    while (at < end) {
      const lineFeed = bytes.indexOf(LINE_FEED, at);
      if (lineFeed - at > this.#maxLineBytes) this.#dropLine(bytes.subarray(at, lineFeed));
      else this.#readLine(bytes, at, lineFeed);
      at = lineFeed + 1;
    }
  }

  #readLine(bytes: Buffer, start: number, end: number): void {
    const line = parseLine(bytes, start, end, this.#firstLine);
    this.#firstLine = false;
    if (line === 'blank') return;
    if (line === 'unparsable') this.#faults.addUnparsable(bytes.subarray(start, end));
    else if (line === 'oldest') this.#faults.addOldest();
    else {
      this.#turn.add(line);
      if (this.#keepEvents) this.#events.push(line);
      this.#onEvent?.(line);
    }
  }

  #dropLine(line: Buffer): void {
    this.#faults.addOversized(line);
    this.#turn.noteDropped('unknown');
    this.#firstLine = false;
  }
}

import { type Buffer, constants, isUtf8 } from 'node:buffer';
import type { ThreadEvent } from './event.js';
import { EventScanner } from './event-scanner.js';
import type { Redact } from './excerpt.js';
import { HEAD_BYTES, LineSplitter } from './line-splitter.js';
import { noteOversizedLine } from './oversized-line.js';
import { parseLine } from './parse-line.js';
import { StreamFaults } from './stream-faults.js';
import { TurnAccumulator } from './turn-accumulator.js';
import type { TurnState } from './turn-state.js';

export interface TurnReaderOptions {
  /** The longest line that is read, in bytes without its line feed; default 64 MiB. */
  readonly maxLineBytes?: number;
  /** Keep every event for {@link TurnReader.events}; default false. */
  readonly keepEvents?: boolean;
  /** Called with each event once it counts. Its errors are thrown by `push` or `end`. */
  readonly onEvent?: (event: ThreadEvent) => void;
  /** Hides secrets in the excerpts of notices. */
  readonly redact?: Redact;
}

const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Reads the JSONL that `codex exec --json` writes: bytes in any chunks, then the state of the turn.
 *
 * No input makes it throw. Memory is bounded by the longest line and the events of `keepEvents`.
 */
export class TurnReader {
  readonly #maxLineBytes: number;
  readonly #keepEvents: boolean;
  readonly #onEvent: ((event: ThreadEvent) => void) | undefined;
  readonly #splitter: LineSplitter;
  readonly #turn: TurnAccumulator;
  readonly #scanner = new EventScanner();
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
    this.#turn = new TurnAccumulator(options.redact);
    this.#faults = new StreamFaults(this.#maxLineBytes, options.redact);
    this.#splitter = new LineSplitter(this.#maxLineBytes, {
      onLines: (bytes, start, end) => this.#readLines(bytes, start, end),
      onOversizedLine: (head) => {
        this.#dropLine(head, 0);
        this.#firstLine = false;
      },
    });
  }

  /** The events so far, in order; empty without `keepEvents`. */
  get events(): readonly ThreadEvent[] {
    return this.#events;
  }

  /** Whether a terminal event of the last started turn has been seen. */
  get terminalSeen(): boolean {
    return this.#turn.terminalSeen;
  }

  /** Reads the next bytes, which may be reused as soon as it returns. */
  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  /** Ends the stream; a last line without line feed counts. */
  end(): void {
    this.#splitter.end();
  }

  /** Returns the state so far; may be called at any time. */
  state(): TurnState {
    return this.#faults.addTo(this.#turn.state());
  }

  #readLines(bytes: Buffer, start: number, end: number): void {
    // If nobody reads the events, most lines need not be parsed.
    const mayScan = !this.#keepEvents && this.#onEvent === undefined && isUtf8(bytes.subarray(start, end));
    let at = start;
    while (at < end) {
      let lineFeed = mayScan ? this.#scanner.scan(bytes, at) : -1;
      const scanned = lineFeed >= 0;
      if (!scanned) lineFeed = bytes.indexOf(LINE_FEED, at);
      if (lineFeed - at > this.#maxLineBytes) this.#dropLine(bytes, at);
      else if (scanned) this.#addScanned();
      else this.#readLine(bytes, at, lineFeed);
      this.#firstLine = false;
      at = lineFeed + 1;
    }
  }

  #addScanned(): void {
    const { eventType, itemStage, itemType, status, exitCode } = this.#scanner;
    if (itemStage !== null && itemType !== null) {
      this.#turn.addContentlessItem(itemStage, itemType, status, exitCode);
    } else if (eventType !== null) this.#turn.addUnknownEvent(eventType);
  }

  #readLine(bytes: Buffer, start: number, end: number): void {
    const line = parseLine(bytes, start, end, this.#firstLine);
    if (line === 'blank') return;
    if (line === 'unparsable') this.#faults.addUnparsable(bytes.subarray(start, end));
    else if (line === 'oldest') this.#faults.addOldest();
    else {
      this.#turn.add(line);
      if (this.#keepEvents) this.#events.push(line);
      this.#onEvent?.(line);
    }
  }

  #dropLine(bytes: Buffer, start: number): void {
    const head = bytes.subarray(start, start + Math.min(this.#maxLineBytes, HEAD_BYTES));
    this.#faults.addOversized(head);
    noteOversizedLine(this.#turn, head, this.#firstLine);
  }
}

import { Buffer } from 'node:buffer';
import { ByteBuffer } from './byte-buffer.js';
import { LINE_FEED } from './bytes.js';
import { type SchemaPlace, TurnStartScanner } from './turn-start-scanner.js';

/** The line waits for its end with more than this held back: see {@link TurnTooLongError}. */
export const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** A request that cannot be given its schema; to let it go without one would be worse than to end. */
export class TurnTooLongError extends Error {
  constructor(maxHeldBytes: number) {
    super(
      `A turn/start request goes on for more than ${maxHeldBytes} bytes behind the place of its schema; codex was ended rather than asked without it.`,
    );
  }
}

/** The same of a request in which there is no place for the schema that is known here. */
export class PositionalParamsError extends Error {
  constructor() {
    super(
      'A turn/start request has its parameters in a list, where the schema has no place; codex was ended rather than asked without it.',
    );
  }
}

export interface InjectorOptions {
  /** JSON text. */
  readonly schema: string;
  /** Gets the id, as JSON text, of each request that was given the schema, before the request is passed on. */
  readonly onInjected?: (id: string | null) => void;
  /** Default {@link MAX_HELD_BYTES}. */
  readonly maxHeldBytes?: number;
}

/**
 * Gives the schema to each `turn/start` request without one, in a stream of JSON-RPC lines. All other bytes
 * are passed on as they are, and at once: of a line no more is held back than what follows the schema's place.
 */
export class SchemaInjector {
  readonly #options: InjectorOptions;
  readonly #texts: Readonly<Record<Exclude<SchemaPlace['as'], 'nowhere'>, Buffer>>;
  readonly #maxHeldBytes: number;
  #scanner = new TurnStartScanner();
  /** Bytes of the current line that were dealt with in earlier pieces. */
  #before = 0;
  readonly #held = new ByteBuffer();

  constructor(options: InjectorOptions) {
    this.#options = options;
    this.#maxHeldBytes = options.maxHeldBytes ?? MAX_HELD_BYTES;
    // Within a string of JSON a line break is escaped: those that are not may become blanks.
    const schema = options.schema.trim().replace(/[\r\n]+/g, ' ');
    this.#texts = {
      value: Buffer.from(schema),
      'only member': Buffer.from(`"outputSchema":${schema}`),
      member: Buffer.from(`,"outputSchema":${schema}`),
    };
  }

  /** @throws {TurnTooLongError | PositionalParamsError} */
  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    /** The first byte that is neither passed on nor held. */
    let from = 0;
    let at = 0;
    while (at < chunk.length) {
      const lineStart = at;
      const end = this.#endOfKnown(chunk, at);
      const isWhole = chunk[end] === LINE_FEED;
      const [first] = this.#scanner.places;
      if (this.#scanner.verdict === 'other') this.#held.flush(emit);
      else if (first !== undefined) {
        const heldFrom = Math.max(from, lineStart + first.start - this.#before);
        if (heldFrom > from) emit(chunk.subarray(from, heldFrom));
        this.#hold(chunk.subarray(heldFrom, end));
        from = end;
      }
      if (isWhole) from = this.#endLine(from, end, emit);
      else this.#before += end - lineStart;
      at = isWhole ? end + 1 : end;
    }
    if (from < chunk.length) emit(chunk.subarray(from));
  }

  /** The stream is over; a last line needs no line feed. */
  end(emit: (bytes: Buffer) => void): void {
    this.#finish(emit);
  }

  /** Where the line, or what is there of it, ends; or where it turned out not to be of interest. */
  #endOfKnown(chunk: Buffer, from: number): number {
    if (this.#scanner.verdict === 'open') return this.#scanner.scan(chunk, from);
    const lineFeed = chunk.indexOf(LINE_FEED, from);
    return lineFeed < 0 ? chunk.length : lineFeed;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#held.push(bytes);
    if (this.#held.length > this.#maxHeldBytes) throw new TurnTooLongError(this.#maxHeldBytes);
  }

  /** @returns the first byte that is still to be passed on */
  #endLine(from: number, lineFeed: number, emit: (bytes: Buffer) => void): number {
    const isHeld = this.#held.length > 0;
    this.#finish(emit);
    this.#scanner = new TurnStartScanner();
    this.#before = 0;
    // What is held ended before the line feed; without it, the line is passed on with its neighbours.
    return isHeld ? lineFeed : from;
  }

  #finish(emit: (bytes: Buffer) => void): void {
    if (this.#held.length === 0) return;
    if (!this.#scanner.isComplete) {
      this.#held.flush(emit);
      return;
    }
    const { places } = this.#scanner;
    if (places.some(({ as }) => as === 'nowhere')) throw new PositionalParamsError();
    this.#options.onInjected?.(this.#scanner.id);
    let offset = places[0]?.start ?? 0;
    let copied = offset;
    let next = 0;
    for (const bytes of this.#held.pieces) {
      const end = offset + bytes.length;
      for (let place = places[next]; place !== undefined && place.start < end; place = places[next]) {
        emit(bytes.subarray(copied - offset, place.start - offset));
        if (place.as !== 'nowhere') emit(this.#texts[place.as]);
        // This may lie in a later piece, of which so much is then left out.
        copied = place.end;
        next += 1;
      }
      if (copied < end) emit(bytes.subarray(copied - offset));
      copied = Math.max(copied, end);
      offset = end;
    }
    this.#held.clear();
  }
}

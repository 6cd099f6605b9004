import { Buffer } from 'node:buffer';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import { ByteBuffer } from './byte-buffer.js';
import { LINE_FEED } from './json-tokens.js';
import { type SchemaPlace, TurnStartScanner } from './turn-start-scanner.js';

/** The maximum that is held back of one line. */
export const MAX_HELD_BYTES = 128 * 1024 * 1024;

/** Why a turn cannot have the schema, so that the proxy must stop. */
export type TurnRejection = UnsupportedFailure | { readonly kind: 'broken'; readonly message: string };

/** Thrown for a turn that cannot have the schema. It must not be passed on without it. */
export class TurnRejectedError extends Error {
  constructor(readonly rejection: TurnRejection) {
    super(rejection.message);
  }
}

export interface InjectorOptions {
  /** JSON text. */
  readonly schema: string;
  /** Called with the id (JSON text) of each request that was given the schema, before the request is passed on. */
  readonly onInjected?: (id: string | null) => void;
  /** Default {@link MAX_HELD_BYTES}. */
  readonly maxHeldBytes?: number;
}

/**
 * Adds the schema to each `turn/start` request without one, in a stream of JSON-RPC lines. All other bytes are passed
 * on unchanged and at once: only the part of a line after the position of the schema is held back.
 */
export class SchemaInjector {
  readonly #options: InjectorOptions;
  readonly #texts: Readonly<Record<Exclude<SchemaPlace['as'], 'nowhere'>, Buffer>>;
  readonly #maxHeldBytes: number;
  #scanner = new TurnStartScanner();
  /** The number of bytes of the current line in earlier pieces. */
  #before = 0;
  readonly #held = new ByteBuffer();

  constructor(options: InjectorOptions) {
    this.#options = options;
    this.#maxHeldBytes = options.maxHeldBytes ?? MAX_HELD_BYTES;
    // Line breaks in JSON strings are escaped, so that the others can become spaces.
    const schema = options.schema.trim().replace(/[\r\n]+/g, ' ');
    this.#texts = {
      value: Buffer.from(schema),
      'only member': Buffer.from(`"outputSchema":${schema}`),
      member: Buffer.from(`,"outputSchema":${schema}`),
    };
  }

  /** @throws {TurnRejectedError} */
  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    /** The first byte that is neither passed on nor held back. */
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

  /** Ends the stream. The last line needs no line feed. */
  end(emit: (bytes: Buffer) => void): void {
    this.#finish(emit);
  }

  /** Returns where the line or the chunk ends, or where the line turned out to be irrelevant. */
  #endOfKnown(chunk: Buffer, from: number): number {
    if (this.#scanner.verdict === 'open') return this.#scanner.scan(chunk, from);
    const lineFeed = chunk.indexOf(LINE_FEED, from);
    return lineFeed < 0 ? chunk.length : lineFeed;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#held.push(bytes);
    if (this.#held.length > this.#maxHeldBytes) {
      throw broken(`has more than ${this.#maxHeldBytes} bytes after the position of its schema`);
    }
  }

  /** @returns the first byte that has yet to be passed on */
  #endLine(from: number, lineFeed: number, emit: (bytes: Buffer) => void): number {
    const isHeld = this.#held.length > 0;
    this.#finish(emit);
    this.#scanner = new TurnStartScanner();
    this.#before = 0;
    // The held bytes end before the line feed. A line that is not held is passed on with its neighbors.
    return isHeld ? lineFeed : from;
  }

  #finish(emit: (bytes: Buffer) => void): void {
    if (this.#held.length === 0) return;
    if (!this.#scanner.isComplete) {
      this.#held.flush(emit);
      return;
    }
    const { places } = this.#scanner;
    if (places.some(({ as }) => as === 'nowhere')) {
      throw broken('has its parameters in a list, in which the position of the schema is unknown');
    }
    this.#options.onInjected?.(this.#scanner.id);
    let offset = places[0]?.start ?? 0;
    let copied = offset;
    let next = 0;
    for (const bytes of this.#held.pieces) {
      const end = offset + bytes.length;
      for (let place = places[next]; place !== undefined && place.start < end; place = places[next]) {
        emit(bytes.subarray(copied - offset, place.start - offset));
        if (place.as !== 'nowhere') emit(this.#texts[place.as]);
        // This position may be in a later piece, whose beginning is then left out.
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

function broken(problem: string): TurnRejectedError {
  const message = `A turn/start request ${problem}. codex was stopped, so that the turn does not run without the schema.`;
  return new TurnRejectedError({ kind: 'broken', message });
}

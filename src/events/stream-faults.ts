import type { Buffer } from 'node:buffer';
import { plural } from '../text/plural.js';
import { excerptOfBytes, type Redact } from './excerpt.js';
import { NoticeCounter } from './notice-counter.js';
import type { TurnState } from './turn-state.js';

/** Counts the lines of codex's output that are not events. */
export class StreamFaults {
  readonly #maxLineBytes: number;
  readonly #unparsable = new NoticeCounter();
  readonly #oversized = new NoticeCounter();
  #sawOldest = false;

  constructor(
    maxLineBytes: number,
    private readonly redact?: Redact,
  ) {
    this.#maxLineBytes = maxLineBytes;
  }

  addUnparsable(line: Buffer): void {
    this.#unparsable.add(() => excerptOfBytes(line, this.redact));
  }

  addOversized(head: Buffer): void {
    this.#oversized.add(() => excerptOfBytes(head, this.redact));
  }

  addOldest(): void {
    this.#sawOldest = true;
  }

  addTo(turn: TurnState): TurnState {
    const notices = [
      ...turn.notices,
      ...this.#unparsable.notices(
        'unparsable_line',
        (n) => `${plural(n, 'line')} of codex's output could not be parsed as an event and had no effect.`,
      ),
      ...this.#oversized.notices(
        'oversized_line',
        (n) => `${plural(n, 'line')} of codex's output exceeded the limit of ${this.#maxLineBytes} bytes.`,
      ),
    ];
    // Beside current events, a line in the oldest format is the output of another program, not of an old codex.
    const oldest = this.#sawOldest && !turn.sawEvent;
    return { ...turn, notices, sawEvent: turn.sawEvent || oldest, format: oldest ? 'oldest' : 'current' };
  }
}

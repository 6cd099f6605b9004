import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TurnReader } from '../../../src/events/turn-reader.js';
import { lines, streams } from './arbitrary-streams.js';
import { readBytes, readWatched } from './streams.js';

const limits = fc.constantFrom<number | undefined>(undefined, undefined, 60, 120, 400);

function options(maxLineBytes: number | undefined) {
  return maxLineBytes === undefined ? {} : { maxLineBytes };
}

describe('for all streams', () => {
  it('what is scanned gives exactly the state of what is parsed', () => {
    fc.assert(
      fc.property(streams, limits, (bytes, limit) => {
        expect(readBytes(bytes, options(limit))).toEqual(readWatched(bytes, options(limit)));
      }),
      { numRuns: 2000 },
    );
  });

  it('any chunking gives the same state', () => {
    fc.assert(
      fc.property(
        streams,
        limits,
        fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1 }),
        (bytes, limit, sizes) => {
          const reader = new TurnReader(options(limit));
          // A buffer that is used again for the next chunk, as a caller may.
          const reused = Buffer.alloc(80);
          for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
            const size = sizes[turn % sizes.length] ?? 1;
            const length = bytes.copy(reused, 0, at, at + size);
            reader.push(reused.subarray(0, length));
            at += length;
          }
          reader.end();
          expect(reader.state()).toEqual(readBytes(bytes, options(limit)));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('no bytes make it throw, and the state is plain data', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, keepEvents) => {
        const state = readBytes(bytes, { keepEvents });
        expect(JSON.parse(JSON.stringify(state))).toEqual(state);
      }),
      { numRuns: 500 },
    );
  });

  it('without doubt about a dropped line, the limit does not change the message', () => {
    // Names that come twice in one object are left out: codex writes none, and the end of a dropped line is not read.
    const sound = fc.array(
      lines.filter((line) => !/"type".*"type".*"type"|"t\\u0079pe"|"item_type"/s.test(line)),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(sound, fc.integer({ min: 30, max: 400 }), (all, maxLineBytes) => {
        const bytes = Buffer.from(all.join('\n'));
        const limited = readBytes(bytes, { maxLineBytes });
        const unlimited = readBytes(bytes);
        fc.pre(!limited.messageDropped);
        if (limited.terminal?.type === 'turn.completed' && limited.trailingError === null) {
          expect(limited.message).toEqual(unlimited.message);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

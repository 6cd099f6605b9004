import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextTail } from '../../../../src/codex/process/text-tail.js';

function tailOf(bytes: Uint8Array, chunkSize: number, max: number): string {
  const tail = new TextTail(max);
  for (let at = 0; at < bytes.length; at += chunkSize) tail.push(bytes.subarray(at, at + chunkSize));
  return tail.toString();
}

test('keeps short texts completely, in any chunks', () => {
  expect(tailOf(Buffer.from('warning: é\n'), 1, 100)).toBe('warning: é\n');
  expect(new TextTail(10).toString()).toBe('');
});

test('keeps the end of a long text, from the start of a character', () => {
  expect(tailOf(Buffer.from('abcdef'), 2, 3)).toBe('def');
  expect(tailOf(Buffer.from('xé€😀z'), 1, 4)).toBe('z');
  expect(tailOf(Buffer.from('xé€😀z'), 1, 5)).toBe('😀z');
});

test('keeps as many characters of the end of any text as the limit allows, in any chunks', () => {
  const cases = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 200 }),
    chunkSize: fc.integer({ min: 1, max: 50 }),
    max: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(cases, ({ text, chunkSize, max }) => {
      const bytes = Buffer.from(text);
      const tail = tailOf(bytes, chunkSize, max);
      const size = Buffer.byteLength(tail);
      expect(bytes.toString('utf8').endsWith(tail)).toBe(true);
      expect(size).toBeLessThanOrEqual(max);
      expect(size).toBeGreaterThan(Math.min(bytes.length, max) - 4);
    }),
  );
});

import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/text/text-encoding.js';

const problemOf = (bytes: Uint8Array) => {
  const read = decodeText(bytes);
  return read.ok ? null : read.problem;
};

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('é😀')],
    ['UTF-8 with a mark', Buffer.from('\ufeffé😀')],
    ['UTF-16 LE', Buffer.from('\ufeffé😀', 'utf16le')],
    ['UTF-16 BE', Buffer.from('\ufeffé😀', 'utf16le').swap16()],
  ])('reads %s', (_, bytes) => {
    expect(decodeText(bytes)).toEqual({ ok: true, text: 'é😀' });
  });

  it.each([
    [[0x61, 0xe9], 'byte 0xE9 at line 1, column 2 is invalid'],
    [[0xc3, 0xa9, 0x0a, 0x62, 0xc3, 0x28], 'byte 0xC3 at line 2, column 2 is invalid'],
    [[0xf0, 0x9f, 0x98], 'byte 0xF0 at line 1, column 1 is invalid'],
    [[0x61, 0x62, 0x80, 0x63, 0x64], 'byte 0x80 at line 1, column 3 is invalid'],
    [[0xed, 0xa0, 0x80], 'byte 0xED at line 1, column 1 is invalid'],
    [[0xef, 0xbb, 0xbf, 0x61, 0xff], 'byte 0xFF at line 1, column 2 is invalid'],
  ])('names the first bad byte of %j', (bytes, problem) => {
    expect(problemOf(Buffer.from(bytes))).toBe(`is not UTF-8 text: ${problem}`);
  });

  it('names binary data, and text in the middle of a character', () => {
    expect(problemOf(Buffer.from('ab\0c'))).toContain('binary data (byte 0x00 at line 1, column 3)');
    expect(problemOf(Buffer.from([0xff, 0xfe, 0x61]))).toContain('not valid UTF-16');
    expect(problemOf(Buffer.from('{"a":1}', 'utf16le').swap16())).toContain('UTF-16 text without');
  });
});

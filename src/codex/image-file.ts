import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { fileProblem } from '../platform/files/file-problem.js';

/** Reads up to `length` bytes at `offset`; fewer at the end of the file. */
type ReadAt = (offset: number, length: number) => Buffer;

interface ImageFormat {
  readonly name: string;
  readonly isIt: (head: Buffer) => boolean;
  /** Whether the file is as long as its structure says. Reads little of it. */
  readonly isWhole: (read: ReadAt, size: number) => boolean;
}

/** The formats that codex sends to the model, whatever the file is called. It skips all others. */
const FORMATS: readonly ImageFormat[] = [
  {
    name: 'PNG',
    isIt: (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
    isWhole: pngIsWhole,
  },
  { name: 'JPEG', isIt: (head) => head.readUIntBE(0, 3) === 0xffd8ff, isWhole: jpegIsWhole },
  { name: 'GIF', isIt: (head) => /^GIF8[79]a/.test(head.toString('latin1')), isWhole: gifIsWhole },
  {
    name: 'WebP',
    isIt: (head) => /^RIFF.{4}WEBP/s.test(head.toString('latin1')),
    isWhole: (read, size) => size >= 20 && read(4, 4).readUInt32LE(0) + 8 <= size,
  },
];

/** Other files that people attach, for the message. */
const OTHERS: readonly (readonly [name: string, head: RegExp])[] = [
  ['a BMP image', /^BM.{4}\0\0\0\0/s],
  ['a TIFF image', /^(II\*\0|MM\0\*)/],
  ['an AVIF image', /^.{4}ftypavi[fs]/s],
  ['a HEIC image', /^.{4}ftyp(hei|hev|mif1|msf1)/s],
  ['an icon', /^\0\0[\x01\x02]\0/],
  ['an SVG image', /^(\xef\xbb\xbf)?\s*<(\?xml|svg|!--|!DOCTYPE svg)/i],
  ['a PDF document', /^%PDF-/],
  ['text', /^[\t\n\r\x20-\x7e\x80-\xff]+$/],
];

const HEAD_BYTES = 64;

/**
 * Returns why codex cannot send a file as an image, to complete a sentence; null if it can. codex itself reports it
 * only to the model, and continues without the image. Checks the first bytes, and whether the file is complete.
 */
export function imageProblem(path: string): string | null {
  let file: number;
  try {
    // Opening a FIFO or a device could block, or have side effects.
    const stats = statSync(path);
    if (stats.isDirectory()) return 'it is a directory';
    if (!stats.isFile()) return 'it is not a regular file';
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    return fileProblem(error);
  }
  try {
    return contentProblem((offset, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(file, bytes, 0, length, offset));
    }, fstatSync(file).size);
  } catch (error) {
    return fileProblem(error);
  } finally {
    closeSync(file);
  }
}

function contentProblem(read: ReadAt, size: number): string | null {
  const head = read(0, HEAD_BYTES);
  if (head.length === 0) return 'it is empty';
  const format = head.length < 3 ? undefined : FORMATS.find(({ isIt }) => isIt(head));
  if (format !== undefined) {
    return isWhole(format, read, size) ? null : `it is a truncated ${format.name} image`;
  }
  const other = OTHERS.find(([, pattern]) => pattern.test(head.toString('latin1')))?.[0];
  const what = other === undefined ? 'its image format is unknown' : `it is ${other}`;
  return `${what}, and codex accepts only PNG, JPEG, GIF and WebP`;
}

function isWhole(format: ImageFormat, read: ReadAt, size: number): boolean {
  try {
    return format.isWhole(read, size);
  } catch (error) {
    // The read went past the end of the file.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Walks the chunks up to IEND. */
function pngIsWhole(read: ReadAt, size: number): boolean {
  for (let at = 8; at + 8 <= size; ) {
    const chunk = read(at, 8);
    if (chunk.toString('latin1', 4) === 'IEND') return true;
    at += 12 + chunk.readUInt32BE(0);
  }
  return false;
}

/** Walks the segments up to the scan, which has no length; codex accepts a truncated scan. */
function jpegIsWhole(read: ReadAt, size: number): boolean {
  for (let at = 2; at + 4 <= size; ) {
    const segment = read(at, 4);
    const marker = segment.readUInt8(1);
    if (segment.readUInt8(0) !== 0xff) return false;
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) at += 1;
    else {
      at += 2 + segment.readUInt16BE(2);
      if (marker === 0xda) return at < size;
    }
  }
  return false;
}

/** Skips the color table and the extensions, up to the end of the first image. */
function gifIsWhole(read: ReadAt): boolean {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const pastBlocks = (from: number): number => {
    let at = from;
    for (let length = read(at, 1).readUInt8(0); length > 0; length = read(at, 1).readUInt8(0))
      at += 1 + length;
    return at + 1;
  };
  let at = 13 + tableBytes(read(10, 1).readUInt8(0));
  while (read(at, 1).readUInt8(0) === 0x21) at = pastBlocks(at + 2);
  if (read(at, 1).readUInt8(0) !== 0x2c) return false;
  pastBlocks(at + 10 + tableBytes(read(at + 9, 1).readUInt8(0)) + 1);
  return true;
}

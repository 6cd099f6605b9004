import { Buffer, isUtf8 } from 'node:buffer';

/** One rule for every input: UTF-8, with or without a byte order mark, or UTF-16 with one. */
export type TextRead =
  | { readonly ok: true; readonly text: string }
  /** What is wrong, to stand after the name of the input. */
  | { readonly ok: false; readonly problem: string };

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** First bytes, in hexadecimal, of what people give by mistake. */
const SIGNATURES: readonly (readonly [start: string, what: string])[] = [
  ['1f8b', 'gzip data; decompress it first'],
  ['504b0304', 'a zip archive; extract the file first'],
  ['504b0506', 'an empty zip archive'],
  ['28b52ffd', 'zstd data; decompress it first'],
  ['425a68', 'bzip2 data; decompress it first'],
  ['fd377a585a00', 'xz data; decompress it first'],
  ['377abcaf271c', 'a 7z archive; extract the file first'],
  ['04224d18', 'lz4 data; decompress it first'],
  ['89504e47', 'a PNG image'],
  ['ffd8ff', 'a JPEG image'],
  ['47494638', 'a GIF image'],
  ['255044462d', 'a PDF document'],
  ['d0cf11e0', 'an old Office document'],
  ['53514c69746520666f726d617420', 'a SQLite database'],
  ['7f454c46', 'an ELF program'],
  ['0061736d', 'a WebAssembly module'],
  ['50415231', 'a Parquet file'],
  ['fffe0000', 'UTF-32 text; save it as UTF-8'],
  ['0000feff', 'UTF-32 text; save it as UTF-8'],
];

/** No signature is longer. */
const SIGNATURE_BYTES = 14;

/** Bytes that a stream is judged by, so that a stream of events does not wait for more. */
const HEAD_BYTES = 4;

/** A stream that is not text. The message stands after the name of the input. */
export class NotTextError extends Error {
  override readonly name = 'NotTextError';
}

/** Decodes a whole input. @param keepMark - whether the byte order mark stays in the text */
export function decodeText(bytes: Uint8Array, keepMark = false): TextRead {
  const other = foreignFormat(bytes);
  if (other !== null) return { ok: false, problem: `is not UTF-8 text: it is ${other}` };
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') {
    const problem = utf8Problem(bytes);
    if (problem !== null) return { ok: false, problem };
    const nul = bytes.indexOf(0);
    if (nul >= 0) {
      return {
        ok: false,
        problem: `is not UTF-8 text: it is binary data (byte 0x00 at ${placeOf(bytes, nul)})`,
      };
    }
  }
  try {
    return { ok: true, text: new TextDecoder(encoding, { fatal: true, ignoreBOM: keepMark }).decode(bytes) };
  } catch {
    return { ok: false, problem: INVALID_UTF16 };
  }
}

/** Names the first bad byte, to stand after the name of the input; null for valid UTF-8. */
export function utf8Problem(bytes: Uint8Array): string | null {
  if (isUtf8(bytes)) return null;
  const at = firstBadByte(bytes);
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return `is not UTF-8 text: byte 0x${byte} at ${placeOf(bytes, at)} is invalid`;
}

/**
 * Yields the text of a stream as UTF-8 without byte order mark, in bounded memory. Only the start is judged: bad bytes
 * further on are left to whoever reads the lines.
 *
 * @throws {NotTextError} if it is something else
 */
export async function* utf8Stream(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array();
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  for await (const chunk of chunks) {
    if (head === null) {
      yield* transcoded(chunk, decoder);
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    decoder = decoderOf(head);
    yield* transcoded(withoutMark(head), decoder);
    head = null;
  }
  if (head !== null) {
    decoder = decoderOf(head);
    yield* transcoded(withoutMark(head), decoder);
  }
  if (decoder !== null) yield* transcoded(undefined, decoder);
}

const INVALID_UTF16 = 'is not valid UTF-16 text: it ends, or continues, in the middle of a character';

/** Returns what decodes the stream to a string; null for UTF-8. */
function decoderOf(head: Uint8Array): InstanceType<typeof TextDecoder> | null {
  const other = foreignFormat(head);
  if (other !== null) throw new NotTextError(`is not UTF-8 text: it is ${other}`);
  const encoding = encodingOf(head);
  return encoding === 'utf-8' ? null : new TextDecoder(encoding, { fatal: true });
}

/** UTF-16 keeps its mark, which the decoder removes. */
function withoutMark(head: Uint8Array): Uint8Array {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? head.subarray(3) : head;
}

function* transcoded(
  chunk: Uint8Array | undefined,
  decoder: InstanceType<typeof TextDecoder> | null,
): Generator<Uint8Array> {
  if (decoder === null) {
    if (chunk !== undefined && chunk.length > 0) yield chunk;
    return;
  }
  try {
    const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text, 'utf8');
  } catch {
    throw new NotTextError(INVALID_UTF16);
  }
}

function encodingOf([first, second]: Uint8Array): Encoding {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Returns what the first bytes say that it is, to stand after `it is`; null for text. */
function foreignFormat(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, SIGNATURE_BYTES)).toString('hex');
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature));
  if (known !== undefined) return known[1];
  const [a, b, c, d] = bytes;
  const isLittle = b === 0 && d === 0 && a !== 0 && c !== 0;
  const isBig = a === 0 && c === 0 && b !== 0 && d !== 0;
  if (bytes.length < HEAD_BYTES || (!isLittle && !isBig)) return null;
  return 'UTF-16 text without byte order mark; save it as UTF-8';
}

/** The offset of the first byte that is not part of a character. */
function firstBadByte(bytes: Uint8Array): number {
  let [low, high] = [0, bytes.length];
  // Valid up to `low`, invalid within `high`; a character that is only cut off is not bad yet.
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isValidStart(bytes.subarray(0, middle))) low = middle;
    else high = middle;
  }
  return characterStart(bytes, low);
}

function isValidStart(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** A bad character is named by its first byte: the end of what is valid without cutting a character. */
function characterStart(bytes: Uint8Array, at: number): number {
  for (let start = at; start > Math.max(0, at - 3); start -= 1) {
    if (isUtf8(bytes.subarray(0, start))) return start;
  }
  return isUtf8(bytes.subarray(0, Math.max(0, at - 3))) ? Math.max(0, at - 3) : at;
}

function placeOf(bytes: Uint8Array, at: number): string {
  const before = Buffer.from(bytes.buffer, bytes.byteOffset, at)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const lines = before.split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

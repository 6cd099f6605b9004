import { deflateSync } from 'node:zlib';

/** Small images as their encoders write them, and things that people take for images. */

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  }
  return (crc ^ 0xffffffff) >>> 0;
}

const HEADER = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);

export const PNG = Buffer.concat([
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
  pngChunk('IHDR', HEADER),
  pngChunk('IDAT', deflateSync(Buffer.from([0, 255, 0, 0]))),
  pngChunk('IEND', Buffer.alloc(0)),
]);

export const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export const WEBP = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/APn+v//Z',
  'base64',
);

/** Files that codex sends to the model, whatever their names say. */
export const USABLE: readonly (readonly [name: string, bytes: Buffer])[] = [
  ['a.png', PNG],
  ['a.jpg', JPEG],
  ['a.gif', GIF],
  ['a.webp', WEBP],
  ['png-called.txt', PNG],
  ['png-called.jpg', PNG],
  ['no-extension', PNG],
  ['with-a-tail.png', Buffer.concat([PNG, Buffer.from('more')])],
  ['without-its-trailer.gif', GIF.subarray(0, -1)],
  ['without-its-end.jpg', JPEG.subarray(0, -2)],
];

/** Files that codex does not send; with words of our reason. */
export const UNUSABLE: readonly (readonly [name: string, bytes: Buffer, reason: string])[] = [
  ['empty.png', Buffer.alloc(0), 'it is empty'],
  ['one-byte.png', PNG.subarray(0, 1), 'codex accepts only PNG, JPEG, GIF and WebP'],
  ['text.png', Buffer.from('hello'), 'it is text'],
  ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'it is an SVG image'],
  ['b.svg', Buffer.from('<?xml version="1.0"?>\n<svg/>'), 'it is an SVG image'],
  ['a.pdf', Buffer.from('%PDF-1.4\n'), 'it is a PDF document'],
  [
    'a.bmp',
    Buffer.from(
      '424d3a0000000000000036000000280000000100000001000000010018000000000004000000000000000000000000000000000000000000ff00',
      'hex',
    ),
    'it is a BMP image',
  ],
  ['a.tiff', Buffer.from('49492a0008000000', 'hex'), 'it is a TIFF image'],
  ['a.avif', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1', 'latin1'), 'it is an AVIF image'],
  ['a.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'it is a HEIC image'],
  ['binary.png', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8]), 'its image format is unknown'],
  ['cut.png', PNG.subarray(0, PNG.length - 14), 'truncated'],
  ['only-a-signature.png', PNG.subarray(0, 8), 'truncated'],
  ['cut.jpg', JPEG.subarray(0, JPEG.length / 2), 'truncated'],
  ['cut.gif', GIF.subarray(0, 25), 'truncated'],
  ['cut.webp', WEBP.subarray(0, -2), 'truncated'],
];

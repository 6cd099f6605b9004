import { createReadStream } from 'node:fs';

/**
 * Whether a file contains one of the texts, which must be ASCII. It searches the bytes, which is much faster than
 * parsing them. True for UTF-16, whose bytes cannot be searched like this.
 *
 * @throws what the file system throws
 */
export async function fileMentions(file: string, texts: readonly string[]): Promise<boolean> {
  const overlap = Math.max(...texts.map((text) => text.length)) - 1;
  let end: string | null = null;
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1024 * 1024 })) {
    const text: string = (end ?? '') + (chunk as string);
    if (end === null && (text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff'))) return true;
    if (texts.some((searched) => text.includes(searched))) return true;
    end = text.slice(-overlap);
  }
  return false;
}

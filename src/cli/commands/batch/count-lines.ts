import { createReadStream, statSync } from 'node:fs';

/** Counting takes a second a gigabyte, beside the batch; who has more than this does not wait for a percentage. */
const MOST_BYTES = 512 * 1024 * 1024;

const LINE_FEED = 0x0a;
/** Space, tab and carriage return; what is left is more than a blank line. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** The lines of a file that are not blank; null where that is not known without much ado. */
export async function countLines(path: string, signal: AbortSignal): Promise<number | null> {
  let count = 0;
  let inLine = false;
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MOST_BYTES) return null;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      const bytes = chunk as Buffer;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? LINE_FEED;
        if (byte === LINE_FEED) inLine = false;
        else if (!inLine && !BLANK.has(byte)) {
          inLine = true;
          count += 1;
          // On to the end of the line, the quick way.
          at = lineEnd(bytes, at) - 1;
        }
      }
    }
  } catch {
    // It is shown while tasks run, and whoever reads them says what is wrong with the file.
    return null;
  }
  return count;
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_FEED, from);
  return at === -1 ? bytes.length : at;
}

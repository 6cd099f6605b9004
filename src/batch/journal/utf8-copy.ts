import { closeSync, createReadStream, openSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { NotTextError, utf8Stream } from '../../text/text-encoding.js';
import { JournalError } from './journal-error.js';

/** A file of results in UTF-8 without a byte order mark. */
export interface Utf8File {
  readonly path: string;
  /** Removes the copy, if there is one. */
  remove(): void;
}

/**
 * Copies results that another program saved in another encoding, such as a redirect in PowerShell. Results are read
 * again by their offsets, so that they must be in a file.
 *
 * @throws {JournalError} if the file is not text
 */
export async function utf8Copy(path: string, name: string): Promise<Utf8File> {
  if (isPlainJson(path)) return { path, remove: () => undefined };
  const { createTempFolder } = await import('../../platform/files/temp-folder.js');
  const folder = createTempFolder(tmpdir(), 'codex-structured-merge-');
  const copy = folder.createFile('results.jsonl');
  try {
    for await (const chunk of utf8Stream(createReadStream(path))) {
      for (let at = 0; at < chunk.length; ) at += writeSync(copy.fd, chunk, at);
    }
    return { path: copy.path, remove: folder.remove };
  } catch (error) {
    folder.remove();
    if (error instanceof NotTextError) throw new JournalError(`${name} ${error.message}.`);
    throw error;
  } finally {
    closeSync(copy.fd);
  }
}

/** Whether it begins as this program writes it, or is empty. */
function isPlainJson(path: string): boolean {
  const opened = openSync(path, 'r');
  try {
    const start = Buffer.alloc(4);
    const length = readSync(opened, start, 0, start.length, null);
    return length === 0 || (start[0] === 0x7b && !start.subarray(0, length).includes(0));
  } finally {
    closeSync(opened);
  }
}

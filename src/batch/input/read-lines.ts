import { isUtf8 } from 'node:buffer';
import { LineSplitter } from '../../events/line-splitter.js';
import { TaskInputError } from '../batch-task.js';

/** codex takes a prompt of 1,048,576 characters; JSON can make up to twelve bytes of one. */
const MOST_LINE_BYTES = 16 * 1024 * 1024;

export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

export interface UnreadableLine {
  readonly number: number;
  /** What it is, to stand after `it`. */
  readonly problem: string;
}

/** Lines as they are asked for. Holds a chunk of the input and one line. Blank lines are passed over. */
export async function* readLines(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Line | UnreadableLine> {
  let number = 0;
  let ready: (Line | UnreadableLine)[] = [];
  const take = (line: Buffer) => {
    number += 1;
    const start = number === 1 ? byteOrderMarkLength(line, name) : 0;
    if (!isUtf8(line)) return void ready.push({ number, problem: 'is not UTF-8 text' });
    const text = line.toString('utf8', start);
    if (text.trim() !== '') ready.push({ number, text });
  };
  const splitter = new LineSplitter(MOST_LINE_BYTES, {
    onLines(chunk, start, end) {
      for (let from = start; from < end; ) {
        const lineFeed = chunk.indexOf(0x0a, from);
        take(chunk.subarray(from, lineFeed));
        from = lineFeed + 1;
      }
    },
    onOversizedLine() {
      number += 1;
      ready.push({ number, problem: `is longer than ${MOST_LINE_BYTES / 1024 ** 2} MiB` });
    },
  });
  for await (const chunk of bytes) {
    splitter.push(chunk);
    yield* ready;
    ready = [];
  }
  splitter.end();
  yield* ready;
}

/** Past a byte order mark. @throws {TaskInputError} where the mark is that of another encoding */
export function byteOrderMarkLength(start: Uint8Array, name: string): 0 | 3 {
  const [first, second, third] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new TaskInputError(`${name} is UTF-16 text; save it as UTF-8.`);
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

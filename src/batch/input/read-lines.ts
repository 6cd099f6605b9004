import { isUtf8 } from 'node:buffer';
import { LineSplitter } from '../../events/line-splitter.js';
import { utf8Problem } from '../../text/text-encoding.js';

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
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line | UnreadableLine> {
  let number = 0;
  let ready: (Line | UnreadableLine)[] = [];
  const take = (line: Buffer) => {
    number += 1;
    if (!isUtf8(line)) return void ready.push({ number, problem: badByteOf(line) });
    const text = line.toString('utf8');
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

/** The line is named already, so only the column remains of the place. */
function badByteOf(line: Uint8Array): string {
  return (utf8Problem(line) ?? '').replace('line 1, ', '');
}

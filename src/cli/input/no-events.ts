import { Buffer } from 'node:buffer';
import type { TurnState } from '../../events/turn-state.js';
import { clip } from '../../text/clip.js';
import { safeLine } from '../../text/safe-line.js';
import { NotTextError, utf8Problem, utf8Stream } from '../../text/text-encoding.js';
import { UsageError } from '../usage-error.js';

/** What of an input without events is looked at. */
const HEAD_BYTES = 64 * 1024;

const KNOWN_EVENT = /"type"\s*:\s*"(?:(?:thread|session|turn|item)\.\w+|error)"/;
const PREFIXED_EVENT = /^([^{]+)\{\s*"(?:type|id|msg)"\s*:/;

/** Events that are decoded to UTF-8 on their way, and what their input is if it has none. */
export class EventsInput {
  readonly #name: string;
  readonly #bytes: AsyncIterable<Uint8Array>;
  #head = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Uint8Array>, name: string) {
    this.#bytes = bytes;
    this.#name = name;
  }

  /** @throws {UsageError} while it is iterated, if the input is not text */
  async *chunks(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of utf8Stream(this.#bytes)) {
        const wanted = HEAD_BYTES - this.#head.length;
        if (wanted > 0) this.#head = Buffer.concat([this.#head, chunk.subarray(0, wanted)]);
        yield chunk;
      }
    } catch (error) {
      if (error instanceof NotTextError) throw new UsageError(`The input ${this.#name} ${error.message}.`);
      throw error;
    }
  }

  /** @throws {UsageError} if the input had no event of codex, saying what it is instead */
  refuseWithoutEvents(turn: TurnState): void {
    const knowsNothing = turn.threadId === null && !turn.sawTurn && turn.trailingError === null;
    const text = this.#head.toString('utf8');
    if (turn.sawEvent && (!knowsNothing || turn.format === 'oldest' || KNOWN_EVENT.test(text))) return;
    throw new UsageError(`The input ${this.#name} has no event of codex: ${this.#description(text)}`);
  }

  #description(text: string): string {
    const file = this.#name === 'stdin' ? '' : ` ${this.#name}`;
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    const [first = ''] = lines;
    if (first === '') return 'it is empty. Save the stdout of codex exec --json.';
    const end = this.#head.length < HEAD_BYTES ? HEAD_BYTES : this.#head.lastIndexOf(0x0a);
    const bad = utf8Problem(this.#head.subarray(0, Math.max(0, end)));
    if (bad !== null) return `it ${bad}.`;
    const prefix = PREFIXED_EVENT.exec(first) ?? PREFIXED_EVENT.exec(lines[1] ?? '');
    if (first.trimStart().startsWith('[') && (prefix?.[1] ?? '[').trim() === '[') {
      return `it is a JSON array. Print one event per line: jq -c '.[]'${file}`;
    }
    if (prefix !== null && !first.trimStart().startsWith('{')) {
      const shown = safeLine(clip((prefix[1] ?? '').trim(), 60));
      return `there is text before each event ('${shown}'). Remove it: sed 's/^[^{]*//'${file}`;
    }
    if (first.trimStart().startsWith('{')) return describeObjects(first, lines.length, file);
    const shown = safeLine(clip(first.trim(), 80));
    return `it begins with '${shown}'. Save the stdout of codex exec --json.`;
  }
}

function describeObjects(first: string, lines: number, file: string): string {
  const value = parsed(first);
  if (value === null) {
    return `it is JSON over several lines. Print one event per line: jq -c .${file}`;
  }
  if ('jsonrpc' in value || 'method' in value) {
    return 'it has messages of the app server. decode reads the output of codex exec --json.';
  }
  if (typeof value['kind'] === 'string' && 'ok' in value) {
    return 'it is an outcome already, as --envelope or batch print it. decode reads the output of codex exec --json.';
  }
  const what = lines === 1 ? 'it is a single JSON object' : 'its lines are JSON objects';
  return `${what} without the "type" of an event. Save the stdout of codex exec --json.`;
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // It goes on in the next line.
    return null;
  }
}

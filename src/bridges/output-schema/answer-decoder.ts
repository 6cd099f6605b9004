import { Buffer, isUtf8 } from 'node:buffer';
import type { CodecResult } from '../../diagnostics/schema-results.js';
import { mayAnswer } from '../../events/message-choice.js';
import { blockReasonOf } from '../../events/moderation.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { parseStrict } from '../../json/strict-parse.js';
import type { JsonValue } from '../../json/value.js';
import { DeltaBuffer } from './delta-buffer.js';
import { LineTransformer } from './line-transformer.js';
import { type Replacement, replaceStrings } from './replace-strings.js';

/** The longest line in which a message is decoded. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Lines in which there may be something to do, wherever in them it says so. */
const OF_INTEREST = /"(?:item\\?\/|turn\\?\/completed"|result"|error")/;
/** The beginning of the long ones among them, as codex writes it (0.163 to 0.171). */
const LONG_OF_INTEREST =
  /^\s*\{\s*"method"\s*:\s*"(?:item\/(?:started|completed|agentMessage\/delta)|turn\/completed)"/;

export interface AnswerDecoderOptions {
  readonly decode: (wireValue: JsonValue) => CodecResult;
  /** Gets a sentence for people. */
  readonly notice: (sentence: string) => void;
}

/**
 * Puts the messages of the turns that were given our schema from the wire's form into the author's, in what
 * the app server writes. All other bytes stay.
 *
 * A message of another phase than the final one (`commentary`, `partial_answer`) is no answer, and neither is one
 * that moderation withheld: both are left alone. Deltas are held back until the message
 * is whole; then one delta with all of the decoded text takes their place.
 */
export class AnswerDecoder {
  readonly #options: AnswerDecoderOptions;
  readonly #gate: LineTransformer;
  readonly #deltas = new DeltaBuffer();
  /** Requests with our schema that codex has not answered yet, by id as JSON text. */
  readonly #asked = new Set<string>();
  readonly #turns = new Set<string>();
  /** Messages that did not decode, told of already. */
  readonly #told = new Set<string>();

  constructor(options: AnswerDecoderOptions) {
    this.#options = options;
    this.#gate = new LineTransformer({
      isRelevant: (head) => LONG_OF_INTEREST.test(head.toString('latin1')),
      transform: (line) => this.#changed(line),
      maxLineBytes: MAX_LINE_BYTES,
      onTooLong: () =>
        options.notice(`A message of more than ${MAX_LINE_BYTES} bytes was passed on undecoded.`),
    });
  }

  /** A request with this id (JSON text) was given our schema. */
  expect(id: string | null): void {
    if (id !== null) this.#asked.add(keyOf(id));
  }

  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    this.#gate.push(chunk, emit);
  }

  end(emit: (bytes: Buffer) => void): void {
    for (const line of this.#deltas.takeAll()) emit(Buffer.from(line));
    this.#gate.end(emit);
  }

  #changed(line: Buffer): readonly Buffer[] {
    if (this.#asked.size === 0 && this.#turns.size === 0) return [line];
    // What is no text could not be put together again.
    if (!isUtf8(line)) return [line];
    const text = line.toString('utf8');
    if (!OF_INTEREST.test(text)) return [line];
    const message = parseMessage(text);
    if (message === null) return [line];
    const lines = this.#linesFor(message, text);
    return lines === null ? [line] : lines.map((changed) => Buffer.from(changed));
  }

  /** What is passed on in place of the line; null where it stays. */
  #linesFor(message: Fields, line: string): readonly string[] | null {
    const params = fieldsOf(message['params']) ?? {};
    switch (message['method']) {
      case undefined:
        this.#answered(message);
        return null;
      case 'item/agentMessage/delta':
        return this.#delta(params, line);
      case 'item/started':
      case 'item/completed':
        return this.#item(params, line, message['method'] === 'item/completed');
      case 'turn/completed':
        return this.#turnCompleted(params, line);
      default:
        return null;
    }
  }

  #answered({ id, result }: Fields): void {
    if (!this.#asked.delete(JSON.stringify(id))) return;
    const turnId = stringOf(fieldsOf(fieldsOf(result)?.['turn'])?.['id']);
    if (turnId !== null) this.#turns.add(turnId);
  }

  #delta(params: Fields, line: string): readonly string[] | null {
    const [turnId, itemId] = [stringOf(params['turnId']), stringOf(params['itemId'])];
    if (turnId === null || itemId === null || !this.#turns.has(turnId)) return null;
    return this.#deltas.add(itemId, turnId, line);
  }

  #item(params: Fields, line: string, isWhole: boolean): readonly string[] | null {
    const turnId = stringOf(params['turnId']);
    const item = fieldsOf(params['item']);
    if (turnId === null || !this.#turns.has(turnId) || item?.['type'] !== 'agentMessage') return null;
    const itemId = stringOf(item['id']) ?? '';
    if (!isAnswer(item)) {
      this.#deltas.passThrough(itemId);
      return [...this.#deltas.take(itemId), line];
    }
    const decoded = this.#decoded(item, isWhole);
    const held = isWhole ? this.#deltas.take(itemId) : [];
    if (decoded === null) return [...held, line];
    const [first] = held;
    return [
      ...(first === undefined ? [] : [replaceStrings(first, [{ pointer: '/params/delta', text: decoded }])]),
      replaceStrings(line, [{ pointer: '/params/item/text', text: decoded }]),
    ];
  }

  #turnCompleted(params: Fields, line: string): readonly string[] | null {
    const turn = fieldsOf(params['turn']);
    const turnId = stringOf(turn?.['id']);
    if (turnId === null || !this.#turns.delete(turnId)) return null;
    // Of a turn that went well they are what codex gave up for a second try.
    const unfinished = this.#deltas.takeTurn(turnId);
    const items: readonly unknown[] = Array.isArray(turn?.['items']) ? turn['items'] : [];
    const replacements = items.flatMap((entry, index): Replacement[] => {
      const item = fieldsOf(entry);
      if (item?.['type'] !== 'agentMessage' || !isAnswer(item)) return [];
      const decoded = this.#decoded(item, true);
      return decoded === null ? [] : [{ pointer: `/params/turn/items/${index}/text`, text: decoded }];
    });
    const changed = replacements.length === 0 ? line : replaceStrings(line, replacements);
    return turn?.['status'] === 'completed' ? [changed] : [...unfinished, changed];
  }

  #decoded(item: Fields, isWhole: boolean): string | null {
    const text = stringOf(item['text']);
    // A message that is only beginning has none yet.
    if (text === null || text === '') return null;
    const parsedText = parseStrict(text);
    const result = parsedText.ok ? this.#options.decode(parsedText.value) : null;
    if (result?.ok === true) return JSON.stringify(result.value);
    const itemId = stringOf(item['id']) ?? '';
    if (isWhole && !this.#told.has(itemId)) {
      this.#told.add(itemId);
      const why = parsedText.ok ? 'it is not in the form of the adapted schema' : 'it is not one JSON value';
      this.#options.notice(`A message was passed on undecoded: ${why}.`);
    }
    return null;
  }
}

function isAnswer(item: Fields): boolean {
  return mayAnswer(stringOf(item['phase'])) && blockReasonOf(item['moderation']) === null;
}

/** A line as a message; null if it is none. */
export function parseMessage(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    // A line that is no JSON is passed on like every other.
    return null;
  }
}

/** An id as codex gives it back, whichever way it was written. */
function keyOf(id: string): string {
  return JSON.stringify(JSON.parse(id));
}

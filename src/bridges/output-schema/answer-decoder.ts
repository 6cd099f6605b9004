import { Buffer, isUtf8 } from 'node:buffer';
import type { CodecResult } from '../../diagnostics/schema-results.js';
import { mayAnswer } from '../../events/message-choice.js';
import { blockReasonOf } from '../../events/moderation.js';
import { jsonText } from '../../json/exact.js';
import { type Fields, fieldsOf, parseFields, stringOf } from '../../json/fields.js';
import { parseStrict } from '../../json/strict-parse.js';
import type { JsonValue } from '../../json/value.js';
import { DeltaBuffer } from './delta-buffer.js';
import { LineTransformer } from './line-transformer.js';
import { type Replacement, replaceStrings } from './replace-strings.js';

/** Messages in longer lines are not decoded. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Matches lines that may have to be changed. */
const RELEVANT = /"(?:item\\?\/|turn\\?\/completed"|result"|error")/;
/** Matches the beginning of such a line if it is long, as codex writes it (0.163 to 0.171). */
const LONG_RELEVANT =
  /^\s*\{\s*"method"\s*:\s*"(?:item\/(?:started|completed|agentMessage\/delta)|turn\/completed)"/;

export interface AnswerDecoderOptions {
  readonly decode: (wireValue: JsonValue) => CodecResult;
  /** Called with a sentence for people. */
  readonly notice: (sentence: string) => void;
}

/**
 * Decodes, in the output of the app server, the answers of turns that were given the schema: from the wire schema's
 * form to the author's. All other bytes stay the same.
 *
 * Messages of another phase than the final one (`commentary`, `partial_answer`), and messages that moderation
 * withheld, are not answers and stay as they are. Deltas are held back until the message is complete. Then one delta
 * with the whole decoded text replaces them.
 */
export class AnswerDecoder {
  readonly #options: AnswerDecoderOptions;
  readonly #gate: LineTransformer;
  readonly #deltas = new DeltaBuffer();
  /** Requests with the schema that codex has not answered yet, by id as JSON text. */
  readonly #requests = new Set<string>();
  readonly #turns = new Set<string>();
  /** Messages that could not be decoded, and for which a notice was given. */
  readonly #noticed = new Set<string>();

  constructor(options: AnswerDecoderOptions) {
    this.#options = options;
    this.#gate = new LineTransformer({
      isRelevant: (head) => LONG_RELEVANT.test(head.toString('latin1')),
      transform: (line) => this.#transform(line),
      maxLineBytes: MAX_LINE_BYTES,
      onTooLong: () =>
        options.notice(`A message of more than ${MAX_LINE_BYTES} bytes was passed on without decoding.`),
    });
  }

  /** A request with this id (JSON text) was given the schema. */
  expect(id: string | null): void {
    if (id !== null) this.#requests.add(keyOf(id));
  }

  push(chunk: Buffer, emit: (bytes: Buffer) => void): void {
    this.#gate.push(chunk, emit);
  }

  end(emit: (bytes: Buffer) => void): void {
    for (const line of this.#deltas.takeAll()) emit(Buffer.from(line));
    this.#gate.end(emit);
  }

  #transform(line: Buffer): readonly Buffer[] {
    if (this.#requests.size === 0 && this.#turns.size === 0) return [line];
    // Bytes that are not UTF-8 could not be written back unchanged.
    if (!isUtf8(line)) return [line];
    const text = line.toString('utf8');
    if (!RELEVANT.test(text)) return [line];
    const message = parseFields(text);
    if (message === null) return [line];
    const lines = this.#replacement(message, text);
    return lines === null ? [line] : lines.map((changed) => Buffer.from(changed));
  }

  /** Returns what is passed on in place of the line; null if it stays the same. */
  #replacement(message: Fields, line: string): readonly string[] | null {
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
    if (!this.#requests.delete(JSON.stringify(id))) return;
    const turnId = stringOf(fieldsOf(fieldsOf(result)?.['turn'])?.['id']);
    if (turnId !== null) this.#turns.add(turnId);
  }

  #delta(params: Fields, line: string): readonly string[] | null {
    const [turnId, itemId] = [stringOf(params['turnId']), stringOf(params['itemId'])];
    if (turnId === null || itemId === null || !this.#turns.has(turnId)) return null;
    return this.#deltas.add(itemId, turnId, line);
  }

  #item(params: Fields, line: string, isComplete: boolean): readonly string[] | null {
    const turnId = stringOf(params['turnId']);
    const item = fieldsOf(params['item']);
    if (turnId === null || !this.#turns.has(turnId) || item?.['type'] !== 'agentMessage') return null;
    const itemId = stringOf(item['id']) ?? '';
    if (!isAnswer(item)) {
      this.#deltas.passThrough(itemId);
      return [...this.#deltas.take(itemId), line];
    }
    const decoded = this.#decoded(item, isComplete);
    const held = isComplete ? this.#deltas.take(itemId) : [];
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
    // In a turn that completed, these are messages that codex gave up for a second attempt.
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

  #decoded(item: Fields, isComplete: boolean): string | null {
    const text = stringOf(item['text']);
    // A message that has just begun has no text yet.
    if (text === null || text === '') return null;
    const parsedText = parseStrict(text);
    const result = parsedText.ok ? this.#options.decode(parsedText.exact) : null;
    if (result?.ok === true) return jsonText(result.value);
    const itemId = stringOf(item['id']) ?? '';
    if (isComplete && !this.#noticed.has(itemId)) {
      this.#noticed.add(itemId);
      const why = parsedText.ok ? 'it does not match the wire schema' : 'it is not one JSON value';
      this.#options.notice(`A message was passed on without decoding: ${why}.`);
    }
    return null;
  }
}

function isAnswer(item: Fields): boolean {
  return mayAnswer(stringOf(item['phase'])) && blockReasonOf(item['moderation']) === null;
}

/** Returns an id in the form in which codex sends it back. */
function keyOf(id: string): string {
  return JSON.stringify(JSON.parse(id));
}

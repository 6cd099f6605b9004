import { scanValue } from './scan.js';
import { isProblem, type ScanProblem } from './scan-scalars.js';
import { skipWhitespace } from './tokens.js';

/** Why a text is not one unambiguous JSON value. */
export interface JsonProblem {
  readonly reason:
    | ScanProblem['reason']
    | 'trailing_data'
    | 'fenced'
    | 'bom'
    | 'duplicate_key'
    | 'number_out_of_range';
  readonly offset: number;
  /** `duplicate_key`: the offset of the first such key of the object. */
  readonly firstOffset?: number;
  /** `duplicate_key`: the key, decoded. */
  readonly key?: string;
  /** `syntax`, `truncated`, `too_deep`: what is valid at this place. */
  readonly expected?: string;
  /** The number of complete JSON values at the start of the text. */
  readonly valuesSeen: number;
}

const byteOrderMark = '\uFEFF';

/** Returns the problem of a text; undefined if there is none. Slow, so only for texts that are known to be bad. */
export function findProblem(text: string): JsonProblem | undefined {
  if (text.startsWith(byteOrderMark)) {
    return { reason: 'bom', offset: 0, valuesSeen: countValues(text, 1) };
  }
  const start = skipWhitespace(text, 0);
  if (text.startsWith('```', start)) return { reason: 'fenced', offset: start, valuesSeen: 0 };
  if (start === text.length) return { reason: 'syntax', offset: start, expected: 'a value', valuesSeen: 0 };

  const ambiguities = new AmbiguityFinder(text);
  const first = scanValue(text, start, ambiguities);
  if (isProblem(first)) return { ...first, valuesSeen: 0 };

  const behind = skipWhitespace(text, first.end);
  if (behind < text.length) {
    return { reason: 'trailing_data', offset: behind, valuesSeen: 1 + countValues(text, behind) };
  }
  return ambiguities.found;
}

function countValues(text: string, from: number): number {
  let count = 0;
  let at = skipWhitespace(text, from);
  while (at < text.length) {
    const result = scanValue(text, at, {});
    if (isProblem(result)) break;
    count++;
    at = skipWhitespace(text, result.end);
  }
  return count;
}

/** Records the first part that parsers read in different ways, or not as it was written. */
class AmbiguityFinder {
  found: JsonProblem | undefined;
  readonly #text: string;
  /** The keys so far of each open object; empty for arrays. */
  readonly #keys: Map<string, number>[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  open(): void {
    this.#keys.push(new Map());
  }

  close(): void {
    this.#keys.pop();
  }

  key(start: number, end: number): void {
    const key: string = JSON.parse(this.#text.slice(start, end));
    const firstOffset = this.#keys.at(-1)?.get(key);
    if (firstOffset === undefined) this.#keys.at(-1)?.set(key, start);
    else this.found ??= { reason: 'duplicate_key', offset: start, firstOffset, key, valuesSeen: 1 };
  }

  number(start: number, end: number): void {
    if (Number.isFinite(Number(this.#text.slice(start, end)))) return;
    this.found ??= { reason: 'number_out_of_range', offset: start, valuesSeen: 1 };
  }
}

import { jsonText } from '../../../json/exact.js';
import type { JsonValue } from '../../../json/value.js';

/** Sentences of a description, of which some may be missing. */
export type Texts = readonly (string | undefined)[];

/** Returns the JSON text of a value, or undefined if it is too long for a sentence. */
export function excerpt(value: JsonValue, limit = 240): string | undefined {
  const text = shortJson(value, limit);
  return text === undefined || text.length > limit ? undefined : text;
}

/** Stops reading the value as soon as its JSON text is known to be too long. */
function shortJson(value: JsonValue, limit: number): string | undefined {
  let left = limit;
  let nodes = 0;
  const pending: JsonValue[] = [value];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    nodes++;
    if (typeof at === 'string') left -= at.length;
    else if (typeof at === 'object' && at !== null) {
      for (const [key, child] of Object.entries(at)) {
        left -= Array.isArray(at) ? 1 : key.length;
        pending.push(child);
        if (left < 0) return undefined;
      }
    }
    if (left < 0 || nodes > limit) return undefined;
  }
  return jsonText(value);
}

/** Returns the text with a full stop. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  return /[.!?:]["'`)\]]*$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Joins distinct sentences to one text; undefined if there are none. */
export function paragraph(sentences: readonly (string | undefined)[]): string | undefined {
  if (sentences.every((text) => text === undefined)) return undefined;
  const distinct = new Set(
    sentences.filter((text): text is string => text !== undefined && text.trim() !== ''),
  );
  return distinct.size === 0 ? undefined : [...distinct].map(sentence).join(' ');
}

/** `"a", "b" and "c"`. */
export function quotedList(names: readonly string[], last = 'and'): string {
  const quoted = names.map((name) => JSON.stringify(name));
  if (quoted.length < 2) return quoted.join('');
  return `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}`;
}

import { paragraph, type Texts } from '../graph/description-text.js';
import type { NumberAlternative, StringAlternative } from '../graph/node.js';
import { boundSentence, patternSentence } from '../graph/scalar-alternatives.js';
import type { Emitted } from './emitter.js';
import { prependDescription, type Wire } from './wire-schema.js';

export const TOO_DEEP = 'the wire schema would be nested too deep';

export const TEXT_NOTE = 'JSON text: the value, serialized as JSON in this string.';

export function emitText(...about: Texts): Emitted {
  return { wire: prependDescription({ type: 'string' }, ...about, TEXT_NOTE), plan: { kind: 'text' } };
}

export function emitBoolean(...about: Texts): Emitted {
  return {
    wire: prependDescription({ type: 'boolean' }, ...about),
    plan: { kind: 'scalar', type: 'boolean' },
  };
}

/** Emits one string type for several alternatives: keywords they share stay, the others are described. */
export function emitString(alternatives: readonly StringAlternative[], ...about: Texts): Emitted {
  const minLengths = alternatives.map((alternative) => alternative.minLength ?? 0);
  const minLength = Math.min(...minLengths) || undefined;
  const formats = new Set(alternatives.map((alternative) => alternative.format));
  const [first] = formats;
  const format = formats.size === 1 ? first : undefined;
  const patterns = new Set(alternatives.map((alternative) => alternative.pattern));
  const pattern = patterns.size === 1 ? [...patterns][0] : undefined;
  const notes = alternatives.map((alternative) => {
    const length = alternative.minLength;
    return [
      ...(length === undefined || length === minLength ? [] : [`At least ${length} characters.`]),
      ...(alternative.format === undefined || alternative.format === format
        ? []
        : [`Format: ${alternative.format}.`]),
      ...(alternative.pattern === undefined || alternative.pattern === pattern
        ? []
        : [patternSentence(alternative.pattern)]),
      ...alternative.notes,
    ];
  });
  const wire: Wire = { type: 'string' };
  if (pattern !== undefined) wire['pattern'] = pattern;
  if (format !== undefined) wire['format'] = format;
  if (minLength !== undefined) wire['minLength'] = minLength;
  return {
    wire: prependDescription(wire, ...about, either(notes)),
    plan: { kind: 'scalar', type: 'string', minLength, format, pattern },
  };
}

export function emitNumber(alternatives: readonly NumberAlternative[], ...about: Texts): Emitted {
  const [first] = alternatives;
  const same = first !== undefined && alternatives.every((other) => sameBounds(first, other));
  const bounds = same ? first.bounds : {};
  const type = alternatives.every((alternative) => alternative.integer) ? 'integer' : 'number';
  const notes = alternatives.map((alternative) => [
    ...(alternative.integer && type === 'number' ? ['An integer.'] : []),
    ...(same
      ? []
      : Object.entries(alternative.bounds).map(([keyword, value]) => boundSentence(keyword as never, value))),
    ...alternative.notes,
  ]);
  return {
    wire: prependDescription({ type, ...bounds }, ...about, either(notes)),
    plan: { kind: 'scalar', type, bounds },
  };
}

function sameBounds(a: NumberAlternative, b: NumberAlternative): boolean {
  if (a === b) return true;
  return JSON.stringify(Object.entries(a.bounds).sort()) === JSON.stringify(Object.entries(b.bounds).sort());
}

/** Returns a sentence that one of these applies, or undefined if one of them has no conditions. */
function either(notes: readonly (readonly string[])[]): string | undefined {
  const [only] = notes;
  if (notes.length === 1 && only !== undefined) return paragraph(only);
  const texts = new Set(notes.map((list) => paragraph(list)));
  if (texts.has(undefined)) return undefined;
  return texts.size === 1 ? [...texts][0] : `Either of these: ${[...texts].join(' – or – ')}`;
}

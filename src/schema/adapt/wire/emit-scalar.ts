import type { JsonValue } from '../../../json/value.js';
import { toText } from '../codec/json-text.js';
import type { Plan } from '../codec/plan.js';
import { excerpt, paragraph } from '../graph/description-text.js';
import type { NumberAlternative, StringAlternative } from '../graph/node.js';
import { boundSentence, patternSentence } from '../graph/scalar-alternatives.js';
import { isScalar } from '../graph/types.js';
import type { ValueReport } from '../value-report.js';
import { prependDescription, type Wire } from './wire-schema.js';

export interface Emitted {
  readonly wire: Wire;
  readonly plan: Plan;
}

export const TOO_DEEP = 'the wire schema may not be this deep';

export const TEXT_NOTE = 'JSON text: the value, serialised as JSON in this string.';

export function emitText(...about: readonly (string | undefined)[]): Emitted {
  return { wire: prependDescription({ type: 'string' }, ...about, TEXT_NOTE), plan: { kind: 'text' } };
}

export function emitBoolean(...about: readonly (string | undefined)[]): Emitted {
  return {
    wire: prependDescription({ type: 'boolean' }, ...about),
    plan: { kind: 'scalar', type: 'boolean' },
  };
}

/** One string type for all that were given: what they have in common is said, the rest is told. */
export function emitString(
  alternatives: readonly StringAlternative[],
  ...about: readonly (string | undefined)[]
): Emitted {
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

export function emitNumber(
  alternatives: readonly NumberAlternative[],
  ...about: readonly (string | undefined)[]
): Emitted {
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

/** "One of these holds": nothing, where one of them asks for nothing. */
function either(notes: readonly (readonly string[])[]): string | undefined {
  const [only] = notes;
  if (notes.length === 1 && only !== undefined) return paragraph(only);
  const texts = new Set(notes.map((list) => paragraph(list)));
  if (texts.has(undefined)) return undefined;
  return texts.size === 1 ? [...texts][0] : `Either of these: ${[...texts].join(' – or – ')}`;
}

/** Budget for the values of all enums of a wire schema. */
export interface EnumBudget {
  left: number;
  readonly longEnum: number;
  readonly longEnumCharacters: number;
}

/** One node a type, as an `enum` has to say its type; what is no scalar is told by its JSON text. */
export function emitValues(
  values: readonly JsonValue[],
  budget: EnumBudget,
  report: ValueReport,
  ...about: readonly (string | undefined)[]
): Emitted[] {
  const strings = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number' && !isUnsafe(value));
  const booleans = values.filter((value) => typeof value === 'boolean');
  const others = values.filter((value) => !isScalar(value) || isUnsafe(value));
  const found: Emitted[] = [];
  if (strings.length > 0) found.push(enumOf('string', strings, budget, report, about));
  if (numbers.length > 0) {
    const type = numbers.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
    found.push(enumOf(type, numbers, budget, report, about));
  }
  if (booleans.length === 1) found.push(enumOf('boolean', booleans, budget, report, about));
  if (booleans.length > 1) found.push(emitBoolean(...about));
  if (others.length > 0) found.push(labelsOf(others, budget, report, about));
  return found;
}

/** An integer that a double cannot tell from its neighbours. */
function isUnsafe(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
}

function enumOf(
  type: 'string' | 'number' | 'integer' | 'boolean',
  values: readonly JsonValue[],
  budget: EnumBudget,
  report: ValueReport,
  about: readonly (string | undefined)[],
): Emitted {
  if (!fits(values, budget)) {
    report.dropped();
    return { wire: prependDescription({ type }, ...about, tooMany(values)), plan: { kind: 'scalar', type } };
  }
  const [only] = values;
  const wire: Wire =
    values.length === 1 && only !== undefined ? { type, const: only } : { type, enum: values };
  return { wire: prependDescription(wire, ...about), plan: { kind: 'enum', values } };
}

function labelsOf(
  values: readonly JsonValue[],
  budget: EnumBudget,
  report: ValueReport,
  about: readonly (string | undefined)[],
): Emitted {
  const byLabel = new Map(values.map((value) => [toText(value), value]));
  const labels = [...byLabel.keys()];
  report.labelled();
  if (!fits(labels, budget)) {
    report.dropped();
    return emitText(...about, tooMany(labels));
  }
  const [only] = labels;
  const wire: Wire =
    labels.length === 1 && only !== undefined
      ? { type: 'string', const: only }
      : { type: 'string', enum: labels };
  return {
    wire: prependDescription(wire, ...about, 'The value is given as JSON text.'),
    plan: { kind: 'labels', byLabel },
  };
}

function fits(values: readonly JsonValue[], budget: EnumBudget): boolean {
  if (values.length === 1) return true;
  const characters = values.reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    0,
  );
  if (values.length > budget.left) return false;
  if (values.length > budget.longEnum && characters > budget.longEnumCharacters) return false;
  budget.left -= values.length;
  return true;
}

function tooMany(values: readonly JsonValue[]): string {
  const all = excerpt(values, 20_000);
  if (all !== undefined) return `One of: ${all}.`;
  return `One of ${values.length} values such as ${JSON.stringify(values.slice(0, 20))}.`;
}

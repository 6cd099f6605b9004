import { keysOf } from '../../../json/exact.js';
import type { JsonValue } from '../../../json/value.js';
import { paragraph, sentence, type Texts } from '../graph/description-text.js';

/** A node of the wire schema. */
export type Wire = { [keyword: string]: JsonValue };

export interface WireObject {
  readonly [name: string]: Wire;
}

/** Puts sentences before the existing description. */
export function prependDescription(wire: Wire, ...texts: Texts): Wire {
  if (texts.every((text) => text === undefined)) return wire;
  return withDescription(wire, paragraph([...texts, descriptionOf(wire)]));
}

/** Puts a sentence after the existing description. */
export function appendDescription(wire: Wire, note: string): Wire {
  return withDescription(wire, paragraph([descriptionOf(wire), note]));
}

function descriptionOf(wire: Wire): string | undefined {
  const { description } = wire;
  return typeof description === 'string' ? description : undefined;
}

/** The description comes right after the type, where a reader expects it. */
function withDescription(wire: Wire, text: string | undefined): Wire {
  if (text === undefined) return wire;
  // A `$ref` must stand alone.
  if (wire['$ref'] !== undefined) return { description: text, anyOf: [wire] };
  const { type, description: _, ...rest } = wire;
  return type === undefined ? { description: text, ...rest } : { type, description: text, ...rest };
}

/** Returns a schema that accepts the same values and null. */
export function orNull(wire: Wire): Wire {
  const { type } = wire;
  if (Array.isArray(wire['anyOf'])) return { ...wire, anyOf: [...wire['anyOf'], { type: 'null' }] };
  if (typeof type !== 'string' || type === 'object' || type === 'array') return orNullBeside(wire);
  const values = wire['const'] === undefined ? wire['enum'] : [wire['const']];
  if (!Array.isArray(values)) return { ...wire, type: [type, 'null'] };
  const { const: _, ...rest } = wire;
  return { ...rest, type: [type, 'null'], enum: [...values, null] };
}

function orNullBeside(wire: Wire): Wire {
  const { description, ...rest } = wire;
  const anyOf = [rest, { type: 'null' }];
  return description === undefined ? { anyOf } : { description, anyOf };
}

/** Returns the schema of an object with exactly these properties. */
export function closedObject(properties: WireObject, description?: string): Wire {
  const wire: Wire = { type: 'object' };
  if (description !== undefined && description !== '') wire['description'] = sentence(description);
  return { ...wire, properties, required: keysOf(properties), additionalProperties: false };
}

/** Returns a name that is not in use. */
export function unusedName(name: string, taken: { has(name: string): boolean }): string {
  let fresh = name;
  while (taken.has(fresh)) fresh += '_';
  return fresh;
}

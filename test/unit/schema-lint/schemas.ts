import type { JsonObject, JsonValue } from '../../../src/json/value.js';

export const string = { type: 'string' } as const satisfies JsonObject;

/** An object as strict mode wants it. */
export function closed(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

/** A schema as the one property of an otherwise strict root. */
export const at = (schema: JsonValue): JsonObject => closed({ p: schema });

/** A definition and the root that refers to it. */
export const withDefinition = (
  property: JsonValue,
  definition: JsonValue = closed({ x: string }),
): JsonObject => ({
  $defs: { A: definition },
  ...closed({ p: property }),
});

export const array = (more: JsonObject): JsonObject => ({ type: 'array', items: string, ...more });
export const object = (more: JsonObject): JsonObject => ({ ...closed({ x: string }), ...more });
export const text = (more: JsonObject): JsonObject => ({ type: 'string', ...more });

interface Example {
  /** What the rule objects to, and where. */
  readonly hits: readonly (readonly [JsonValue, ...string[]])[];
  /** Near misses. */
  readonly misses: readonly JsonValue[];
}

/** Of some rules, by code. */
export type Examples = Readonly<Record<string, Example>>;

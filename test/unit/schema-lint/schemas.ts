import type { JsonObject, JsonValue } from '../../../src/json/value.js';

export const string = { type: 'string' } as const satisfies JsonObject;

/** An object as strict mode wants it. */
export function closed(properties: { readonly [name: string]: JsonValue }): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

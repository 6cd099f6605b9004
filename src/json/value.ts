/** Any value that JSON can hold, in JavaScript's representation. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Returns whether a value has named members: whether it is an object, not null and not an array. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** As {@link isObject}, for a value that is known to be JSON. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return isObject(value);
}

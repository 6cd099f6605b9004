import type { StandardJSONSchemaV1 } from '@standard-schema/spec';

const TARGET = { target: 'draft-2020-12' } as const;

/** The keywords in which the input and output side of a schema without transforms may differ. */
const SIDE_KEYWORDS: ReadonlySet<string> = new Set(['additionalProperties', 'required', 'default']);

/**
 * Returns the JSON Schema of the answer: the input side, since the schema's own `validate` gets the answer.
 *
 * If both sides have the same shape, the output side is used instead: it is stricter (zod closes objects and requires
 * properties with defaults there), and every value of it is also one of the input side.
 *
 * @throws the converter's error for a schema without a JSON Schema form
 */
export function standardJsonSchema(schema: StandardJSONSchemaV1): Record<string, unknown> {
  const converter = schema['~standard'].jsonSchema;
  if (typeof converter?.input !== 'function') {
    const { vendor } = schema['~standard'];
    throw new TypeError(
      `this ${vendor} schema has no JSON Schema converter (the Standard JSON Schema interface)`,
    );
  }
  const input = converter.input(TARGET);
  const output = outputSide(converter);
  return output !== undefined && sameShape(input, output) ? output : input;
}

function outputSide(converter: StandardJSONSchemaV1.Converter): Record<string, unknown> | undefined {
  try {
    return converter.output(TARGET);
  } catch {
    // The result of a transform often has no JSON Schema form.
    return undefined;
  }
}

function sameShape(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    if (SIDE_KEYWORDS.has(key) && isClosingOnly(key, left[key], right[key])) continue;
    if (!sameShape(left[key], right[key])) return false;
  }
  return true;
}

/** `additionalProperties` may be absent or false, but not another schema. */
function isClosingOnly(key: string, a: unknown, b: unknown): boolean {
  if (key !== 'additionalProperties') return true;
  const silent = (side: unknown) => side === undefined || side === false;
  return silent(a) && silent(b);
}

import type { StandardJSONSchemaV1 } from '@standard-schema/spec';

const TARGET = { target: 'draft-2020-12' } as const;

/** The keywords in which the two sides of a schema without transforms may differ. */
const SIDE_KEYWORDS: ReadonlySet<string> = new Set(['additionalProperties', 'required', 'default']);

/**
 * The JSON Schema of what the model is to write: the input side, since the schema's own `validate` gets it.
 *
 * Where both sides have the same shape the output side is taken instead: it is the tighter of the two (zod
 * closes objects and requires defaulted properties there), and what it admits the input side admits.
 *
 * @throws what the library's converter throws for a schema that has no JSON form
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
    // A transform's result often has no JSON form; the input side is then the only one.
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

/** `additionalProperties` may be absent on one side, never a different schema on the other. */
function isClosingOnly(key: string, a: unknown, b: unknown): boolean {
  if (key !== 'additionalProperties') return true;
  const silent = (side: unknown) => side === undefined || side === false;
  return silent(a) && silent(b);
}

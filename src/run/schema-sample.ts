import { isDeepStrictEqual } from 'node:util';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import { toExact, toNumbers } from '../json/exact.js';
import type { JsonValue } from '../json/value.js';
import { adapt } from '../schema/adapt/adapt.js';
import type { CompileOptions, SchemaSource } from '../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import { loadValidator } from './load-validator.js';
import { noSampleFailure } from './preflight-failure.js';
import { loadSampler } from './rehearsal-loader.js';

export interface SampleOptions extends Pick<CompileOptions, 'narrow' | 'validateFormats'> {
  /** The same seed gives the same sample. Default 1. */
  readonly seed?: number;
}

/** A sample value in both of its forms. */
export interface SchemaSample {
  /** The value, valid against the author's schema. */
  readonly author: JsonValue;
  /** The same value as a model would write it, for the adapted schema. */
  readonly wire: JsonValue;
}

/** Generates a value of a schema. */
export async function schemaSample(
  source: SchemaSource,
  { seed = 1, ...options }: SampleOptions = {},
): Promise<SchemaSample | SchemaEncodeFailure | SchemaUnsupportedFailure> {
  const schema = prepareSchema(source, { ...options, mode: 'adapt' });
  return 'kind' in schema ? schema : sampleBothForms(schema, seed);
}

/**
 * Generates a sample of the author's schema with its wire form; if the generator fails on the author's schema, one
 * of the wire schema with its author form. The author's schema comes first, since no generator can make up what the
 * wire form encodes (JSON text in a string, pairs).
 */
export async function sampleBothForms(
  schema: PreparedSchema,
  seed: number,
): Promise<SchemaSample | SchemaUnsupportedFailure> {
  const { NoSampleError, SampleTooLargeError, sampleValue } = await loadSampler();
  await loadValidator(schema);
  /** The other form of the value that was accepted last. */
  let other: JsonValue | undefined;
  const isValidAuthor = (author: JsonValue): boolean => {
    const encoded = schema.encode(author);
    if (encoded.ok) other = encoded.value;
    return encoded.ok && schema.validate(author).ok;
  };
  const isValidWire = (wire: JsonValue): boolean => {
    const decoded = schema.decode(wire);
    if (decoded.ok) other = decoded.value;
    return decoded.ok && schema.validate(decoded.value).ok;
  };
  try {
    const author = await sampleValue(schema.author, { seed, validate: isValidAuthor });
    return inOrder(schema, author, other ?? author);
  } catch (error) {
    if (!(error instanceof NoSampleError)) throw error;
    if (error instanceof SampleTooLargeError) return noSampleFailure(error);
  }
  try {
    const wire = await sampleValue(schema.wire, { seed, validate: isValidWire });
    return { author: other ?? wire, wire };
  } catch (error) {
    if (error instanceof NoSampleError) return noSampleFailure(error);
    throw error;
  }
}

/** Gives a sample the order of its schema, which the generator does not keep where JavaScript sorts keys. */
function inOrder(schema: PreparedSchema, author: JsonValue, wire: JsonValue): SchemaSample {
  const codec = schema.adapted ? schema : adapt(toExact(schema.author));
  if ('ok' in codec && !codec.ok) return { author, wire };
  const encoded = codec.encode(author);
  const decoded = encoded.ok ? codec.decode(encoded.value) : encoded;
  if (!decoded.ok || !isDeepStrictEqual(toNumbers(decoded.value), author)) return { author, wire };
  return { author: decoded.value, wire: schema.adapted ? wire : decoded.value };
}

import type { JsonValue } from '../json/value.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../outcome/outcome.js';
import type { CompileOptions, SchemaSource } from '../schema/compiled-schema.js';
import { type PreparedSchema, prepareSchema } from '../schema/prepare-schema.js';
import { noSampleFailure } from './preflight-failure.js';
import { prepareValidator } from './prepared-validator.js';
import { loadSampler } from './rehearsal-loader.js';

export interface SampleOptions extends Pick<CompileOptions, 'narrow' | 'validateFormats'> {
  /** The same seed gives the same sample. Default 1. */
  readonly seed?: number;
}

/** One value in both its forms. */
export interface SchemaSample {
  /** Valid against the author's schema. */
  readonly author: JsonValue;
  /** As a model would write it, for the adapted schema. */
  readonly wire: JsonValue;
}

/** Makes up a value of any schema. */
export async function schemaSample(
  source: SchemaSource,
  { seed = 1, ...options }: SampleOptions = {},
): Promise<SchemaSample | SchemaEncodeFailure | SchemaUnsupportedFailure> {
  const schema = prepareSchema(source, { ...options, mode: 'adapt' });
  if ('kind' in schema) return schema;
  const { NoSampleError } = await loadSampler();
  try {
    return await sampleBothForms(schema, seed);
  } catch (error) {
    if (error instanceof NoSampleError) return noSampleFailure(error);
    throw error;
  }
}

/**
 * A sample of the author's schema with its wire form; where the sampler cannot cope with the author's schema,
 * one of the wire schema with its author form. What the wire encodes (JSON text in a string, pairs) no sampler
 * could make up, so the author's comes first.
 *
 * @throws {NoSampleError} where neither has one
 */
export async function sampleBothForms(schema: PreparedSchema, seed: number): Promise<SchemaSample> {
  const { NoSampleError, SampleTooLargeError, sampleValue } = await loadSampler();
  await prepareValidator(schema);
  let other: JsonValue | undefined;
  try {
    const validate = (author: JsonValue): boolean => {
      const encoded = schema.encode(author);
      if (encoded.ok) other = encoded.value;
      return encoded.ok && schema.validate(author).ok;
    };
    const author = await sampleValue(schema.author, { seed, validate });
    return { author, wire: other ?? author };
  } catch (error) {
    if (!(error instanceof NoSampleError) || error instanceof SampleTooLargeError) throw error;
  }
  const validate = (wire: JsonValue): boolean => {
    const decoded = schema.decode(wire);
    if (decoded.ok) other = decoded.value;
    return decoded.ok && schema.validate(decoded.value).ok;
  };
  const wire = await sampleValue(schema.wire, { seed, validate });
  return { author: other ?? wire, wire };
}

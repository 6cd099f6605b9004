import type { JsonValue } from '../json/value.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../outcome/outcome.js';
import type { CompileOptions, SchemaSource } from '../schema/compile.js';
import { prepareSchema } from '../schema/prepare-schema.js';
import { noSample } from './early.js';

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

/** Makes up a value of any schema: one of its strict form, turned back by the codec. */
export async function schemaSample(
  source: SchemaSource,
  { seed = 1, ...options }: SampleOptions = {},
): Promise<SchemaSample | SchemaEncodeFailure | SchemaUnsupportedFailure> {
  const schema = prepareSchema(source, { ...options, mode: 'adapt' });
  if ('kind' in schema) return schema;
  await schema.prepare();
  const { NoSampleError, sampleValue } = await import('../rehearsal/sample.js');
  let author: JsonValue | undefined;
  const validate = (wire: JsonValue): boolean => {
    const decoded = schema.decode(wire);
    if (!decoded.ok || !schema.validate(decoded.value).ok) return false;
    author = decoded.value;
    return true;
  };
  try {
    const wire = await sampleValue(schema.wire, { seed, validate });
    return { wire, author: author ?? wire };
  } catch (error) {
    if (error instanceof NoSampleError) return noSample(error.message);
    throw error;
  }
}

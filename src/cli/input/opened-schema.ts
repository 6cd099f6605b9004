import type { Parse } from '../../outcome/parse.js';
import type { SchemaSource } from '../../schema/compiled-schema.js';

export interface OpenedSchema {
  readonly source: SchemaSource;
  /** What a schema of a library (zod, …) has to say of a value beyond its JSON Schema. */
  readonly parses: readonly Parse<unknown>[];
}

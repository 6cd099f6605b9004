import { createHash } from 'node:crypto';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import type { JsonValue } from '../json/value.js';
import { nullableAsNull } from './adapt/openapi-nullable.js';
import type { CompiledSchema, CompileOptions, SchemaSource } from './compiled-schema.js';
import type { Dialect } from './dialect/draft.js';
import { loadSchema } from './load-schema.js';
import { requireStrict } from './strict.js';
import { validateSchema } from './validate-schema.js';
import { wireOf } from './wire-schema.js';

/** All of a compiled schema but its validator, and what that is made from. */
export interface SchemaParts {
  readonly parts: Omit<CompiledSchema, 'validate'>;
  readonly author: {
    readonly schema: JsonValue;
    readonly dialect: Dialect;
    readonly validateFormats: boolean;
  };
}

/** Everything that can be said of a schema without a validator: what has to happen before codex starts. */
export function compileWithoutValidator(
  source: SchemaSource,
  options: CompileOptions,
): SchemaParts | SchemaEncodeFailure | SchemaUnsupportedFailure {
  const loaded = loadSchema(source);
  if ('kind' in loaded) return loaded;
  const judged = validateSchema(loaded, options.mode ?? 'strict');
  if ('kind' in judged) return judged;
  const linted = (options.mode ?? 'strict') === 'strict' ? requireStrict(loaded, options) : { warnings: [] };
  if ('kind' in linted) return linted;
  const wire = wireOf(loaded, options);
  if ('kind' in wire) return wire;
  return {
    parts: {
      author: loaded.value,
      ...wire,
      sha256: createHash('sha256').update(wire.wireText, 'utf8').digest('hex'),
      issues: [],
      warnings: linted.warnings,
      notices: judged.notices,
    },
    author: {
      schema: options.mode === 'adapt' ? nullableAsNull(loaded.value) : loaded.value,
      dialect: judged.dialect,
      validateFormats: options.validateFormats ?? true,
    },
  };
}

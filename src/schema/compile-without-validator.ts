import { createHash } from 'node:crypto';
import type { SchemaIssue } from '../diagnostics/issue.js';
import {
  type SchemaEncodeFailure,
  type SchemaUnsupportedFailure,
  schemaUnsupportedFailure,
} from '../diagnostics/schema-failures.js';
import type { JsonValue } from '../json/value.js';
import type { CompiledSchema, CompileOptions, SchemaSource } from './compiled-schema.js';
import type { Dialect } from './dialect/draft.js';
import { positioned } from './lint/findings.js';
import { lint } from './lint/lint.js';
import { type LoadedSchema, loadSchema } from './load-schema.js';
import { validateSchema } from './validate-schema.js';
import { wireOf } from './wire-schema.js';

/** A compiled schema without its validator, and what the validator is made from. */
export interface SchemaParts {
  readonly parts: Omit<CompiledSchema, 'validate'>;
  readonly author: {
    readonly schema: JsonValue;
    readonly dialect: Dialect;
    readonly validateFormats: boolean;
    /** Whether `nullable` has the meaning that OpenAPI gives it, as it has on the wire. */
    readonly openApi: boolean;
  };
}

/** Compiles a schema as far as it must be before codex starts; the validator is made later. */
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
      warnings: linted.warnings,
      notices: judged.notices,
    },
    author: {
      schema: loaded.value,
      dialect: judged.dialect,
      validateFormats: options.validateFormats ?? true,
      openApi: options.mode === 'adapt',
    },
  };
}

/**
 * Checks a schema that is sent as it is against the strict subset: every finding at once. Warnings reject the schema
 * only with `failOnWarnings`.
 */
function requireStrict(
  loaded: LoadedSchema,
  { failOnWarnings = false, limits }: Pick<CompileOptions, 'failOnWarnings' | 'limits'>,
): { readonly warnings: readonly SchemaIssue[] } | SchemaUnsupportedFailure {
  const found = lint(loaded.value, limits === undefined ? {} : { limits });
  const refusing = failOnWarnings ? [...found.errors, ...found.warnings] : found.errors;
  const [first, ...rest] = positioned(refusing, loaded.positionOf);
  if (first !== undefined) return schemaUnsupportedFailure(loaded.subject, [first, ...rest]);
  return { warnings: positioned(found.warnings, loaded.positionOf) };
}

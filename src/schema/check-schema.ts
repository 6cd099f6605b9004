import type { SchemaIssue } from '../diagnostics/issue.js';
import type { SchemaEncodeFailure } from '../diagnostics/schema-failures.js';
import type { CompileOptions, SchemaSource } from './compiled-schema.js';
import { positioned } from './lint/findings.js';
import { lint } from './lint/lint.js';
import { loadSchema } from './load-schema.js';
import { validateSchema } from './validate-schema.js';

/** All that strict mode has to say of a schema, whether or not it would refuse it. */
export interface SchemaCheck {
  readonly kind: 'ok' | 'schema_unsupported';
  /** Known to be refused. */
  readonly issues: readonly SchemaIssue[];
  readonly warnings: readonly SchemaIssue[];
  /** Findings beyond what is listed. */
  readonly omitted: number;
  /** What was understood with leniency, one sentence each. */
  readonly notices: readonly string[];
}

/**
 * Judges a schema as strict mode would before a run, but with the warnings beside the errors.
 *
 * @returns the failure where it is no valid JSON Schema
 */
export function checkSchema(
  source: SchemaSource,
  { failOnWarnings = false, limits }: Pick<CompileOptions, 'failOnWarnings' | 'limits'> = {},
): SchemaCheck | SchemaEncodeFailure {
  const loaded = loadSchema(source);
  if ('kind' in loaded) return loaded;
  const judged = validateSchema(loaded, 'strict');
  // Strict mode leaves every other refusal to the lint.
  if ('kind' in judged && judged.kind === 'schema_encode') return judged;
  const found = lint(loaded.value, limits === undefined ? {} : { limits });
  const issues = positioned(found.errors, loaded.positionOf);
  const warnings = positioned(found.warnings, loaded.positionOf);
  const refused = issues.length > 0 || (failOnWarnings && warnings.length > 0);
  return {
    kind: refused ? 'schema_unsupported' : 'ok',
    issues,
    warnings,
    omitted: found.omitted,
    notices: 'kind' in judged ? [] : judged.notices,
  };
}

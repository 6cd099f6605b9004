import type { SchemaIssue } from '../diagnostics/issue.js';
import type { SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import { schemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import type { CompileOptions } from './compiled-schema.js';
import { positioned } from './lint/findings.js';
import { lint } from './lint/lint.js';
import type { LoadedSchema } from './load-schema.js';

/**
 * Judges by the strict subset what is about to be sent as it is: every finding at once. Only errors refuse
 * it, unless the caller lets nothing out that is not known to be taken (`failOnWarnings`).
 */
export function requireStrict(
  loaded: LoadedSchema,
  { failOnWarnings = false, limits }: Pick<CompileOptions, 'failOnWarnings' | 'limits'>,
): { readonly warnings: readonly SchemaIssue[] } | SchemaUnsupportedFailure {
  const found = lint(loaded.value, limits === undefined ? {} : { limits });
  const refusing = failOnWarnings ? [...found.errors, ...found.warnings] : found.errors;
  const [first, ...rest] = positioned(refusing, loaded.positionOf);
  if (first !== undefined) return schemaUnsupportedFailure(loaded.subject, [first, ...rest]);
  return { warnings: positioned(found.warnings, loaded.positionOf) };
}

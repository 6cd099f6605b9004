import { type SchemaUnsupportedFailure, schemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import { jsonText, toExact } from '../json/exact.js';
import { adapt } from './adapt/adapt.js';
import type { CompiledSchema, CompileOptions } from './compiled-schema.js';
import type { LoadedSchema } from './load-schema.js';

/** What is sent for a schema, and the way between its values and the author's. */
export type Wire = Pick<CompiledSchema, 'wire' | 'wireText' | 'adapted' | 'changes' | 'encode' | 'decode'>;

/** The wire form of a valid schema: as it is, or adapted to the strict subset. */
export function wireOf(loaded: LoadedSchema, options: CompileOptions): Wire | SchemaUnsupportedFailure {
  if (options.mode !== 'adapt') {
    return {
      wire: loaded.value,
      wireText: loaded.text,
      adapted: false,
      changes: [],
      encode: (value) => ({ ok: true, value }),
      decode: (value) => ({ ok: true, value }),
    };
  }
  const adapted = adapt(toExact(loaded.value), { narrow: options.narrow });
  if (!adapted.ok) {
    const [first, ...rest] = adapted.issues.map((issue) => ({
      ...issue,
      ...loaded.positionOf(issue.pointer),
    }));
    if (first === undefined) throw new Error('A schema was refused without a reason.');
    return schemaUnsupportedFailure(loaded.subject, [first, ...rest]);
  }
  const { wire, changes, encode, decode } = adapted;
  return { wire, wireText: jsonText(wire), adapted: true, changes, encode, decode };
}

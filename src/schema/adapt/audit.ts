import type { SchemaDocument } from '../dialect/document.js';
import { isObject } from '../dialect/draft.js';
import type { Site } from '../dialect/site.js';
import { formsOf } from './forms.js';
import type { Node } from './graph/node.js';
import { ChangeLog } from './report/change-log.js';
import { keywordChange } from './report/dropped-keywords.js';
import type { Emitted } from './wire/emit-scalar.js';

/** Nodes that were written as one, and what they became; undefined: null at most. */
export interface Written {
  readonly nodes: readonly Node[];
  readonly emitted: Emitted | undefined;
}

/** Spoken of by whatever reads them, always. */
const SPOKEN_OF: ReadonlySet<string> = new Set(['description', '$defs', 'definitions', 'allOf', 'not', 'if']);

/**
 * Compares every keyword that reached the wire with what is there, and reports those of which no step has
 * said what became of them: merging alternatives loses more than any one step can see.
 */
export function audit(written: readonly Written[], logs: readonly ChangeLog[]): ChangeLog {
  const spoken = ChangeLog.spoken(logs);
  const found = new ChangeLog();
  for (const { nodes, emitted } of written) {
    // The value as a whole is told as text, and that is said already.
    if (emitted?.plan.kind === 'text') continue;
    const forms = emitted === undefined ? [] : formsOf(emitted.wire, emitted.plan);
    const nullable = nodes[0]?.nullable === true;
    const isTuple = forms.some((form) => form.isTuple);
    for (const { site, schema } of nodes.flatMap((node) => node.parts)) {
      const known = spoken.get(site);
      for (const [name, value] of Object.entries(schema)) {
        if (SPOKEN_OF.has(name) || known?.has(name) === true) continue;
        if (isTuple && TUPLE.has(name) && known?.has('') === true) continue;
        if ((name === 'then' || name === 'else') && Object.hasOwn(schema, 'if')) continue;
        const verdict = keywordChange({ name, value, forms, nullable, isAlone: nodes.length === 1 });
        if (verdict === undefined) continue;
        const [kind, what, why] = verdict;
        found.add(kind, site, [name], what, why);
      }
    }
  }
  return found;
}

/** Keywords whose part in a tuple is told where the tuple is. */
const TUPLE: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'minItems',
  'maxItems',
]);

/** Reports the definitions that are none on the wire. */
export function auditDefinitions(
  document: SchemaDocument,
  reached: ReadonlySet<Site>,
  isDefined: (site: Site) => boolean,
): ChangeLog {
  const found = new ChangeLog();
  for (const site of reached) {
    for (const keyword of ['$defs', 'definitions']) {
      const map = isObject(site.schema) ? site.schema[keyword] : undefined;
      for (const name of isObject(map) ? Object.keys(map) : []) {
        const definition = document.at(site, [keyword, name]);
        if (definition === undefined || isDefined(definition)) continue;
        if (reached.has(definition))
          found.add('exact', site, [keyword, name], 'no definition', 'it is written out where it is used');
        else found.add('exact', site, [keyword, name], 'left out', 'nothing on the wire refers to it');
      }
    }
  }
  return found;
}

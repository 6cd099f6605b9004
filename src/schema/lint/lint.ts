import { pointerTo } from '../../json/pointer.js';
import type { JsonValue } from '../../json/value.js';
import { SchemaDocument } from '../dialect/document.js';
import { FindingList, type LintFinding } from './findings.js';
import { LimitCounter, STRICT_LIMITS, type StrictLimits } from './limit-rules.js';

import { phrased } from './phrased.js';
import { rulesFor } from './rules-for.js';
import { walkKeywords } from './walk-keywords.js';

export interface LintOptions {
  /** Sizes to hold the schema to; those that are left out are OpenAI's. */
  readonly limits?: Partial<StrictLimits>;
}

/** What strict mode would say, in the order of the schema. */
export interface LintResult {
  /** Known to be refused. */
  readonly errors: readonly LintFinding[];
  /** Sources differ, or nobody has tried. */
  readonly warnings: readonly LintFinding[];
  /** Findings beyond the first 10,000 of a severity, which are only counted. */
  readonly omitted: number;
}

/** Schemas inside each other; a text is refused long before, by how deep its brackets are. */
const deepestJudged = 2_000;

/**
 * Judges a schema by the rules of OpenAI's strict structured outputs: everything that is wrong at once.
 * Takes time linear in the size of the schema, and never throws, whatever it is given.
 */
export function lint(schema: JsonValue, options: LintOptions = {}): LintResult {
  const counter = new LimitCounter({ ...STRICT_LIMITS, ...options.limits });
  const errors = new FindingList('error');
  const warnings = new FindingList('warning');
  let order = 0;
  for (const at of walkKeywords(new SchemaDocument(schema), deepestJudged)) {
    order++;
    if (at.kind === 'too deep') {
      errors.add(phrased('limit_nesting', { limit: deepestJudged }), at.pointer, order);
      continue;
    }
    counter.count(at, order);
    for (const rule of rulesFor(at.place, at.kind === 'boolean')) {
      const list = rule.severity === 'error' ? errors : warnings;
      for (const { below = [], ...found } of rule.look(at.place)) {
        const { keyword } = at.place;
        const pointer = keyword === undefined ? at.pointer : pointerTo(at.pointer, keyword);
        list.add(found, below.reduce(pointerTo, pointer), order);
      }
    }
  }
  for (const { pointer, order: belongsTo, ...found } of counter.findings()) {
    errors.add(found, pointer, belongsTo);
  }
  return {
    errors: errors.inOrder(),
    warnings: warnings.inOrder(),
    omitted: errors.omitted + warnings.omitted,
  };
}

import { pointerTo } from '../../json/pointer.js';
import type { JsonValue } from '../../json/value.js';
import { SchemaDocument } from '../dialect/document.js';
import { STRICT_LIMITS, type StrictLimits } from '../dialect/strict-limits.js';
import { FindingList, type LintFinding } from './findings.js';
import { LimitCounter, nestedTooDeep } from './limit-rules.js';
import { isBesideRef, type Place, type Rule } from './rule.js';
import { RULES } from './rules/index.js';
import { walkKeywords } from './walk-keywords.js';

export interface LintOptions {
  /** The limits of the schema's size; OpenAI's if absent. */
  readonly limits?: Partial<StrictLimits>;
}

/** What strict mode finds, in the order of the schema. */
export interface LintResult {
  /** What all evidence says is rejected. */
  readonly errors: readonly LintFinding[];
  /** What sources disagree on, or there is no evidence for. */
  readonly warnings: readonly LintFinding[];
  /** The number of findings beyond the first 10,000 of a severity. */
  readonly omitted: number;
}

/** How deep schemas may be nested. A text is rejected long before, for how deep its brackets are. */
const deepestChecked = 2_000;

/**
 * Checks a schema against the rules of OpenAI's strict structured outputs and returns every finding at once.
 * Takes time linear in the size of the schema and never throws.
 */
export function lint(schema: JsonValue, options: LintOptions = {}): LintResult {
  const counter = new LimitCounter({ ...STRICT_LIMITS, ...options.limits });
  const errors = new FindingList('error');
  const warnings = new FindingList('warning');
  let order = 0;
  for (const at of walkKeywords(new SchemaDocument(schema), deepestChecked)) {
    order++;
    if (at.kind === 'too deep') {
      errors.add(nestedTooDeep(deepestChecked, { pointer: at.pointer, order }), order);
      continue;
    }
    counter.count(at, order);
    for (const rule of rulesFor(at.place, at.kind === 'boolean')) {
      const list = rule.severity === 'error' ? errors : warnings;
      for (const { below = [], message, hint = plainText(rule.fix) } of rule.check(at.place)) {
        const { keyword } = at.place;
        const start = keyword === undefined ? at.pointer : pointerTo(at.pointer, keyword);
        list.add({ code: rule.code, pointer: below.reduce(pointerTo, start), message, hint }, order);
      }
    }
  }
  for (const finding of counter.findings()) errors.add(finding, finding.order);
  return {
    errors: errors.inOrder(),
    warnings: warnings.inOrder(),
    omitted: errors.omitted + warnings.omitted,
  };
}

const bySchema = RULES.filter(({ on }) => on.schema === true);
const byBoolean = RULES.filter(({ on }) => on.boolean === true);
const byAnyKeyword = RULES.filter(({ on }) => on.keywords === 'any');
const byKeyword = new Map<string, Rule[]>();
for (const rule of RULES) {
  const { keywords = [] } = rule.on;
  if (keywords === 'any') continue;
  for (const keyword of keywords) byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? byAnyKeyword), rule]);
}

/** Returns the rules to ask about a place. */
function rulesFor(place: Place, isBoolean: boolean): readonly Rule[] {
  const { keyword, inCondition } = place;
  const rules =
    keyword !== undefined ? (byKeyword.get(keyword) ?? byAnyKeyword) : isBoolean ? byBoolean : bySchema;
  const besideRef = keyword !== undefined && isBesideRef(place);
  if (!inCondition && !besideRef) return rules;
  return rules.filter(
    ({ shape, notBesideRef }) => !(inCondition && shape === true) && !(besideRef && notBesideRef === true),
  );
}

/** Returns a text of the documentation as a sentence: the backticks around a name become quotes, others go. */
function plainText(markdown: string): string {
  return markdown.replace(/`([^`]*)`/g, (_, code: string) =>
    /^\$?\w+$/.test(code) ? JSON.stringify(code) : code,
  );
}

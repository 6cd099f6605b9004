import { isBesideRef } from './beside-ref.js';
import type { Place, Rule } from './rule.js';
import { RULES } from './rules/index.js';

const bySchema = RULES.filter(({ on }) => on.schema === true);
const byBoolean = RULES.filter(({ on }) => on.boolean === true);
const byAnyKeyword = RULES.filter(({ on }) => on.keywords === 'any');
const byKeyword = new Map<string, Rule[]>();
for (const rule of RULES) {
  const { keywords = [] } = rule.on;
  if (keywords === 'any') continue;
  for (const keyword of keywords) byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? byAnyKeyword), rule]);
}

/** The rules to ask about a place. */
export function rulesFor(place: Place, isBoolean: boolean): readonly Rule[] {
  const { keyword, inCondition } = place;
  const rules =
    keyword !== undefined ? (byKeyword.get(keyword) ?? byAnyKeyword) : isBoolean ? byBoolean : bySchema;
  const besideRef = keyword !== undefined && isBesideRef(place);
  if (!inCondition && !besideRef) return rules;
  return rules.filter(
    ({ shape, notBesideRef }) => !(inCondition && shape === true) && !(besideRef && notBesideRef === true),
  );
}

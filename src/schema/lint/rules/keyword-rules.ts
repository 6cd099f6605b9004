import { keywordsOfRule } from '../../dialect/keywords.js';
import type { FindingArguments, FindingCode } from '../arguments.js';
import { present, presentAlone, type Rule, rule } from '../rule.js';

/** Rules that object to a keyword whatever it holds. The table of keywords says which keywords are meant. */
export const allOf = keyword('all_of', 'error', ['D', 'C', 'N', 'E5']);
export const not = keyword('not', 'error', ['D', 'C', 'N']);
export const patternProperties = keyword('pattern_properties', 'error', ['D', 'N', 'E4']);
export const propertyNames = keyword('property_names', 'error', ['N', 'E15']);
export const uniqueItems = keyword('unique_items', 'error', ['D', 'C', 'E16']);
export const maxLength = keyword('max_length', 'warning', ['D', 'C', 'E17'], { disputed: true });
export const defaultValue = keyword('default', 'warning', ['L', 'N', 'E18'], {
  disputed: true,
  notBesideRef: true,
});
export const title = keyword('title', 'warning', ['L', 'J'], { disputed: true, notBesideRef: true });
export const propertyCount = namedKeyword('property_count', 'error', ['N']);
export const unevaluated = namedKeyword('unevaluated', 'error', ['D', 'C', 'N']);
export const dependents = namedKeyword('dependents', 'error', ['D', 'C', 'N']);
export const content = namedKeyword('content', 'warning', ['N'], { notBesideRef: true });

type CodesWith<Arguments> = {
  [Code in FindingCode]: [FindingArguments[Code], Arguments] extends [Arguments, FindingArguments[Code]]
    ? Code
    : never;
}[FindingCode];

type Flags = Pick<Rule, 'disputed' | 'notBesideRef'>;

/** A rule about one keyword, which its wording names. */
function keyword(
  code: CodesWith<Readonly<Record<string, never>>>,
  severity: Rule['severity'],
  sources: Rule['sources'],
  flags: Flags = {},
): Rule {
  const on = { keywords: keywordsOfRule(code) };
  return rule<typeof code>({ code, severity, sources, on, check: presentAlone, ...flags });
}

/** A rule about several keywords; its wording names the one that was found. */
function namedKeyword(
  code: CodesWith<{ readonly keyword: string }>,
  severity: Rule['severity'],
  sources: Rule['sources'],
  flags: Flags = {},
): Rule {
  const on = { keywords: keywordsOfRule(code) };
  return rule<typeof code>({ code, severity, sources, on, check: present, ...flags });
}

import { keysOf } from '../../../json/exact.js';
import { isJsonObject } from '../../../json/value.js';
import { own } from '../../dialect/draft.js';
import { type BuildContext, constraintsAt } from './context.js';
import { quotedList } from './description-text.js';
import type { FlatSchema } from './flatten.js';
import type { AdditionalProperties, Constraint, SchemaPart } from './node.js';
import { NamePattern } from './patterns.js';
import type { RuleProperties } from './rule-properties.js';

/** The rules of one schema for the properties of an object. */
export interface MemberRules {
  readonly part: SchemaPart;
  readonly properties: ReadonlySet<string>;
  readonly patterns: readonly {
    readonly pattern: NamePattern;
    readonly constraints: readonly Constraint[];
  }[];
  /** Undefined if the schema does not mention other properties. */
  readonly additional: readonly Constraint[] | false | undefined;
}

export function memberRules(context: BuildContext, part: SchemaPart): MemberRules {
  const { schema, site } = part;
  const properties = own(schema, 'properties');
  const patterns = own(schema, 'patternProperties');
  const additional = own(schema, 'additionalProperties');
  return {
    part,
    properties: new Set(isJsonObject(properties) ? keysOf(properties) : []),
    patterns: (isJsonObject(patterns) ? keysOf(patterns) : []).map((source) => ({
      pattern: new NamePattern(source),
      constraints: constraintsAt(context, site, 'patternProperties', source),
    })),
    additional:
      additional === undefined || additional === false
        ? additional
        : constraintsAt(context, site, 'additionalProperties'),
  };
}

/** Returns what an object may have besides its named properties, or undefined if nothing. */
export function additionalProperties(
  context: BuildContext,
  flat: FlatSchema,
  rules: readonly MemberRules[],
  byRules: RuleProperties,
  names: ReadonlySet<string>,
): AdditionalProperties | undefined {
  if (rules.some((rule) => rule.additional === false && rule.patterns.length === 0)) return undefined;
  const hasPatterns = rules.some((rule) => rule.patterns.length > 0);
  const isSilent = rules.every((rule) => rule.additional === undefined);
  if (isSilent) {
    const unevaluated = unevaluatedOf(context, flat);
    if (unevaluated === false && !hasPatterns && !byRules.open) return undefined;
    if (unevaluated !== undefined && unevaluated !== false && !hasPatterns && !byRules.open) {
      return extras(context, flat, [], unevaluated);
    }
    const isClosed = context.narrow && !hasPatterns && names.size > 0 && namesAny(rules, byRules);
    if (isClosed && !byRules.open) {
      narrowed(context, rules, flat);
      return undefined;
    }
  }
  const values: Constraint[] = [];
  const sources: string[] = [];
  for (const rule of rules) {
    if (rule.patterns.length === 0)
      values.push(...(rule.additional === false ? [] : (rule.additional ?? [])));
    else values.push(...patternValues(context, rule, isSilent && !byRules.open, sources, flat));
  }
  return extras(context, flat, sources, values);
}

/** Patterns that match any name. */
const MATCHES_ALL: ReadonlySet<string> = new Set(['', '.*', '^.*$', '.+', '^.+$', '^.*', '.']);

/** `properties` names something; `required` alone does not describe an object. */
function namesAny(rules: readonly MemberRules[], byRules: RuleProperties): boolean {
  return byRules.names.size > 0 || rules.some((rule) => rule.properties.size > 0);
}

function narrowed(context: BuildContext, rules: readonly MemberRules[], flat: FlatSchema): void {
  const site = (rules.find((rule) => rule.properties.size > 0)?.part ?? flat.rules[0])?.site;
  if (site === undefined) return;
  const why = 'the schema names properties and does not mention others';
  context.log.add('narrowed', site, [], 'no further properties', why);
}

/** Returns the constraints on properties whose names match a pattern, or on all other properties. */
function patternValues(
  context: BuildContext,
  rule: MemberRules,
  mayNarrow: boolean,
  sources: string[],
  flat: FlatSchema,
): Constraint[] {
  const { site } = rule.part;
  const sites = rule.patterns.flatMap(({ constraints }) =>
    constraints.flatMap((constraint) => (constraint.kind === 'site' ? [constraint.site] : [])),
  );
  const silent = rule.additional === undefined;
  if (silent && context.narrow && mayNarrow && unevaluatedOf(context, flat) === undefined) {
    const why = 'the schema names patterns and does not mention other names';
    context.log.add('narrowed', site, ['patternProperties'], 'only names that match', why);
  }
  const closed = rule.additional === false || (silent && context.narrow && mayNarrow);
  const telling = rule.patterns
    .map(({ pattern }) => pattern.source)
    .filter((source) => !MATCHES_ALL.has(source));
  // Beside a pattern that takes every name, the others say nothing about names.
  if (closed && telling.length === rule.patterns.length) sources.push(...telling);
  const others = closed
    ? []
    : (rule.additional ?? []).flatMap((constraint) => (constraint.kind === 'site' ? [constraint.site] : []));
  const orAnything = !closed && others.length === 0;
  return [context.constraints.anyOf([...sites, ...others], orAnything)];
}

/** Returns the constraints that `unevaluatedProperties` puts on all other properties. */
function unevaluatedOf(context: BuildContext, flat: FlatSchema): Constraint[] | false | undefined {
  if (!context.understands('unevaluatedProperties')) return undefined;
  let found: Constraint[] | false | undefined;
  for (const part of flat.parts) {
    const value = own(part.schema, 'unevaluatedProperties');
    if (value === false) found ??= false;
    // What one part lets in is evaluated, and no other part can object to it any more.
    else if (value !== undefined) return constraintsAt(context, part.site, 'unevaluatedProperties');
  }
  return found;
}

function extras(
  context: BuildContext,
  flat: FlatSchema,
  sources: readonly string[],
  values: readonly Constraint[],
): AdditionalProperties {
  const keys: Constraint[] = [];
  for (const part of flat.parts) {
    if (own(part.schema, 'propertyNames') === undefined) continue;
    keys.push(...constraintsAt(context, part.site, 'propertyNames'));
  }
  const keyNotes =
    sources.length === 0 ? [] : [`Keys match the regular expression ${quotedList(sources, 'or')}.`];
  return { keys: keys.length === 0 ? undefined : context.edge(keys), keyNotes, values: context.edge(values) };
}

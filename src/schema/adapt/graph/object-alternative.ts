import { isJsonObject } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { additionalProperties, type MemberRules, memberRules } from './additional-properties.js';
import { type BuildContext, constraintsAt } from './context.js';
import type { FlatSchema } from './flatten.js';
import type { Constraint, Member, ObjectAlternative, SchemaPart } from './node.js';
import { type RuleProperties, ruleProperties } from './rule-properties.js';
import { objectNotes } from './unsupported-rules.js';

/** Combines the keywords of objects: the named properties, then all others. */
export function objectAlternative(context: BuildContext, flat: FlatSchema): ObjectAlternative {
  const rules = flat.parts.map((part) => memberRules(context, part));
  const byRules = ruleProperties(context.document, flat.rules);
  const required = requiredNames(flat.parts);
  const names = new Set<string>();
  for (const rule of rules) for (const name of rule.properties) names.add(name);
  const isSilent = rules.every((rule) => rule.additional === undefined);
  const mayClose =
    context.narrow || flat.parts.some((part) => Object.hasOwn(part.schema, 'unevaluatedProperties'));
  // If other properties are excluded, those that a rule names must remain possible.
  if (isSilent && mayClose) for (const name of byRules.names.keys()) names.add(name);
  const only = onlyNames(context, flat.parts);
  for (const name of only ?? []) names.add(name);
  for (const name of required) names.add(name);
  const members: Member[] = [];
  for (const name of names) {
    const constraints = only?.has(name) === false ? undefined : constraintsFor(context, rules, byRules, name);
    const isRequired = required.has(name);
    if (constraints === undefined && !isRequired) continue;
    const edge = context.edge(constraints ?? [context.constraints.never()]);
    const combined = (constraints ?? []).flatMap((one) => (one.kind === 'site' ? [one.site] : []));
    members.push({ name, edge: combined.length > 1 ? { ...edge, combined } : edge, required: isRequired });
  }
  const extras = only === undefined ? additionalProperties(context, flat, rules, byRules, names) : undefined;
  return {
    kind: 'object',
    site: flat.parts[0]?.site,
    members,
    additional: extras,
    notes: objectNotes(context, flat.parts),
  };
}

/** A longer list of names becomes the `enum` of the keys of a map. */
const MANY_NAMES = 50;

/** Returns the names that `propertyNames` lists if they are few: they become ordinary properties. */
function onlyNames(context: BuildContext, parts: readonly SchemaPart[]): Set<string> | undefined {
  for (const part of parts) {
    const site = context.document.at(part.site, ['propertyNames']);
    const list = isJsonObject(site?.schema) ? own(site.schema, 'enum') : undefined;
    if (!isArray(list) || list.length > MANY_NAMES) continue;
    return new Set(list.filter((name) => typeof name === 'string'));
  }
  return undefined;
}

function requiredNames(parts: readonly SchemaPart[]): Set<string> {
  const names = new Set<string>();
  for (const { schema } of parts) {
    const list = own(schema, 'required');
    if (isArray(list)) for (const name of list) if (typeof name === 'string') names.add(name);
  }
  return names;
}

/** Returns the constraints on a property, or undefined if there can be no such property. */
function constraintsFor(
  context: BuildContext,
  rules: readonly MemberRules[],
  byRules: RuleProperties,
  name: string,
): Constraint[] | undefined {
  const constraints: Constraint[] = [];
  let isNamed = false;
  for (const rule of rules) {
    const found = rule.properties.has(name) ? constraintsAt(context, rule.part.site, 'properties', name) : [];
    isNamed ||= rule.properties.has(name);
    let isUncertain = false;
    for (const { pattern, constraints: own } of rule.patterns) {
      const matches = pattern.matches(name);
      if (matches === undefined) isUncertain = true;
      else if (matches) found.push(...own);
    }
    // If it is unknown whether a pattern matches, no constraint would be certain.
    if (found.length === 0 && !isUncertain && !rule.properties.has(name)) {
      if (rule.additional === false) return undefined;
      found.push(...(rule.additional ?? []));
    }
    constraints.push(...found);
  }
  const hinted = byRules.names.get(name);
  if (!isNamed && hinted !== undefined && context.narrow)
    constraints.push(context.constraints.anyOf(hinted, false));
  return constraints;
}

import { fromEntries } from '../../../json/exact.js';
import type { Site } from '../../dialect/site.js';
import { PAIR_KEY, PAIR_VALUE, type PlanOf, type RecordMember, type Tag } from '../codec/plan.js';
import { paragraph, type Texts } from '../graph/description-text.js';
import {
  type AdditionalProperties,
  type Edge,
  edgesOf,
  type Member,
  type ObjectAlternative,
} from '../graph/node.js';
import { recordKeywords } from '../report/record-keywords.js';
import { type Branch, branchesOf } from './branches.js';
import { emitString, emitText, TOO_DEEP } from './emit-scalar.js';
import { emitValues } from './emit-values.js';
import type { Emitted, Emitter } from './emitter.js';
import { recordImpossible, recordInlined, recordUntyped } from './record-uses.js';
import { closedObject, prependDescription, unusedName, type Wire } from './wire-schema.js';

/** Returns the properties that some value has. */
function membersIn(alternative: ObjectAlternative): readonly Member[] {
  return alternative.members.filter((member) => member.required || member.edge.node.inhabited);
}

function extrasIn(alternative: ObjectAlternative): AdditionalProperties | undefined {
  return alternative.additional?.values.node.inhabited === true ? alternative.additional : undefined;
}

/** Whether an object has no named properties, but others. */
export function isMap(alternative: ObjectAlternative): boolean {
  return membersIn(alternative).length === 0 && extrasIn(alternative) !== undefined;
}

/** Emits an object: named properties unchanged, others as key/value pairs. */
export function emitObject(
  emitter: Emitter,
  alternative: ObjectAlternative,
  depth: number,
  about: Texts,
  tag: { tag: Tag; wire: Wire } | undefined,
): Emitted {
  const said = [...about, ...alternative.notes];
  const members = membersIn(alternative);
  const extras = extrasIn(alternative);
  const { site } = alternative;
  for (const edge of edgesOf([alternative])) recordImpossible(emitter.log, edge);
  const isPlainMap = isMap(alternative) && tag === undefined;
  const deepest = extras === undefined || isPlainMap ? depth : depth + 1;
  if (deepest > emitter.limits.depth) {
    emitter.log.addText(site, TOO_DEEP);
    return emitText(...said, 'An object.');
  }
  if (extras !== undefined) {
    const what = 'members without fixed names are key/value pairs';
    emitter.log.add('encoded', site, [], what, 'strict objects are closed');
  }
  if (isPlainMap && extras !== undefined) {
    const { wire, plan } = emitPairs(emitter, site, extras, depth);
    return {
      wire: prependDescription(wire, ...said, 'A map, given as a list of key/value pairs; each key once.'),
      plan,
    };
  }
  const names = new Set(members.map((member) => member.name));
  if (tag !== undefined) names.add(tag.tag.key);
  const properties: [string, Wire][] = tag === undefined ? [] : [[tag.tag.key, tag.wire]];
  const plans: RecordMember[] = [];
  const leading = emitter.discriminators.get(alternative);
  if (leading !== undefined && leading !== members[0]?.name) {
    const why = 'alternatives must not start with the same property';
    emitter.log.add('exact', site, [], `the property ${JSON.stringify(leading)} comes first`, why);
  }
  const isFirst = ({ name }: Member): boolean => name === leading;
  for (const member of [...members.filter(isFirst), ...members.filter((member) => !isFirst(member))]) {
    // Many JavaScript programs lose a property named `__proto__`.
    const key = member.name === '__proto__' ? unusedName('proto__', names) : member.name;
    const { wire, slot } = emitter.slot(member.edge, !member.required, depth + 1);
    recordUntyped(emitter.log, site, member.edge, `the property ${JSON.stringify(member.name)}`);
    if (key !== member.name) {
      const why = 'many JavaScript programs lose a property of this name';
      const what = `the property "${member.name}" is named "${key}"`;
      emitter.log.addProperty(member.edge.combined ?? [member.edge.at ?? site], what, why);
    }
    const isRenamed = key !== member.name;
    properties.push([key, isRenamed ? prependDescription(wire, `The property "${member.name}".`) : wire]);
    plans.push({ key, name: member.name, slot });
  }
  let more: { key: string; pairs: PlanOf<'pairs'> } | undefined;
  if (extras !== undefined) {
    const key = unusedName('otherProperties', names);
    const { wire, plan } = emitPairs(emitter, site, extras, depth + 1);
    properties.push([
      key,
      prependDescription(wire, 'Further properties, as a list of key/value pairs; each key once.'),
    ]);
    more = { key, pairs: plan };
  }
  return {
    wire: prependDescription(closedObject(fromEntries(properties)), ...said),
    plan: {
      kind: 'record',
      members: plans,
      names: new Set(plans.map((member) => member.name)),
      additional: more,
      tag: tag?.tag,
    },
  };
}

/** Emits an array of key/value pairs. */
function emitPairs(
  emitter: Emitter,
  site: Site | undefined,
  extras: AdditionalProperties,
  depth: number,
): { wire: Wire; plan: PlanOf<'pairs'> } {
  recordUntyped(emitter.log, site, extras.values, 'further members');
  const keys = emitKeys(emitter, extras.keys, extras.keyNotes);
  const value = emitter.slot(extras.values, false, depth + 1);
  const pair = closedObject({ [PAIR_KEY]: keys.wire, [PAIR_VALUE]: value.wire });
  return {
    wire: { type: 'array', items: pair },
    plan: { kind: 'pairs', keys: keys.plan, value: value.slot },
  };
}

/** Emits the keys of a map: a string, or one of a few values. */
function emitKeys(emitter: Emitter, edge: Edge | undefined, notes: readonly string[]): Emitted {
  if (edge === undefined) return plainKeys(...notes);
  const nodes = [edge.node];
  const branches = branchesOf(edge.node, (inner, isRepeated) => {
    if (!isRepeated) nodes.push(inner.node);
    recordInlined(emitter.log, inner);
  });
  recordInlined(emitter.log, edge);
  const emitted = keysOf(emitter, edge, branches, notes);
  for (const node of nodes) emitter.written.add(node);
  const sources = branches.map(({ within }) => within);
  recordKeywords(emitter.keywordLog, nodes, [{ ...emitted, sources }]);
  return emitted;
}

function plainKeys(...about: Texts): Emitted {
  return { wire: prependDescription({ type: 'string' }, ...about), plan: { kind: 'scalar', type: 'string' } };
}

function keysOf(
  emitter: Emitter,
  { node, description }: Edge,
  branches: readonly Branch[],
  notes: readonly string[],
): Emitted {
  const [only, ...others] = branches;
  const alternative = others.length === 0 && only?.kind === 'here' ? only.alternative : undefined;
  if (alternative?.kind === 'values') {
    const names = alternative.values.filter((value) => typeof value === 'string');
    const [emitted] = emitValues(emitter, names, [alternative.site], description, ...notes);
    if (emitted !== undefined) return emitted;
  }
  if (alternative?.kind === 'string') return emitString([alternative], description, ...node.about, ...notes);
  const said = branches.flatMap((branch) => (branch.kind === 'here' ? branch.alternative.notes : []));
  return plainKeys(paragraph([description, ...node.about, ...said]), ...notes);
}

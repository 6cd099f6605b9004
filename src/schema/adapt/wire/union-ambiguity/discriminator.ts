import type { JsonValue } from '../../../../json/value.js';
import type { Member, Node, ObjectAlternative } from '../../graph/node.js';
import { areDisjoint, isScalar } from '../../graph/types.js';
import { branchesOf } from '../branches.js';

/**
 * Returns the property that has to come first in each alternative. Some providers reject alternatives that
 * start with the same property, and a model would have to choose one too early.
 */
export function discriminators(nodes: readonly Node[]): Map<ObjectAlternative, string> {
  const leading = new Map<ObjectAlternative, string>();
  const nested = inlinedChoices(nodes);
  for (const node of nodes) {
    if (nested.has(node) || !node.alternatives.some((alternative) => alternative.kind === 'node')) continue;
    for (const group of groupsOf(node)) {
      const first = group.objects[0]?.members[0]?.name ?? '';
      if (tellsApart(group, first)) continue;
      const shared = group.objects[0]?.members.find(({ name }) => tellsApart(group, name));
      for (const object of group.objects) {
        const name = shared?.name ?? ownName(group, object);
        if (name !== undefined && !leading.has(object)) leading.set(object, name);
      }
    }
  }
  return leading;
}

/** Returns the choices that are only part of another choice. */
function inlinedChoices(nodes: readonly Node[]): Set<Node> {
  const nested = new Set<Node>();
  for (const node of nodes) {
    for (const alternative of node.alternatives) {
      if (alternative.kind === 'node' && alternative.edge.node.uses === 1) nested.add(alternative.edge.node);
    }
  }
  return nested;
}

/** Alternatives that start with the same property. */
interface Group {
  readonly objects: readonly ObjectAlternative[];
  /** For each name, the members of that name in all of them. */
  readonly members: ReadonlyMap<string, readonly Member[]>;
}

function groupsOf(node: Node): Group[] {
  const byFirst = new Map<string, ObjectAlternative[]>();
  for (const object of objectsOf(node)) {
    const first = object.members[0]?.name;
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), object]);
  }
  return [...byFirst.values()]
    .filter((objects) => objects.length > 1)
    .map((objects) => {
      const members = new Map<string, Member[]>();
      for (const member of objects.flatMap((object) => object.members)) {
        const same = members.get(member.name);
        if (same === undefined) members.set(member.name, [member]);
        else same.push(member);
      }
      return { objects, members };
    });
}

/** The objects among the alternatives of a node. */
function objectsOf(node: Node): ObjectAlternative[] {
  return branchesOf(node).flatMap((branch) => {
    const alternatives = branch.kind === 'here' ? [branch.alternative] : branch.edge.node.alternatives;
    return alternatives.filter((alternative) => alternative.kind === 'object');
  });
}

/** Whether a property is required in all alternatives and has different values in each. */
function tellsApart(group: Group, name: string): boolean {
  const members = group.members.get(name) ?? [];
  return members.length === group.objects.length && areDisjoint(members.map(valuesOf));
}

function valuesOf(member: Member): readonly JsonValue[] | undefined {
  const [only, ...others] = member.edge.node.alternatives;
  const isFixed = member.required && only?.kind === 'values' && others.length === 0;
  return isFixed && only.values.every(isScalar) ? only.values : undefined;
}

/** Returns a property that no other alternative has, preferably a required one. */
function ownName(group: Group, object: ObjectAlternative): string | undefined {
  const own = object.members.filter(({ name }) => group.members.get(name)?.length === 1);
  return (own.find((member) => member.required) ?? own[0])?.name;
}

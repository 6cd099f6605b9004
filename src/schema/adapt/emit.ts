import type { JsonValue } from '../../json/value.js';
import type { Limits } from '../dialect/limits.js';
import type { Graph } from './build.js';
import type { Emitted } from './emit-scalars.js';
import { emitSlot } from './emit-slot.js';
import { emitBody } from './emit-union.js';
import type { Emitter } from './emitter.js';
import { definitionName, hasMoreThanNull, isShared } from './gather.js';
import type { Edge, Node } from './graph.js';
import { leadingMembers } from './leading.js';
import { BOX_KEY, type Plan, type RefPlan, type UnionPlan } from './plan.js';
import { closedObject, described, freshName, type Wire } from './wire.js';

export interface Emission {
  readonly wire: { readonly [keyword: string]: JsonValue };
  readonly plan: Plan;
  readonly unions: readonly { readonly node: Node; readonly plan: UnionPlan }[];
}

/** Writes the wire schema, and with it the plan of its codec. */
export function emit(graph: Graph, tagged: ReadonlySet<string>, limits: Limits): Emission {
  const definitions = new Map<Node, { name: string; plan: RefPlan }>();
  const names = new Set<string>();
  const waiting: Node[] = [];
  const unions: { node: Node; plan: UnionPlan }[] = [];
  const emitter: Emitter = {
    limits,
    log: graph.log,
    enums: {
      left: limits.enumValues,
      longEnum: limits.longEnum,
      longEnumCharacters: limits.longEnumCharacters,
    },
    tagKey: freshName('variant', graph.names),
    nullKey: freshName('isNull', graph.names),
    isTagged: (node) => tagged.has(node.key),
    leading: leadingMembers(graph.nodes),
    unions,
    slot: (edge, isOptional, depth) => emitSlot(emitter, edge, isOptional, depth),
    node: emitNode,
    reference,
  };
  const root = emitRoot(emitter, graph.root);
  const bodies: { [name: string]: Wire } = {};
  for (let node = waiting.shift(); node !== undefined; node = waiting.shift()) {
    const definition = definitions.get(node);
    // Two, as a definition stands inside the root.
    const body = emitBody(emitter, { node }, 2);
    if (definition === undefined || body === undefined) throw new Error('a definition without values');
    bodies[definition.name] = body.wire;
    definition.plan.target = body.plan;
  }
  const wire = definitions.size === 0 ? root.wire : { ...root.wire, $defs: bodies };
  return { wire, plan: root.plan, unions };

  function emitNode(edge: Edge, depth: number): Emitted | undefined {
    const { node, description } = edge;
    if (!isShared(node)) return emitBody(emitter, edge, depth);
    if (!hasMoreThanNull(node)) return undefined;
    const { wire, plan } = reference(node);
    return { wire: described(wire, description), plan };
  }

  function reference(node: Node): Emitted {
    let definition = definitions.get(node);
    if (definition === undefined) {
      const name = freshDefinition(definitionName(node), names);
      definition = { name, plan: { kind: 'ref', name, target: undefined } };
      definitions.set(node, definition);
      waiting.push(node);
    }
    return { wire: { $ref: `#/$defs/${definition.name}` }, plan: definition.plan };
  }
}

function freshDefinition(name: string, taken: Set<string>): string {
  let fresh = name;
  for (let count = 2; taken.has(fresh); count++) fresh = `${name}_${count}`;
  taken.add(fresh);
  return fresh;
}

/** The root has to be one object; whatever is something else goes into a property of one. */
function emitRoot(emitter: Emitter, edge: Edge): Emitted {
  if (!edge.node.nullable) {
    const enums = emitter.enums.left;
    const body = emitBody(emitter, edge, 1);
    if (body !== undefined && body.wire['type'] === 'object') return body;
    // It is written again, one level deeper.
    emitter.enums.left = enums;
    emitter.unions.length = 0;
  }
  const { wire, slot } = emitter.slot(edge, false, 2);
  if (edge.node.origin !== undefined) {
    const why = 'the root of a strict schema is an object';
    emitter.log.add('encoded', edge.node.origin, [], `the value is in the property "${BOX_KEY}"`, why);
  }
  return { wire: closedObject({ [BOX_KEY]: wire }), plan: { kind: 'box', tag: undefined, slot } };
}

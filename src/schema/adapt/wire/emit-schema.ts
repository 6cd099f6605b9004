import { fromEntries } from '../../../json/exact.js';
import type { JsonValue } from '../../../json/value.js';
import type { Site } from '../../dialect/site.js';
import type { StrictLimits } from '../../dialect/strict-limits.js';
import { BOX_KEY, type Plan, type PlanOf } from '../codec/plan.js';
import type { Graph } from '../graph/build-graph.js';
import type { Edge, Node } from '../graph/node.js';
import { type Change, ChangeLog } from '../report/change-log.js';
import { recordDefinitions } from '../report/record-keywords.js';
import { branchesOf, definitionName, hasMoreThanNull, isShared } from './branches.js';
import { emitNonNull } from './emit-node.js';
import { isMap } from './emit-object.js';
import { emitText } from './emit-scalar.js';
import { emitSlot } from './emit-slot.js';
import type { Emitted, Emitter } from './emitter.js';
import { recordInlined, recordReference } from './record-uses.js';
import { discriminators } from './union-ambiguity/discriminator.js';
import { closedObject, prependDescription, unusedName, type Wire } from './wire-schema.js';

export interface Emission {
  /** Computed on demand, since an emission may be discarded. */
  readonly changes: () => readonly Change[];
  readonly wire: { readonly [keyword: string]: JsonValue };
  readonly plan: Plan;
  readonly unions: readonly { readonly node: Node; readonly plan: PlanOf<'union'> }[];
}

/** Levels of nested schemas; schemas below them become text. */
const MAX_LEVELS = 60;

/** Emits the wire schema and the plan of its codec. */
export function emitSchema(graph: Graph, tagged: ReadonlySet<string>, limits: StrictLimits): Emission {
  const definitions = new Map<Node, { name: string; plan: PlanOf<'ref'> }>();
  const names = new Set<string>();
  const log = new ChangeLog();
  let level = 0;
  let nullName: string | undefined;
  const waiting: Node[] = [];
  const unions: { node: Node; plan: PlanOf<'union'> }[] = [];
  const emitter: Emitter = {
    limits,
    log,
    keywordLog: new ChangeLog(),
    written: new Set(),
    enums: {
      left: limits.enumValues,
      longEnum: limits.longEnum,
      longEnumCharacters: limits.longEnumCharacters,
    },
    tagKey: unusedName('variant', graph.names),
    nullKey: unusedName('isNull', graph.names),
    nullObject,
    isTagged: (node) => tagged.has(node.key),
    discriminators: discriminators(graph.nodes),
    unions,
    slot: (edge, isOptional, depth) => emitSlot(emitter, edge, isOptional, depth),
    node: emitNode,
    reference,
  };
  const root = emitRoot(emitter, graph.root);
  const bodies: [string, Wire][] = [];
  for (const node of waiting) {
    const definition = definitions.get(node);
    // A definition is inside the root, so its depth is 2.
    const body = emitNonNull(emitter, { node }, 2);
    if (definition === undefined || body === undefined) throw new Error('a definition without values');
    bodies.push([definition.name, body.wire]);
    definition.plan.target = body.plan;
  }
  if (nullName !== undefined) {
    const wire = closedObject({ [emitter.nullKey]: { type: 'boolean', const: true } }, 'Stands for null.');
    bodies.push([nullName, wire]);
  }
  const wire = bodies.length === 0 ? root.wire : { ...root.wire, $defs: fromEntries(bodies) };
  return { wire, plan: root.plan, unions, changes: () => report(graph, emitter, definitions) };

  function nullObject(): Wire {
    nullName ??= freshDefinition(emitter.nullKey, names);
    return { $ref: `#/$defs/${nullName}` };
  }

  function emitNode(edge: Edge, depth: number): Emitted | undefined {
    const { node, description } = edge;
    if (!isShared(node)) {
      recordInlined(log, edge);
      return emitNested(edge, depth);
    }
    if (!hasMoreThanNull(node)) return undefined;
    recordReference(log, edge);
    const { wire, plan } = reference(node);
    return { wire: prependDescription(wire, description), plan };
  }

  function emitNested(edge: Edge, depth: number): Emitted | undefined {
    // Providers do not count arrays as levels, but the nesting needs a limit.
    if (level >= MAX_LEVELS && hasMoreThanNull(edge.node)) {
      log.addText(edge.at ?? edge.node.origin, 'it is nested too deep');
      return emitText(edge.description, ...edge.node.about);
    }
    level++;
    const body = emitNonNull(emitter, edge, depth);
    level--;
    return body;
  }

  function reference(node: Node): Emitted {
    let definition = definitions.get(node);
    if (definition === undefined) {
      const name = freshDefinition(definitionName(node), names);
      definition = { name, plan: { kind: 'ref', name, target: undefined } };
      definitions.set(node, definition);
      waiting.push(node);
      if (!isDefinition(node, name)) {
        const why = 'references must point to top-level definitions';
        log.add('exact', node.origin, [], `becomes the definition "${name}"`, why);
      }
    }
    return { wire: { $ref: `#/$defs/${definition.name}` }, plan: definition.plan };
  }
}

function isDefinition({ origin }: Node, name: string): boolean {
  if (origin?.parent === undefined || origin.parent.parent !== undefined) return false;
  return origin.path[0] === '$defs' && origin.path[1] === name;
}

function freshDefinition(name: string, taken: Set<string>): string {
  let fresh = name;
  for (let count = 2; taken.has(fresh); count++) fresh = `${name}_${count}`;
  taken.add(fresh);
  return fresh;
}

/** Returns all changes of the schemas that are in the wire schema. */
function report(
  graph: Graph,
  { written, log, keywordLog }: Emitter,
  definitions: ReadonlyMap<Node, unknown>,
): Change[] {
  const built = graph.nodes.filter((node) => written.has(node)).map((node) => node.changes);
  const defined = new Set([...definitions.keys()].map((node) => node.origin));
  const reached = new Set<Site>(graph.skipped);
  for (const node of written) for (const part of node.parts) reached.add(part.site);
  const definitionLog = new ChangeLog();
  recordDefinitions(definitionLog, graph.document, reached, (site) => defined.has(site));
  const logs = [graph.rootChanges, ...built, log, keywordLog, definitionLog];
  return ChangeLog.list(logs.filter((each) => each !== undefined));
}

/** The root has to be one object; any other value becomes a property of one. */
function emitRoot(emitter: Emitter, edge: Edge): Emitted {
  if (!edge.node.nullable && isRecord(edge.node)) {
    recordInlined(emitter.log, edge);
    const body = emitNonNull(emitter, edge, 1);
    if (body?.wire['type'] === 'object') return body;
  }
  const { wire, slot } = emitter.slot(edge, false, 2);
  const why = 'the root of a strict schema is one object';
  emitter.log.add('encoded', edge.at, [], `the value is in the property "${BOX_KEY}"`, why);
  return { wire: closedObject({ [BOX_KEY]: wire }), plan: { kind: 'box', tag: undefined, slot } };
}

function isRecord(node: Node): boolean {
  const [only, ...others] = branchesOf(node);
  return (
    others.length === 0 &&
    only?.kind === 'here' &&
    only.alternative.kind === 'object' &&
    !isMap(only.alternative)
  );
}

import { BOX_KEY, type Tag, type UnionPlan } from '../codec/plan.js';
import type { Edge, Node } from '../graph/node.js';
import { type BranchForm, branchForms } from './branch-forms.js';
import { branchesOf } from './branches.js';
import type { Emitted } from './emit-scalar.js';
import { emitText, TOO_DEEP } from './emit-scalar.js';
import type { Emitter } from './emitter.js';
import { recordEmptyAlternatives, recordInlined } from './record-uses.js';
import { closedObject, prependDescription, type Wire } from './wire-schema.js';

/** The values of a node other than null; undefined where there are none. */
export function emitNonNull(emitter: Emitter, edge: Edge, depth: number): Emitted | undefined {
  const { node, description } = edge;
  const about = [description, ...node.about];
  const nodes = [node];
  const branches = branchesOf(node, (inner) => {
    nodes.push(inner.node);
    recordInlined(emitter.log, inner);
  });
  for (const each of nodes) recordEmptyAlternatives(emitter.log, each);
  const at = edge.at ?? node.origin;
  const emitted = bodyOf(emitter, node, branchForms(emitter, branches, depth, at), depth, about);
  emitter.written(nodes, emitted);
  return emitted;
}

function bodyOf(
  emitter: Emitter,
  node: Node,
  options: readonly BranchForm[],
  depth: number,
  about: readonly (string | undefined)[],
): Emitted | undefined {
  const [only] = options;
  if (only === undefined) return undefined;
  if (options.length === 1) {
    const { wire, plan } = only.write(undefined);
    return { wire: prependDescription(wire, ...about), plan };
  }
  if (emitter.isTagged(node)) return emitTagged(emitter, node, options, depth, about);
  return emitUnion(
    emitter,
    node,
    options.map((option) => option.write(undefined)),
    about,
  );
}

function emitUnion(
  emitter: Emitter,
  node: Node,
  branches: readonly Emitted[],
  about: readonly (string | undefined)[],
): Emitted {
  const plan: UnionPlan = { kind: 'union', branches: branches.map((branch) => branch.plan) };
  emitter.unions.push({ node, plan });
  return { wire: prependDescription({ anyOf: branches.map((branch) => branch.wire) }, ...about), plan };
}

/** Alternatives that no one could tell apart get a member that says which one they are. */
function emitTagged(
  emitter: Emitter,
  node: Node,
  options: readonly BranchForm[],
  depth: number,
  about: readonly (string | undefined)[],
): Emitted {
  if (depth > emitter.limits.depth) {
    emitter.log.add('encoded', node.origin, [], 'any JSON value, as JSON text', TOO_DEEP);
    return emitText(...about);
  }
  const why = 'two of them look the same on the wire';
  emitter.log.add(
    'encoded',
    node.origin,
    [],
    `alternatives say in "${emitter.tagKey}" which one they are`,
    why,
  );
  const labels = new Set<string>();
  const branches = options.map((option): Emitted => {
    if (option.isPlain) return option.write(undefined);
    const tag: Tag = { key: emitter.tagKey, label: distinctLabel(option.label, labels) };
    const tagWire: Wire = { type: 'string', const: tag.label };
    const written = option.write({ tag, wire: tagWire });
    if (written.plan.kind === 'record' && written.plan.tag === tag) return written;
    return {
      wire: closedObject({ [tag.key]: tagWire, [BOX_KEY]: written.wire }),
      plan: { kind: 'box', tag, slot: { plan: written.plan, onNull: 'refused', nullKey: undefined } },
    };
  });
  return emitUnion(emitter, node, branches, about);
}

function distinctLabel(label: string, taken: Set<string>): string {
  let distinct = label;
  for (let count = 2; taken.has(distinct); count++) distinct = `${label}${count}`;
  taken.add(distinct);
  return distinct;
}

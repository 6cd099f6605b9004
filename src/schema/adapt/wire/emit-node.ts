import { BOX_KEY, type PlanOf, type Tag } from '../codec/plan.js';
import type { Edge, Node } from '../graph/node.js';
import type { WireForm } from '../report/dropped-keywords.js';
import { recordKeywords } from '../report/record-keywords.js';
import { type BranchForm, branchForms } from './branch-forms.js';
import { branchesOf } from './branches.js';
import { emitText, TOO_DEEP } from './emit-scalar.js';
import type { Emitted, Emitter } from './emitter.js';
import { recordEmptyAlternatives, recordInlined, recordTextParts } from './record-uses.js';
import { closedObject, prependDescription, type Wire } from './wire-schema.js';

/** Emits the values of a node other than null; undefined if there are none. */
export function emitNonNull(emitter: Emitter, edge: Edge, depth: number): Emitted | undefined {
  const { node, description } = edge;
  const about = [description, ...node.about];
  const nodes = [node];
  const branches = branchesOf(node, (inner, isRepeated) => {
    if (!isRepeated) nodes.push(inner.node);
    recordInlined(emitter.log, inner);
  });
  for (const each of nodes) recordEmptyAlternatives(emitter.log, each);
  const at = edge.at ?? node.origin;
  const forms: WireForm[] = [];
  const emitForm: EmitForm = (option, tag) => {
    const emitted = option.emit(tag);
    forms.push({ sources: option.sources, wire: emitted.wire, plan: emitted.plan });
    return emitted;
  };
  const emitted = bodyOf(emitter, node, branchForms(emitter, branches, depth, at), depth, about, emitForm);
  for (const each of nodes) emitter.written.add(each);
  if (emitted?.plan.kind === 'text') recordTextParts(emitter.log, nodes, at);
  else recordKeywords(emitter.keywordLog, nodes, forms);
  return emitted;
}

/** Emits a form, and remembers it for the record of changes. */
type EmitForm = (option: BranchForm, tag: { tag: Tag; wire: Wire } | undefined) => Emitted;

function bodyOf(
  emitter: Emitter,
  node: Node,
  options: readonly BranchForm[],
  depth: number,
  about: readonly (string | undefined)[],
  emitForm: EmitForm,
): Emitted | undefined {
  const [only] = options;
  if (only === undefined) return undefined;
  if (options.length === 1) {
    const { wire, plan } = emitForm(only, undefined);
    return { wire: prependDescription(wire, ...about), plan };
  }
  if (emitter.isTagged(node)) return emitTagged(emitter, node, options, depth, about, emitForm);
  return emitUnion(
    emitter,
    node,
    options.map((option) => emitForm(option, undefined)),
    about,
  );
}

function emitUnion(
  emitter: Emitter,
  node: Node,
  branches: readonly Emitted[],
  about: readonly (string | undefined)[],
): Emitted {
  const plan: PlanOf<'union'> = { kind: 'union', branches: branches.map((branch) => branch.plan) };
  emitter.unions.push({ node, plan });
  return { wire: prependDescription({ anyOf: branches.map((branch) => branch.wire) }, ...about), plan };
}

/** Emits alternatives that would be ambiguous, each with a property that identifies it. */
function emitTagged(
  emitter: Emitter,
  node: Node,
  options: readonly BranchForm[],
  depth: number,
  about: readonly (string | undefined)[],
  emitForm: EmitForm,
): Emitted {
  if (depth > emitter.limits.depth) {
    emitter.log.addText(node.origin, TOO_DEEP);
    return emitText(...about);
  }
  const why = 'two alternatives look the same on the wire';
  const what = `the property "${emitter.tagKey}" identifies the alternative`;
  emitter.log.add('encoded', node.origin, [], what, why);
  const labels = new Set<string>();
  const branches = options.map((option): Emitted => {
    if (option.isPlain) return emitForm(option, undefined);
    const tag: Tag = { key: emitter.tagKey, label: distinctLabel(option.label, labels) };
    const tagWire: Wire = { type: 'string', const: tag.label };
    const written = emitForm(option, { tag, wire: tagWire });
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

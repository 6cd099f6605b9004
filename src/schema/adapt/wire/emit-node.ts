import { BOX_KEY, type PlanOf, type Tag } from '../codec/plan.js';
import type { Texts } from '../graph/description-text.js';
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
  const nodes = [node];
  const branches = branchesOf(node, (inner, isRepeated) => {
    if (!isRepeated) nodes.push(inner.node);
    recordInlined(emitter.log, inner);
  });
  for (const each of nodes) recordEmptyAlternatives(emitter.log, each);
  const at = edge.at ?? node.origin;
  const forms: WireForm[] = [];
  const choice: ChoiceEmission = {
    emitter,
    node,
    depth,
    about: [description, ...node.about],
    emitForm(option, tag) {
      const { wire, plan } = option.emit(tag);
      forms.push({ sources: option.sources, wire, plan });
      return { wire, plan };
    },
  };
  const emitted = emitForms(choice, branchForms(emitter, branches, depth, at));
  for (const each of nodes) emitter.written.add(each);
  if (emitted?.plan.kind === 'text') recordTextParts(emitter.log, nodes, at);
  else recordKeywords(emitter.keywordLog, nodes, forms);
  return emitted;
}

interface ChoiceEmission {
  readonly emitter: Emitter;
  readonly node: Node;
  readonly depth: number;
  readonly about: Texts;
  /** Emits a form, and remembers it for the record of changes. */
  readonly emitForm: (option: BranchForm, tag?: { tag: Tag; wire: Wire }) => Emitted;
}

function emitForms(choice: ChoiceEmission, options: readonly BranchForm[]): Emitted | undefined {
  const [only, ...others] = options;
  if (only === undefined) return undefined;
  if (others.length === 0) {
    const { wire, plan } = choice.emitForm(only);
    return { wire: prependDescription(wire, ...choice.about), plan };
  }
  if (choice.emitter.isTagged(choice.node)) return emitTagged(choice, options);
  return emitUnion(
    choice,
    options.map((option) => choice.emitForm(option)),
  );
}

function emitUnion({ emitter, node, about }: ChoiceEmission, branches: readonly Emitted[]): Emitted {
  const plan: PlanOf<'union'> = { kind: 'union', branches: branches.map((branch) => branch.plan) };
  emitter.unions.push({ node, plan });
  return { wire: prependDescription({ anyOf: branches.map((branch) => branch.wire) }, ...about), plan };
}

/** Emits alternatives that would be ambiguous, each with a property that identifies it. */
function emitTagged(choice: ChoiceEmission, options: readonly BranchForm[]): Emitted {
  const { log, limits, tagKey } = choice.emitter;
  if (choice.depth > limits.depth) {
    log.addText(choice.node.origin, TOO_DEEP);
    return emitText(...choice.about);
  }
  const why = 'two alternatives look the same on the wire';
  log.add('encoded', choice.node.origin, [], `the property "${tagKey}" identifies the alternative`, why);
  const labels = new Set<string>();
  const branches = options.map((option): Emitted => {
    if (option.isPlain) return choice.emitForm(option);
    const tag: Tag = { key: tagKey, label: distinctLabel(option.label, labels) };
    const tagWire: Wire = { type: 'string', const: tag.label };
    const written = choice.emitForm(option, { tag, wire: tagWire });
    if (written.plan.kind === 'record' && written.plan.tag === tag) return written;
    return {
      wire: closedObject({ [tag.key]: tagWire, [BOX_KEY]: written.wire }),
      plan: { kind: 'box', tag, slot: { plan: written.plan, onNull: 'refused', nullKey: undefined } },
    };
  });
  return emitUnion(choice, branches);
}

function distinctLabel(label: string, taken: Set<string>): string {
  let distinct = label;
  for (let count = 2; taken.has(distinct); count++) distinct = `${label}${count}`;
  taken.add(distinct);
  return distinct;
}

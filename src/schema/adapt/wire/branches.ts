import { pointerOf } from '../../dialect/site.js';
import type { Texts } from '../graph/description-text.js';
import { isInhabited } from '../graph/fixpoints.js';
import type { Alternative, Edge, Node } from '../graph/node.js';

/** A node, and the nodes of the choices it stands in. */
export interface NodePath {
  readonly node: Node;
  readonly outer: NodePath | undefined;
}

/** One alternative of a node; null is not among them, see {@link Node.nullable}. */
export type Branch = { readonly within: NodePath } & (
  | {
      readonly kind: 'here';
      readonly alternative: Exclude<Alternative, { kind: 'null' } | { kind: 'node' }>;
      /** Its description, in addition to the description of the node. */
      readonly about: Texts;
      readonly label: string | undefined;
    }
  /** A node that has a definition of its own. */
  | { readonly kind: 'shared'; readonly edge: Edge }
);

type LocalBranch = Extract<Branch, { kind: 'here' }>;
type PendingBranch = Pick<LocalBranch, 'about' | 'label' | 'within'> & { readonly alternative: Alternative };

/** Sentences about one alternative, from all the choices around it. */
const MAX_SAID = 20;

/**
 * Returns all alternatives of a node, those of nested choices included.
 *
 * @param onInlined - is called for each use of a node whose alternatives become alternatives of this one.
 */
export function branchesOf(
  node: Node,
  onInlined: (edge: Edge, isRepeated: boolean) => void = () => {},
): Branch[] {
  const root: NodePath = { node, outer: undefined };
  const [only] = node.alternatives;
  // Most nodes have a single alternative.
  if (node.alternatives.length === 1 && only !== undefined && only.kind !== 'null' && only.kind !== 'node') {
    if (!isInhabited(only, true)) return [];
    return [{ kind: 'here', alternative: only, about: [], label: undefined, within: root }];
  }
  const found: Branch[] = [];
  const seen = new Set<Node>([node]);
  const pending: PendingBranch[] = [];
  push(node.alternatives, { about: [], label: undefined, within: root });
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { alternative, about, label, within } = next;
    if (alternative.kind === 'null' || !isInhabited(alternative, true)) continue;
    if (alternative.kind !== 'node') {
      found.push({ kind: 'here', alternative, about, label, within });
      continue;
    }
    const { edge } = alternative;
    // A repeated alternative and a choice that contains itself add no values.
    const isRepeated = seen.has(edge.node);
    seen.add(edge.node);
    if (isShared(edge.node)) {
      if (!isRepeated && hasMoreThanNull(edge.node)) found.push({ kind: 'shared', edge, within });
      continue;
    }
    onInlined(edge, isRepeated);
    if (isRepeated) continue;
    const said = [...about, edge.description, ...edge.node.about].filter((text) => text !== undefined);
    push(edge.node.alternatives, {
      about: said.slice(0, MAX_SAID),
      label: nameOf(edge.node) ?? label,
      within: { node: edge.node, outer: within },
    });
  }
  return found;

  function push(alternatives: readonly Alternative[], context: Omit<PendingBranch, 'alternative'>): void {
    for (const alternative of [...alternatives].reverse()) pending.push({ ...context, alternative });
  }
}

/** An `enum` with at most this many values is repeated at each use. */
const FEW_VALUES = 8;

/** Whether a node gets a definition: it is used more than once and is not a scalar type. */
export function isShared(node: Node): boolean {
  return node.uses > 1 && node.alternatives.some(isMoreThanPlain);
}

function isMoreThanPlain(alternative: Alternative): boolean {
  if (alternative.kind === 'values') return alternative.values.length > FEW_VALUES;
  return alternative.kind === 'array' || alternative.kind === 'object' || alternative.kind === 'node';
}

/** Whether a node has any values other than null. */
export function hasMoreThanNull(node: Node): boolean {
  const seen = new Set<Node>([node]);
  const pending: Node[] = [node];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const alternative of at.alternatives) {
      if (!isInhabited(alternative, true)) continue;
      if (alternative.kind !== 'null' && alternative.kind !== 'node') return true;
      if (alternative.kind !== 'node' || !alternative.edge.node.inhabited || seen.has(alternative.edge.node))
        continue;
      seen.add(alternative.edge.node);
      pending.push(alternative.edge.node);
    }
  }
  return false;
}

/** Returns the author's name of a node: the name of its definition, or its title. */
export function nameOf(node: Node): string | undefined {
  const { origin } = node;
  if (origin === undefined) return undefined;
  const [keyword, name] = origin.path;
  if ((keyword === '$defs' || keyword === 'definitions') && name !== undefined) return name;
  const title =
    typeof origin.schema === 'object' && origin.schema !== null && 'title' in origin.schema
      ? origin.schema.title
      : undefined;
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** Returns a name for a definition: the author's, or else the last names in its pointer. */
export function definitionName(node: Node): string {
  const name = nameOf(node);
  if (name !== undefined) return safeName(name);
  const segments = node.origin === undefined ? [] : pointerOf(node.origin).split('/').slice(1);
  const names = segments.filter(
    (segment) => !/^(?:properties|items|anyOf|oneOf|allOf|definitions|\$defs|\d+)$/.test(segment),
  );
  return safeName(names.slice(-2).join('_') || (segments.length === 0 ? 'root' : 'part'));
}

function safeName(name: string): string {
  const safe = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').slice(0, 60);
  return safe === '' || safe === '__proto__' ? 'part' : safe;
}

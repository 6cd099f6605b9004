import { type Alias, isAlias, isMap, isPair, isSeq, type Node } from 'yaml';
import { FormatError } from './format-error.js';

/** The target of each alias: the nearest anchor of its name before it. */
export type AliasTargets = ReadonlyMap<Alias.Parsed | Alias, Node>;

/**
 * Resolves all aliases in one walk; the library takes a walk for each of them.
 *
 * @throws {FormatError} for an alias without an anchor, or inside of what it stands for
 */
export function bindAliases(root: Node): AliasTargets {
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  const targets = new Map<Alias, Node>();

  const enter = (node: unknown): void => {
    if (isPair(node)) {
      enter(node.key);
      enter(node.value);
    } else if (isAlias(node)) {
      targets.set(node, targetOf(node, anchors, open));
    } else if (isMap(node) || isSeq(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      open.add(node);
      for (const item of node.items) enter(item);
      open.delete(node);
    } else if (typeof node === 'object' && node !== null && 'anchor' in node) {
      if (typeof node.anchor === 'string') anchors.set(node.anchor, node as Node);
    }
  };
  enter(root);
  return targets;
}

function targetOf(alias: Alias, anchors: ReadonlyMap<string, Node>, open: ReadonlySet<Node>): Node {
  const name = alias.source.slice(0, 60);
  const target = anchors.get(alias.source);
  const offset = alias.range?.[0];
  if (target === undefined) {
    throw new FormatError('syntax', `uses the alias *${name}, but has no anchor &${name} before it`, offset);
  }
  if (open.has(target)) {
    throw new FormatError('not_serialisable', `contains itself through the alias *${name}`, offset);
  }
  return target;
}

import type { Alternative, ArrayAlternative, Node } from './node.js';

/**
 * Marks the nodes that have a finite value. A schema that requires itself inside itself has none, and a
 * model could never complete it.
 */
export function markInhabited(nodes: readonly Node[]): void {
  do {
    spread(nodes, (node) => {
      if (node.inhabited || !node.alternatives.some((alternative) => isInhabited(alternative, true)))
        return false;
      node.inhabited = true;
      return true;
    });
    // A schema must not become impossible only because every position of a list is required.
  } while (nodes.some(unfill));
}

function unfill(node: Node): boolean {
  if (node.inhabited) return false;
  let changed = false;
  for (const alternative of node.alternatives) {
    if (alternative.kind !== 'array' || !alternative.isFilled || !isInhabited(alternative, false)) continue;
    alternative.isFilled = false;
    changed = true;
  }
  return changed;
}

/** Whether an alternative has a finite value, given what is known of its children. */
export function isInhabited(alternative: Alternative, filling: boolean): boolean {
  switch (alternative.kind) {
    case 'node':
      return alternative.edge.node.inhabited;
    case 'object':
      return alternative.members.every((member) => !member.required || member.edge.node.inhabited);
    case 'array': {
      const { prefix, rest, maxItems } = alternative;
      const minItems = filling ? filledLength(alternative) : alternative.minItems;
      if (minItems > maxItems) return false;
      const needed = prefix.slice(0, minItems);
      const goesOn = minItems <= prefix.length || rest?.node.inhabited === true;
      return goesOn && needed.every((edge) => edge.node.inhabited);
    }
    default:
      return true;
  }
}

/** Returns the minimum number of items, with required positions included. */
export function filledLength(alternative: ArrayAlternative): number {
  const { prefix, minItems, maxItems, isFilled } = alternative;
  return isFilled ? Math.max(minItems, Math.min(prefix.length, maxItems)) : minItems;
}

/** Marks the nodes that accept null. */
export function markNullable(nodes: readonly Node[]): void {
  spread(nodes, (node) => {
    const found = node.alternatives.some(
      (alternative) =>
        alternative.kind === 'null' || (alternative.kind === 'node' && alternative.edge.node.nullable),
    );
    if (node.nullable || !found) return false;
    node.nullable = true;
    return true;
  });
}

/** Repeats until nothing changes, from the leaves up, since nodes are used by nodes before them. */
function spread(nodes: readonly Node[], update: (node: Node) => boolean): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes[index];
      if (node !== undefined && update(node)) changed = true;
    }
  }
}

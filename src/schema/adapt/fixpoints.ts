import type { Alternative, Node } from './graph.js';

/**
 * Marks the nodes that a finite value exists for. A schema that needs itself to be inside itself has none,
 * and a model would never come to an end with it.
 */
export function findInhabited(nodes: readonly Node[]): void {
  spread(nodes, (node) => {
    if (node.inhabited || !node.alternatives.some(isInhabited)) return false;
    node.inhabited = true;
    return true;
  });
}

function isInhabited(alternative: Alternative): boolean {
  switch (alternative.kind) {
    case 'node':
      return alternative.edge.node.inhabited;
    case 'object':
      return alternative.members.every((member) => !member.required || member.edge.node.inhabited);
    case 'array': {
      const { prefix, rest, minItems, maxItems } = alternative;
      if (minItems > maxItems) return false;
      const needed = prefix.slice(0, minItems);
      return (
        needed.every((edge) => edge.node.inhabited) &&
        (minItems <= prefix.length || rest?.node.inhabited === true)
      );
    }
    default:
      return true;
  }
}

/** Marks the nodes that null is a value of. */
export function findNullable(nodes: readonly Node[]): void {
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

/** Until nothing changes any more; from the leaves up, as what is reached last is used by what came before. */
function spread(nodes: readonly Node[], update: (node: Node) => boolean): void {
  for (let changed = true; changed; ) {
    changed = false;
    for (let index = nodes.length - 1; index >= 0; index--) {
      const node = nodes[index];
      if (node !== undefined && update(node)) changed = true;
    }
  }
}

import type { FormNode } from './form-node.js';

/** Nodes that are looked at before giving up: an open schema describes without end. */
const MAX_NODES = 5_000;

/**
 * Every node of a form, each once: what contains itself is not gone round again. What depends on values is there as it
 * is without them.
 */
export function* nodesOf(node: FormNode): Generator<FormNode> {
  const seen = new Set<FormNode>([node]);
  for (const each of seen) {
    yield each;
    if (seen.size > MAX_NODES) continue;
    for (const inner of inside(each)) seen.add(inner);
  }
}

function inside(node: FormNode): readonly FormNode[] {
  switch (node.kind) {
    case 'list':
      return [node.item];
    case 'tuple':
      return node.rest ? [...node.prefix, node.rest] : node.prefix;
    case 'object': {
      const described = node.others.kind === 'described' ? [node.others.nodeOf('')] : [];
      return [...node.properties.map((property) => property.node), ...described];
    }
    case 'union':
      return node.alternatives.map((alternative) => alternative.node);
    default:
      return [];
  }
}

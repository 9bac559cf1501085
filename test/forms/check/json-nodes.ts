import type { FormNode } from '../../../src/schema/index.js';
import { saysAnything } from '../arguments/combine.js';
import { child } from '../arguments/schema-parts.js';

/** A place of a form that can only be filled in, or can also be filled in, as raw JSON. */
export interface JsonPlace {
  /** As a JSON Pointer; `*` stands for any item, any name and any alternative. */
  readonly place: string;
  readonly reason: string;
  /** The schema says nothing of what is wanted here. Told from the schema, not from what the form claims. */
  readonly anything: boolean;
}

export interface NodeCount {
  readonly nodes: number;
  readonly json: readonly JsonPlace[];
  /** There were more nodes than are looked at. */
  readonly more: boolean;
}

const MAX_NODES = 5_000;

/** Walks a form breadth first, into every alternative, each node once: a form may contain itself. */
export function countNodes(root: FormNode): NodeCount {
  const seen = new Set<FormNode>([root]);
  const json: JsonPlace[] = [];
  const queue: { node: FormNode; place: string; free: boolean }[] = [{ node: root, place: '', free: false }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { node, place, free } = next;
    if (node.kind === 'json')
      json.push({ place, reason: node.reason.text, anything: free || saysAnything(node.schema, root.schema) });
    if (seen.size > MAX_NODES) continue;
    for (const inner of insideOf(node)) {
      if (seen.has(inner.node)) continue;
      seen.add(inner.node);
      // One of the alternatives of "anything" is everything that has no control of its own.
      queue.push({
        node: inner.node,
        place: place + inner.step,
        free: inner.step === '' && saysAnything(node.schema, root.schema),
      });
    }
  }
  return { nodes: seen.size, json, more: seen.size > MAX_NODES };
}

interface Inner {
  readonly node: FormNode;
  readonly step: string;
}

function insideOf(node: FormNode): Inner[] {
  switch (node.kind) {
    case 'list':
      return [{ node: node.item, step: '/*' }];
    case 'tuple':
      return [
        ...node.prefix.map((inner, index) => ({ node: inner, step: `/${index}` })),
        ...(node.rest ? [{ node: node.rest, step: '/*' }] : []),
      ];
    case 'object':
      return [
        ...node.properties.map(({ name, node: inner }) => ({ node: inner, step: child('', name) })),
        ...(node.additional.kind === 'described' ? [{ node: node.additional.nodeOf('*'), step: '/*' }] : []),
      ];
    case 'union':
      return node.alternatives.map(({ node: inner }) => ({ node: inner, step: '' }));
    default:
      return [];
  }
}

import type { FormNode, NodeFacts } from '../form-node.js';
import { isModestJson } from '../json-value.js';
import { fits } from '../validate/value.js';
import type { NormalizedSchema } from './normalized-schema.js';

/** Adds the server's default to the node, unless the schema itself rejects the default. */
export function withDefault<Kind extends FormNode>(flat: NormalizedSchema, node: Kind): Kind {
  return flat.words.default === undefined ? node : { ...node, default: usableDefault(flat, node) };
}

/** The same for nodes with computed children: the default is also checked later. */
export function computedDefault(
  flat: NormalizedSchema,
  node: () => FormNode,
): { readonly default: () => NodeFacts['default'] } {
  return { default: () => (flat.words.default === undefined ? undefined : usableDefault(flat, node())) };
}

function usableDefault(flat: NormalizedSchema, node: FormNode): NodeFacts['default'] {
  const value = flat.words.default?.value;
  return isModestJson(value) && fits(node, value) ? value : undefined;
}

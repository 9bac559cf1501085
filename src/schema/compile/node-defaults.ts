import type { Json } from '../../protocol/model.js';
import type { FormNode, NodeFacts } from '../form-node.js';
import { isModestJson } from '../json-value.js';
import { couldHold, fits } from '../validate/value.js';
import type { NormalizedSchema } from './normalized-schema.js';

/**
 * Adds the server's default to the node, also one that the schema does not accept: the form shows what is wrong with it,
 * and the person decides.
 */
export function withDefault<Kind extends FormNode>(flat: NormalizedSchema, node: Kind): Kind {
  return flat.words.default === undefined ? node : { ...node, default: usableDefault(flat, node) };
}

/** The same for nodes with computed children: the default is also looked at later. */
export function computedDefault(
  flat: NormalizedSchema,
  node: () => FormNode,
): { readonly default: () => NodeFacts['default'] } {
  return { default: () => (flat.words.default === undefined ? undefined : usableDefault(flat, node())) };
}

function usableDefault(flat: NormalizedSchema, node: FormNode): NodeFacts['default'] {
  const value = flat.words.default?.value;
  if (!isModestJson(value)) return undefined;
  // Many servers write null for "no default", whatever the type.
  if (value === null && !fits(node, null)) return undefined;
  return isEmpty(value) && !couldHold(node, value) ? emptyIn(node) : value;
}

const isEmpty = (value: Json): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** PHP writes an empty object as `[]`. The empty value that the node can show; undefined where it shows none. */
function emptyIn(node: FormNode): Json | undefined {
  return [{}, []].find((empty) => couldHold(node, empty));
}

import type { SchemaDocument } from './document.js';
import { fits } from '../check/check-value.js';
import type { Flat } from './flat.js';
import type { FormNode, NodeFacts, Rule } from '../form-node.js';
import { isModestJson } from '../json-value.js';

/** Where in a form the compiler is, and what it has learnt on the way there. */
export interface Place {
  /** The property's name; empty where there is none. */
  readonly name: string;
  /** The part of the schema, as the server sent it. */
  readonly schema: unknown;
  /** The whole form. */
  readonly isRoot: boolean;
  /** A union said that `null` is fine as well. */
  readonly nullable: boolean;
  readonly rules: readonly Rule[];
}

/** What the makers of nodes need of each other. */
export interface Compiler {
  readonly source: SchemaDocument;
  /** The node for a part of the schema; the same node each time it is asked for. */
  node(schema: unknown, name?: string): FormNode;
  /** The node for what several parts say together. */
  interpret(flat: Flat, place: Place): FormNode;
}

export function placeOf(schema: unknown, name = ''): Place {
  return { name, schema, isRoot: false, nullable: false, rules: [] };
}

export function factsOf(flat: Flat, place: Place): NodeFacts {
  const { title, description, examples, deprecated, readOnly } = flat.words;
  const nullable = place.nullable || (flat.types?.has('null') ?? false);
  const { rules, schema } = place;
  const loose = flat.types === undefined;
  return { title, description, examples, deprecated, readOnly, nullable, rules, schema, loose, default: undefined };
}

/** The same node with the default the server gives. One that the schema itself would refuse is none. */
export function withDefault<Kind extends FormNode>(flat: Flat, node: Kind): Kind {
  return flat.words.default === undefined ? node : { ...node, default: usableDefault(flat, node) };
}

/** For nodes with parts that are made later: the default is looked at later as well. */
export function lateDefault(flat: Flat, node: () => FormNode): { readonly default: () => NodeFacts['default'] } {
  return { default: () => (flat.words.default === undefined ? undefined : usableDefault(flat, node())) };
}

function usableDefault(flat: Flat, node: FormNode): NodeFacts['default'] {
  const value = flat.words.default?.value;
  return isModestJson(value) && fits(node, value) ? value : undefined;
}

import type { FormNode, NodeFacts, Rule } from '../form-node.js';
import type { SchemaDocument } from './document.js';
import type { NormalizedSchema } from './normalized-schema.js';

/** The context of a value for which the compiler builds a node. */
export interface SchemaContext {
  /** The property's name; empty if there is none. */
  readonly name: string;
  /** This part of the schema as the server sent it. */
  readonly schema: unknown;
  /** True for the whole form. */
  readonly isRoot: boolean;
  /** A union around this value also accepts `null`. */
  readonly nullable: boolean;
  readonly rules: readonly Rule[];
}

/** The functions that node builders call on each other. */
export interface Compiler {
  readonly source: SchemaDocument;
  /** The node for a part of the schema; the same node each time. */
  node(schema: unknown, name?: string): FormNode;
  /** The node for a combination of schemas. */
  interpret(flat: NormalizedSchema, context: SchemaContext): FormNode;
}

export function contextOf(schema: unknown, name = ''): SchemaContext {
  return { name, schema, isRoot: false, nullable: false, rules: [] };
}

export function factsOf(flat: NormalizedSchema, context: SchemaContext): NodeFacts {
  const { title, description, examples, deprecated, readOnly } = flat.words;
  const nullable = context.nullable || (flat.types?.has('null') ?? false);
  const { rules, schema } = context;
  const loose = flat.types === undefined;
  return { title, description, examples, deprecated, readOnly, nullable, rules, schema, loose, default: undefined };
}

import { buildAnything, buildFault, buildNothing } from './build-anything.js';
import { buildChoice } from './build-choice.js';
import { buildKind } from './build-kind.js';
import { buildUnion } from './build-union.js';
import { SchemaDocument } from './document.js';
import { EMPTY, type Flat } from './flat.js';
import { flatten } from './flatten.js';
import type { FormNode } from '../form-node.js';
import { isSchemaObject } from '../json-schema.js';
import { typesIn } from './kinds-of.js';
import { placeOf, type Compiler, type Place } from './place.js';
import { notRules } from './rules.js';

/**
 * Compiles a JSON Schema (2020-12 or draft-07) into the form that edits its values. Pure, never throws, never fetches,
 * and quick whatever the schema is: what is inside a part is compiled when it is first looked at.
 */
export function buildForm(schema: unknown): FormNode {
  return new FormCompiler(schema).root();
}

class FormCompiler implements Compiler {
  readonly source: SchemaDocument;
  readonly #nodes = new WeakMap<object, Map<string, FormNode>>();
  #anything: FormNode | undefined;

  constructor(schema: unknown) {
    this.source = new SchemaDocument(schema);
  }

  root(): FormNode {
    const schema = this.source.root;
    const flat = flatten(schema, this.source);
    const place: Place = { ...placeOf(schema), isRoot: true };
    // Arguments are an object, also where the server forgets to say so.
    const isOpen = flat.fault === undefined && !flat.isImpossible && !flat.values && flat.unions.length === 0;
    return this.interpret(isOpen && typesIn(flat).length === 0 ? { ...flat, types: new Set(['object']) } : flat, place);
  }

  node(schema: unknown, name = ''): FormNode {
    if (schema === false) return buildNothing(EMPTY, placeOf(schema));
    if (!isSchemaObject(schema)) return (this.#anything ??= buildAnything(EMPTY, placeOf(true), this));
    const named = this.#nodes.get(schema) ?? new Map<string, FormNode>();
    this.#nodes.set(schema, named);
    const node = named.get(name) ?? this.interpret(flatten(schema, this.source), placeOf(schema, name));
    named.set(name, node);
    return node;
  }

  interpret(flat: Flat, place: Place): FormNode {
    if (flat.fault !== undefined) return buildFault(flat, place, flat.fault);
    if (flat.isImpossible) return buildNothing(flat, place);
    if (flat.values) return buildChoice(flat, place, this);
    if (flat.unions.length > 0) return buildUnion(flat, place, this);
    if (flat.nots.length > 0)
      return this.interpret({ ...flat, nots: [] }, { ...place, rules: [...place.rules, ...notRules(flat.nots, this)] });
    return buildKind(flat, place, this);
  }
}

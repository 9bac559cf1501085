import { dependsOnValue } from '../conditions.js';
import type { BooleanNode, FormNode, ListNode, Rule, TupleNode } from '../form-node.js';
import { isJsonObject, type JsonType } from '../json-value.js';
import { isSchemaObject } from '../json.js';
import { fits } from '../validate/value.js';
import { SchemaDocument } from './document.js';
import { extend, flatten, additionalPropertiesKind, propertyNames, typesIn } from './flatten.js';
import {
  buildAnything,
  buildChoice,
  buildFault,
  buildFreeObject,
  buildMap,
  buildNothing,
  buildNull,
  buildNumber,
  buildString,
} from './leaf.js';
import { EMPTY, type NormalizedSchema } from './normalized-schema.js';
import {
  type Compiler,
  conditionRules,
  containsRule,
  factsOf,
  lateDefault,
  lazily,
  notRules,
  type Place,
  placeOf,
  withDefault,
} from './place.js';
import { buildUnion, unionOf } from './union.js';

/** A list of items of one kind, or places each of its own kind. */
function buildList(flat: NormalizedSchema, place: Place, compiler: Compiler): ListNode | TupleNode {
  const { list } = flat;
  const rules = [...place.rules, ...list.contains.map((contains) => containsRule(contains, compiler))];
  const facts = factsOf(flat, { ...place, rules });
  // What `contains` finds counts as looked at.
  const items = list.items ?? (list.contains.length > 0 ? undefined : list.unevaluated);
  const { minItems, uniqueItems } = list;
  // Nothing may follow: as many as there are places.
  const maxItems = items === false ? Math.min(list.prefix.length, list.maxItems ?? Infinity) : list.maxItems;
  const counts = { minItems, maxItems, uniqueItems };
  if (list.prefix.length === 0) {
    const node: ListNode = lazily(
      { ...facts, ...counts, kind: 'list' as const },
      { item: () => compiler.node(items === false ? true : items), ...lateDefault(flat, () => node) },
    );
    return node;
  }
  const node: TupleNode = lazily(
    { ...facts, ...counts, kind: 'tuple' as const },
    {
      prefix: () => list.prefix.map((schema) => compiler.node(schema)),
      rest: () => (items === false ? undefined : compiler.node(items)),
      ...lateDefault(flat, () => node),
    },
  );
  return node;
}

/** Named values: an object, a map, or both in one; and what changes with what is in it. */
function buildObject(flat: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  if (flat.conditions.length > 0) return buildConditional(flat, place, compiler);
  return isFree(flat, place) ? buildFreeObject(flat, place, compiler) : buildMap(flat, place, compiler);
}

/** Any object will do. At the top that is how a tool says that it takes no arguments. */
function isFree({ object }: NormalizedSchema, { isRoot, rules }: Place): boolean {
  if (isRoot || rules.length > 0 || object.required.size > 0 || object.names.length > 0) return false;
  if (object.minProperties !== undefined || object.maxProperties !== undefined) return false;
  return propertyNames(object).length === 0 && additionalPropertiesKind(object) === 'allowed';
}

/** An object that is another one when its values are others. */
function buildConditional(flat: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  const plain: NormalizedSchema = { ...flat, conditions: [] };
  const node = buildMap(plain, place, compiler, true);
  const made = new Map<string, FormNode>();
  return dependsOnValue(node, (value) => {
    const met = flat.conditions.map((condition) => fits(compiler.node(condition.test), value));
    const key = met.map(Number).join('');
    const known = made.get(key);
    if (known) return known;
    let next = plain;
    for (const [index, condition] of flat.conditions.entries()) {
      next = extend(next, met[index] ? condition.met : condition.unmet, compiler.source);
      if (met[index]) next = extend(next, lookedAt(condition.test, flat, compiler), compiler.source);
    }
    const chosen = chosenNode(
      next,
      node,
      () => forbidden(plain, place, compiler),
      () => compiler.interpret(next, place),
    );
    made.set(key, chosen);
    return chosen;
  });
}

/** What a condition that is met has looked at is not "unevaluated" any more. */
function lookedAt(condition: unknown, { object }: NormalizedSchema, compiler: Compiler): unknown {
  if (object.unevaluated === undefined) return true;
  const names = propertyNames(flatten(condition, compiler.source).object);
  return { properties: Object.fromEntries(names.map((name) => [name, true])) };
}

function chosenNode(next: NormalizedSchema, plain: FormNode, forbid: () => FormNode, make: () => FormNode): FormNode {
  // What cannot be understood is left to the full check.
  if (next.fault !== undefined) return plain;
  return next.isImpossible ? forbid() : make();
}

/** The fields stay, so that the person can change what must not be as it is. */
function forbidden(plain: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  const message = 'The server does not accept these values together.';
  return buildMap(plain, { ...place, rules: [...place.rules, { message, accepts: () => false }] }, compiler);
}

/** The node for a schema without unions and without named values: by its type. */
function buildKind(flat: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  const types = typesIn(flat);
  const withRules = (rules: readonly Rule[]): Place => ({ ...place, rules: [...place.rules, ...rules] });
  if (!types.includes('object'))
    return byType(types, { ...flat, conditions: [] }, withRules(conditionRules(flat.conditions, compiler)), compiler);
  // Objects follow their conditions field by field; values that are accepted though they are none follow them as rules.
  const beyond = flat.types ? [] : flat.conditions.filter((condition) => !condition.isOfName);
  return byType(types, flat, withRules(conditionRules(beyond, compiler).map(forAdditionalProperties)), compiler);
}

function forAdditionalProperties({ message, accepts }: Rule): Rule {
  return { message, accepts: (value) => isJsonObject(value) || accepts(value) };
}

function byType(types: readonly JsonType[], flat: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  if (types.length > 1) return buildKinds(types, flat, place, compiler);
  switch (types[0]) {
    case 'string':
      return buildString(flat, place, compiler);
    case 'number':
    case 'integer':
      return buildNumber(flat, place, types[0] === 'integer');
    case 'boolean':
      return buildBoolean(flat, place);
    case 'array':
      return buildList(flat, place, compiler);
    case 'object':
      return buildObject(flat, place, compiler);
    default:
      return flat.types ? buildNull(flat, place) : buildAnything(flat, place, compiler);
  }
}

/** Several types: a union that the schema did not call one. */
function buildKinds(types: readonly JsonType[], flat: NormalizedSchema, place: Place, compiler: Compiler): FormNode {
  const flats = types.map((type): NormalizedSchema => ({ ...flat, words: EMPTY.words, types: new Set([type]) }));
  const branches = flats.map((one) => ({ flat: one, own: one, schema: { type: [...(one.types ?? [])][0] } }));
  return unionOf(branches, { flat, place, exclusive: false, loose: !flat.types }, compiler);
}

function buildBoolean(flat: NormalizedSchema, place: Place): BooleanNode {
  return withDefault(flat, { ...factsOf(flat, place), kind: 'boolean' });
}

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

  interpret(flat: NormalizedSchema, place: Place): FormNode {
    if (flat.fault !== undefined) return buildFault(flat, place, flat.fault);
    if (flat.isImpossible) return buildNothing(flat, place);
    if (flat.values) return buildChoice(flat, place, this);
    if (flat.unions.length > 0) return buildUnion(flat, place, this);
    if (flat.nots.length > 0)
      return this.interpret({ ...flat, nots: [] }, { ...place, rules: [...place.rules, ...notRules(flat.nots, this)] });
    return buildKind(flat, place, this);
  }
}

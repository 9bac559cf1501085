import { dependsOnValue } from '../conditions.js';
import type { BooleanNode, FormNode, ListNode, Rule, TupleNode } from '../form-node.js';
import { errorText } from '../error-texts.js';
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
import { conditionRules, containsRule, notRules } from './node-rules.js';
import { computedDefault, withDefault } from './node-defaults.js';
import { lazily } from './lazy-object.js';
import { type Compiler, factsOf, type SchemaContext, contextOf } from './schema-context.js';
import { buildUnion, unionOf } from './union.js';

/**
 * Compiles a JSON Schema (2020-12 or draft-07) into the nodes of a form. Pure; it never throws and never fetches. It is
 * fast for every schema, because inner parts are compiled when they are first read.
 * @example
 * const node = buildForm({ type: 'object', properties: { city: { type: 'string' } } });
 */
export function buildForm(schema: unknown): FormNode {
  return new FormCompiler(schema).root();
}

/** A list, or a tuple if there is a prefix. */
function buildList(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): ListNode | TupleNode {
  const { list } = flat;
  const rules = [...context.rules, ...list.contains.map((contains) => containsRule(contains, compiler))];
  const facts = factsOf(flat, { ...context, rules });
  // Items that match `contains` count as evaluated.
  const items = list.items ?? (list.contains.length > 0 ? undefined : list.unevaluated);
  const { minItems, uniqueItems } = list;
  // No further items are accepted, so the prefix gives the maximum.
  const maxItems = items === false ? Math.min(list.prefix.length, list.maxItems ?? Infinity) : list.maxItems;
  const counts = { minItems, maxItems, uniqueItems };
  if (list.prefix.length === 0) {
    const node: ListNode = lazily(
      { ...facts, ...counts, kind: 'list' as const },
      { item: () => compiler.node(items === false ? true : items), ...computedDefault(flat, () => node) },
    );
    return node;
  }
  const node: TupleNode = lazily(
    { ...facts, ...counts, kind: 'tuple' as const },
    {
      prefix: () => list.prefix.map((schema) => compiler.node(schema)),
      rest: () => (items === false ? undefined : compiler.node(items)),
      ...computedDefault(flat, () => node),
    },
  );
  return node;
}

/** An object, a map, or both; conditional if the schema has conditions. */
function buildObject(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  if (flat.conditions.length > 0) return buildConditional(flat, context, compiler);
  return isFree(flat, context) ? buildFreeObject(flat, context, compiler) : buildMap(flat, context, compiler);
}

/** True if any object is accepted. At the top level that is how a tool says that it takes no arguments. */
function isFree({ object }: NormalizedSchema, { isRoot, rules }: SchemaContext): boolean {
  if (isRoot || rules.length > 0 || object.required.size > 0 || object.names.length > 0) return false;
  if (object.minProperties !== undefined || object.maxProperties !== undefined) return false;
  return propertyNames(object).length === 0 && additionalPropertiesKind(object) === 'allowed';
}

/** An object whose node depends on its value. */
function buildConditional(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  const plain: NormalizedSchema = { ...flat, conditions: [] };
  const node = buildMap(plain, context, compiler, true);
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
      () => forbidden(plain, context, compiler),
      () => compiler.interpret(next, context),
    );
    made.set(key, chosen);
    return chosen;
  });
}

/** The properties that a met condition has evaluated; they are not "unevaluated" any more. */
function lookedAt(condition: unknown, { object }: NormalizedSchema, compiler: Compiler): unknown {
  if (object.unevaluated === undefined) return true;
  const names = propertyNames(flatten(condition, compiler.source).object);
  return { properties: Object.fromEntries(names.map((name) => [name, true])) };
}

function chosenNode(next: NormalizedSchema, plain: FormNode, forbid: () => FormNode, make: () => FormNode): FormNode {
  // A schema that the form cannot express is left to the full check.
  if (next.fault !== undefined) return plain;
  return next.isImpossible ? forbid() : make();
}

/** Keeps the fields of a forbidden value, so that the user can change it. */
function forbidden(plain: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  const problem = errorText('schema.refusedTogether');
  return buildMap(plain, { ...context, rules: [...context.rules, { problem, accepts: () => false }] }, compiler);
}

/** The node for a schema without unions and objects, by its type. */
function buildKind(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  const types = typesIn(flat);
  const withRules = (rules: readonly Rule[]): SchemaContext => ({ ...context, rules: [...context.rules, ...rules] });
  if (!types.includes('object'))
    return byType(types, { ...flat, conditions: [] }, withRules(conditionRules(flat.conditions, compiler)), compiler);
  // An object applies its conditions to its fields. Other values apply them as rules.
  const beyond = flat.types ? [] : flat.conditions.filter((condition) => !condition.isOfName);
  return byType(types, flat, withRules(conditionRules(beyond, compiler).map(forAdditionalProperties)), compiler);
}

function forAdditionalProperties({ problem, accepts }: Rule): Rule {
  return { problem, accepts: (value) => isJsonObject(value) || accepts(value) };
}

function byType(
  types: readonly JsonType[],
  flat: NormalizedSchema,
  context: SchemaContext,
  compiler: Compiler,
): FormNode {
  if (types.length > 1) return buildKinds(types, flat, context, compiler);
  switch (types[0]) {
    case 'string':
      return buildString(flat, context, compiler);
    case 'number':
    case 'integer':
      return buildNumber(flat, context, types[0] === 'integer');
    case 'boolean':
      return buildBoolean(flat, context);
    case 'array':
      return buildList(flat, context, compiler);
    case 'object':
      return buildObject(flat, context, compiler);
    default:
      return flat.types ? buildNull(flat, context) : buildAnything(flat, context, compiler);
  }
}

/** Several types become a union, although the schema has none. */
function buildKinds(
  types: readonly JsonType[],
  flat: NormalizedSchema,
  context: SchemaContext,
  compiler: Compiler,
): FormNode {
  const flats = types.map((type): NormalizedSchema => ({ ...flat, words: EMPTY.words, types: new Set([type]) }));
  const branches = flats.map((one) => ({ flat: one, own: one, schema: { type: [...(one.types ?? [])][0] } }));
  return unionOf(branches, { flat, context, exclusive: false, loose: !flat.types }, compiler);
}

function buildBoolean(flat: NormalizedSchema, context: SchemaContext): BooleanNode {
  return withDefault(flat, { ...factsOf(flat, context), kind: 'boolean' });
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
    const context: SchemaContext = { ...contextOf(schema), isRoot: true };
    // Arguments are an object, even if the server does not declare the type.
    const isOpen = flat.fault === undefined && !flat.isImpossible && !flat.values && flat.unions.length === 0;
    return this.interpret(
      isOpen && flat.types === undefined && typesIn(flat).length === 0 ? { ...flat, types: new Set(['object']) } : flat,
      context,
    );
  }

  node(schema: unknown, name = ''): FormNode {
    if (schema === false) return buildNothing(EMPTY, contextOf(schema));
    if (!isSchemaObject(schema)) return this.#anythingNode;
    const named = this.#nodes.get(schema) ?? new Map<string, FormNode>();
    this.#nodes.set(schema, named);
    const known = named.get(name);
    if (known) return known;
    // A schema that needs its own node to get one, such as that of its names, accepts anything there.
    named.set(name, this.#anythingNode);
    const node = this.interpret(flatten(schema, this.source), contextOf(schema, name));
    named.set(name, node);
    return node;
  }

  get #anythingNode(): FormNode {
    return (this.#anything ??= buildAnything(EMPTY, contextOf(true), this));
  }

  interpret(flat: NormalizedSchema, context: SchemaContext): FormNode {
    if (flat.fault !== undefined) return buildFault(flat, context, flat.fault);
    if (flat.isImpossible) return buildNothing(flat, context);
    if (flat.values) return buildChoice(flat, context, this);
    if (flat.unions.length > 0) return buildUnion(flat, context, this);
    if (flat.nots.length > 0)
      return this.interpret(
        { ...flat, nots: [] },
        { ...context, rules: [...context.rules, ...notRules(flat.nots, this)] },
      );
    return buildKind(flat, context, this);
  }
}

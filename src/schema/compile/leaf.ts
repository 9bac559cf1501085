import type {
  Alternative,
  ChoiceNode,
  ConstantNode,
  FormNode,
  JsonNode,
  NumberNode,
  ObjectNode,
  Option,
  OtherNames,
  Property,
  Rule,
  StringNode,
  UnionNode,
} from '../form-node.js';
import type { ErrorText } from '../../errors.js';
import { errorText } from '../error-texts.js';
import { type JsonType, MAX_SHOWN_PROPERTIES } from '../json-value.js';
import { jsonTypeLabel } from '../json-type-words.js';
import { saysNothing } from '../json.js';
import { fits } from '../validate/value.js';
import { flatten, optionOf, additionalPropertiesKind, propertyNames, propertySchema, typedValues } from './flatten.js';
import { EMPTY, type NormalizedSchema, type StringRules } from './normalized-schema.js';
import { multipleRule, textRule } from './node-rules.js';
import { computedDefault, withDefault } from './node-defaults.js';
import { lazily } from './lazy-object.js';
import { type Compiler, factsOf, type SchemaContext, contextOf } from './schema-context.js';
import { looksBase64, looksMultiline } from './text-hints.js';

/** A node for an object, with described properties, with free names, or with both. */
export function buildMap(
  flat: NormalizedSchema,
  context: SchemaContext,
  compiler: Compiler,
  conditional = false,
): ObjectNode {
  const { object } = flat;
  const schemas = new Map<string, unknown>();
  const schemaOf = (name: string): unknown => {
    if (!schemas.has(name)) schemas.set(name, propertySchema(object, name, compiler.source));
    return schemas.get(name);
  };
  const { shown, hidden } = namesOf(flat, schemaOf, compiler);
  const property = (name: string): Property =>
    lazily({ name, required: object.required.has(name) }, { node: () => compiler.node(schemaOf(name), name) });
  const known = {
    ...factsOf(flat, context),
    kind: 'object' as const,
    minProperties: object.minProperties,
    maxProperties: object.maxProperties,
    conditional,
    additional: additionalPropertiesOf(flat, context, hidden, compiler),
  };
  const node: ObjectNode = lazily(known, {
    properties: () => shown.map(property),
    ...computedDefault(flat, () => node),
  });
  return node;
}

interface Names {
  readonly shown: readonly string[];
  /** Names that are too many to show at once: each gets its field when the user adds it by name. */
  readonly hidden: readonly string[];
}

function namesOf({ object }: NormalizedSchema, schemaOf: (name: string) => unknown, compiler: Compiler): Names {
  const rule = nameRule(object.names, compiler);
  const described = [...new Set([...propertyNames(object), ...enumerated(object.names, compiler), ...object.required])];
  const possible = described.filter((name) => {
    if (object.required.has(name)) return true;
    return schemaOf(name) !== false && (!rule || fits(rule, name));
  });
  if (possible.length <= MAX_SHOWN_PROPERTIES) return { shown: possible, hidden: [] };
  const required = possible.filter((name) => object.required.has(name)).slice(0, MAX_SHOWN_PROPERTIES);
  const first = possible.filter((name) => !object.required.has(name)).slice(0, MAX_SHOWN_PROPERTIES - required.length);
  const chosen = new Set([...required, ...first]);
  return {
    shown: possible.filter((name) => chosen.has(name)),
    hidden: possible.filter((name) => !chosen.has(name)),
  };
}

/** Names that are listed one by one become properties, whichever keyword lists them. */
function enumerated(names: readonly unknown[], { source }: Compiler): readonly string[] {
  const options = names.flatMap((rule) => typedValues(flatten(rule, source)) ?? []);
  return options.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
}

function additionalPropertiesOf(
  flat: NormalizedSchema,
  context: SchemaContext,
  hidden: readonly string[],
  compiler: Compiler,
): OtherNames {
  const { object } = flat;
  const isClosed = enumerated(object.names, compiler).length > 0;
  const kind = isClosed ? 'refused' : additionalPropertiesKind(object);
  // Without properties, the user can only fill in free names.
  const isMap = kind === 'allowed' && !context.isRoot && propertyNames(object).length === 0;
  const schemaOf = (name: string): unknown => propertySchema(object, name, compiler.source);
  return {
    kind: isMap || hidden.length > 0 ? 'described' : kind,
    name: nameRule(object.names, compiler),
    suggestions: hidden,
    accepts: (name) => schemaOf(name) !== false,
    nodeOf: (name) => compiler.node(schemaOf(name) === false ? true : schemaOf(name), name),
  };
}

/** The rule for names. A rule that only requires text is left out, because names are always text. */
function nameRule(names: readonly unknown[], compiler: Compiler): FormNode | undefined {
  let rule: unknown;
  for (const one of names) rule = compiler.source.both(rule, one);
  if (saysNothing(rule)) return undefined;
  const node = compiler.node(rule);
  const isAnyText =
    node.kind === 'string' &&
    [...node.rules, node.minLength, node.maxLength, node.pattern, node.format].every((each) => each === undefined);
  return isAnyText ? undefined : node;
}

/** The node for a schema that the form cannot express. */
export function buildFault(flat: NormalizedSchema, context: SchemaContext, reason: ErrorText): JsonNode {
  return jsonNode(flat, context, reason, false);
}

/** The node for a schema that accepts only null. */
export function buildNull(flat: NormalizedSchema, context: SchemaContext): ConstantNode {
  return withDefault(flat, { ...factsOf(flat, context), nullable: false, kind: 'constant', value: null });
}

/** The node for `false` or contradictory rules: a choice without options. */
export function buildNothing(flat: NormalizedSchema, context: SchemaContext): ConstantNode | ChoiceNode {
  if (context.nullable) return buildNull(flat, context);
  return { ...factsOf(flat, context), nullable: false, loose: false, kind: 'choice', options: [] };
}

function jsonNode(flat: NormalizedSchema, context: SchemaContext, reason: ErrorText, anything: boolean): JsonNode {
  // JSON includes null, so the editor needs no switch for it.
  const facts = { ...factsOf(flat, context), nullable: false };
  return withDefault(flat, { ...facts, kind: 'json', anything, reason, types: [...(flat.types ?? [])] });
}

const EVERY_TYPE: readonly JsonType[] = ['string', 'number', 'boolean', 'array'];

/**
 * The node for a schema that accepts anything: one alternative for each type, so that users need no JSON for a text or
 * a number, and JSON as the last one, for pasted values.
 */
export function buildAnything(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): UnionNode {
  const alternatives = (): readonly Alternative[] => [
    ...EVERY_TYPE.map((type) => {
      const only: NormalizedSchema = { ...EMPTY, types: new Set([type]) };
      return alternative(jsonTypeLabel(type), () => compiler.interpret(only, contextOf(true, context.name)));
    }),
    alternative(jsonTypeLabel('object'), () => freeMap(compiler)),
    alternative(errorText('schema.label.json'), () =>
      jsonNode(EMPTY, contextOf(true), errorText('schema.reason.anything'), true),
    ),
  ];
  return openUnion(flat, { ...context, nullable: true }, alternatives);
}

/** The node for any object: names and values as fields, or the whole object as JSON. */
export function buildFreeObject(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): UnionNode {
  const only: NormalizedSchema = { ...EMPTY, types: new Set(['object']) };
  return openUnion(flat, context, () => [
    alternative(errorText('schema.label.namesAndValues'), () => freeMap(compiler)),
    alternative(errorText('schema.label.json'), () =>
      jsonNode(only, contextOf(context.schema), errorText('schema.reason.anyObject'), true),
    ),
  ]);
}

function freeMap(compiler: Compiler): ObjectNode {
  return buildMap({ ...EMPTY, types: new Set(['object']) }, contextOf(true), compiler);
}

function alternative(labelText: ErrorText, node: () => FormNode): Alternative {
  return lazily({ label: labelText.text, labelText, description: undefined }, { node });
}

function openUnion(
  flat: NormalizedSchema,
  context: SchemaContext,
  alternatives: () => readonly Alternative[],
): UnionNode {
  const known = { ...factsOf(flat, context), kind: 'union' as const, exclusive: false, discriminator: undefined };
  const node: UnionNode = lazily(known, { alternatives, ...computedDefault(flat, () => node) });
  return node;
}

/** The listed values that the rest of the schema accepts. */
export function buildChoice(flat: NormalizedSchema, context: SchemaContext, compiler: Compiler): FormNode {
  const rest = compiler.interpret({ ...flat, values: undefined }, contextOf(context.schema, context.name));
  const named = (typedValues(flat) ?? []).filter(({ value }) => fits(rest, value));
  // Among other options, null means "no choice": it is shown as a switch beside the list, not as an option.
  const hasNull = named.some(({ value }) => value === null);
  const options = hasNull && named.length > 1 ? named.filter(({ value }) => value !== null) : named;
  const [only] = options;
  if (!only) return buildNothing(flat, context);

  const nullable = context.nullable || (hasNull && named.length > 1);
  const facts = { ...factsOf(flat, context), loose: false, nullable };
  if (options.length > 1) return withDefault<ChoiceNode>(flat, { ...facts, kind: 'choice', options });
  return withDefault<ConstantNode>(flat, { ...facts, kind: 'constant', value: only.value });
}

export function buildString(
  flat: NormalizedSchema,
  context: SchemaContext,
  compiler: Compiler,
  known: readonly Option[] = [],
): StringNode {
  const { texts, words } = flat;
  const { title, description, nullable, examples, deprecated, readOnly, loose, rules, schema } = factsOf(flat, context);
  const base64 = looksBase64(flat);
  // Each property is copied by name: a form has hundreds of nodes, and spreading the object took a fifth of the time.
  return withDefault(flat, {
    title,
    description,
    nullable,
    default: undefined,
    examples,
    deprecated,
    readOnly,
    loose,
    rules: texts.patterns.length + texts.formats.length > 1 ? [...rules, ...textRules(texts, compiler)] : rules,
    schema,
    kind: 'string',
    multiline: !base64 && looksMultiline(context.name, flat),
    base64,
    contentMediaType: texts.contentMediaType,
    minLength: texts.minLength,
    maxLength: texts.maxLength,
    pattern: texts.patterns[0],
    format: texts.formats[0],
    suggestions: known.length > 0 ? known : words.examples.flatMap(exampleOf),
  });
}

/** Rules for the patterns and formats after the first of each. */
function textRules({ patterns, formats }: StringRules, compiler: Compiler): readonly Rule[] {
  return [
    ...patterns.slice(1).map((pattern) => textRule({ type: 'string', pattern }, compiler)),
    ...formats.slice(1).map((format) => textRule({ type: 'string', format }, compiler)),
  ];
}

function exampleOf(example: unknown): readonly Option[] {
  return typeof example === 'string' && example !== '' ? [optionOf(example)] : [];
}

export function buildNumber(flat: NormalizedSchema, context: SchemaContext, integer: boolean): NumberNode {
  const { steps, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = flat.numbers;
  const { title, description, nullable, examples, deprecated, readOnly, loose, rules, schema } = factsOf(flat, context);
  return withDefault(flat, {
    title,
    description,
    nullable,
    default: undefined,
    examples,
    deprecated,
    readOnly,
    loose,
    rules: steps.length > 1 ? [...rules, ...steps.slice(1).map(multipleRule)] : rules,
    schema,
    kind: 'number',
    integer,
    minimum,
    maximum,
    exclusiveMinimum,
    exclusiveMaximum,
    multipleOf: steps[0],
  });
}

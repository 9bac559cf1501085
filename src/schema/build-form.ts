import type { Json } from '../protocol/model.js';
import { readChoice } from './build-choice.js';
import { unservedReason } from './build-fallback.js';
import { checkValue } from './check-value.js';
import type { FormNode, JsonNode, NumberNode, Property, StringNode } from './form-node.js';
import { countOf, isSchemaObject, listOf, numberOf, saysNothing, textOf, type SchemaObject } from './json-schema.js';
import { isModestJson, jsonTypeInWords, type JsonType } from './json-value.js';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_FORM_NODES,
  MAX_LABEL_LENGTH,
  MAX_PROPERTIES,
  MAX_SCHEMA_DEPTH,
} from './limits.js';
import { looksMultiline } from './multiline.js';
import { resolveSchema } from './resolve.js';

/** Where in the schema the compiler is. */
interface Place {
  readonly root: unknown;
  /** The property's name; empty where there is none. */
  readonly name: string;
  readonly depth: number;
  /** References that led here. */
  readonly references: readonly string[];
  /** Shared by the whole form: nodes that may still be made. */
  readonly budget: { left: number };
}

/**
 * Compiles a JSON Schema into the form that edits its values. Pure, never throws, never fetches, and bounded whatever
 * the schema is: what no faithful field exists for becomes a node of kind `json` with the reason in a sentence.
 */
export function buildForm(schema: unknown): FormNode {
  return build(schema, { root: schema, name: '', depth: 0, references: ['#'], budget: { left: MAX_FORM_NODES } });
}

type Facts = Pick<JsonNode, 'title' | 'description' | 'default' | 'nullable'>;

function build(schema: unknown, place: Place): FormNode {
  if (!isSchemaObject(schema)) {
    const reason = schema === false ? 'The server accepts no value here.' : 'The server accepts any value here.';
    return jsonNode({}, reason);
  }
  if (--place.budget.left < 0) return jsonNode(schema, `The form has more than ${MAX_FORM_NODES} fields.`);
  if (place.depth > MAX_SCHEMA_DEPTH) return jsonNode(schema, 'This part is nested too deeply for fields.');
  const resolved = resolveSchema(schema, place.root, place.references);
  if (!resolved.ok) return jsonNode(schema, resolved.reason);
  const inner: Place = { ...place, references: resolved.references };
  const node = buildResolved(resolved.schema, resolved.nullable, inner);
  return withDefault(node, resolved.schema);
}

function buildResolved(schema: SchemaObject, unionNullable: boolean, place: Place): FormNode {
  const choice = readChoice(schema, factsOf(schema, unionNullable));
  if (choice) return choice;
  const unserved = unservedReason(schema);
  if (unserved) return jsonNode(schema, unserved);

  const named = typesOf(schema);
  if (named.length === 0) return jsonNode(schema, 'The server accepts any value here.');
  const facts = factsOf(schema, unionNullable || named.includes('null'));
  const types = named.filter((type) => type !== 'null' && !(type === 'integer' && named.includes('number')));
  const [type] = types;
  if (types.length > 1) {
    return jsonNode(schema, `The server accepts ${types.map(jsonTypeInWords).join(' or ')} here.`);
  }
  switch (type) {
    case 'string':
      return stringNode(schema, facts, place.name);
    case 'number':
    case 'integer':
      return numberNode(schema, facts, type === 'integer');
    case 'boolean':
      return { ...facts, kind: 'boolean' };
    case 'array':
      return listNode(schema, facts, place);
    case 'object':
      return objectNode(schema, facts, place);
    default:
      return { ...facts, kind: 'constant', nullable: false, value: null };
  }
}

function factsOf(schema: SchemaObject, nullable: boolean): Facts {
  return {
    title: textOf(schema, 'title', MAX_LABEL_LENGTH),
    description: textOf(schema, 'description', MAX_DESCRIPTION_LENGTH),
    nullable,
    default: undefined,
  };
}

const TYPES: ReadonlySet<unknown> = new Set<JsonType>([
  'null',
  'boolean',
  'number',
  'integer',
  'string',
  'array',
  'object',
]);
const isType = (value: unknown): value is JsonType => TYPES.has(value);

/** The types a schema names; where it names none, the one its keywords are about. */
function typesOf(schema: SchemaObject): readonly JsonType[] {
  const type = schema['type'];
  if (isType(type)) return [type];
  if (Array.isArray(type)) return [...new Set(type.filter(isType))];
  if (isSchemaObject(schema['properties'])) return ['object'];
  return isSchemaObject(schema['items']) ? ['array'] : [];
}

function jsonNode(schema: SchemaObject, reason: string): JsonNode {
  // JSON can say null itself, so the editor needs no switch for it.
  return { ...factsOf(schema, false), kind: 'json', reason, types: typesOf(schema), schema };
}

function stringNode(schema: SchemaObject, facts: Facts, name: string): StringNode {
  return {
    ...facts,
    kind: 'string',
    multiline: looksMultiline(name, schema),
    minLength: countOf(schema, 'minLength'),
    maxLength: countOf(schema, 'maxLength'),
    pattern: textOf(schema, 'pattern', Infinity),
    format: textOf(schema, 'format', MAX_LABEL_LENGTH),
  };
}

function numberNode(schema: SchemaObject, facts: Facts, integer: boolean): NumberNode {
  const step = numberOf(schema, 'multipleOf');
  return {
    ...facts,
    kind: 'number',
    integer,
    minimum: numberOf(schema, 'minimum'),
    maximum: numberOf(schema, 'maximum'),
    exclusiveMinimum: numberOf(schema, 'exclusiveMinimum'),
    exclusiveMaximum: numberOf(schema, 'exclusiveMaximum'),
    multipleOf: step !== undefined && step > 0 ? step : undefined,
  };
}

function listNode(schema: SchemaObject, facts: Facts, place: Place): FormNode {
  if (saysNothing(schema['items'])) return jsonNode(schema, 'The server accepts any items in this list.');
  const item = build(schema['items'], { ...place, depth: place.depth + 1 });
  if (item.kind === 'json') return jsonNode(schema, item.reason.replace(/ here\.$/, ' as an item.'));
  if (item.kind === 'object' || item.kind === 'list') {
    return jsonNode(schema, `Each item is ${item.kind === 'list' ? 'a list' : 'an object'} of its own.`);
  }
  return {
    ...facts,
    kind: 'list',
    item,
    minItems: countOf(schema, 'minItems'),
    maxItems: countOf(schema, 'maxItems'),
    uniqueItems: schema['uniqueItems'] === true,
  };
}

function objectNode(schema: SchemaObject, facts: Facts, place: Place): FormNode {
  const described = isSchemaObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  const others = schema['additionalProperties'];
  if (others !== false && !saysNothing(others)) {
    return jsonNode(schema, 'The names in this object are free, and the server describes what their values are.');
  }
  if (described.length > MAX_PROPERTIES) {
    return jsonNode(schema, `The server describes ${described.length} fields here, more than a form can show.`);
  }
  // At the top, an object without properties is how a tool says that it takes no arguments.
  if (described.length === 0 && others !== false && place.depth > 0) {
    return jsonNode(schema, 'The server accepts any object here.');
  }
  const required = new Set((listOf(schema, 'required') ?? []).filter((name) => typeof name === 'string'));
  const properties: Property[] = [];
  for (const [name, part] of described) {
    const node = build(part, { ...place, name, depth: place.depth + 1 });
    properties.push({ name, node, required: required.delete(name) });
  }
  for (const name of [...required].slice(0, MAX_PROPERTIES)) {
    const node = jsonNode({}, 'The server requires this and does not describe it.');
    properties.push({ name, node, required: true });
  }
  return {
    ...facts,
    kind: 'object',
    properties,
    others: others === false ? 'refused' : 'allowed',
    minProperties: countOf(schema, 'minProperties'),
    maxProperties: countOf(schema, 'maxProperties'),
  };
}

/** A default that the schema itself would refuse is none. */
function withDefault(node: FormNode, schema: SchemaObject): FormNode {
  if (!Object.hasOwn(schema, 'default')) return node;
  const value: unknown = schema['default'];
  const isUsable = (given: unknown): given is Json => isModestJson(given) && checkValue(node, given).length === 0;
  return isUsable(value) ? { ...node, default: value } : node;
}

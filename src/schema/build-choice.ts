import type { Json } from '../protocol/model.js';
import { unservedReason } from './build-fallback.js';
import type { FormNode, JsonNode, Option } from './form-node.js';
import { ANNOTATIONS, isSchemaObject, listOf, textOf, type SchemaObject } from './json-schema.js';
import { isModestJson, isTypeAmong, jsonEquals, jsonTypeOf, type JsonType } from './json-value.js';
import { MAX_DESCRIPTION_LENGTH, MAX_LABEL_LENGTH, MAX_OPTIONS } from './limits.js';

type Facts = Pick<JsonNode, 'title' | 'description' | 'default' | 'nullable'>;

/**
 * Reads a schema that names its values: `const`, `enum` (with `enumNames`), or a union of constants with titles.
 * Undefined when it does not.
 */
export function readChoice(schema: SchemaObject, facts: Facts): FormNode | undefined {
  const named = namedValues(schema);
  if (!named) return undefined;
  const reason = named.reason ?? unservedReason(named.rest);
  if (reason) return { ...facts, kind: 'json', nullable: false, reason, types: [], schema };

  const options: Option[] = [];
  let nullable = facts.nullable;
  for (const option of named.options) {
    if (!fitsType(schema['type'], option.value)) continue;
    // Among other choices, null is the absence of one: a switch beside the list, not a line in it.
    if (option.value === null && named.options.length > 1) nullable = true;
    else if (!options.some((other) => jsonEquals(other.value, option.value))) options.push(option);
  }
  const [only] = options;
  if (!only) {
    return nullable && named.options.length > 0
      ? { ...facts, nullable: false, kind: 'constant', value: null }
      : { ...facts, kind: 'json', nullable: false, reason: 'The server accepts no value here.', types: [], schema };
  }
  if (options.length > 1) return { ...facts, nullable, kind: 'choice', options };
  return { ...facts, nullable, kind: 'constant', value: only.value };
}

interface NamedValues {
  readonly options: readonly Option[];
  /** The schema without the keyword that named them. */
  readonly rest: SchemaObject;
  /** Why they cannot be shown as choices. */
  readonly reason?: string | undefined;
}

function namedValues(schema: SchemaObject): NamedValues | undefined {
  if (Object.hasOwn(schema, 'const')) return fromValues([schema['const']], [], without(schema, 'const'));
  const values = listOf(schema, 'enum');
  if (values) return fromValues(values, listOf(schema, 'enumNames') ?? [], without(schema, 'enum'));
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = listOf(schema, keyword);
    if (!branches || branches.length === 0) continue;
    const rest = without(schema, keyword);
    const options = branches.slice(0, MAX_OPTIONS).map(constantBranch);
    if (!options.every((option) => option !== undefined)) continue;
    return { options, rest, reason: tooMany(branches.length) };
  }
  return undefined;
}

function fromValues(values: readonly unknown[], names: readonly unknown[], rest: SchemaObject): NamedValues {
  const shown = values.slice(0, MAX_OPTIONS);
  if (!isModestJson(shown)) {
    return { options: [], rest, reason: 'The server names values here that are too large to show as choices.' };
  }
  const options = (shown as readonly Json[]).map((value, index) => optionOf(value, names[index]));
  return { options, rest, reason: tooMany(values.length) };
}

function tooMany(count: number): string | undefined {
  return count > MAX_OPTIONS ? `The server names ${count} choices, more than a list can show.` : undefined;
}

/** A branch of a union that accepts one value and otherwise only describes it. */
function constantBranch(branch: unknown): Option | undefined {
  if (!isSchemaObject(branch)) return undefined;
  const names = Object.keys(branch).filter((keyword) => keyword !== 'type' && !ANNOTATIONS.has(keyword));
  const values = listOf(branch, 'enum');
  if (names.length === 0 && branch['type'] === 'null') return optionOf(null);
  if (names.length !== 1) return undefined;
  const value = names[0] === 'const' ? branch['const'] : values?.length === 1 ? values[0] : undefined;
  if (value === undefined || !isModestJson(value) || !fitsType(branch['type'], value)) return undefined;
  const title = textOf(branch, 'title', MAX_LABEL_LENGTH);
  return { ...optionOf(value, title), description: textOf(branch, 'description', MAX_DESCRIPTION_LENGTH) };
}

function optionOf(value: Json, name?: unknown): Option {
  const spelled = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  const label = typeof name === 'string' && name.trim() !== '' ? name : spelled;
  return { value, label: label.slice(0, MAX_LABEL_LENGTH), description: undefined };
}

function fitsType(type: unknown, value: Json): boolean {
  if (type === undefined) return true;
  return isTypeAmong(jsonTypeOf(value), (Array.isArray(type) ? type : [type]) as JsonType[]);
}

function without(schema: SchemaObject, keyword: string): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

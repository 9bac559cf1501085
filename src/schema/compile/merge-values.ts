import type { Json } from '../../protocol/model.js';
import type { Flat } from './flat.js';
import type { Option } from '../form-node.js';
import { listOf, type SchemaObject } from '../json-schema.js';
import { canonicalJson, isModestJson, isTypeAmong, jsonTypeOf } from '../json-value.js';
import { MAX_LABEL_LENGTH, MAX_OPTIONS } from '../limits.js';

/** Brings in the values that `const` and `enum` name. */
export function mergeValues(flat: Flat, schema: SchemaObject): Flat {
  let next = flat;
  if (Object.hasOwn(schema, 'const')) next = onlyOf(next, [schema['const']], []);
  const values = listOf(schema, 'enum');
  if (!values) return next;
  if (values.length > MAX_OPTIONS)
    return { ...next, fault: `The server names ${values.length} choices, more than a list can show.` };
  return onlyOf(next, values, listOf(schema, 'enumNames') ?? listOf(schema, 'x-enumNames') ?? []);
}

function onlyOf(flat: Flat, values: readonly unknown[], names: readonly unknown[]): Flat {
  if (!isModestJson(values))
    return { ...flat, fault: 'The server names values here that are too large to show as choices.' };
  return withOptions(
    flat,
    values.map((value, index) => optionOf(value, names[index])),
  );
}

/** Only these values are left, and of them only those that were accepted before. The first label given counts. */
export function withOptions(flat: Flat, options: readonly Option[]): Flat {
  const unique = new Map<string, Option>();
  for (const option of options) {
    const key = canonicalJson(option.value);
    if (!unique.has(key)) unique.set(key, option);
  }
  if (!flat.values) return { ...flat, values: [...unique.values()] };
  return { ...flat, values: flat.values.filter(({ value }) => unique.has(canonicalJson(value))) };
}

/** The values that are also of the type that is asked for. */
export function typedValues({ values, types }: Flat): readonly Option[] | undefined {
  return types ? values?.filter(({ value }) => isTypeAmong(jsonTypeOf(value), types)) : values;
}

export function optionOf(value: Json, name?: unknown, description?: string): Option {
  const spelled = typeof value === 'string' && value !== '' ? value : JSON.stringify(value);
  const label = typeof name === 'string' && name.trim() !== '' ? name : spelled;
  return { value, label: label.slice(0, MAX_LABEL_LENGTH), description };
}

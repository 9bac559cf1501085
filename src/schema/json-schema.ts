/**
 * A JSON Schema object as it came: any keyword may hold anything. The readers below give a keyword's value when it has
 * the form the specification asks for, and undefined otherwise; a malformed keyword is as good as an absent one.
 */
export type SchemaObject = { readonly [keyword: string]: unknown };

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textOf(schema: SchemaObject, keyword: string, maxLength: number): string | undefined {
  const value = schema[keyword];
  return typeof value === 'string' && value.trim() !== '' ? value.slice(0, maxLength) : undefined;
}

export function numberOf(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** A count such as `minLength`; a fraction counts as the next whole number that means the same. */
export function countOf(
  schema: SchemaObject,
  keyword: string,
  round: (value: number) => number = Math.ceil,
): number | undefined {
  const value = numberOf(schema, keyword);
  return value !== undefined && value >= 0 ? round(value) : undefined;
}

export function listOf(schema: SchemaObject, keyword: string): readonly unknown[] | undefined {
  const value = schema[keyword];
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

/** A schema that accepts everything says nothing: `true` or `{}`. */
export function saysNothing(schema: unknown): boolean {
  return schema === undefined || schema === true || (isSchemaObject(schema) && Object.keys(schema).length === 0);
}

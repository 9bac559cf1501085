import type { Json } from '../../src/index.js';
import type { Random } from '../support/random.js';

type Schema = { [keyword: string]: unknown };

const NAMES = ['a', 'b', 'c', 'id', 'title', 'x-y', 'constructor'];
const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null', 'object', 'array'];
const TEXTS = ['', 'a', 'ab', 'abc', 'x', '1'];

/** Schemas out of every keyword that forms serve, put together by chance: stranger than any server's. */
export function randomSchema(random: Random): Schema {
  const $defs = { one: new Parts(random, []).schema(1), two: new Parts(random, ['one']).schema(2) };
  return { ...new Parts(random, ['one', 'two']).schema(2, 'object'), $defs };
}

/** Any value, most of them wrong. */
export function randomValue(random: Random, depth = 2): Json {
  const kind = random.between(0, depth > 0 ? 6 : 4);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.between(-2, 4);
  if (kind === 3) return random.pick(TEXTS);
  if (kind === 4) return 1.5;
  if (kind === 5) return Array.from({ length: random.between(0, 3) }, () => randomValue(random, depth - 1));
  return randomObject(random, depth - 1);
}

export function randomObject(random: Random, depth = 2): { readonly [name: string]: Json } {
  const names = NAMES.filter(() => random.chance(0.35));
  return Object.fromEntries(names.map((name) => [name, randomValue(random, depth)]));
}

class Parts {
  readonly #random: Random;
  /** What references may lead to: nothing leads back to where it came from. */
  readonly #names: readonly string[];

  constructor(random: Random, names: readonly string[]) {
    this.#random = random;
    this.#names = names;
  }

  schema(depth: number, as?: string): Schema {
    const random = this.#random;
    const type = as ?? random.pick(TYPES.slice(0, depth > 0 ? TYPES.length : 7));
    const schema: Schema = {};
    if (as !== undefined || random.chance(0.8))
      schema['type'] = as ?? (random.chance(0.15) ? [...new Set([type, random.pick(TYPES)])] : type);
    if (as === undefined && random.chance(0.15)) {
      schema['enum'] = Array.from({ length: random.between(1, 4) }, () => randomValue(random, 1));
      return schema;
    }
    if (as === undefined && random.chance(0.06)) schema['const'] = randomValue(random, 1);
    if (type === 'string') this.#text(schema);
    if (type === 'number' || type === 'integer') this.#number(schema);
    if (type === 'array' && depth > 0) this.#list(schema, depth - 1);
    if (type === 'object' && depth > 0) this.#object(schema, depth - 1);
    if (depth > 0) this.#combined(schema, depth - 1);
    return schema;
  }

  #maybe(probability: number, schema: Schema, keyword: string, make: () => unknown): void {
    if (this.#random.chance(probability)) schema[keyword] = make();
  }

  #text(schema: Schema): void {
    const random = this.#random;
    this.#maybe(0.3, schema, 'minLength', () => random.between(0, 2));
    this.#maybe(0.3, schema, 'maxLength', () => random.between(1, 3));
    this.#maybe(0.2, schema, 'pattern', () => random.pick(['^a', 'b$', '^[a-c]*$']));
  }

  #number(schema: Schema): void {
    const random = this.#random;
    this.#maybe(0.3, schema, 'minimum', () => random.between(-2, 1));
    this.#maybe(0.3, schema, 'maximum', () => random.between(0, 4));
    this.#maybe(0.1, schema, 'exclusiveMinimum', () => random.between(-2, 0));
    this.#maybe(0.1, schema, 'multipleOf', () => random.pick([1, 2, 0.5]));
  }

  #list(schema: Schema, depth: number): void {
    const random = this.#random;
    this.#maybe(0.3, schema, 'prefixItems', () =>
      Array.from({ length: random.between(1, 2) }, () => this.schema(depth)),
    );
    this.#maybe(0.6, schema, 'items', () => (random.chance(0.1) ? false : this.schema(depth)));
    this.#maybe(0.2, schema, 'minItems', () => random.between(0, 2));
    this.#maybe(0.2, schema, 'maxItems', () => random.between(1, 3));
    this.#maybe(0.15, schema, 'uniqueItems', () => true);
    this.#maybe(0.15, schema, 'contains', () => this.schema(depth));
  }

  #object(schema: Schema, depth: number): void {
    const random = this.#random;
    const some = (probability: number): string[] => NAMES.filter(() => random.chance(probability));
    this.#maybe(0.85, schema, 'properties', () =>
      Object.fromEntries(some(0.5).map((name) => [name, this.schema(depth)])),
    );
    this.#maybe(0.4, schema, 'required', () => some(0.25));
    this.#maybe(0.35, schema, 'additionalProperties', () => (random.chance(0.5) ? false : this.schema(depth)));
    this.#maybe(0.1, schema, 'patternProperties', () => ({ [random.pick(['^a', '^x-', 'd$'])]: this.schema(depth) }));
    this.#maybe(0.08, schema, 'propertyNames', () =>
      random.pick([{ maxLength: 2 }, { enum: ['a', 'b', 'id'] }, { pattern: '^[a-z]' }]),
    );
    this.#maybe(0.1, schema, 'minProperties', () => random.between(0, 2));
    this.#maybe(0.1, schema, 'maxProperties', () => random.between(1, 3));
    this.#maybe(0.15, schema, 'dependentRequired', () => ({ [random.pick(NAMES)]: [random.pick(NAMES)] }));
    this.#maybe(0.12, schema, 'dependentSchemas', () => ({ [random.pick(NAMES)]: this.schema(depth) }));
    if (random.chance(0.15)) {
      schema['if'] = { properties: { a: { const: randomValue(random, 0) } }, required: ['a'] };
      schema['then'] = random.chance(0.5) ? { required: [random.pick(NAMES)] } : this.schema(depth);
      this.#maybe(0.5, schema, 'else', () => this.schema(depth));
    }
  }

  #combined(schema: Schema, depth: number): void {
    const random = this.#random;
    const several = (): Schema[] => Array.from({ length: random.between(1, 3) }, () => this.schema(depth));
    this.#maybe(0.18, schema, 'anyOf', several);
    this.#maybe(0.12, schema, 'oneOf', several);
    this.#maybe(0.12, schema, 'allOf', several);
    this.#maybe(0.06, schema, 'not', () => this.schema(depth));
    if (this.#names.length > 0) this.#maybe(0.08, schema, '$ref', () => `#/$defs/${random.pick(this.#names)}`);
  }
}

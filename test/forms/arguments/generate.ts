import type { Json } from '../../../src/index.js';
import { combined, impliedType, typesOf } from './combine.js';
import { generateNumber, generateText } from './generate-scalar.js';
import { textFor } from './pattern-text.js';
import { Random } from '../../support/random.js';
import { isObject, listAt, numberAt, objectAt, own, setOwn, target, textAt, type Schema } from './schema-parts.js';

/** Which of the values that may be left out are there. */
export type Wish = 'least' | 'some' | 'everything';

/** Containers inside each other; recursion ends here at the latest. */
const MAX_DEPTH = 14;
/** Below this only what must be there is. */
const FULL_DEPTH = 4;
/** Values in one go before only what must be there is. */
const FULL_VALUES = 150;
const MAX_STEPS = 20_000;
const ANYTHING: readonly Json[] = ['text', 7, true, null, ['one', 2], { key: 'value' }];

/** Nothing fits here, or not within the bounds. */
class Stuck extends Error {}

/** How often each branch of each union was taken, so that in the end all of them are. */
export type Taken = WeakMap<object, number[]>;

/**
 * A value that fits the schema, as well as one can tell without a validator; undefined where none was found. Whoever
 * calls asks the referee.
 */
export function generate(schema: unknown, seed: string, wish: Wish, taken: Taken = new WeakMap()): Json | undefined {
  try {
    return new Generator(schema, new Random(seed), wish, taken).value(schema, 0);
  } catch (problem) {
    if (problem instanceof Stuck || problem instanceof RangeError || problem instanceof URIError) return undefined;
    throw problem;
  }
}

class Generator {
  readonly #root: unknown;
  readonly #random: Random;
  readonly #wish: Wish;
  readonly #taken: Taken;
  #values = 0;
  #steps = 0;

  constructor(root: unknown, random: Random, wish: Wish, taken: Taken) {
    this.#root = root;
    this.#random = random;
    this.#wish = wish;
    this.#taken = taken;
  }

  value(schema: unknown, depth: number): Json {
    if (depth > MAX_DEPTH) throw new Stuck('too deep');
    this.#values++;
    if (schema === false) throw new Stuck('nothing is accepted');
    if (!isObject(schema)) return depth === 0 ? {} : this.#random.pick(ANYTHING);
    return this.#of(this.#flat(schema, depth, 0), depth);
  }

  /** The schema with its references followed and one way through its combinators chosen. */
  #flat(schema: Schema, depth: number, hops: number): Schema {
    if (hops > 60 || ++this.#steps > MAX_STEPS) throw new Stuck('references go on and on');
    const { $ref, allOf, anyOf, oneOf, if: condition, then, else: otherwise, ...rest } = schema;
    let flat: Schema = rest;
    const add = (part: unknown): void => {
      if (part === false) throw new Stuck('nothing is accepted');
      if (isObject(part)) flat = combined(flat, this.#flat(part, depth, hops + 1));
    };
    if (typeof $ref === 'string') {
      const found = target(this.#root, $ref);
      if (found === undefined) throw new Stuck(`no ${$ref}`);
      add(found);
    }
    if (Array.isArray(allOf)) allOf.forEach(add);
    for (const branches of [anyOf, oneOf]) if (Array.isArray(branches)) add(this.#branch(branches, depth));
    if (condition !== undefined) {
      const holds = this.#random.chance(0.5);
      if (holds) add(condition);
      add(holds ? then : otherwise);
    }
    return flat;
  }

  /** The branch that was taken least; far down, one that does not go further. */
  #branch(branches: readonly unknown[], depth: number): unknown {
    const counts = this.#taken.get(branches) ?? branches.map(() => 0);
    this.#taken.set(branches, counts);
    const weigh = (index: number): number =>
      (counts[index] ?? 0) + (depth > FULL_DEPTH && goesOn(branches[index]) ? 1000 : 0) + this.#random.next() / 2;
    const order = branches.map((_, index) => ({ index, weight: weigh(index) })).sort((a, b) => a.weight - b.weight);
    const index = order[0]?.index ?? 0;
    counts[index] = (counts[index] ?? 0) + 1;
    return branches[index];
  }

  #of(schema: Schema, depth: number): Json {
    if (Object.hasOwn(schema, 'const')) return schema['const'] as Json;
    const types = typesOf(schema);
    const values = listAt(schema, 'enum')?.filter((value) => !types || types.some((type) => isOfType(value, type)));
    if (values) {
      if (values.length === 0) throw new Stuck('no value is left');
      return this.#random.pick(values) as Json;
    }
    // Arguments are an object, also where the schema does not say so.
    const wanted = types ?? [impliedType(schema) ?? (depth === 0 ? 'object' : undefined)];
    if (wanted.length === 0) throw new Stuck('no type is left');
    // Null now and then: it is one of several answers.
    const others = wanted.filter((type) => type !== 'null');
    const isNull = others.length < wanted.length && (others.length === 0 || this.#random.chance(0.25));
    if (isNull || (schema['nullable'] === true && types === undefined && this.#random.chance(0.1))) return null;
    switch (this.#random.pick(others)) {
      case 'string':
        return generateText(schema, this.#random) ?? stuck('no text fits');
      case 'integer':
        return generateNumber(schema, this.#random, true);
      case 'number':
        return generateNumber(schema, this.#random, false);
      case 'boolean':
        return this.#random.chance(0.5);
      case 'array':
        return this.#list(schema, depth);
      case 'object':
        return this.#object(schema, depth);
      default:
        return this.#random.pick(ANYTHING);
    }
  }

  #wants(depth: number): boolean {
    if (this.#wish === 'least' || depth > FULL_DEPTH || this.#values > FULL_VALUES) return false;
    return this.#wish === 'everything' || this.#random.chance(0.5);
  }

  #list(schema: Schema, depth: number): Json[] {
    const first = listAt(schema, 'prefixItems') ?? listAt(schema, 'items') ?? [];
    const rest = listAt(schema, 'items') ? own(schema, 'additionalItems') : own(schema, 'items');
    const low = numberAt(schema, 'minItems') ?? 0;
    const high = numberAt(schema, 'maxItems') ?? Infinity;
    const few = this.#wants(depth) ? this.#random.between(1, 3) : 0;
    const length = Math.min(high, Math.max(low, few, this.#wants(depth) ? first.length : 0));
    const list: Json[] = [];
    if (Object.hasOwn(schema, 'contains')) list.push(this.value(schema['contains'], depth + 1));
    for (let tries = 0; list.length < length && tries < length + 20; tries++) {
      const part = list.length < first.length ? first[list.length] : rest;
      if (part === false) break;
      const item = this.value(part, depth + 1);
      const isTwice = list.some((each) => JSON.stringify(each) === JSON.stringify(item));
      if (schema['uniqueItems'] !== true || !isTwice) list.push(item);
    }
    return list;
  }

  #object(schema: Schema, depth: number): Json {
    const object: { [name: string]: Json } = {};
    const properties = objectAt(schema, 'properties') ?? {};
    const required = new Set((listAt(schema, 'required') ?? []).filter((name) => typeof name === 'string'));
    const add = (name: string): void => {
      if (Object.hasOwn(object, name)) return;
      setOwn(object, name, this.value(this.#partFor(schema, name), depth + 1));
      for (const other of listAt(objectAt(schema, 'dependentRequired') ?? {}, name) ?? []) add(String(other));
      const more =
        own(objectAt(schema, 'dependentSchemas') ?? {}, name) ?? own(objectAt(schema, 'dependencies') ?? {}, name);
      for (const other of isObject(more) ? (listAt(more, 'required') ?? []) : Array.isArray(more) ? more : [])
        add(String(other));
    };
    for (const name of required) add(name);
    for (const name of Object.keys(properties)) {
      if (!required.has(name) && properties[name] !== false && this.#wants(depth)) this.#try(() => add(name));
    }
    this.#addFreeNames(schema, object, depth, add);
    return object;
  }

  /** Names of the person's own, where the schema says what their values are or nothing else is there. */
  #addFreeNames(schema: Schema, object: { [name: string]: Json }, depth: number, add: (name: string) => void): void {
    const least = numberAt(schema, 'minProperties') ?? 0;
    const isMap = isObject(schema['additionalProperties']) || !!objectAt(schema, 'patternProperties');
    const isFree = !objectAt(schema, 'properties') && schema['additionalProperties'] !== false;
    const extra = (isMap || isFree) && depth > 0 && this.#wants(depth) ? this.#random.between(1, 2) : 0;
    for (let index = 0; index < 20 && (index < extra || Object.keys(object).length < least); index++) {
      const name = this.#nameFor(schema, index);
      if (name !== undefined) this.#try(() => add(name));
    }
  }

  #nameFor(schema: Schema, index: number): string | undefined {
    const [pattern] = this.#random.shuffled(Object.keys(objectAt(schema, 'patternProperties') ?? {}));
    if (pattern !== undefined) return textFor(pattern, this.#random) || undefined;
    const names = objectAt(schema, 'propertyNames');
    if (!names) return this.#random.pick([`key${index}`, `x-name-${index}`, `Größe ${index}`]);
    const name = this.value({ type: 'string', ...names }, MAX_DEPTH - 1);
    // Nobody names a thing with nothing, or in several lines.
    return typeof name === 'string' && /^.+$/.test(name) ? name : undefined;
  }

  #partFor(schema: Schema, name: string): unknown {
    const described = own(objectAt(schema, 'properties') ?? {}, name);
    if (described !== undefined) return described;
    for (const [pattern, part] of Object.entries(objectAt(schema, 'patternProperties') ?? {})) {
      if (new RegExp(pattern).test(name)) return part;
    }
    return own(schema, 'additionalProperties') ?? true;
  }

  /** What may be left out is left out where nothing fits it. */
  #try(act: () => void): void {
    try {
      act();
    } catch (problem) {
      if (!(problem instanceof Stuck)) throw problem;
    }
  }
}

function goesOn(branch: unknown): boolean {
  if (!isObject(branch)) return true;
  const types = typesOf(branch) ?? [];
  return types.length === 0
    ? textAt(branch, 'const') === undefined
    : types.some((type) => type === 'object' || type === 'array');
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function stuck(why: string): never {
  throw new Stuck(why);
}

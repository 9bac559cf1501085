import type { Json, JsonObject } from '../../../src/index.js';
import { impliedType } from './combine.js';
import { Random } from '../../support/random.js';
import type { Fault, Referee } from './referee.js';
import {
  child,
  isObject,
  listAt,
  numberAt,
  objectAt,
  own,
  setOwn,
  target,
  tokensOf,
  type Schema,
} from './schema-parts.js';

/** Arguments that the schema refuses, one thing wrong with them. */
export interface Mutant {
  /** What was done: `missing`, `type`, `extra` … as the referee's keyword for it. */
  readonly keyword: string;
  /** Where it was done. */
  readonly pointer: string;
  readonly value: JsonObject;
  /** Every place the referee complains of. */
  readonly faults: readonly Fault[];
}

const STRANGE_NAME = 'no_such_property_';
/** Places of a value that are changed. */
const MAX_PLACES = 120;

/**
 * Wrong arguments made from right ones. Nothing is taken for wrong that the referee accepts; of changes that break the
 * same rule of the schema one is kept.
 */
export function mutants(
  schema: unknown,
  value: JsonObject,
  referee: Referee,
  seed: string,
  limit: number,
): readonly Mutant[] {
  const random = new Random(seed);
  const found = new Map<string, Mutant>();
  for (const { pointer, value: changed } of random.shuffled(changes(schema, value))) {
    if (!isObject(changed)) continue;
    const faults = referee.faults(changed as JsonObject);
    const first = faults.find((fault) => fault.pointer === pointer) ?? faults[0];
    if (!first) continue;
    const key = `${first.keyword} ${first.rule}`;
    if (!found.has(key)) found.set(key, { keyword: first.keyword, pointer, value: changed as JsonObject, faults });
  }
  return evenly([...found.values()], limit);
}

/** As many kinds of mistakes as there are, before the second of any. */
function evenly(all: readonly Mutant[], limit: number): readonly Mutant[] {
  const rounds = new Map<string, number>();
  const placed = all.map((mutant) => {
    const round = rounds.get(mutant.keyword) ?? 0;
    rounds.set(mutant.keyword, round + 1);
    return { mutant, round };
  });
  return placed
    .sort((a, b) => a.round - b.round)
    .slice(0, limit)
    .map(({ mutant }) => mutant);
}

interface Change {
  readonly pointer: string;
  readonly value: Json;
}

function changes(schema: unknown, value: Json): Change[] {
  const all: Change[] = [];
  let places = 0;
  const visit = (part: Json, pointer: string): void => {
    if (++places > MAX_PLACES) return;
    if (pointer !== '')
      for (const other of instead(part, rulesAt(schema, pointer)))
        all.push({ pointer, value: replaced(value, pointer, other) });
    if (Array.isArray(part)) {
      part.forEach((item, index) => visit(item, child(pointer, index)));
    } else if (isObject(part)) {
      for (const name of Object.keys(part)) {
        const at = child(pointer, name);
        all.push({ pointer: at, value: replaced(value, at, undefined) });
        visit(part[name] as Json, at);
      }
      const strange = child(pointer, STRANGE_NAME);
      all.push({ pointer: strange, value: replaced(value, strange, 1) });
    }
  };
  visit(value, '');
  return all;
}

/** Other values for a place: of every other type, and just outside of every bound. */
function instead(part: Json, rules: readonly Schema[]): readonly Json[] {
  const others: Json[] = ['no such choice', '', 12_345.5, true, null, [], {}, ['x', 12], { strange: 1 }];
  if (typeof part === 'string') others.push(`${part}!`, `${part} `, '!', '¿'.repeat(3), 'not-a-date');
  if (typeof part === 'number') others.push(part + 0.5, -1e6, 1e6, 'abc', String(part));
  for (const rule of rules) {
    const at = (keyword: string): number | undefined => numberAt(rule, keyword);
    const outside = [down(at('minimum'), 1), up(at('maximum'), 1), at('exclusiveMinimum'), at('exclusiveMaximum')];
    const step = at('multipleOf');
    if (step !== undefined) outside.push(step / 2, step * 1.5);
    others.push(...outside.filter((each): each is number => each !== undefined && Number.isFinite(each)));
    const longest = at('maxLength');
    if (longest !== undefined && longest < 3000) others.push('a'.repeat(longest + 1));
    const shortest = at('minLength');
    if (shortest !== undefined && shortest > 0) others.push('a'.repeat(shortest - 1));
    if (Array.isArray(part)) others.push(...otherLengths(part, at('minItems'), at('maxItems')));
  }
  if (Array.isArray(part) && part.length > 0) others.push([...part, part[0] as Json]);
  return others.filter((other) => JSON.stringify(other) !== JSON.stringify(part));
}

function down(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value - by;
}
function up(value: number | undefined, by: number): number | undefined {
  return value === undefined ? undefined : value + by;
}

function otherLengths(list: readonly Json[], low: number | undefined, high: number | undefined): Json[] {
  const lengths: Json[] = [];
  if (low !== undefined && low > 0 && list.length >= low) lengths.push(list.slice(0, low - 1));
  if (high !== undefined && high < 120 && list.length > 0) {
    lengths.push(Array.from({ length: high + 1 }, (_, index) => list[index % list.length] as Json));
  }
  return lengths;
}

/** The same value with something else, or nothing, at one place. */
function replaced(value: Json, pointer: string, other: Json | undefined): Json {
  const copy = structuredClone(value);
  const tokens = tokensOf(pointer);
  const last = tokens.pop() ?? '';
  let part: unknown = copy;
  for (const token of tokens) part = (part as Record<string, unknown>)[token];
  if (other !== undefined) setOwn(part as object, last, other);
  else if (Array.isArray(part)) part.splice(Number(last), 1);
  else delete (part as Record<string, unknown>)[last];
  return copy;
}

/** Every schema that may have a say at a place, whichever branches are taken: only to know its bounds. */
function rulesAt(root: unknown, pointer: string): readonly Schema[] {
  let here = open(root, [root]);
  for (const token of tokensOf(pointer))
    here = open(
      root,
      here.flatMap((rule) => inside(rule, token)),
    );
  return here.slice(0, 40);
}

function inside(rule: Schema, token: string): readonly unknown[] {
  const listed = own(objectAt(rule, 'properties') ?? {}, token);
  if (listed !== undefined) return [listed];
  if (impliedType(rule) === 'object')
    return [own(rule, 'additionalProperties'), ...Object.values(objectAt(rule, 'patternProperties') ?? {})];
  const first = listAt(rule, 'prefixItems') ?? listAt(rule, 'items') ?? [];
  return [first[Number(token)], listAt(rule, 'items') ? own(rule, 'additionalItems') : own(rule, 'items')];
}

function open(root: unknown, given: readonly unknown[]): readonly Schema[] {
  const found = new Set<Schema>();
  const add = (schema: unknown): void => {
    if (!isObject(schema) || found.has(schema) || found.size > 200) return;
    found.add(schema);
    const reference = own(schema, '$ref');
    if (typeof reference === 'string') add(target(root, reference));
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) listAt(schema, keyword)?.forEach(add);
    for (const keyword of ['if', 'then', 'else']) add(own(schema, keyword));
  };
  given.forEach(add);
  return [...found];
}

import { isPlainObject } from '../util/json.js';
import { childPointer } from '../util/json.js';
import { safeInputLength, toRegExp } from '../util/regex.js';
import { decodePercent, holdsCredential, withoutAssigned } from './credentials.js';
import { MAX_JUDGED_DESCRIPTION_LENGTH, describesSecret } from './descriptions.js';
import { soundsSecret } from './names.js';

/**
 * How a value is treated. `secret`: declared as secret, or a credential by its form; masked, and never stored.
 * `maybe`: secret by its name or description; shown while typing, and stored only if the person chose that. `none`:
 * shown and stored.
 */
export type Secrecy = 'secret' | 'maybe' | 'none';

/** Levels of a value that are judged. A deeper value counts as secret. */
export const MAX_SECRET_LEVELS = 64;
/**
 * Schemas that are read for one place. With more, for example because of endless references, it counts as secret.
 */
const MAX_PLACE_SCHEMAS = 500;
/** Subschemas that are searched for anchors. */
const MAX_ANCHORED_SUBSCHEMAS = 5000;
/**
 * Schemas that are read for one whole value, about 0.3 s of work. The rest of the value counts as secret.
 */
export const MAX_SECRECY_STEPS = 500_000;
/** Steps of {@link MAX_SECRECY_STEPS} that the test of one name with one pattern costs. */
const STEPS_PER_PATTERN = 10;

/** The work that is left for one whole value: a hostile schema may require any amount. */
export interface WorkBudget {
  left: number;
}

export type Subschema = Readonly<Record<string, unknown>>;

/** Most values of most messages have no schema. */
const NO_SCHEMAS: readonly Subschema[] = [];

/** A place in a value: its schemas and its name. Made with {@link schemaPlaceOf}. */
export interface SchemaPlace {
  readonly root: unknown;
  /** All schemas of this place, with those that they refer to. Undefined if there are too many. */
  readonly schemas: readonly Subschema[] | undefined;
  /** The name of the member; for an item, that of its list. */
  readonly name: string;
  /** The secrecy of the value around it and of the members beside it. */
  readonly around: Secrecy;
  readonly levels: number;
  readonly budget: WorkBudget;
  /** The result of {@link secrecyOfPlace}, which is needed for everything inside. A WeakMap would cost more than judging again. */
  found?: Secrecy;
}

/**
 * The place of a whole value.
 * @param schema any JSON Schema, also a hostile one; undefined for none
 * @param levels the levels below this place that callers read
 * @param budget the budget of the whole that the value is a part of
 */
export function schemaPlaceOf(
  schema: unknown,
  levels: number = MAX_SECRET_LEVELS,
  budget: WorkBudget = { left: MAX_SECRECY_STEPS },
): SchemaPlace {
  return { root: schema, schemas: withReferenced(schema, [schema], budget), name: '', around: 'none', levels, budget };
}

/**
 * The place of a member.
 * @param beside the object with the member: another member of it may hold the name of the value
 */
export function memberOf(place: SchemaPlace, name: string, beside?: Subschema): SchemaPlace {
  const schemas = schemasAt(place)?.flatMap((part) => schemasOfMember(part, name, place.budget));
  return placeInside(place, name, schemas, stricter(secrecyBeside(place, name, beside), secrecyOfPlace(place)));
}

/** The place of an item. */
export function itemOf(place: SchemaPlace, index: number): SchemaPlace {
  const schemas = schemasAt(place)?.flatMap((part) => schemasOfItem(part, index));
  return placeInside(place, place.name, schemas, secrecyOfPlace(place));
}

/** The schemas of a place, counted as work; undefined if the budget is used up. */
function schemasAt({ schemas, budget }: SchemaPlace): readonly Subschema[] | undefined {
  if (schemas) budget.left -= schemas.length;
  return budget.left < 0 ? undefined : schemas;
}

function placeInside(
  place: SchemaPlace,
  name: string,
  schemas: readonly unknown[] | undefined,
  around: Secrecy,
): SchemaPlace {
  const levels = place.levels - 1;
  return {
    root: place.root,
    schemas: schemas && levels > 0 ? withReferenced(place.root, schemas, place.budget) : undefined,
    name,
    around,
    levels,
    budget: place.budget,
  };
}

/**
 * The secrecy of a value. For an object or list it is that of the whole; its members are judged separately.
 * @example secrecyOf(memberOf(schemaPlaceOf(schema), "apiKey"), "abc") // "maybe"
 */
export function secrecyOf(place: SchemaPlace, value: unknown): Secrecy {
  // These values can hold no secret.
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return 'none';
  const found = secrecyOfPlace(place);
  if (found === 'secret') return found;
  if (typeof value === 'number' || typeof value === 'bigint') return 'none';
  if (typeof value !== 'string') return found;
  if (holdsCredential(value)) return 'secret';
  // A value that is in the schema is public.
  if (place.schemas?.some((part) => part['const'] === value || listOf(part['enum']).includes(value))) return 'none';
  return found === 'none' && withoutAssigned(value, '') !== value ? 'maybe' : found;
}

/** The secrecy of a place that has no value yet. */
export function secrecyOfPlace(place: SchemaPlace): Secrecy {
  return (place.found ??= judge(place));
}

function judge(place: SchemaPlace): Secrecy {
  const { schemas, name, around } = place;
  if (!schemas || around === 'secret' || schemas.some(declaresSecret)) return 'secret';
  if (around === 'maybe') return 'maybe';
  if (!mayHoldText(schemas)) return 'none';
  const words = schemas.filter((part) => part !== place.root);
  const isSecret = soundsSecret(name) ? !words.some(describesSessionHandle) : words.some(isDescribedAsSecret);
  return isSecret ? 'maybe' : 'none';
}

/** The titles and descriptions of a place, to detect a change of them. */
export function descriptionsAt({ schemas }: SchemaPlace): string {
  const words = (schemas ?? []).flatMap(({ title, description }) => [title, description]);
  return words
    .filter((one) => typeof one === 'string')
    .join('\n')
    .slice(0, MAX_JUDGED_DESCRIPTION_LENGTH);
}

/**
 * The highest secrecy of a value and everything in it.
 * @param isShown whether a `maybe` at a pointer counts as none; the pointer has `*` for list indexes
 */
export function secrecyWithin(
  place: SchemaPlace,
  value: unknown,
  isShown?: (pointer: string, place: SchemaPlace) => boolean,
  pointer = '',
): Secrecy {
  let found = secrecyOf(place, value);
  if (found === 'secret') return found;
  if (typeof value !== 'object' || value === null)
    return found === 'maybe' && isShown?.(pointer, place) ? 'none' : found;
  found = 'none';
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      found = stricter(found, secrecyWithin(itemOf(place, index), item, isShown, `${pointer}/*`));
    return found;
  }
  for (const [name, member] of Object.entries(value)) {
    if (holdsCredential(name)) return 'secret';
    const inside = memberOf(place, name, value as Subschema);
    found = stricter(found, secrecyWithin(inside, member, isShown, childPointer(pointer, name)));
  }
  return found;
}

/** The stricter of two. */
export function stricter(one: Secrecy, other: Secrecy): Secrecy {
  if (one === 'secret' || other === 'secret') return 'secret';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'none';
}

/** Keywords that declare a secret: `writeOnly`, and extensions with the same meaning. */
const SECRET_KEYWORDS = ['writeOnly', 'x-secret', 'x-sensitive', 'sensitive'];

function declaresSecret(part: Subschema): boolean {
  const { format } = part;
  return (
    (typeof format === 'string' && /^(?:password|secret)$/i.test(format)) ||
    SECRET_KEYWORDS.some((mark) => part[mark] === true)
  );
}

function isDescribedAsSecret({ title, description }: Subschema): boolean {
  if (typeof title === 'string' && (title.length > 40 ? describesSecret(title) : soundsSecret(title))) return true;
  return typeof description === 'string' && describesSecret(description);
}

/** True if the description is that of a handle: the session of a chat or a search, not of a person. */
function describesSessionHandle({ description }: Subschema): boolean {
  return (
    typeof description === 'string' &&
    /\b(?:chat|conversation|agent|search|terminal|shell|browser)\b[^.]{0,40}\bsession id\b|\bsession id\b[^.]{0,40}\b(?:chat|conversation|search)\b/i.test(
      description.slice(0, MAX_JUDGED_DESCRIPTION_LENGTH),
    )
  );
}

/** True if the place may hold text. Booleans, numbers and values of an `enum` are not secrets. */
function mayHoldText(schemas: readonly Subschema[]): boolean {
  const types = schemas.flatMap(({ type }) =>
    Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type],
  );
  if (types.some((type) => type === 'string' || type === 'object' || type === 'array'))
    return !schemas.some((part) => 'enum' in part || 'const' in part) || schemas.some(isFreeText);
  return types.length === 0 && !schemas.some((part) => 'enum' in part || 'const' in part);
}

function isFreeText(part: Subschema): boolean {
  const { type } = part;
  return (
    (type === 'string' || (Array.isArray(type) && type.includes('string'))) && !('enum' in part) && !('const' in part)
  );
}

/** Members that hold the name of a value, and the members beside them that hold the value. */
const NAMING_MEMBERS = [
  'name',
  'key',
  'header',
  'field',
  'variable',
  'label',
  'element',
  'argument',
  'property',
  'parameter',
];

const NAMED_MEMBER = /^(?:value|values|val|text)$/;

/** Words for an input at the end of a name. */
const BOX = /\s+(?:field|input|box|text ?box)$/i;

const MARKING_MEMBER = /^(?:is_?)?(?:secret|sensitive|masked|encrypted|password)$/i;

/** True if another member may hold the name of this member’s value. */
export function isNamedBeside(name: string): boolean {
  return NAMED_MEMBER.test(name);
}

/** `{ name: 'apiKey', value: … }`, and `{ value: …, isSecret: true }`. */
function secrecyBeside({ schemas }: SchemaPlace, name: string, beside: Subschema | undefined): Secrecy {
  if (!isNamedBeside(name)) return 'none';
  const isMarked = schemas?.some((part) =>
    Object.keys(objectOf(part['properties'])).some((other) => MARKING_MEMBER.test(other)),
  );
  if (!beside) return isMarked ? 'maybe' : 'none';
  if (Object.keys(beside).some((other) => MARKING_MEMBER.test(other) && beside[other] === true)) return 'secret';
  const isNamed = NAMING_MEMBERS.some((other) => {
    const label = ownOf(beside, other);
    return other !== name && typeof label === 'string' && soundsSecret(label.replace(BOX, ''));
  });
  return isNamed || isMarked ? 'maybe' : 'none';
}

function schemasOfMember(part: Subschema, name: string, budget: WorkBudget): readonly unknown[] {
  const properties = objectOf(part['properties']);
  const patterns = Object.entries(objectOf(part['patternProperties'])).filter(([pattern]) =>
    mayMatch(pattern, name, budget),
  );
  const named = [
    ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...patterns.map(([, schema]) => schema),
  ];
  return named.length > 0 ? named : [part['additionalProperties'], part['unevaluatedProperties']];
}

/** True if a pattern may match the name. A pattern that is slow or invalid counts as a match. */
function mayMatch(pattern: string, name: string, budget: WorkBudget): boolean {
  budget.left -= STEPS_PER_PATTERN;
  if (budget.left < 0) return true;
  // A pattern that is fast once may be slow for many names: the square of the length must be safe.
  const expression = name.length ** 2 <= safeInputLength(pattern) ? toRegExp(pattern) : undefined;
  return expression?.test(name) ?? true;
}

function schemasOfItem(part: Subschema, index: number): readonly unknown[] {
  const { items, prefixItems, contains, additionalItems, unevaluatedItems } = part;
  const prefix = Array.isArray(prefixItems) ? listOf(prefixItems) : listOf(items);
  const rest = Array.isArray(items) ? additionalItems : items;
  return [index < prefix.length ? prefix[index] : rest, contains, unevaluatedItems];
}

/** Keywords with further schemas for the same place: one schema, a list, or a map. */
const ALSO_HERE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

const ALSO_HERE_BY_NAME = ['dependentSchemas', 'dependencies'];

/** Returns the schemas and all that they refer to; undefined if there are too many. */
function withReferenced(
  root: unknown,
  schemas: readonly unknown[],
  budget: WorkBudget,
): readonly Subschema[] | undefined {
  if (schemas.length === 0) return NO_SCHEMAS;
  const found = new Set<Subschema>();
  const queue = [...schemas];
  while (queue.length > 0) {
    if (--budget.left < 0) return undefined;
    const part = queue.pop();
    if (typeof part !== 'object' || part === null || Array.isArray(part) || found.has(part as Subschema)) continue;
    const one = part as Subschema;
    found.add(one);
    if (found.size > MAX_PLACE_SCHEMAS || queue.length > MAX_ANCHORED_SUBSCHEMAS) return undefined;
    for (const keyword of ALSO_HERE) {
      const more = ownOf(one, keyword);
      if (Array.isArray(more)) queue.push(...more.slice(0, MAX_PLACE_SCHEMAS + 1));
      else if (more !== undefined) queue.push(more);
    }
    for (const keyword of ALSO_HERE_BY_NAME)
      queue.push(...Object.values(objectOf(ownOf(one, keyword))).slice(0, MAX_PLACE_SCHEMAS + 1));
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const to = ownOf(one, keyword);
      if (typeof to === 'string') queue.push(resolveReference(root, to, budget));
    }
  }
  return [...found];
}

/** Returns the subschema of a local reference, by JSON Pointer or anchor. */
function resolveReference(root: unknown, reference: string, budget: WorkBudget): unknown {
  if (reference === '#') return root;
  const [base = '', pointer] = reference.split('#', 2);
  const from = base === '' ? root : anchorsOf(root, budget).get(base);
  if (pointer === undefined || pointer === '') return from;
  if (!pointer.startsWith('/')) return anchorsOf(root, budget).get(`#${pointer}`);
  let part = from;
  for (const step of pointer.slice(1).split('/')) {
    const name = decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null) return undefined;
    part = ownOf(part as Subschema, name);
  }
  return part;
}

const anchors = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The named subschemas: `$anchor` with a leading `#`, `$id` as it is. */
function anchorsOf(root: unknown, budget: WorkBudget): ReadonlyMap<string, unknown> {
  if (typeof root !== 'object' || root === null) return new Map();
  const known = anchors.get(root);
  if (known) return known;
  const found = new Map<string, unknown>();
  const queue = new Set<unknown>([root]);
  for (const part of queue) {
    if (typeof part !== 'object' || part === null) continue;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownOf(part as Subschema, keyword);
      if (typeof name === 'string' && !found.has(`#${name}`)) found.set(`#${name}`, part);
    }
    for (const keyword of ['$id', 'id']) {
      const name = ownOf(part as Subschema, keyword);
      if (typeof name === 'string' && !found.has(name)) found.set(name, part);
    }
    for (const inner of Object.values(part)) if (queue.size < MAX_ANCHORED_SUBSCHEMAS) queue.add(inner);
  }
  budget.left -= queue.size;
  anchors.set(root, found);
  return found;
}

/** Reads an own property only: a server may use names such as `constructor`. */
function ownOf(part: Subschema, name: string): unknown {
  return Object.hasOwn(part, name) ? part[name] : undefined;
}

function objectOf(value: unknown): Subschema {
  return isPlainObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

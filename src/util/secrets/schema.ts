import { childPointer } from '../json.js';
import { safeInputLength, toRegExp } from '../regex.js';
import { decodePercent, holdsCredential, withoutAssigned } from './credentials.js';
import { MAX_JUDGED_DESCRIPTION_LENGTH, describesSecret } from './descriptions.js';
import { soundsSecret } from './names.js';

/**
 * How a value is treated. `secret`: declared as secret, or a credential by its form; masked, and never stored.
 * `maybe`: secret by its name or description; shown while typing, and stored only where the person said so. `none`:
 * shown and stored.
 */
export type Secrecy = 'secret' | 'maybe' | 'none';

/** Levels of a schema’s values that are followed; what is deeper counts as secret. */
export const MAX_SECRET_LEVELS = 64;
/**
 * Parts of a schema that are asked about one place. Where they refer to each other without end, it counts as secret.
 */
const MAX_PLACE_PARTS = 500;
/** Parts of a schema that are searched for the names that references use. */
const MAX_ANCHORED_PARTS = 5000;
/**
 * Parts of schemas that are looked at for one whole value, some 0.3 s of work; what comes after them counts as secret.
 */
export const MAX_SECRET_LOOKS = 500_000;
/** Looks of {@link MAX_SECRET_LOOKS} that one name held against one pattern counts for. */
const LOOKS_PER_PATTERN = 10;

/** The work that is left for one whole value: a server’s schema may demand any amount. */
export interface Looks {
  left: number;
}

export type Part = Readonly<Record<string, unknown>>;

/** Most values of most messages have no schema. */
const NO_PARTS: readonly Part[] = [];

/** A place in a value: what the schema says of it, and its name. Made with {@link placeOf}. */
export interface Place {
  readonly root: unknown;
  /** All schemas of this place, with references followed. Undefined where there are too many. */
  readonly said: readonly Part[] | undefined;
  /** The name of the member; for an item, that of its list. */
  readonly name: string;
  /** The secrecy of the value around it and of the members beside it. */
  readonly around: Secrecy;
  readonly levels: number;
  readonly looks: Looks;
  /** What {@link secrecyOfPlace} found: each place is asked about for all that is in it. A WeakMap would cost more than to find it. */
  found?: Secrecy;
}

/**
 * The place of a whole value.
 * @param schema any JSON Schema, also a hostile one; undefined for none
 * @param levels how deep callers look from there
 * @param looks of the whole that the value is a part of
 */
export function placeOf(
  schema: unknown,
  levels: number = MAX_SECRET_LEVELS,
  looks: Looks = { left: MAX_SECRET_LOOKS },
): Place {
  return { root: schema, said: everythingSaid(schema, [schema], looks), name: '', around: 'none', levels, looks };
}

/**
 * The place of a member.
 * @param beside the object that holds it: another member may hold its name
 */
export function memberOf(place: Place, name: string, beside?: Part): Place {
  const said = lookAt(place)?.flatMap((part) => saidOfMember(part, name, place.looks));
  return inside(place, name, said, worse(secrecyBeside(place, name, beside), secrecyOfPlace(place)));
}

/** The place of an item. */
export function itemOf(place: Place, index: number): Place {
  const said = lookAt(place)?.flatMap((part) => saidOfItem(part, index));
  return inside(place, place.name, said, secrecyOfPlace(place));
}

/** The schemas of a place, counted as work; undefined where there is too much. */
function lookAt({ said, looks }: Place): readonly Part[] | undefined {
  if (said) looks.left -= said.length;
  return looks.left < 0 ? undefined : said;
}

function inside(place: Place, name: string, said: readonly unknown[] | undefined, around: Secrecy): Place {
  const levels = place.levels - 1;
  return {
    root: place.root,
    said: said && levels > 0 ? everythingSaid(place.root, said, place.looks) : undefined,
    name,
    around,
    levels,
    looks: place.looks,
  };
}

/**
 * The secrecy of a value. For an object or list it is that of the whole; look at the members as well.
 * @example secrecyOf(memberOf(placeOf(schema), "apiKey"), "abc") // "maybe"
 */
export function secrecyOf(place: Place, value: unknown): Secrecy {
  // These values can hold no secret.
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return 'none';
  const found = secrecyOfPlace(place);
  if (found === 'secret') return found;
  if (typeof value === 'number' || typeof value === 'bigint') return 'none';
  if (typeof value !== 'string') return found;
  if (holdsCredential(value)) return 'secret';
  // A value that the schema names is public.
  if (place.said?.some((part) => part['const'] === value || listOf(part['enum']).includes(value))) return 'none';
  return found === 'none' && withoutAssigned(value, '') !== value ? 'maybe' : found;
}

/** The secrecy of a place that has no value yet. */
export function secrecyOfPlace(place: Place): Secrecy {
  return (place.found ??= judgePlace(place));
}

function judgePlace(place: Place): Secrecy {
  const { said, name, around } = place;
  if (!said || around === 'secret' || said.some(isDeclared)) return 'secret';
  if (around === 'maybe') return 'maybe';
  if (!saysText(said)) return 'none';
  const words = said.filter((part) => part !== place.root);
  const isSecret = soundsSecret(name) ? !words.some(saysHandle) : words.some(hasSecretWords);
  return isSecret ? 'maybe' : 'none';
}

/** The words of the schemas of a place, to notice when they change. */
export function wordsAt({ said }: Place): string {
  const words = (said ?? []).flatMap(({ title, description }) => [title, description]);
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
  place: Place,
  value: unknown,
  isShown?: (pointer: string, place: Place) => boolean,
  pointer = '',
): Secrecy {
  let found = secrecyOf(place, value);
  if (found === 'secret') return found;
  if (typeof value !== 'object' || value === null)
    return found === 'maybe' && isShown?.(pointer, place) ? 'none' : found;
  found = 'none';
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      found = worse(found, secrecyWithin(itemOf(place, index), item, isShown, `${pointer}/*`));
    return found;
  }
  for (const [name, member] of Object.entries(value)) {
    if (holdsCredential(name)) return 'secret';
    const inside = memberOf(place, name, value as Part);
    found = worse(found, secrecyWithin(inside, member, isShown, childPointer(pointer, name)));
  }
  return found;
}

/** The one of two that hides more. */
export function worse(one: Secrecy, other: Secrecy): Secrecy {
  if (one === 'secret' || other === 'secret') return 'secret';
  return one === 'maybe' || other === 'maybe' ? 'maybe' : 'none';
}

/** Keywords that declare a secret: `writeOnly`, and extensions with the same meaning. */
const MARKS = ['writeOnly', 'x-secret', 'x-sensitive', 'sensitive'];

function isDeclared(part: Part): boolean {
  const { format } = part;
  return (
    (typeof format === 'string' && /^(?:password|secret)$/i.test(format)) || MARKS.some((mark) => part[mark] === true)
  );
}

function hasSecretWords({ title, description }: Part): boolean {
  if (typeof title === 'string' && (title.length > 40 ? describesSecret(title) : soundsSecret(title))) return true;
  return typeof description === 'string' && describesSecret(description);
}

/** Whether the description is that of a handle: the session of a chat or a search, and not of a person. */
function saysHandle({ description }: Part): boolean {
  return (
    typeof description === 'string' &&
    /\b(?:chat|conversation|agent|search|terminal|shell|browser)\b[^.]{0,40}\bsession id\b|\bsession id\b[^.]{0,40}\b(?:chat|conversation|search)\b/i.test(
      description.slice(0, MAX_JUDGED_DESCRIPTION_LENGTH),
    )
  );
}

/** Whether the place may hold text. Booleans, numbers and listed values are no secrets. */
function saysText(said: readonly Part[]): boolean {
  const types = said.flatMap(({ type }) =>
    Array.isArray(type) ? (type as readonly unknown[]) : type === undefined ? [] : [type],
  );
  if (types.some((type) => type === 'string' || type === 'object' || type === 'array'))
    return !said.some((part) => 'enum' in part || 'const' in part) || said.some(isFreeText);
  return types.length === 0 && !said.some((part) => 'enum' in part || 'const' in part);
}

function isFreeText(part: Part): boolean {
  const { type } = part;
  return (
    (type === 'string' || (Array.isArray(type) && type.includes('string'))) && !('enum' in part) && !('const' in part)
  );
}

/** Members that hold the name of a value, and the members beside them that hold the value. */
const NAMES_OTHERS = [
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

const NAMED = /^(?:value|values|val|text)$/;

/** Words for an input at the end of a name. */
const BOX = /\s+(?:field|input|box|text ?box)$/i;

const MARKS_OTHERS = /^(?:is_?)?(?:secret|sensitive|masked|encrypted|password)$/i;

/** Whether another member may hold the name of this member’s value. */
export function isNamedBeside(name: string): boolean {
  return NAMED.test(name);
}

/** `{ name: 'apiKey', value: … }`, and `{ value: …, isSecret: true }`. */
function secrecyBeside({ said }: Place, name: string, beside: Part | undefined): Secrecy {
  if (!isNamedBeside(name)) return 'none';
  const isMarked = said?.some((part) =>
    Object.keys(objectOf(part['properties'])).some((other) => MARKS_OTHERS.test(other)),
  );
  if (!beside) return isMarked ? 'maybe' : 'none';
  if (Object.keys(beside).some((other) => MARKS_OTHERS.test(other) && beside[other] === true)) return 'secret';
  const isNamed = NAMES_OTHERS.some((other) => {
    const label = ownOf(beside, other);
    return other !== name && typeof label === 'string' && soundsSecret(label.replace(BOX, ''));
  });
  return isNamed || isMarked ? 'maybe' : 'none';
}

function saidOfMember(part: Part, name: string, looks: Looks): readonly unknown[] {
  const properties = objectOf(part['properties']);
  const patterns = Object.entries(objectOf(part['patternProperties'])).filter(([pattern]) =>
    mayMatch(pattern, name, looks),
  );
  const named = [
    ...(Object.hasOwn(properties, name) ? [properties[name]] : []),
    ...patterns.map(([, schema]) => schema),
  ];
  return named.length > 0 ? named : [part['additionalProperties'], part['unevaluatedProperties']];
}

/** Whether a pattern may fit the name. One that is too slow or invalid counts as fitting. */
function mayMatch(pattern: string, name: string, looks: Looks): boolean {
  looks.left -= LOOKS_PER_PATTERN;
  if (looks.left < 0) return true;
  // A pattern that is fast once may be slow for many names: the square of the length must be safe.
  const expression = name.length ** 2 <= safeInputLength(pattern) ? toRegExp(pattern) : undefined;
  return expression?.test(name) ?? true;
}

function saidOfItem(part: Part, index: number): readonly unknown[] {
  const { items, prefixItems, contains, additionalItems, unevaluatedItems } = part;
  const prefix = Array.isArray(prefixItems) ? listOf(prefixItems) : listOf(items);
  const rest = Array.isArray(items) ? additionalItems : items;
  return [index < prefix.length ? prefix[index] : rest, contains, unevaluatedItems];
}

/** Keywords with further schemas for the same place: one schema, a list, or a map. */
const ALSO_HERE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'];

const ALSO_HERE_BY_NAME = ['dependentSchemas', 'dependencies'];

/** The schemas and all that they refer to; undefined where there are too many. */
function everythingSaid(root: unknown, parts: readonly unknown[], looks: Looks): readonly Part[] | undefined {
  if (parts.length === 0) return NO_PARTS;
  const said = new Set<Part>();
  const waiting = [...parts];
  while (waiting.length > 0) {
    if (--looks.left < 0) return undefined;
    const part = waiting.pop();
    if (typeof part !== 'object' || part === null || Array.isArray(part) || said.has(part as Part)) continue;
    const one = part as Part;
    said.add(one);
    if (said.size > MAX_PLACE_PARTS || waiting.length > MAX_ANCHORED_PARTS) return undefined;
    for (const keyword of ALSO_HERE) {
      const more = ownOf(one, keyword);
      if (Array.isArray(more)) waiting.push(...more.slice(0, MAX_PLACE_PARTS + 1));
      else if (more !== undefined) waiting.push(more);
    }
    for (const keyword of ALSO_HERE_BY_NAME)
      waiting.push(...Object.values(objectOf(ownOf(one, keyword))).slice(0, MAX_PLACE_PARTS + 1));
    for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef']) {
      const to = ownOf(one, keyword);
      if (typeof to === 'string') waiting.push(partAt(root, to, looks));
    }
  }
  return [...said];
}

/** The part of the schema that a local reference names, by JSON Pointer or anchor. */
function partAt(root: unknown, reference: string, looks: Looks): unknown {
  if (reference === '#') return root;
  const [base = '', pointer] = reference.split('#', 2);
  const from = base === '' ? root : anchorsOf(root, looks).get(base);
  if (pointer === undefined || pointer === '') return from;
  if (!pointer.startsWith('/')) return anchorsOf(root, looks).get(`#${pointer}`);
  let part = from;
  for (const step of pointer.slice(1).split('/')) {
    const name = decodePercent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof part !== 'object' || part === null) return undefined;
    part = ownOf(part as Part, name);
  }
  return part;
}

const anchors = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** The named parts of a schema: `$anchor` with a leading `#`, `$id` as it is. */
function anchorsOf(root: unknown, looks: Looks): ReadonlyMap<string, unknown> {
  if (typeof root !== 'object' || root === null) return new Map();
  const known = anchors.get(root);
  if (known) return known;
  const found = new Map<string, unknown>();
  const waiting = new Set<unknown>([root]);
  for (const part of waiting) {
    if (typeof part !== 'object' || part === null) continue;
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = ownOf(part as Part, keyword);
      if (typeof name === 'string' && !found.has(`#${name}`)) found.set(`#${name}`, part);
    }
    for (const keyword of ['$id', 'id']) {
      const name = ownOf(part as Part, keyword);
      if (typeof name === 'string' && !found.has(name)) found.set(name, part);
    }
    for (const inner of Object.values(part)) if (waiting.size < MAX_ANCHORED_PARTS) waiting.add(inner);
  }
  looks.left -= waiting.size;
  anchors.set(root, found);
  return found;
}

/** An own member: names such as `constructor` come from servers. */
function ownOf(part: Part, name: string): unknown {
  return Object.hasOwn(part, name) ? part[name] : undefined;
}

function objectOf(value: unknown): Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Part) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

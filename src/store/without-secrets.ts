import { holdsCredential, soundsSecret } from '../util/secrets.js';
import type { Json, JsonObject } from '../protocol/model.js';
import { isJsonObject, ownValue, setOwn } from '../schema/json-value.js';

/** Characters of a text that are searched. What begins further in is not known, so such a text is left out. */
const SEARCHED_TEXT = 100_000;
/** Characters of a name or of a server’s words that are searched. */
const SEARCHED_WORDS = 160;
/** Levels of the values that are looked at; what is deeper is left out. */
const MAX_LEVELS = 64;
/** Parts of a schema that are asked about one place. Where they refer to each other without end, it is left out. */
const MAX_PARTS = 500;

/** Keywords that say more about the same place. */
const ALSO_HERE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];
/** Keywords that say something about members or items whose names they do not give. */
const ANY_MEMBER = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];
const ANY_ITEM = ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains'];

/**
 * Values without what must not be written down: what the schema calls a password or `writeOnly`, in any branch of it, what
 * is called like a secret, and what looks like a key. A guess; it errs on the side of leaving out. In a list `null` takes
 * the place of what is left out.
 * @param schema any JSON Schema; what a stranger sent will do
 * @returns undefined where nothing is left
 */
export function withoutSecrets(schema: unknown, values: Json): Json | undefined {
  return strip(values, { root: schema, parts: [schema], name: '', levels: MAX_LEVELS });
}

interface Place {
  readonly root: unknown;
  /** Every part of the schema that says something about it. */
  readonly parts: readonly unknown[];
  readonly name: string;
  readonly levels: number;
}

function strip(value: Json, { root, parts, name, levels }: Place): Json | undefined {
  // There is nothing in them.
  if (value === null || typeof value === 'boolean' || value === '') return value;
  const said = everythingSaid(root, parts);
  if (levels === 0 || !said || soundsSecret(name.slice(0, SEARCHED_WORDS)) || said.some(saysSecret)) return undefined;
  if (typeof value === 'string') return value.length > SEARCHED_TEXT || holdsCredential(value) ? undefined : value;
  if (typeof value !== 'object') return value;
  const inside = (name: string, parts: readonly unknown[]): Place => ({ root, parts, name, levels: levels - 1 });
  if (Array.isArray(value)) {
    const items = said.flatMap((part) => ANY_ITEM.flatMap((keyword) => schemasOf(part, keyword)));
    return value.map((item: Json) => strip(item, inside(name, items)) ?? null);
  }
  const found: JsonObject = {};
  const unnamed = said.flatMap((part) => ANY_MEMBER.flatMap((keyword) => schemasOf(part, keyword)));
  for (const [key, member] of Object.entries(value)) {
    // Names may be secrets too, of a map from tokens to whatever.
    if (key.length > SEARCHED_TEXT || holdsCredential(key)) continue;
    const named = said.flatMap((part) => {
      const properties = ownValue(part, 'properties');
      return isJsonObject(properties) ? [ownValue(properties, key)] : [];
    });
    const kept = strip(member, inside(key, [...named, ...unnamed]));
    if (kept !== undefined) setOwn(found, key, kept);
  }
  return found;
}

function saysSecret(part: JsonObject): boolean {
  if (ownValue(part, 'format') === 'password' || ownValue(part, 'writeOnly') === true) return true;
  return ['title', 'description'].some((keyword) => {
    const words = ownValue(part, keyword);
    // The first sentence says what it is; the others speak of more.
    return typeof words === 'string' && soundsSecret(words.slice(0, SEARCHED_WORDS).split(/[.\n]/, 1)[0]!);
  });
}

/** The parts, and what they refer to; undefined where that is too much. The words of the root are about the whole. */
function everythingSaid(root: unknown, parts: readonly unknown[]): readonly JsonObject[] | undefined {
  const said = new Set<JsonObject>();
  const waiting = [...parts];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (!isJsonObject(one) || said.has(one)) continue;
    said.add(one);
    if (said.size > MAX_PARTS) return undefined;
    waiting.push(...ALSO_HERE.flatMap((keyword) => schemasOf(one, keyword)));
    const to = ownValue(one, '$ref') ?? ownValue(one, '$dynamicRef');
    if (typeof to === 'string') waiting.push(partAt(root, to));
  }
  return [...said].map((part) => (part === root ? { ...part, title: '', description: '' } : part));
}

/** What a keyword holds: one schema, a list of them or a map. */
function schemasOf(part: JsonObject, keyword: string): readonly Json[] {
  const value = ownValue(part, keyword);
  if (Array.isArray(value)) return value as readonly Json[];
  if (!isJsonObject(value)) return [];
  const isMap = keyword === 'patternProperties' || keyword === 'dependentSchemas';
  return isMap ? Object.values(value) : [value];
}

/** The part of the schema that a local reference points to. */
function partAt(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return reference === '#' ? root : undefined;
  let part = root;
  for (const step of reference.slice(2).split('/')) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    part = Array.isArray(part) ? part[Number(name)] : isJsonObject(part) ? ownValue(part, name) : undefined;
  }
  return part;
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

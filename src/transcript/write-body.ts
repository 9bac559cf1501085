import { childPointer } from '../util/json.js';
import { type Redactor, SECRET_SIGN, MIN_SECRET_LENGTH } from '../util/redactor.js';
import { credentialsIn } from '../util/secrets/credentials.js';
import {
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  type Secrecy,
  secrecyOf,
  secrecyOfPlace,
  stricter,
} from '../util/secrets/schema-secrecy.js';
import { redactAddress } from '../util/secrets/addresses.js';
import {
  MIN_BLOB_CHARACTERS,
  BLOB_SIGN,
  type Body,
  MAX_BODY_CHARACTERS,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
} from './entry.js';
import type { MessageSchemas } from './observer.js';

/** A member of the outermost object, or a part of such a member. */
export interface JsonPart {
  /** The name of the outermost member. */
  readonly member: string;
  /** The name within that member, if the member is an object that is split. */
  readonly name?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Characters that are read between two checks of the clock: well under a millisecond. */
const BODY_CHARACTERS_PER_STEP = 50_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * Splits a JSON text into the members of its outermost object and, for the named ones, into their parts. It runs in
 * steps for `runInSlices` and does not parse them: `JSON.parse` would block the page for half a second with 50 MB, and
 * one wrong comma would make everything unreadable. The reader of each part finds out whether it is valid JSON.
 */
export function* jsonParts(
  text: string,
  split: ReadonlySet<string>,
): Generator<undefined, readonly JsonPart[] | undefined, undefined> {
  const parts: JsonPart[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  let depth = 0;
  let member: string | undefined;
  let name: string | undefined;
  let start = -1;
  let next = at + BODY_CHARACTERS_PER_STEP;
  /** Adds the part that ends here. */
  const take = (end: number): void => {
    if (member !== undefined && start >= 0 && text.slice(start, Math.min(end, start + 100)).trim() !== '')
      parts.push({ member, ...(name !== undefined && { name }), start, end });
    start = -1;
    name = undefined;
  };
  for (; at < text.length; at++) {
    if (at >= next) {
      next = at + BODY_CHARACTERS_PER_STEP;
      yield;
    }
    const code = text.charCodeAt(at);
    const isApart = depth === 2 && member !== undefined && split.has(member);
    if (code === QUOTE) {
      const end = endOfText(text, at);
      const colon = depth === 1 || isApart ? skipSpace(text, end + 1) : 0;
      if (
        colon > 0 &&
        text[colon] === ':' &&
        (depth === 1 ? start < 0 : name === undefined && isBlank(text, start, at))
      ) {
        const key = textOf(text.slice(at, end + 1));
        if (depth === 1) member = key;
        else name = key;
        start = colon + 1;
        at = colon;
      } else at = end;
    } else if (code === COMMA) {
      if (depth === 1 || isApart) {
        take(at);
        if (isApart) start = at + 1;
        else member = undefined;
      }
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      if (depth === 2 && member !== undefined && split.has(member)) start = at + 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (isApart) {
        take(at);
        member = undefined;
      } else if (depth === 1) take(at);
      depth--;
      if (depth === 0) return parts;
    }
  }
  // The text ends too early: complete parts are returned.
  return parts;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \n\r\t\uFEFF'.includes(text[at]!)) at++;
  return at;
}

function isBlank(text: string, from: number, to: number): boolean {
  return from < 0 || skipSpace(text, from) >= to;
}

/** Offset of the closing quotation mark, or of the end of the text. */
function endOfText(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

/** Base64 found in a body, to be stored separately. */
interface FoundBlob {
  /** The placeholder in the JSON until the hash is known. */
  readonly place: string;
  readonly text: string;
}

export interface WrittenBody extends Body {
  readonly found: readonly FoundBlob[];
}

interface BodyRules {
  readonly redactor: Redactor;
  /** Schemas of the parts of this body. */
  readonly schemas?: MessageSchemas | undefined;
  /** Who sent the value. Default: the server. */
  readonly from?: 'us' | 'server' | undefined;
  /** True if base64 stays in the body. */
  readonly keepsBlobs?: boolean | undefined;
}

/** Characters beyond the kept ones that are searched for credentials: a credential must not be cut in half. */
const SEARCHED_BEYOND_BODY = 4096;
const TOO_DEEP = '(nested too deep to be recorded)';
/** Members that contain descriptions: text about a password is not a password. */
const PROSE = /^(?:description|title|instructions|\$comment)$/;
const IS_SCHEMA = /^(?:input|output|requested)Schema$/;
/** Members of a schema that contain values. */
const EXAMPLE = /^(?:default|const|enum|examples?)$/;
/** Characters of base64 that are also searched as decoded text. Longer base64 is not decoded. */
const MAX_DECODED_BASE64_LENGTH = 3_000_000;

let randomPart: string | undefined;

/**
 * Random, so that no server can imitate the placeholder of a blob. Not made while the module is imported: servers at the
 * edge refuse that outside of a request.
 */
const nonce = (): string => (randomPart ??= globalThis.crypto.getRandomValues(new Uint32Array(2)).join(''));

/** The position of a value. */
interface Spot {
  readonly name: string;
  /** The place in a schema, by which secrets are judged. */
  readonly place: SchemaPlace;
  /** The part of the body that contains the value. */
  readonly inside: 'body' | 'answers' | 'answer' | 'arguments' | 'accepted';
  /** Within arguments: a JSON pointer with `*` for list indexes. */
  readonly pointer: string;
  /** True within a schema, where names describe fields and are not filled in. */
  readonly inSchema: boolean;
  /** True within an example or default of a schema. */
  readonly isExample: boolean;
  /** True for the value of `properties`: its members are field names. */
  readonly areFields: boolean;
}

const top = (): Spot => ({
  name: '',
  place: schemaPlaceOf(undefined, MAX_BODY_DEPTH + 1),
  inside: 'body',
  pointer: '',
  inSchema: false,
  isExample: false,
  areFields: false,
});

/** Writes a value as JSON, without secrets and cut to {@link MAX_BODY_CHARACTERS}. */
export function writeBody(value: unknown, rules: BodyRules): WrittenBody {
  const steps = writeBodyInSteps(value, rules);
  for (;;) {
    const { done, value: body } = steps.next();
    if (done) return body;
  }
}

/** Like {@link writeBody}, in steps for `runInSlices`: a list of a thousand tools takes several milliseconds. */
export function* writeBodyInSteps(value: unknown, rules: BodyRules): Generator<undefined, WrittenBody, undefined> {
  const writer = new Writer(rules);
  yield* writer.write(value, top(), 0);
  return writer.body;
}

/** Values that are written between two checks of the clock: some tenths of a millisecond. */
const VALUES_IN_STEP = 256;
/** Parts of JSON that are joined at a time. */
const PIECES_JOINED = 1024;

class Writer {
  readonly #rules: BodyRules;
  readonly #found: FoundBlob[] = [];
  readonly #shown = new Set<string>();
  /** The JSON in parts: appending thousands of times to one string is the slowest operation here. */
  readonly #done: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  /** Member names as JSON, with their size in bytes. Cleared when a new secret may be known. */
  readonly #names = new Map<string, readonly [json: string, size: number]>();
  #size = 0;
  #values = 0;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  get body(): WrittenBody {
    const whole = this.#done.join('') + this.#pieces.join('');
    const isCut = whole.length > MAX_BODY_CHARACTERS;
    // A character beyond U+FFFF has two code units, which must not be separated.
    const json = isCut ? whole.slice(0, MAX_BODY_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '') : whole;
    return {
      json,
      size: this.#size,
      ...(isCut && { isCut }),
      ...(this.#values > MAX_BODY_VALUES && { isMore: true }),
      ...(this.#shown.size > 0 && { shown: [...this.#shown] }),
      found: this.#found.filter(({ place }) => json.includes(place)),
    };
  }

  *write(value: unknown, spot: Spot, depth: number): Generator<undefined, void, undefined> {
    if (typeof value !== 'object' || value === null) return this.#plain(value, spot);
    if (++this.#values > MAX_BODY_VALUES) return this.#put('null', 0);
    if (depth >= MAX_BODY_DEPTH) return this.#put(JSON.stringify(TOO_DEEP), 2);
    if (Array.isArray(value)) yield* this.#list(value, spot, depth);
    else yield* this.#object(value as Readonly<Record<string, unknown>>, spot, depth);
  }

  /** Writes a value that is not a list or an object. */
  #plain(value: unknown, spot: Spot): void {
    if (++this.#values > MAX_BODY_VALUES) this.#put('null', 0);
    else if (typeof value === 'string') this.#text(value, spot);
    else this.#scalar(value, spot);
  }

  *#list(list: readonly unknown[], spot: Spot, depth: number): Generator<undefined, void, undefined> {
    this.#put('[', 2);
    const { name, inside: of, inSchema, isExample, areFields } = spot;
    const pointer = of === 'arguments' ? `${spot.pointer}/*` : '';
    for (let at = 0; at < list.length && this.#values <= MAX_BODY_VALUES; at++) {
      if (at > 0) this.#put(',', 1);
      if (this.#values % VALUES_IN_STEP === 0) {
        yield;
        this.#names.clear();
      }
      const place = inSchema ? spot.place : itemOf(spot.place, at);
      const item: Spot = { name, place, inside: of, pointer, inSchema, isExample, areFields };
      const value = list[at];
      if (typeof value === 'object' && value !== null) yield* this.write(value, item, depth + 1);
      else this.#plain(value, item);
    }
    this.#put(']', 0);
  }

  *#object(
    object: Readonly<Record<string, unknown>>,
    spot: Spot,
    depth: number,
  ): Generator<undefined, void, undefined> {
    const { name: ownName, place, inSchema, areFields } = spot;
    const schemas = this.#rules.schemas ?? {};
    let field: SchemaPlace | undefined;
    this.#put('{', 2);
    let isFirst = true;
    for (const name of Object.keys(object)) {
      if (this.#values > MAX_BODY_VALUES) break;
      const value = object[name];
      if (value === undefined || typeof value === 'function') continue;
      if (this.#values % VALUES_IN_STEP === 0) {
        yield;
        this.#names.clear();
      }
      if (!isFirst) this.#put(',', 1);
      isFirst = false;
      this.#name(name);
      // An example in a schema is judged by the schema that contains it.
      if (inSchema && !areFields && (spot.isExample || EXAMPLE.test(name)))
        field ??= memberOf(schemaPlaceOf({ properties: { [ownName]: object } }, undefined, place.budget), ownName);
      const member = inside(spot, name, object, schemas, field);
      if (typeof value === 'object' && value !== null) yield* this.write(value, member, depth + 1);
      else this.#plain(value, member);
    }
    this.#put('}', 0);
  }

  #text(text: string, spot: Spot): void {
    const { name, inSchema } = spot;
    const { redactor, keepsBlobs } = this.#rules;
    // Short text is converted to JSON once, for its size and for output.
    const quoted = text.length > LONG_TEXT ? undefined : JSON.stringify(text);
    const size = quoted === undefined ? sizeOf(text) : bytesOf(quoted);
    const found = this.#judge(spot, text);
    const isShown = found === 'maybe' && this.#isShown(spot);
    if (isShown) this.#shown.add(spot.pointer);
    else if (found !== 'none' && secrecyOfPlace(spot.place) !== 'none') return this.#hide(text, size);
    const left = MAX_BODY_CHARACTERS - this.#length;
    if (left < 0) return void (this.#size += size);
    if (text.length >= MIN_BLOB_CHARACTERS && !keepsBlobs && isBase64(text)) {
      if (redactor.isIn(decodedStart(text))) return this.#put(JSON.stringify(SECRET_SIGN), size);
      const place = `${BLOB_SIGN}${nonce()}-${this.#found.length}:`;
      this.#found.push({ place, text });
      return this.#put(JSON.stringify(place), size);
    }
    const beginning = text.length > left + SEARCHED_BEYOND_BODY ? text.slice(0, left + SEARCHED_BEYOND_BODY) : text;
    const isAddress = spot.inside !== 'arguments' && /^uri(?:Template)?$/.test(name);
    const isProse = inSchema || PROSE.test(name) || isShown;
    const written = redactor.withoutAt(name, isAddress ? redactAddress(beginning) : beginning, isProse);
    this.#put(quoted !== undefined && written === text ? quoted : JSON.stringify(written), size);
  }

  #scalar(value: unknown, spot: Spot): void {
    // Values from a channel inside the page may have no JSON form.
    const json = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    if (isNumber && this.#judge(spot, value) === 'secret') return this.#hide(json, json.length);
    // A secret that is a number may come back as a number.
    const isKnown = isNumber && json.length >= MIN_SECRET_LENGTH && this.#rules.redactor.withoutKnown(json) !== json;
    this.#put(isKnown ? JSON.stringify(SECRET_SIGN) : json, json.length);
  }

  #judge({ place, inSchema, isExample }: Spot, value: unknown): Secrecy {
    if (!inSchema) return secrecyOf(place, value);
    return isExample ? stricter(secrecyOfPlace(place), secrecyOf(place, value)) : 'none';
  }

  #isShown({ inside, pointer, place }: Spot): boolean {
    return inside === 'arguments' && this.#rules.schemas?.isShown?.(pointer, place) === true;
  }

  #name(name: string): void {
    let found = this.#names.get(name);
    if (!found)
      this.#names.set(name, (found = [`${JSON.stringify(this.#rules.redactor.withoutName(name))}:`, sizeOf(name) + 1]));
    this.#put(...found);
  }

  #hide(text: string, size: number): void {
    this.#names.clear();
    this.#rules.redactor.add(text, this.#rules.from ?? 'server');
    this.#put(JSON.stringify(SECRET_SIGN), size);
  }

  #put(json: string, size: number): void {
    this.#size += size;
    if (this.#length > MAX_BODY_CHARACTERS) return;
    this.#length += json.length;
    if (this.#pieces.push(json) < PIECES_JOINED) return;
    this.#done.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/** The position of a member. @param field for a part of a schema: the place that the part describes */
function inside(
  spot: Spot,
  name: string,
  beside: Readonly<Record<string, unknown>>,
  schemas: MessageSchemas,
  field?: SchemaPlace,
): Spot {
  const inSchema = spot.inSchema || IS_SCHEMA.test(name);
  const areFields = spot.inSchema && name === 'properties';
  // Each property is written out: copying objects takes a fifth of the time, and this runs for every value.
  if (spot.inSchema) {
    const { inside: of, pointer } = spot;
    const isExample = spot.isExample || (field !== undefined && EXAMPLE.test(name));
    const place = isExample && field ? field : spot.place;
    return { name, place, inside: of, pointer, inSchema, isExample, areFields };
  }
  const described = (of: Spot['inside'], schema: unknown): Spot => ({
    name,
    inSchema,
    areFields,
    isExample: false,
    pointer: '',
    inside: of,
    place: memberOf(schemaPlaceOf({ properties: { [name]: schema } }, MAX_BODY_DEPTH + 1, spot.place.budget), name),
  });
  if (spot.inside === 'body' && name === 'arguments') return described('arguments', schemas.arguments);
  if (spot.inside === 'body' && name === 'inputResponses') return described('answers', undefined);
  if (spot.inside === 'body' && name === 'structuredContent') return described('accepted', schemas.structuredContent);
  if (spot.inside === 'body' && name === 'content' && schemas.content) return described('accepted', schemas.content);
  if (spot.inside === 'answers') return { ...described('answer', undefined), pointer: name };
  if (spot.inside === 'answer' && name === 'content') return described('accepted', schemas.answers?.get(spot.pointer));
  const isArgument = spot.inside === 'arguments';
  return {
    name,
    inSchema,
    areFields,
    isExample: false,
    inside: isArgument ? 'arguments' : 'accepted',
    pointer: isArgument ? childPointer(spot.pointer, name) : '',
    place: memberOf(spot.place, name, beside),
  };
}

/**
 * Adds the secrets in what this client sends to the redactor, before a response arrives. Arguments that the user chose
 * to store are not added.
 */
export function learnSecrets(value: unknown, redactor: Redactor, schemas: MessageSchemas): void {
  let left = MAX_BODY_VALUES;
  const look = (part: unknown, spot: Spot, depth: number): void => {
    if (--left < 0 || depth >= MAX_BODY_DEPTH) return;
    if (typeof part === 'string' || typeof part === 'number') return learn(part, spot);
    if (typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      const pointer = `${spot.pointer}/*`;
      for (const [at, item] of part.entries())
        look(item, { ...spot, place: itemOf(spot.place, at), pointer }, depth + 1);
    } else
      for (const [name, member] of Object.entries(part))
        look(member, inside(spot, name, part as Readonly<Record<string, unknown>>, schemas), depth + 1);
  };
  const learn = (part: string | number, { place, inside: of, pointer }: Spot): void => {
    const text = String(part);
    const found = secrecyOf(place, part);
    if (found === 'none') return;
    if (found === 'maybe' && of === 'arguments' && schemas.isShown?.(pointer, place)) return redactor.forget(text);
    if (secrecyOfPlace(place) !== 'none') redactor.add(text);
    // Credentials inside the text are added alone too: a server may repeat them without the text around them.
    for (const one of credentialsIn(text)) redactor.add(one);
  };
  look(value, top(), 0);
}

/** Characters from which on a text is long. Its size is computed without a copy as JSON, which would be slow. */
const LONG_TEXT = 10_000;

/** Bytes of a text as JSON. */
function sizeOf(text: string): number {
  // Long text is mostly base64, which needs no escapes.
  return text.length > LONG_TEXT ? new TextEncoder().encode(text).length + 2 : bytesOf(JSON.stringify(text));
}

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- the range is all of ASCII
  return /^[\x00-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}

/** The bytes as text, one character each. */
function decodedStart(base64: string): string {
  try {
    return atob(
      base64
        .slice(0, MAX_DECODED_BASE64_LENGTH - (MAX_DECODED_BASE64_LENGTH % 4))
        .replaceAll('-', '+')
        .replaceAll('_', '/'),
    );
  } catch {
    return '';
  }
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text.length > 100_000 ? text.slice(0, 50_000) : text);
}

import { childPointer } from '../util/json.js';
import { type Redactor, SECRET_SIGN, MIN_SECRET_LENGTH } from '../util/redactor.js';
import { credentialsIn } from '../util/secrets/credentials.js';
import {
  itemOf,
  memberOf,
  type Place,
  placeOf,
  type Secrecy,
  secrecyOf,
  secrecyOfPlace,
  worse,
} from '../util/secrets/schema.js';
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

/** A member of the outermost object, or of what stands in one of its members. */
export interface JsonPart {
  /** The member of the outermost object. */
  readonly member: string;
  /** The name inside of it, where that is an object that is taken apart. */
  readonly name?: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Characters that are written between two looks at the clock: well under a millisecond. */
const BODY_CHARACTERS_PER_STEP = 50_000;
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];

/**
 * Takes a JSON text apart, in steps for `runInSlices`, without reading it: the members of the outermost object and, of those
 * named, what stands in them. `JSON.parse` would stop the page for half a second over 50 MB, and one bad comma would hide
 * everything. Whether each part is JSON is for its reader to find out.
 */
export function* jsonParts(
  text: string,
  apart: ReadonlySet<string>,
): Generator<undefined, readonly JsonPart[] | undefined, undefined> {
  const parts: JsonPart[] = [];
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  let depth = 0;
  let member: string | undefined;
  let name: string | undefined;
  let start = -1;
  let next = at + BODY_CHARACTERS_PER_STEP;
  /** The part that ends here. */
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
    const isApart = depth === 2 && member !== undefined && apart.has(member);
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
      if (depth === 2 && member !== undefined && apart.has(member)) start = at + 1;
    } else if (code === 0x7d || code === 0x5d) {
      if (isApart) {
        take(at);
        member = undefined;
      } else if (depth === 1) take(at);
      depth--;
      if (depth === 0) return parts;
    }
  }
  // It breaks off: what was whole until then counts.
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

/** Where the closing quote stands; the end of the text where there is none. */
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

/** Base64 found in a body, to be kept apart. */
interface FoundBlob {
  /** Stands in the JSON where its hash will. */
  readonly place: string;
  readonly text: string;
}

export interface WrittenBody extends Body {
  readonly found: readonly FoundBlob[];
}

interface BodyRules {
  readonly redactor: Redactor;
  /** What is said of the parts of this body. */
  readonly schemas?: MessageSchemas | undefined;
  /** Who says it. Default: the server. */
  readonly from?: 'us' | 'server' | undefined;
  /** Base64 stays where it is. */
  readonly keepsBlobs?: boolean | undefined;
}

/** Characters that are searched for credentials beyond those that are kept: what is cut must not be half a key. */
const SEARCHED_BEYOND_BODY = 4096;
const TOO_DEEP = '(nested too deep to be recorded)';
/** Members in which a server describes: to speak of a password is not to tell it. */
const PROSE = /^(?:description|title|instructions|\$comment)$/;
const IS_SCHEMA = /^(?:input|output|requested)Schema$/;
/** Members of a schema that hold a value. */
const EXAMPLE = /^(?:default|const|enum|examples?)$/;
/** Characters of base64 that are looked at as the text that they may be. Longer ones are not decoded. */
const MAX_DECODED_BASE64_LENGTH = 3_000_000;

/** No server knows it, so none can say that a blob stands where none is. */
const NONCE = globalThis.crypto.getRandomValues(new Uint32Array(2)).join('');

/** Where a value stands. */
interface Spot {
  readonly name: string;
  /** What is judged by. */
  readonly place: Place;
  /** The member of the body that it is, or is in; then of an answer. */
  readonly inside: 'body' | 'answers' | 'answer' | 'arguments' | 'accepted';
  /** In the arguments, a pointer with `*` for places in lists. */
  readonly pointer: string;
  /** Here names are those of fields, which are described and not filled in. */
  readonly inSchema: boolean;
  /** Of a value that a schema gives. */
  readonly isExample: boolean;
  /** This is the value of `properties`: the names in it are a server’s. */
  readonly areFields: boolean;
}

const top = (): Spot => ({
  name: '',
  place: placeOf(undefined, MAX_BODY_DEPTH + 1),
  inside: 'body',
  pointer: '',
  inSchema: false,
  isExample: false,
  areFields: false,
});

/** Writes a value as JSON, without what is secret and no longer than is kept. */
export function writeBody(value: unknown, rules: BodyRules): WrittenBody {
  const steps = writeBodyInSteps(value, rules);
  for (;;) {
    const { done, value: body } = steps.next();
    if (done) return body;
  }
}

/** The same in steps for `runInSlices`: a list of a thousand tools takes several milliseconds, and the page has its turn in between. */
export function* writeBodyInSteps(value: unknown, rules: BodyRules): Generator<undefined, WrittenBody, undefined> {
  const writer = new Writer(rules);
  yield* writer.write(value, top(), 0);
  return writer.body;
}

/** Values that are written between two looks at the clock: some tenths of a millisecond. */
const VALUES_IN_STEP = 256;
/** Pieces of JSON that are joined at a time. */
const PIECES_JOINED = 1024;

class Writer {
  readonly #rules: BodyRules;
  readonly #found: FoundBlob[] = [];
  readonly #shown = new Set<string>();
  /** What is written, in pieces: to append thousands of times to one text costs a browser more than all else here. */
  readonly #done: string[] = [];
  #pieces: string[] = [];
  #length = 0;
  /** Names as JSON, and their bytes, until a secret may have become known. */
  readonly #names = new Map<string, readonly [json: string, size: number]>();
  #size = 0;
  #values = 0;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  get body(): WrittenBody {
    const whole = this.#done.join('') + this.#pieces.join('');
    const isCut = whole.length > MAX_BODY_CHARACTERS;
    // A character outside the first 65,536 is two units: not half of one.
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

  /** A value that has nothing in it. */
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
    let field: Place | undefined;
    this.#put('{', 2);
    let isFirst = true;
    for (const name in object) {
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
      // A part of a schema: what it gives as an example is what it says of itself.
      if (inSchema && !areFields && (spot.isExample || EXAMPLE.test(name)))
        field ??= memberOf(placeOf({ properties: { [ownName]: object } }, undefined, place.looks), ownName);
      const member = inside(spot, name, object, schemas, field);
      if (typeof value === 'object' && value !== null) yield* this.write(value, member, depth + 1);
      else this.#plain(value, member);
    }
    this.#put('}', 0);
  }

  #text(text: string, spot: Spot): void {
    const { name, inSchema } = spot;
    const { redactor, keepsBlobs } = this.#rules;
    // What is short is made JSON once, for its length and to be written.
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
      const place = `${BLOB_SIGN}${NONCE}-${this.#found.length}:`;
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
    // A channel inside the page can bring what JSON has no word for.
    const json = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    if (isNumber && this.#judge(spot, value) === 'secret') return this.#hide(json, json.length);
    // A number that a person gave as a secret may come back as one.
    const isKnown = isNumber && json.length >= MIN_SECRET_LENGTH && this.#rules.redactor.withoutKnown(json) !== json;
    this.#put(isKnown ? JSON.stringify(SECRET_SIGN) : json, json.length);
  }

  #judge({ place, inSchema, isExample }: Spot, value: unknown): Secrecy {
    if (!inSchema) return secrecyOf(place, value);
    return isExample ? worse(secrecyOfPlace(place), secrecyOf(place, value)) : 'none';
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

/** Where a member stands. @param field of a part of a schema, what the part is about */
function inside(
  spot: Spot,
  name: string,
  beside: Readonly<Record<string, unknown>>,
  schemas: MessageSchemas,
  field?: Place,
): Spot {
  const inSchema = spot.inSchema || IS_SCHEMA.test(name);
  const areFields = spot.inSchema && name === 'properties';
  // Each member in full and none copied from another object: that takes a fifth of the time, for every value there is.
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
    place: memberOf(placeOf({ properties: { [name]: schema } }, MAX_BODY_DEPTH + 1, spot.place.looks), name),
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
 * Has the redactor know what is secret in something that we say, before anybody answers; what the person had stored as shown
 * is none.
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
    // Also what is only a part of it: a server may repeat that without what stood around it.
    for (const one of credentialsIn(text)) redactor.add(one);
  };
  look(value, top(), 0);
}

/** Characters of a text that is long: to copy it for its length costs more than all else. */
const LONG_TEXT = 10_000;

/** Bytes of a text as JSON. */
function sizeOf(text: string): number {
  // Base64 and the like: nothing in it is escaped.
  return text.length > LONG_TEXT ? new TextEncoder().encode(text).length + 2 : bytesOf(JSON.stringify(text));
}

/** Bytes of a text. */
function bytesOf(text: string): number {
  // oxlint-disable-next-line no-control-regex -- all of ASCII is what is meant
  return /^[\x00-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}

/** What the bytes say, one letter each. */
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

import { type Redactor, SECRET_SIGN, MIN_SECRET_LENGTH } from '../secrets/redactor.js';
import {
  itemOf,
  memberOf,
  type SchemaPlace,
  schemaPlaceOf,
  type Secrecy,
  secrecyOf,
  secrecyOfPlace,
  stricter,
} from '../secrets/schema-secrecy.js';
import { isSecretAddress, redactAddress } from '../secrets/addresses.js';
import { redactedAddress, type SecretSign } from '../secrets/placeholders.js';
import { EXAMPLE, inside, type Spot, top } from './body-spot.js';
import {
  MIN_BLOB_CHARACTERS,
  BLOB_SIGN,
  type Body,
  MAX_BODY_CHARACTERS,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
} from './body.js';
import type { MessageSchemas } from './message-schemas.js';

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
  /** The sender of the value. Default: the server. */
  readonly from?: 'us' | 'server' | undefined;
  /** True if base64 stays in the body. */
  readonly keepsBlobs?: boolean | undefined;
  /** Writes the replacement of each secret. Default: {@link SECRET_SIGN} for all. */
  readonly sign?: SecretSign | undefined;
}

/** Characters beyond the limit that are searched for credentials: a credential must not be cut in half. */
const SEARCHED_BEYOND_BODY = 4096;
const TOO_DEEP = '(nested too deep to be recorded)';
/** Members that contain descriptions: text about a password is not a password. */
const PROSE = /^(?:description|title|instructions|\$comment)$/;
/** Characters of base64 that are also searched as decoded text. Longer base64 is not decoded. */
const MAX_DECODED_BASE64_LENGTH = 3_000_000;

let randomPart: string | undefined;

/**
 * Random, so that no server can imitate the placeholder of a blob. Not made while the module is imported: servers at the
 * edge refuse that outside of a request.
 */
const nonce = (): string => (randomPart ??= globalThis.crypto.getRandomValues(new Uint32Array(2)).join(''));

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
    if (typeof value !== 'object' || value === null) return this.#writePlain(value, spot);
    if (++this.#values > MAX_BODY_VALUES) return this.#putJson('null', 0);
    if (depth >= MAX_BODY_DEPTH) return this.#putJson(JSON.stringify(TOO_DEEP), 2);
    if (Array.isArray(value)) yield* this.#writeList(value, spot, depth);
    else yield* this.#writeObject(value as Readonly<Record<string, unknown>>, spot, depth);
  }

  /** Writes a value that is not a list or an object. */
  #writePlain(value: unknown, spot: Spot): void {
    if (++this.#values > MAX_BODY_VALUES) this.#putJson('null', 0);
    else if (typeof value === 'string') this.#writeText(value, spot);
    else this.#writeScalar(value, spot);
  }

  *#writeList(list: readonly unknown[], spot: Spot, depth: number): Generator<undefined, void, undefined> {
    this.#putJson('[', 2);
    const { name, inside: of, inSchema, isExample, areFields } = spot;
    const pointer = of === 'arguments' ? `${spot.pointer}/*` : '';
    for (let at = 0; at < list.length && this.#values <= MAX_BODY_VALUES; at++) {
      if (at > 0) this.#putJson(',', 1);
      if (this.#values % VALUES_IN_STEP === 0) {
        yield;
        this.#names.clear();
      }
      const place = inSchema ? spot.place : itemOf(spot.place, at);
      const item: Spot = { name, place, inside: of, pointer, inSchema, isExample, areFields };
      const value = list[at];
      if (typeof value === 'object' && value !== null) yield* this.write(value, item, depth + 1);
      else this.#writePlain(value, item);
    }
    this.#putJson(']', 0);
  }

  *#writeObject(
    object: Readonly<Record<string, unknown>>,
    spot: Spot,
    depth: number,
  ): Generator<undefined, void, undefined> {
    const { name: ownName, place, inSchema, areFields } = spot;
    const schemas = this.#rules.schemas ?? {};
    let field: SchemaPlace | undefined;
    this.#putJson('{', 2);
    let isFirst = true;
    for (const name of Object.keys(object)) {
      if (this.#values > MAX_BODY_VALUES) break;
      const value = object[name];
      if (value === undefined || typeof value === 'function') continue;
      if (this.#values % VALUES_IN_STEP === 0) {
        yield;
        this.#names.clear();
      }
      if (!isFirst) this.#putJson(',', 1);
      isFirst = false;
      this.#writeName(name);
      // An example in a schema is judged by the schema that contains it.
      if (inSchema && !areFields && (spot.isExample || EXAMPLE.test(name)))
        field ??= memberOf(schemaPlaceOf({ properties: { [ownName]: object } }, undefined, place.budget), ownName);
      const member = inside(spot, name, object, schemas, field);
      if (typeof value === 'object' && value !== null) yield* this.write(value, member, depth + 1);
      else this.#writePlain(value, member);
    }
    this.#putJson('}', 0);
  }

  #writeText(text: string, spot: Spot): void {
    const { name, inSchema } = spot;
    const { redactor, keepsBlobs } = this.#rules;
    // Short text is converted to JSON once, for its size and for output.
    const quoted = text.length > LONG_TEXT ? undefined : JSON.stringify(text);
    const size = quoted === undefined ? measureJson(text) : bytesOf(quoted);
    const found = this.#judge(spot, text);
    const isShown = found === 'maybe' && this.#isShown(spot);
    if (isShown) this.#shown.add(spot.pointer);
    else if (found !== 'none' && secrecyOfPlace(spot.place) !== 'none') return this.#hide(text, size, name);
    const left = MAX_BODY_CHARACTERS - this.#length;
    if (left < 0) return void (this.#size += size);
    if (text.length >= MIN_BLOB_CHARACTERS && !keepsBlobs && isBase64(text)) {
      if (redactor.isIn(decodedStart(text))) return this.#putSign(size, name, text);
      const place = `${BLOB_SIGN}${nonce()}-${this.#found.length}:`;
      this.#found.push({ place, text });
      return this.#putJson(JSON.stringify(place), size);
    }
    const beginning = text.length > left + SEARCHED_BEYOND_BODY ? text.slice(0, left + SEARCHED_BEYOND_BODY) : text;
    const isAddress = spot.inside !== 'arguments' && /^uri(?:Template)?$/.test(name);
    const isProse = inSchema || PROSE.test(name) || isShown;
    const written = redactor.withoutAt(name, isAddress ? redactAddress(beginning) : beginning, isProse);
    if (written === text) return this.#putJson(quoted ?? JSON.stringify(text), size);
    if (written === SECRET_SIGN) return this.#putSign(size, name, text);
    this.#putJson(JSON.stringify(this.#withNames(written, name, text)), size);
  }

  #writeScalar(value: unknown, spot: Spot): void {
    // Values from a channel inside the page may have no JSON form.
    const json = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
    const isNumber = typeof value === 'number' || typeof value === 'bigint';
    if (isNumber && this.#judge(spot, value) === 'secret') return this.#hide(json, json.length, spot.name);
    // The server may repeat a numeric secret as a number.
    const isKnown = isNumber && json.length >= MIN_SECRET_LENGTH && this.#rules.redactor.withoutKnown(json) !== json;
    if (isKnown) this.#putSign(json.length, spot.name, json);
    else this.#putJson(json, json.length);
  }

  #judge({ place, inSchema, isExample }: Spot, value: unknown): Secrecy {
    if (!inSchema) return secrecyOf(place, value);
    return isExample ? stricter(secrecyOfPlace(place), secrecyOf(place, value)) : 'none';
  }

  #isShown({ inside, pointer, place }: Spot): boolean {
    return inside === 'arguments' && this.#rules.schemas?.isShown?.(pointer, place) === true;
  }

  #writeName(name: string): void {
    let found = this.#names.get(name);
    if (!found) {
      const written = this.#withNames(this.#rules.redactor.withoutName(name), 'name');
      this.#names.set(name, (found = [`${JSON.stringify(written)}:`, measureJson(name) + 1]));
    }
    this.#putJson(...found);
  }

  #hide(text: string, size: number, name: string): void {
    this.#names.clear();
    this.#rules.redactor.add(text, this.#rules.from ?? 'server');
    this.#putSign(size, name, text);
  }

  /** Writes the sign of a secret that is a whole value. */
  #putSign(size: number, name: string, whole: string): void {
    this.#putJson(JSON.stringify(this.#signOf(name, whole)), size);
  }

  /** The sign of a secret. @param name of the member that had it, which can be a secret too @param whole the value, if all of it is secret */
  #signOf(name: string, whole?: string): string {
    const { sign, redactor } = this.#rules;
    return sign ? sign(redactor.withoutName(name) || 'secret', whole) : SECRET_SIGN;
  }

  /** Names each secret that was removed from a text. @param original the text with its secrets, if it is a value */
  #withNames(text: string, name: string, original?: string): string {
    const { sign, redactor } = this.#rules;
    if (!sign) return text;
    if (original !== undefined && isSecretAddress(original)) return redactedAddress(original, sign, redactor);
    return text.replaceAll(SECRET_SIGN, () => this.#signOf(name));
  }

  #putJson(json: string, size: number): void {
    this.#size += size;
    if (this.#length > MAX_BODY_CHARACTERS) return;
    this.#length += json.length;
    if (this.#pieces.push(json) < PIECES_JOINED) return;
    this.#done.push(this.#pieces.join(''));
    this.#pieces = [];
  }
}

/** Characters from which on a text is long. Its size is computed without a copy as JSON, which would be slow. */
const LONG_TEXT = 10_000;

/** Bytes of a text as JSON. */
function measureJson(text: string): number {
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

import { soundsSecret } from '../util/secrets.js';
import { BLOB_SIGN, SECRET_SIGN, type Body } from './entry.js';
import { BLOB_FROM, MAX_BODY, MAX_DEPTH, MAX_VALUES } from './limits.js';
import { isSecretPart } from './secret-fields.js';
import { isSecretName } from './secret-names.js';
import type { Secrets } from './secrets.js';

/** Base64 found in a body, to be kept apart. */
export interface FoundBlob {
  /** Stands in the JSON where its hash will. */
  readonly place: string;
  readonly text: string;
}

export interface WrittenBody extends Body {
  readonly found: readonly FoundBlob[];
}

export interface BodyRules {
  readonly secrets: Secrets;
  /** Further names whose values are secret, in what a person or a page fills in: arguments, and answers to a form. */
  readonly secretNames?: ReadonlySet<string> | undefined;
  /** Base64 stays where it is. */
  readonly keepsBlobs?: boolean | undefined;
}

/** Characters that are looked through beyond those that are kept: what is cut must not be half a key. */
const BEYOND = 4096;
/** A name of fewer characters is a word: not the secret that somebody has for a key of a map. */
const SHORTEST_KEY = 6;
const TOO_DEEP = '(nested too deep to be recorded)';
/** Members that hold words of the protocol, not of a person. */
const STRUCTURE = /^(?:type|method|role|jsonrpc|mimeType|resultType|protocolVersion|action)$/;
/** Members in which a server describes: to speak of a password is not to tell it. */
const PROSE = /^(?:description|title|instructions|\$comment)$/;
const FILLED_IN = /^(?:arguments|content)$/;
const IS_SCHEMA = /^(?:input|output|requested)Schema$/;
/** Members of a schema that hold a value. */
const EXAMPLE = /^(?:default|const|enum|examples?)$/;

/** No server knows it, so none can say that a blob stands where none is. */
const NONCE = globalThis.crypto.getRandomValues(new Uint32Array(2)).join('');

/** Where a value stands. */
interface Place {
  readonly name: string;
  /** Everything in here is secret. */
  readonly isSecret: boolean;
  /** Here names are those of fields, which are described and not filled in. */
  readonly inSchema: boolean;
  /** Inside of what is filled in. */
  readonly isFilledIn: boolean;
  /** This is the value of `properties`: the names in it are a server’s. */
  readonly areFields: boolean;
}

/** Writes a value as JSON, without what is secret and no longer than is kept. */
export function writeBody(value: unknown, rules: BodyRules): WrittenBody {
  const writer = new Writer(rules);
  writer.write(value, { name: '', isSecret: false, isFilledIn: false, inSchema: false, areFields: false }, 0);
  return writer.body;
}

class Writer {
  readonly #rules: BodyRules;
  readonly #found: FoundBlob[] = [];
  #json = '';
  #size = 0;
  #values = 0;

  constructor(rules: BodyRules) {
    this.#rules = rules;
  }

  get body(): WrittenBody {
    const isCut = this.#json.length > MAX_BODY;
    // A character outside the first 65,536 is two units: not half of one.
    const json = isCut ? this.#json.slice(0, MAX_BODY).replace(/[\uD800-\uDBFF]$/, '') : this.#json;
    return {
      json,
      size: this.#size,
      ...(isCut && { isCut }),
      ...(this.#values > MAX_VALUES && { isMore: true }),
      found: this.#found.filter(({ place }) => json.includes(place)),
    };
  }

  write(value: unknown, place: Place, depth: number): void {
    if (++this.#values > MAX_VALUES) return this.#put('null', 0);
    if (typeof value === 'string') return this.#text(value, place);
    if (typeof value !== 'object' || value === null) return this.#scalar(value, place);
    if (depth >= MAX_DEPTH) return this.#put(JSON.stringify(TOO_DEEP), 2);
    if (Array.isArray(value)) this.#list(value, place, depth);
    else this.#object(value as Readonly<Record<string, unknown>>, place, depth);
  }

  #list(list: readonly unknown[], place: Place, depth: number): void {
    this.#put('[', 2);
    for (let at = 0; at < list.length && this.#values <= MAX_VALUES; at++) {
      if (at > 0) this.#put(',', 1);
      this.write(list[at], place, depth + 1);
    }
    this.#put(']', 0);
  }

  #object(object: Readonly<Record<string, unknown>>, place: Place, depth: number): void {
    const { inSchema, areFields } = place;
    const isSecretField = inSchema && !areFields && (isSecretPart(object) || isSecretName(place.name));
    // A header, a variable, an argument that is being completed: its name is a value beside it.
    const { name: named, key } = object;
    const label = !inSchema && 'value' in object && (typeof named === 'string' ? named : key);
    const isPair = typeof label === 'string' && isSecretName(label);
    this.#put('{', 2);
    let isFirst = true;
    for (const name in object) {
      if (this.#values > MAX_VALUES) break;
      const value = object[name];
      if (value === undefined || typeof value === 'function') continue;
      const shown = name.length < SHORTEST_KEY ? name : this.#rules.secrets.without(name, true);
      const quoted = JSON.stringify(shown);
      this.#put(`${isFirst ? '' : ','}${quoted}:`, sizeOf(name) + (isFirst ? 1 : 2));
      isFirst = false;
      this.write(value, this.#inside(place, name, isSecretField, isPair), depth + 1);
    }
    this.#put('}', 0);
  }

  #inside(place: Place, name: string, isSecretField: boolean, isPair: boolean): Place {
    const inSchema = place.inSchema || IS_SCHEMA.test(name);
    const isSecret = place.inSchema
      ? isSecretField && EXAMPLE.test(name)
      : place.isSecret || (!inSchema && this.#isSecret(name, place)) || (isPair && name === 'value');
    const isFilledIn = place.isFilledIn || FILLED_IN.test(name);
    return { name, isSecret, isFilledIn, inSchema, areFields: place.inSchema && name === 'properties' };
  }

  #isSecret(name: string, { isFilledIn }: Place): boolean {
    return isSecretName(name) || (isFilledIn && this.#rules.secretNames?.has(name) === true);
  }

  #text(text: string, { name, isSecret, inSchema }: Place): void {
    const size = sizeOf(text);
    if (isSecret && text !== '') {
      this.#rules.secrets.add(text);
      return this.#put(JSON.stringify(SECRET_SIGN), size);
    }
    const left = MAX_BODY - this.#json.length;
    if (left < 0) return void (this.#size += size);
    if (text.length >= BLOB_FROM && !this.#rules.keepsBlobs && isBase64(text)) {
      const place = `${BLOB_SIGN}${NONCE}-${this.#found.length}:`;
      this.#found.push({ place, text });
      return this.#put(JSON.stringify(place), size);
    }
    const beginning = text.length > left + BEYOND ? text.slice(0, left + BEYOND) : text;
    const isProse = inSchema || PROSE.test(name);
    const safe = STRUCTURE.test(name) ? beginning : this.#rules.secrets.without(beginning, isProse);
    this.#put(JSON.stringify(safe), size);
  }

  #scalar(value: unknown, { name, isSecret }: Place): void {
    // A channel inside the page can bring what JSON has no word for.
    const json = typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? 'null');
    // Amounts of tokens are numbers and no secrets; the number of a card, a PIN is one.
    const isHidden =
      isSecret && typeof value === 'number' && (soundsSecret(name) || this.#rules.secretNames?.has(name));
    if (isHidden) this.#rules.secrets.add(json);
    this.#put(isHidden ? JSON.stringify(SECRET_SIGN) : json, json.length);
  }

  #put(json: string, size: number): void {
    this.#size += size;
    if (this.#json.length <= MAX_BODY) this.#json += json;
  }
}

/** Bytes of a text as JSON. */
function sizeOf(text: string): number {
  // Base64 and the like: nothing in it is escaped, and to copy it for its length costs more than all else.
  if (text.length > 10_000) return new TextEncoder().encode(text).length + 2;
  const json = JSON.stringify(text);
  // oxlint-disable-next-line no-control-regex -- all of ASCII is what is meant
  return /^[\x00-\x7f]*$/.test(json) ? json.length : new TextEncoder().encode(json).length;
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(text.length > 100_000 ? text.slice(0, 50_000) : text);
}

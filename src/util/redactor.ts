import { withoutAssigned, withoutCredentials } from './secrets/credentials.js';

/** Stands where something secret was. */
export const SECRET_SIGN = '(secret, not recorded)';

/** Secrets of one kind that are sought; of more, the one that came first is forgotten. */
export const MAX_SOUGHT_SECRETS = 200;
/** Characters of the shortest value that is sought: shorter ones are in every other word. */
export const MIN_SECRET_LENGTH = 4;
/** Characters from which on a value is sought inside words too, and in every session of the page. */
const MIN_INNER_SECRET_LENGTH = 8;
/** Characters of a value that are sought; a longer one is found by its beginning. */
const MAX_SOUGHT_LENGTH = 10_000;

/** A value, in the forms in which it may come back. */
type Forms = readonly (string | RegExp)[];

/** What was given to any server of this page: a model may carry it from one to another. */
const ofThisPage = new Map<string, Forms>();
/** Counts up with each new value, of whatever session. */
let version = 0;

/** Words of the protocol that stay as they are, whatever somebody has for a password. */
const STRUCTURE = /^(?:type|method|role|jsonrpc|mimeType|resultType|protocolVersion|action|status|mode)$/;
const WORDS =
  /^(?:text|image|audio|video|resource|resource_link|tool_use|tool_result|object|array|string|number|integer|boolean|null|user|assistant|accept|decline|cancel|complete|input_required|task|form|url|working|completed|failed|cancelled|2\.0|\d{4}-\d\d-\d\d|text\/(?:plain|html|markdown|css|csv|javascript)|application\/(?:json|xml|pdf|octet-stream)|image\/(?:png|jpeg|gif|webp|svg\+xml))$/;
/** Characters that the name of a map’s key has at least to be sought as a secret: a shorter one is a word. */
const MIN_SECRET_KEY_LENGTH = 6;

/**
 * The secret values that went through one session, which must stand nowhere in what is written of it: a server may repeat
 * them. Never stored itself.
 */
export class Redactor {
  /** Given by us; no number of words of a server pushes them out. */
  readonly #ours = new Map<string, Forms>();
  readonly #theirs = new Map<string, Forms>();
  /** All of them, the longest first: one may be part of another. */
  #sought: readonly Forms[] = [];
  #version = -1;

  /** From here on this value is written nowhere. @param from who told it */
  add(value: string, from: 'us' | 'server' = 'us'): void {
    if (value.length < MIN_SECRET_LENGTH || value === SECRET_SIGN) return;
    const text = value.slice(0, MAX_SOUGHT_LENGTH);
    if (from === 'server') return remember(this.#theirs, text);
    remember(this.#ours, text);
    if (text.length >= MIN_INNER_SECRET_LENGTH) remember(ofThisPage, text);
  }

  /** It is none, the person says. */
  forget(value: string): void {
    for (const known of [this.#ours, this.#theirs, ofThisPage]) if (known.delete(value)) version++;
  }

  /** The text without any of them, and without credentials. @param isProse what is described, not what is said */
  without(text: string, isProse = false): string {
    const plain = withoutCredentials(text, SECRET_SIGN);
    return this.withoutKnown(isProse ? plain : withoutAssigned(plain, SECRET_SIGN));
  }

  /** The text without the values that went through this session. */
  withoutKnown(text: string): string {
    let rest = text;
    for (const forms of this.#all())
      for (const form of forms)
        if (typeof form === 'string' ? rest.includes(form) : form.test(rest)) rest = rest.replaceAll(form, SECRET_SIGN);
    return rest;
  }

  /** The value of a member without them. Words of the protocol stay. */
  withoutAt(name: string, text: string, isProse = false): string {
    return STRUCTURE.test(name) && WORDS.test(text) ? text : this.without(text, isProse);
  }

  /** The name of a member without them. */
  withoutName(name: string): string {
    return name.length < MIN_SECRET_KEY_LENGTH ? name : this.without(name, true);
  }

  /** Whether any of them, or a credential, is in that text. */
  isIn(text: string): boolean {
    return this.without(text, true) !== text;
  }

  /** Any JSON without them, in names as well. The same value where there are none. */
  withoutIn<T>(value: T): T {
    return this.isIn(JSON.stringify(value) ?? '') ? (this.#strip(value) as T) : value;
  }

  #strip(value: unknown, name = ''): unknown {
    if (typeof value === 'string') return this.withoutAt(name, value, true);
    if (typeof value === 'number') return this.withoutKnown(String(value)) === String(value) ? value : SECRET_SIGN;
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#strip(item, name));
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.withoutName(key), this.#strip(member, key)]),
    );
  }

  #all(): readonly Forms[] {
    if (this.#version !== version) {
      const known = new Map([...ofThisPage, ...this.#theirs, ...this.#ours]);
      this.#sought = [...known].toSorted(([one], [other]) => other.length - one.length).map(([, forms]) => forms);
      this.#version = version;
    }
    return this.#sought;
  }
}

function remember(values: Map<string, Forms>, value: string): void {
  const forms = values.get(value) ?? formsOf(value);
  if (!values.delete(value)) version++;
  values.set(value, forms);
  if (values.size > MAX_SOUGHT_SECRETS) for (const oldest of values.keys()) if (values.delete(oldest)) break;
}

function formsOf(value: string): Forms {
  const bytes = new TextEncoder().encode(value);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const [json, address] = [inJson(value), encoded(value)];
  // A text of JSON may lie in a text of JSON; forms write a blank in an address as a plus.
  const within = inJson(json);
  const forms = new Set([value, json, within, inJson(within), address, address.replaceAll('%20', '+')]);
  const markup = inHtml(value);
  forms.add(markup).add(inJson(markup));
  for (const shift of [0, 1, 2]) {
    const base64 = base64Of(bytes, shift);
    // Short ones are in every other text.
    if (base64.length >= MIN_INNER_SECRET_LENGTH)
      forms.add(base64).add(base64.replaceAll('+', '-').replaceAll('/', '_'));
  }
  if (hex.length >= 2 * MIN_INNER_SECRET_LENGTH) forms.add(hex).add(hex.toUpperCase());
  return [...forms].map((form) => (form.length < MIN_INNER_SECRET_LENGTH ? asWord(form) : form));
}

function asWord(form: string): RegExp {
  const text = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'gu');
}

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function inHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

/** As it stands so many bytes into a text: without the letters that it shares with what is before and after it. */
function base64Of(bytes: Uint8Array, shift: number): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes)).replace(/=+$/, '');
  const isWhole = (bytes.length + shift) % 3 === 0;
  return text.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1);
}

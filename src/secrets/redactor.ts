import { credentialRanges, type TextRange } from './credentials.js';

/** Replaces a secret. */
export const SECRET_SIGN = '(secret, not recorded)';

/** Secrets of one source that are searched for; when there are more, the oldest is forgotten. */
export const MAX_SOUGHT_SECRETS = 200;
/** Characters that a value must have to be searched for: shorter ones occur in ordinary words. */
export const MIN_SECRET_LENGTH = 4;
/** Characters that a value must have to be found inside words too, and in every session of the page. */
const MIN_INNER_SECRET_LENGTH = 8;
/** Characters of a value that are searched for; of a longer one only the beginning. */
const MAX_SOUGHT_LENGTH = 10_000;

/** A value in all the encodings in which a server may repeat it. */
type Forms = readonly (string | RegExp)[];

/** Secrets that were sent to any server of this page: a model may pass them from one server to another. */
const pageSecrets = new Map<string, Forms>();
/** Counts changes of the known secrets in all sessions. */
let version = 0;

/** Member names whose protocol words are never redacted, even if a user's password is such a word. */
const STRUCTURE = /^(?:type|method|role|jsonrpc|mimeType|resultType|protocolVersion|action|status|mode)$/;
const WORDS =
  /^(?:text|image|audio|video|resource|resource_link|tool_use|tool_result|object|array|string|number|integer|boolean|null|user|assistant|accept|decline|cancel|complete|input_required|task|form|url|working|completed|failed|cancelled|2\.0|\d{4}-\d\d-\d\d|text\/(?:plain|html|markdown|css|csv|javascript)|application\/(?:json|xml|pdf|octet-stream)|image\/(?:png|jpeg|gif|webp|svg\+xml))$/;
/** Characters that a member name must have to be redacted: shorter ones are ordinary words. */
const MIN_SECRET_KEY_LENGTH = 6;

/**
 * Removes the secrets of one session from text and JSON that is shown or stored: a server may repeat secrets. The
 * redactor itself is never stored.
 */
export class Redactor {
  /** Secrets from this page. Secrets from the server cannot displace them. */
  readonly #fromPage = new Map<string, Forms>();
  readonly #fromServer = new Map<string, Forms>();
  /** All known secrets, the longest first: one may be part of another. */
  #sought: readonly Forms[] = [];
  #version = -1;

  /** Adds a secret. Values shorter than {@link MIN_SECRET_LENGTH} are ignored. @param from who sent it */
  add(value: string, from: 'us' | 'server' = 'us'): void {
    if (value.length < MIN_SECRET_LENGTH || value === SECRET_SIGN) return;
    const text = value.slice(0, MAX_SOUGHT_LENGTH);
    if (from === 'server') return remember(this.#fromServer, text);
    remember(this.#fromPage, text);
    if (text.length >= MIN_INNER_SECRET_LENGTH) remember(pageSecrets, text);
  }

  /** Removes a value that the user says is not secret. */
  forget(value: string): void {
    for (const secrets of [this.#fromPage, this.#fromServer, pageSecrets]) if (secrets.delete(value)) version++;
  }

  /**
   * The text without known secrets and without credentials. @param isProse true for descriptions, where `password:
   * word` is no credential
   */
  without(text: string, isProse = false): string {
    // All secrets are found in the same text: replaced one after the other, overlapping ones would leave a part.
    const once = (from: string): string =>
      withoutRanges(from, [...this.#known(from), ...credentialRanges(from, !isProse)]);
    const rest = once(text);
    // Text next to a removed secret may be a secret too.
    return rest === text ? text : once(rest);
  }

  /** The text without known secrets. */
  withoutKnown(text: string): string {
    return withoutRanges(text, this.#known(text));
  }

  /** The positions of known secrets. */
  #known(text: string): readonly TextRange[] {
    const ranges: TextRange[] = [];
    for (const forms of this.#all())
      for (const form of forms) {
        if (typeof form !== 'string')
          for (const { 0: found, index } of text.matchAll(form)) ranges.push([index, index + found.length]);
        else
          for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + form.length))
            ranges.push([at, at + form.length]);
      }
    return ranges;
  }

  /** The value of a member without secrets. Words of the protocol stay. */
  withoutAt(name: string, text: string, isProse = false): string {
    return STRUCTURE.test(name) && WORDS.test(text) ? text : this.without(text, isProse);
  }

  /** The name of a member without secrets. */
  withoutName(name: string): string {
    return name.length < MIN_SECRET_KEY_LENGTH ? name : this.without(name, true);
  }

  /** True if the text contains a known secret or a credential. */
  isIn(text: string): boolean {
    return this.without(text, true) !== text;
  }

  /** A JSON value without secrets, also in names. Returns the same value if it contains none. */
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
      const secrets = new Map([...pageSecrets, ...this.#fromServer, ...this.#fromPage]);
      this.#sought = [...secrets].toSorted(([one], [other]) => other.length - one.length).map(([, forms]) => forms);
      this.#version = version;
    }
    return this.#sought;
  }
}

/** The text with one sign instead of each range; ranges that overlap are one. */
function withoutRanges(text: string, ranges: readonly TextRange[]): string {
  if (ranges.length === 0) return text;
  let [rest, behind] = ['', 0];
  for (const [start, end] of ranges.toSorted(([one], [other]) => one - other)) {
    // The sign itself follows a secret name where something was replaced before.
    if (start >= behind && !text.startsWith(SECRET_SIGN, start)) rest += text.slice(behind, start) + SECRET_SIGN;
    else if (start >= behind) rest += text.slice(behind, end);
    behind = Math.max(behind, end);
  }
  return rest + text.slice(behind);
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
  // JSON text may be nested in JSON text. HTML forms encode a space in an address as a plus sign.
  const within = inJson(json);
  const forms = new Set([value, json, within, inJson(within), address, address.replaceAll('%20', '+')]);
  const markup = inHtml(value);
  forms.add(markup).add(inJson(markup));
  for (const shift of [0, 1, 2]) {
    const base64 = base64Of(bytes, shift);
    // Shorter ones would occur in ordinary text.
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

/**
 * The base64 form of bytes at an offset within other bytes, without the characters that also depend on the neighbours.
 */
function base64Of(bytes: Uint8Array, shift: number): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(shift), ...bytes)).replace(/=+$/, '');
  const isWhole = (bytes.length + shift) % 3 === 0;
  return text.slice(shift === 0 ? 0 : shift + 1, isWhole ? undefined : -1);
}

import { withoutKeys } from '../util/credentials.js';
import { SECRET_SIGN } from './entry.js';
import { MAX_SECRETS, SHORTEST_SECRET } from './limits.js';

/** From this length on a value is sought inside words too. */
const SOUGHT_INSIDE = 8;

const MAYBE_ASSIGNED = /passw|passphrase|pwd|secret|token|api[-_ ]?key|authorization|cookie|credential/i;
const NAME =
  '[\\w-]{0,40}(?:passw(?:or)?d|passphrase|pwd|secret|token|api[-_]?key|authorization|cookie|credential)[\\w-]{0,20}';
/** As in JSON, in an address or a shell, and as in a header. */
const ASSIGNED: readonly RegExp[] = [
  new RegExp(`(\\\\?["']${NAME}\\\\?["']\\s{0,5}:\\s{0,5}\\\\?["'])([^"'\\\\]{1,4096})`, 'gi'),
  new RegExp(`(\\b${NAME}=["']?)([^\\s"'&;,]{1,4096})`, 'gi'),
  /(\b(?:proxy-authorization|authorization|set-cookie|cookie|x-api-key|x-auth-token)\s{0,5}:\s{0,5})([^\r\n"]{1,4096})/gi,
  new RegExp(`(\\b${NAME}\\s{0,3}:\\s{1,3})(?=[^\\s"',;]{0,100}\\d)([^\\s"',;]{6,4096})`, 'gi'),
];

/** The secret values that went through one session, which must stand nowhere in what is noted of it. Never stored. */
export class Secrets {
  /** Each in the forms in which it may come back. */
  readonly #values = new Map<string, readonly (string | RegExp)[]>();

  /** From here on this text is nowhere noted. */
  add(value: string): void {
    if (value.length < SHORTEST_SECRET || value === SECRET_SIGN || this.#values.has(value)) return;
    // The one that came first goes: what was secret longest ago is asked about least.
    if (this.#values.size >= MAX_SECRETS) for (const [oldest] of this.#values) if (this.#values.delete(oldest)) break;
    const forms = new Set([value, JSON.stringify(value).slice(1, -1), encoded(value), base64(value)]);
    this.#values.set(
      value,
      [...forms].map((form) => (form.length < SOUGHT_INSIDE ? asWord(form) : form)),
    );
  }

  /** The text without any of them, and without what looks like a key. @param isProse what is described, not what is said */
  without(text: string, isProse = false): string {
    let rest = withoutKeys(text, SECRET_SIGN);
    if (!isProse && MAYBE_ASSIGNED.test(rest))
      for (const pattern of ASSIGNED) rest = rest.replace(pattern, (_, before: string) => `${before}${SECRET_SIGN}`);
    for (const forms of this.#values.values())
      for (const form of forms)
        if (typeof form === 'string' ? rest.includes(form) : form.test(rest)) rest = rest.replaceAll(form, SECRET_SIGN);
    return rest;
  }
}

function asWord(form: string): RegExp {
  const text = form.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])`, 'gu');
}

function encoded(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

/** Without the end, which depends on what follows. */
function base64(value: string): string {
  const bytes = new TextEncoder().encode(value.slice(0, 10_000));
  const text = btoa(String.fromCharCode(...bytes));
  const whole = text.replace(/=+$/, '');
  return whole.length < text.length ? whole.slice(0, -1) : whole;
}

import { withoutAssigned, withoutCredentials } from '../util/secrets.js';
import { SECRET_SIGN } from './entry.js';
import { MAX_SECRETS, SHORTEST_SECRET } from './limits.js';

/** From this length on a value is sought inside words too. */
const SOUGHT_INSIDE = 8;

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
    let rest = withoutCredentials(text, SECRET_SIGN);
    if (!isProse) rest = withoutAssigned(rest, SECRET_SIGN);
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

import type { Redactor } from './redactor.js';
import { redactAddress } from './addresses.js';

/**
 * Returns the text that replaces a secret.
 * @param name of the header, argument or variable that contained it
 * @param value the whole secret, if known: it may occur several times
 */
export type SecretSign = (name: string, value?: string) => string;

/**
 * The prefix of each name, so that an argument `github_token` of a server does not get the value of the variable
 * `GITHUB_TOKEN`.
 */
const PREFIX = 'MCP_';

/** `$MCP_TOKEN` for the token of a server, `$MCP_API_KEY` for `apiKey`: the name of an environment variable. */
export const placeholderOf: SecretSign = (name) => {
  if (/^authorization$/i.test(name)) return `$${PREFIX}TOKEN`;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .split(/[^A-Za-z\d]/)
    .filter(Boolean)
    .join('_')
    .toUpperCase()
    .slice(0, MAX_VARIABLE_LENGTH);
  return words.startsWith(PREFIX) ? `$${words}` : `$${PREFIX}${words || 'SECRET'}`;
};

/** Characters of a name that a placeholder has. The rest is cut: the server decides how long a name is. */
const MAX_VARIABLE_LENGTH = 60;

/**
 * An address without its secrets, each with the name of its parameter.
 * @param redactor knows secrets that only the session can recognize
 */
export function redactedAddress(address: string, sign: SecretSign, redactor?: Redactor): string {
  const known = redactor ? redactor.withoutKnown(address) : address;
  const safe = redactAddress(known);
  if (safe === address || !URL.canParse(safe) || !URL.canParse(address)) return safe;
  const [before, after] = [new URL(address), new URL(safe)];
  const parts = after.pathname.split('/');
  const path = before.pathname.split('/').map((part, at) => (part === parts[at] ? part : sign('path', part)));
  const left = [...after.searchParams];
  const query = [...before.searchParams].map(([name, value], at) => {
    const [safeName, safeValue] = left[at] ?? [];
    // If the name itself is a secret, it is hidden too.
    if (safeName !== name) return sign('parameter', `${name}=${value}`);
    return `${encodeURIComponent(name)}=${safeValue === value ? encodeURIComponent(value) : sign(name, value)}`;
  });
  return `${after.origin === 'null' ? `${after.protocol}//${after.host}` : after.origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

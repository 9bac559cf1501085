import { redactAddress } from './addresses.js';

/** What stands in place of a secret, by the name of what had it. */
export type SecretSign = (name: string) => string;

/** `$MCP_TOKEN` for the token of a server, `$API_KEY` for `apiKey`: the name of an environment variable. */
export const placeholderOf: SecretSign = (name) => {
  if (/^authorization$/i.test(name)) return '$MCP_TOKEN';
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/\W+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return `$${/^[A-Z_]/.test(words) ? words : `SECRET_${words}`}`;
};

/** An address without its secrets, each with the name of its parameter. */
export function redactedAddress(address: string, sign: SecretSign): string {
  const safe = redactAddress(address);
  if (safe === address || !URL.canParse(safe)) return safe;
  const [before, after] = [new URL(address), new URL(safe)];
  const parts = after.pathname.split('/');
  const path = before.pathname.split('/').map((part, at) => (part === parts[at] ? part : sign('path')));
  const query = [...before.searchParams].map(([name, value]) => {
    const isSafe = after.searchParams.getAll(name).includes(value);
    return `${encodeURIComponent(name)}=${isSafe ? encodeURIComponent(value) : sign(name)}`;
  });
  return `${after.origin}${path.join('/')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

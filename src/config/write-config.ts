import { toJson } from '../util/json.js';
import { shellWord } from '../util/shell.js';
import { secretInHeader } from '../secrets/addresses.js';
import { placeholderOf, redactedAddress } from '../secrets/placeholders.js';

/** A server to be written into a list. */
export interface WrittenServer {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A list of servers as an `mcp.json`, which `readConfig` and other clients read. It contains no secret: each is
 * replaced by a variable that is named after the server, such as `${MCP_NOTES_TOKEN}`.
 * @returns the text, and the names of its variables
 * @example mcpJsonOf([{ name: 'Notes', url: 'https://example.com/mcp', headers: { Authorization: 'Bearer abc' } }]);
 */
export function mcpJsonOf(servers: readonly WrittenServer[]): {
  readonly text: string;
  readonly variables: readonly string[];
} {
  const variables: string[] = [];
  const entries = new Map<string, object>();
  for (const { name, url, headers } of servers) {
    const key = unused(keyOf(name), entries);
    const sign = (of: string): string => {
      const variable = placeholderOf(`${key}_${/^authorization$/i.test(of) ? 'token' : of}`).slice(1);
      if (!variables.includes(variable)) variables.push(variable);
      return `\${${variable}}`;
    };
    const written = Object.entries(headers ?? {}).map(([header, given]): [string, string] => {
      const value = String(given);
      const secret = secretInHeader(header, value);
      // A `${` in the value would be a variable for every program that reads the file.
      if (!secret && value.includes('${')) return [header, sign(header)];
      return [header, secret ? value.replace(secret, () => sign(header)) : value];
    });
    entries.set(key, {
      type: 'http',
      url: redactedAddress(withoutVariables(url), sign),
      ...(written.length > 0 && { headers: Object.fromEntries(written) }),
    });
  }
  return { text: `${toJson({ mcpServers: Object.fromEntries(entries) }, undefined, 2)}\n`, variables };
}

/** An address may come from a link: a variable in it would send a value from the reader's environment. */
function withoutVariables(url: string): string {
  return url.replaceAll('$', '%24').replaceAll('{', '%7B').replaceAll('}', '%7D');
}

/** Clients take names of letters, digits, `_` and `-`. */
function keyOf(name: string): string {
  const key = name
    .normalize('NFKD')
    .split(/[^\w]|-/)
    .filter(Boolean)
    .join('-')
    .toLowerCase();
  return key || 'server';
}

/** Adds a number to a name that is already used. */
function unused(key: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** A command as a person types it into a POSIX shell: nothing in a word runs. */
export function commandLineOf(words: readonly string[]): string {
  return words.map(shellWord).join(' ');
}

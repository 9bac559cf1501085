import { McpError } from '../errors.js';
import { parseTypedAddress, parseWebAddress } from '../util/hosts.js';
import { isPlainObject } from '../util/json.js';
import { errorText } from './error-texts.js';
import { type ConfigOptions, type ReadConfig, readConfig } from './read-config.js';

/** Characters of a line that is split into words. Commands that people copy have a few hundred. */
const MAX_COMMAND_LENGTH = 20_000;

/** Programs that add a server to their list: `claude mcp add …`. */
const ADDERS: ReadonlySet<string> = new Set(['claude', 'codex', 'gemini', 'amp', 'qwen', 'droid']);
/** Editors that take an entry as JSON: `code --add-mcp '{…}'`. */
const EDITORS: ReadonlySet<string> = new Set(['code', 'code-insiders', 'cursor', 'codium']);
/** Programs with which servers are started. Other words may be the beginning of any sentence. */
const RUNNERS =
  /^(?:npx|bunx|pnpx|uvx|uv|pipx|node|bun|deno|python\d*(?:\.\d+)?|py|docker|podman|java|dotnet|go|cargo|ruby|php|sh|bash)(?:\.(?:exe|cmd))?$/;

/**
 * Reads pasted text: an address, a list of servers in any form that {@link readConfig} knows, a command that adds a
 * server to another program, a command that starts one, or a link that installs one.
 * @throws McpError `invalid-input` if it contains no server
 * @example readPasted('claude mcp add --transport http notes https://notes.example/mcp', { file: 'the text', env: {} })
 */
export function readPasted(text: string, options: ConfigOptions): ReadConfig {
  const pasted = text.trim();
  // A prompt that was copied with the command.
  const line = pasted.replace(/^(?:\$|>|PS [^>]*>)\s+/, '');
  const read = (entry: object, name?: string): ReadConfig =>
    readConfig(JSON.stringify(entry), { ...options, ...(name !== undefined && { alone: name }) });
  if (/^[a-z][a-z\d+.-]*:\S*$/i.test(line)) {
    const link = entryOfLink(line);
    if (link) return read(link.entry, link.name);
  }
  if (!/\s|^[{"']/.test(line)) {
    const address = parseTypedAddress(line);
    if (address) return read({ url: address.href }, address.host);
  }
  const [program = '', ...rest] = firstWord(line) ? splitCommandLine(line) : [];
  const base = program.replace(/^.*[/\\]/, '');
  if (ADDERS.has(base) && rest[0] === 'mcp') return entryOfAdder(line, rest.slice(1), read);
  if (EDITORS.has(base) && rest.includes('--add-mcp'))
    return readConfig(rest[rest.indexOf('--add-mcp') + 1] ?? '', options);
  if (RUNNERS.test(base)) return read({ command: program, args: rest }, nameOfCommand(base, rest));
  return readConfig(text, options);
}

/** True if the text begins with a word, as a command does, and not as JSON or TOML. */
const firstWord = (line: string): boolean =>
  line.length <= MAX_COMMAND_LENGTH && /^[\w./\\~-]+(?:\s|$)/.test(line) && !/^\w[\w-]*\s*=/.test(line);

/**
 * Splits a command line into words as a shell does: quotes, backslashes, and a line that continues after a backslash.
 * Variables, pipes and the like are not changed.
 */
function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at++) {
    const character = line[at]!;
    const next = line[at + 1];
    if (quote) {
      if (character === quote) quote = '';
      else if (character === '\\' && quote === '"' && (next === '"' || next === '\\')) word += line[++at]!;
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (character === '\\' && next !== undefined && /[\s"'\\]/.test(next)) {
      at++;
      if (!/[\r\n]/.test(next)) word = (word ?? '') + next;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  if (quote) throw new McpError('invalid-input', errorText('config.quoteOpen'));
  return word === undefined ? words : [...words, word];
}

/**
 * Options with a value of these programs, by the meaning of the value. All others that begin with a dash are left out.
 */
const OPTION_VALUES: Readonly<Record<string, 'header' | 'env' | 'url' | 'token' | 'other'>> = {
  '--header': 'header',
  '-H': 'header',
  '--env': 'env',
  '-e': 'env',
  '--url': 'url',
  '--bearer-token-env-var': 'token',
  '--transport': 'other',
  '-t': 'other',
  '--scope': 'other',
  '-s': 'other',
  '--timeout': 'other',
  '--description': 'other',
  '--include-tools': 'other',
  '--exclude-tools': 'other',
  '--client-id': 'other',
  '--callback-port': 'other',
};

/** `mcp add …` of Claude Code, Codex, Gemini and similar programs. Options may be before and after the name. */
function entryOfAdder(
  line: string,
  words: readonly string[],
  read: (entry: object, name?: string) => ReadConfig,
): ReadConfig {
  const [verb, ...given] = words;
  const separator = given.indexOf('--');
  const before = separator < 0 ? given : given.slice(0, separator);
  const command = separator < 0 ? [] : given.slice(separator + 1);
  const plain: string[] = [];
  const values: Record<'header' | 'env' | 'url' | 'token' | 'other', string[]> = {
    ...{ header: [], env: [], url: [], token: [], other: [] },
  };
  for (let at = 0; at < before.length; at++) {
    const word = before[at]!;
    // After the name and the program, its own options follow: `gemini mcp add files npx -y server`.
    const isOfProgram = plain.length >= 2 && !parseWebAddress(plain[1]!);
    const [option, inline] = word.startsWith('--') ? word.split(/=(.*)/s, 2) : [word];
    const kind = OPTION_VALUES[option!];
    if (isOfProgram || !word.startsWith('-')) plain.push(word);
    else if (kind) values[kind].push(inline ?? before[++at] ?? '');
  }
  const [name = '', ...target] = plain;
  if (verb === 'add-json' && target[0]) return read(jsonIn(target[0]) ?? {}, name);
  const all = [...target, ...command];
  const url = values.url[0] ?? (parseWebAddress(all[0] ?? '') ? all[0] : undefined);
  if (verb !== 'add' || name === '' || (url === undefined && all.length === 0))
    throw new McpError('invalid-input', errorText('config.commandUnknown', { command: line.slice(0, 200) }), {
      remedy: errorText('config.commandShapes'),
    });
  const env = pairsOf(values.env, '=');
  if (url === undefined) return read({ command: all[0], args: all.slice(1), env }, name);
  const token = values.token[0];
  const headers = pairsOf(values.header, ':');
  return read({ url, headers, ...(token && { bearer_token_env_var: token }) }, name);
}

function pairsOf(lines: readonly string[], mark: string): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(mark);
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

/** The name of a server that a command starts: the first word that is no option and names a package or a file. */
function nameOfCommand(program: string, words: readonly string[]): string {
  const found = words.find((word) => !/^-|^(?:run|exec|dlx|x)$/.test(word)) ?? program;
  // `@scope/server-files@1.2` is `server-files`.
  const at = found.lastIndexOf('@');
  const last = (at > 0 && !found.includes('/', at) ? found.slice(0, at) : found).replace(/^.*[/\\]/, '');
  return last || program;
}

/** A link that installs a server: of Cursor, VS Code, LM Studio or Goose, also by way of their sites. */
function entryOfLink(link: string): { readonly entry: object; readonly name: string | undefined } | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  const { protocol, hostname, pathname, searchParams } = url;
  const inner = searchParams.get('url');
  // `https://insiders.vscode.dev/redirect?url=vscode%3Amcp…`
  if (/(?:^|\.)vscode\.dev$/.test(hostname) && inner !== null) return entryOfLink(inner);
  const isInstall =
    /^(?:cursor|vscode|vscode-insiders|lmstudio|goose):$/.test(protocol) ||
    /(?:^|\.)(?:cursor\.com|vscode\.dev|lmstudio\.ai)$/.test(hostname);
  if (!isInstall) return undefined;
  const name = searchParams.get('name') ?? searchParams.get('id') ?? undefined;
  const config = searchParams.get('config');
  const entry =
    config !== null
      ? objectIn(config)
      : protocol.startsWith('vscode') && pathname.endsWith('mcp/install')
        ? objectIn(url.search.slice(1))
        : protocol === 'goose:'
          ? entryOfGoose(searchParams)
          : undefined;
  if (!entry) throw new McpError('invalid-input', errorText('config.linkUnreadable'));
  return { entry, name };
}

function entryOfGoose(parameters: URLSearchParams): object | undefined {
  const [url, command] = [parameters.get('url'), parameters.get('cmd')];
  if (url !== null) return { url };
  return command === null ? undefined : { command, args: parameters.getAll('arg') };
}

/** The object in a text: JSON, JSON that is percent-encoded, or JSON in Base64. */
function objectIn(text: string): object | undefined {
  for (const read of [String, decodeURIComponent, fromBase64]) {
    const found = jsonIn(text, read);
    if (found) return found;
  }
  return undefined;
}

/** The object that a text is as JSON. */
function jsonIn(text: string, decode: (text: string) => string = String): object | undefined {
  try {
    const value: unknown = JSON.parse(decode(text));
    return isPlainObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const fromBase64 = (text: string): string =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/').replaceAll(' ', '+')), (one) =>
      one.codePointAt(0)!,
    ),
  );

import JSON5 from 'json5/dist/index.mjs';
import { parse as parseToml } from 'smol-toml';
import { type ErrorText, McpError } from '../errors.js';
import { parseWebAddress } from '../util/hosts.js';
import { isPlainObject } from '../util/json.js';
import { errorText } from './error-texts.js';

/** A server of a file, as it is started or asked. */
export interface ServerEntry {
  readonly name: string;
  readonly server:
    | {
        readonly kind: 'stdio';
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        readonly cwd?: string | undefined;
      }
    | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** The command as the file has it, for people to read: the values of its variables may be secrets. */
  readonly written?: readonly string[];
  /** Names of variables that are set nowhere, so that it cannot be used yet. */
  readonly missing: readonly string[];
}

export interface ReadConfig {
  readonly entries: readonly ServerEntry[];
  /** The entries that were left out, with the reasons. One bad entry does not hide the others. */
  readonly problems: readonly ErrorText[];
}

export interface ConfigOptions {
  /** As it is named in sentences. */
  readonly file: string;
  /** The name of an entry without a name. Default: that of the file. */
  readonly alone?: string;
  /** The values of `${NAME}`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The value of `${workspaceFolder}`. Without it, that variable counts as not set. */
  readonly folder?: string;
  /** Default: the system that this runs on. */
  readonly home?: string;
}

/** Characters of a list of servers. A larger file is another file by mistake. */
const MAX_CONFIG_LENGTH = 1_000_000;
/** Servers of one file. The others are left out, with an error text. */
const MAX_SERVERS_OF_FILE = 200;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a list of servers, by its shape and not by its name: `mcpServers` (Claude, Cursor, Windsurf, Gemini, LM Studio), `servers`
 * (VS Code), `context_servers` (Zed), `mcp_servers` (Codex, TOML), a `server.json` of the registry, or one entry alone. JSON may have
 * comments, trailing commas and names without quotation marks (https://json5.org).
 * @throws McpError `invalid-input` with line and column where the text cannot be read, or has no server in it
 * @example readConfig('{"mcpServers":{"files":{"command":"npx","args":["-y","…"]}}}', { file: 'mcp.json', env, folder })
 */
export function readConfig(text: string, options: ConfigOptions): ReadConfig {
  const { file, alone = nameOfFile(file) } = options;
  if (text.length > MAX_CONFIG_LENGTH)
    throw new McpError('invalid-input', errorText('config.tooLarge', { file, limit: MAX_CONFIG_LENGTH }));
  const root = parseText(text, file);
  const found = entriesIn(root, alone);
  if (found.length === 0)
    throw new McpError('invalid-input', errorText('config.withoutServers', { file }), {
      remedy: errorText('config.shapes'),
    });
  const entries: ServerEntry[] = [];
  const problems: ErrorText[] = [];
  for (const [name, value] of found.slice(0, MAX_SERVERS_OF_FILE)) {
    try {
      entries.push(readEntry(name, value, options));
    } catch (error) {
      if (!(error instanceof EntryProblem)) throw error;
      problems.push(errorText('config.entrySkipped', { name, file, reason: error.text }));
    }
  }
  if (found.length > MAX_SERVERS_OF_FILE)
    problems.push(errorText('config.tooManyServers', { file, count: found.length, limit: MAX_SERVERS_OF_FILE }));
  return { entries, problems };
}

/** Why one entry cannot be used. */
class EntryProblem extends Error {
  readonly text: ErrorText;
  constructor(text: ErrorText) {
    super(text.text);
    this.text = text;
  }
}

function parseText(text: string, file: string): Fields {
  const looksLikeJson = /^\uFEFF?\s*(?:\/[/*]|\{|\[(?!\s*[A-Za-z_"']))/.test(text);
  if (!looksLikeJson) {
    try {
      return parseToml(text);
    } catch (error) {
      throw new McpError(
        'invalid-input',
        errorText('config.notToml', { file, problem: (error as Error).message.split('\n', 1)[0]! }),
        { cause: error, remedy: errorText('config.shapes') },
      );
    }
  }
  let value: unknown;
  try {
    value = JSON5.parse(text.replace(/^\uFEFF/, ' '));
  } catch (error) {
    throw notJson(file, error as Json5Error);
  }
  if (!isPlainObject(value)) throw notJson(file);
  return value;
}

/** https://json5.org: the message ends with the position, which the error text contains anyway. */
type Json5Error = SyntaxError & { readonly lineNumber: number; readonly columnNumber: number };

function notJson(file: string, cause?: Json5Error): McpError {
  // The message shows the character as a string literal: '\"'.
  const problem =
    cause?.message
      .replace(/^JSON5: /, '')
      .replace(/ at \d+:\d+$/, '')
      .replace(String.raw`'\"'`, `'"'`) ?? 'it is no object';
  return new McpError(
    'invalid-input',
    errorText('config.notJson', {
      file,
      line: cause?.lineNumber ?? 1,
      // The end of a line counts as column 0 of the next one.
      column: Math.max(1, cause?.columnNumber ?? 1),
      problem,
    }),
    { cause },
  );
}

const isEntryLike = (value: unknown): boolean =>
  isPlainObject(value) && ['command', 'url', 'serverUrl', 'httpUrl'].some((field) => Object.hasOwn(value, field));

function entriesIn(root: Fields, alone: string): readonly (readonly [name: string, value: unknown])[] {
  for (const key of ['mcpServers', 'servers', 'context_servers', 'mcp_servers']) {
    const list = own(root, key);
    if (isPlainObject(list)) return Object.entries(list);
  }
  // `settings.json` of VS Code has the list one level deeper.
  const nested = own(root, 'mcp');
  if (isPlainObject(nested)) return entriesIn(nested, alone);
  if (isEntryLike(root)) return [[textIn(root, 'name') ?? alone, root]];
  if (Array.isArray(own(root, 'packages')) || Array.isArray(own(root, 'remotes'))) return entriesOfRegistry(root);
  const all = Object.entries(root).filter(([key]) => !key.startsWith('$'));
  return all.length > 0 && all.every(([, value]) => isEntryLike(value)) ? all : [];
}

/** `mcp` for `/home/me/mcp.json`. */
const nameOfFile = (file: string): string => file.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '');

const own = (fields: Fields, name: string): unknown => (Object.hasOwn(fields, name) ? fields[name] : undefined);

/**
 * The transports of a `server.json`, each as a separate entry.
 * @see https://github.com/modelcontextprotocol/registry/blob/main/docs/reference/server-json/generic-server-json.md
 */
function entriesOfRegistry(root: Fields): readonly (readonly [name: string, value: unknown])[] {
  const name = textIn(root, 'name') ?? 'server';
  const remotes = asList(own(root, 'remotes')).map((remote) => {
    const headers = asList(own(remote, 'headers')).map((header) => [textIn(header, 'name') ?? '', valueOf(header)]);
    return { type: own(remote, 'type'), url: own(remote, 'url'), headers: Object.fromEntries(headers) };
  });
  const packages = asList(own(root, 'packages')).map((one) => {
    const env = asList(own(one, 'environmentVariables') ?? own(one, 'environment_variables'));
    return {
      ...runnerOf(one),
      env: Object.fromEntries(
        env.filter(isUsed).map((variable) => [textIn(variable, 'name') ?? '', valueOf(variable)]),
      ),
    };
  });
  const all = [...remotes, ...packages];
  return all.map((value, index) => [all.length > 1 ? `${name} ${index + 1}` : name, value]);
}

const asList = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isPlainObject) : []);
/** An input of a `server.json` that has a value, or needs one of the person. */
const isUsed = (input: Fields): boolean =>
  own(input, 'isRequired') === true ||
  own(input, 'is_required') === true ||
  textIn(input, 'value', 'default') !== undefined;

/** The first of these fields that is a text. */
const textIn = (fields: Fields, ...names: readonly string[]): string | undefined =>
  names.map((name) => own(fields, name)).find((value) => typeof value === 'string');

/** The value of an input of a `server.json`, or a variable of its name for the person to set. */
function valueOf(input: Fields): string {
  const name = textIn(input, 'name', 'valueHint', 'value_hint') ?? 'value';
  return textIn(input, 'value', 'default') ?? `\${${name.replaceAll(/\W+/g, '_').toUpperCase()}}`;
}

/** The field of an entry that names the kind of its package, where that is not started from here. */
const UNKNOWN_PACKAGE = 'registryType';

function runnerOf(one: Fields): Fields {
  const kind = textIn(one, 'registryType', 'registry_type', 'registry_name') ?? '';
  const identifier = textIn(one, 'identifier', 'name') ?? '';
  const version = textIn(one, 'version');
  const runtime = argumentsOf(own(one, 'runtimeArguments') ?? own(one, 'runtime_arguments'));
  const args = argumentsOf(own(one, 'packageArguments') ?? own(one, 'package_arguments'));
  const withVersion = (mark: string): string =>
    version !== undefined && version !== 'latest' ? `${identifier}${mark}${version}` : identifier;
  switch (kind) {
    case 'npm':
      return { command: 'npx', args: ['-y', ...runtime, withVersion('@'), ...args] };
    case 'pypi':
      return { command: 'uvx', args: [...runtime, withVersion('=='), ...args] };
    case 'oci':
      return { command: 'docker', args: ['run', '-i', '--rm', ...runtime, identifier, ...args] };
    default:
      return { [UNKNOWN_PACKAGE]: kind };
  }
}

function argumentsOf(value: unknown): readonly string[] {
  return asList(value).flatMap((argument) => {
    const name = textIn(argument, 'name');
    const isNamed = own(argument, 'type') === 'named' && name !== undefined;
    if (!isUsed(argument)) return [];
    return isNamed ? [name, valueOf(argument)] : [valueOf(argument)];
  });
}

function readEntry(name: string, value: unknown, options: ConfigOptions): ServerEntry {
  if (!isPlainObject(value)) throw new EntryProblem(errorText('config.entryNoObject'));
  if (own(value, 'disabled') === true || own(value, 'enabled') === false)
    throw new EntryProblem(errorText('config.entryDisabled'));
  // Zed once had `command: { path, args, env }`.
  const given = own(value, 'command');
  const fields = isPlainObject(given)
    ? { ...value, ...given, command: own(given, 'path') }
    : Array.isArray(given)
      ? // opencode has one list of the program and its arguments, and another name for the variables.
        { env: own(value, 'environment'), ...value, command: given[0], args: given.slice(1) }
      : value;
  const url = own(fields, 'url') ?? own(fields, 'serverUrl') ?? own(fields, 'httpUrl');
  const command = own(fields, 'command');
  if (url === undefined && command === undefined) {
    const kind = textIn(fields, UNKNOWN_PACKAGE);
    throw new EntryProblem(
      kind === undefined ? errorText('config.entryNeither') : errorText('config.entryPackage', { kind }),
    );
  }
  if (url !== undefined && command !== undefined) throw new EntryProblem(errorText('config.entryBoth'));
  const missing = new Set<string>();
  const filled = (text: string): string => fillVariables(text, options, missing);
  const server =
    command === undefined ? readHttp(fields, url, filled, options, missing) : readStdio(fields, command, filled);
  const written = server.kind === 'stdio' ? [String(command), ...asTexts(own(fields, 'args'))] : undefined;
  return { name, server, missing: [...missing], ...(written && { written }) };
}

function readStdio(fields: Fields, command: unknown, filled: (text: string) => string): ServerEntry['server'] {
  if (typeof command !== 'string' || command === '')
    throw new EntryProblem(errorText('config.entryFieldNoText', { field: 'command' }));
  const args = own(fields, 'args') ?? [];
  if (!Array.isArray(args) || !args.every((one) => typeof one === 'string' || typeof one === 'number'))
    throw new EntryProblem(errorText('config.entryFieldNoList', { field: 'args' }));
  const cwd = own(fields, 'cwd');
  if (cwd !== undefined && typeof cwd !== 'string')
    throw new EntryProblem(errorText('config.entryFieldNoText', { field: 'cwd' }));
  return {
    kind: 'stdio',
    command: filled(command),
    args: args.map((one) => filled(String(one))),
    env: variablesOf(fields, filled),
    ...(cwd !== undefined && { cwd: filled(cwd) }),
  };
}

/** A name that is none of a variable could be read as a part of a command line. */
function variablesOf(fields: Fields, filled: (text: string) => string): Record<string, string> {
  const env = textsOf(fields, 'env', filled);
  for (const name of Object.keys(env))
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new EntryProblem(errorText('config.entryVariable', { name }));
  return env;
}

const asTexts = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

function readHttp(
  fields: Fields,
  url: unknown,
  filled: (text: string) => string,
  { env }: ConfigOptions,
  missing: Set<string>,
): ServerEntry['server'] {
  if (typeof url !== 'string') throw new EntryProblem(errorText('config.entryFieldNoText', { field: 'url' }));
  const address = filled(url);
  const parsed = parseWebAddress(address);
  if (!parsed) throw new EntryProblem(errorText('config.entryAddress', { address: url }));
  const headers = { ...textsOf(fields, 'headers', filled), ...textsOf(fields, 'http_headers', filled) };
  const tokenFrom = own(fields, 'bearer_token_env_var');
  if (typeof tokenFrom === 'string') {
    const token = env[tokenFrom];
    if (token === undefined) missing.add(tokenFrom);
    else headers['Authorization'] = `Bearer ${token}`;
  }
  for (const [name, value] of Object.entries(headers))
    if (!readHeader(`${name}: ${value}`)) throw new EntryProblem(errorText('config.entryHeader', { header: name }));
  return { kind: 'http', url: parsed.href, headers };
}

function textsOf(fields: Fields, name: string, filled: (text: string) => string): Record<string, string> {
  const value = own(fields, name) ?? {};
  if (
    !isPlainObject(value) ||
    !Object.values(value).every((one) => ['string', 'number', 'boolean'].includes(typeof one))
  )
    throw new EntryProblem(errorText('config.entryFieldNoObject', { field: name }));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(String(one))]));
}

/**
 * Replaces `${NAME}`, `${NAME:-otherwise}`, `${env:NAME}`, `${input:NAME}`, `${workspaceFolder}` and `${userHome}`. A
 * bare `$NAME` stays: no host reads it as a variable. A variable without a value stays too, and is reported as missing.
 */
function fillVariables(text: string, { env, folder, home }: ConfigOptions, missing: Set<string>): string {
  return text.replaceAll(
    /\$\{(?:(env|input):)?([\w.-]+)(?::-([^{}]*))?\}/g,
    (whole, _kind, name: string, otherwise?: string) => {
      if (folder !== undefined && (name === 'workspaceFolder' || name === 'cwd')) return folder;
      if (name === 'userHome' || name === 'HOME') return home ?? env['HOME'] ?? env['USERPROFILE'] ?? whole;
      const value = env[name];
      if (value !== undefined && !(value === '' && otherwise !== undefined)) return value;
      if (otherwise !== undefined) return otherwise;
      missing.add(name);
      return whole;
    },
  );
}

/** Characters of one header. Servers refuse longer ones, most of them at 8 KB. */
const MAX_HEADER_LENGTH = 8000;

/** @returns the name and the value of a header; undefined where it cannot be sent */
export function readHeader(line: string): readonly [name: string, value: string] | undefined {
  const colon = line.indexOf(':');
  if (colon < 0 || line.length > MAX_HEADER_LENGTH) return undefined;
  const [name, value] = [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  try {
    new Headers([[name, value]]);
    return [name, value];
  } catch {
    return undefined;
  }
}

import type { ParseArgsConfig } from 'node:util';
import { McpError } from '../../src/errors.js';
import { supportedRevisions } from '../../src/protocol/revisions.js';
import { isLoopbackHost, parseTypedAddress, parseWebAddress } from '../../src/util/hosts.js';
import { MAX_SESSIONS } from '../relay/stdio-relay.js';
import { errorText } from './error-texts.js';
import { headersOf, headersOfFiles, linesOf, nearest, readOptions } from './options.js';

/** How a server at an address is reached: from the page, through the relay, or through it where the page alone cannot. */
export type RelayChoice = 'auto' | 'always' | 'never';

/** The parsed command line, checked and complete. */
export interface CommandLine {
  readonly target:
    | { readonly kind: 'url'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
    | { readonly kind: 'command'; readonly command: string; readonly args: readonly string[] }
    | { readonly kind: 'config'; readonly file: string; readonly names: readonly string[] };
  /** Undefined: {@link FIRST_PORT}, or the next free one. */
  readonly port: number | undefined;
  readonly host: string;
  readonly opensPage: boolean;
  readonly servesOnly: boolean;
  readonly relay: RelayChoice;
  /** The relay may follow a public host name into the local network. */
  readonly allowPrivate: boolean;
  /** Variables for the servers that are started, besides those of every server. */
  readonly env: Readonly<Record<string, string>>;
  readonly inheritEnv: boolean;
  readonly cwd: string | undefined;
  readonly watch: readonly string[];
  readonly origins: readonly string[];
  /** The file for the messages. */
  readonly record: string | undefined;
  /** The revision that the page asks for. Undefined: the newest that both sides speak. */
  readonly revision: string | undefined;
  /** The page stores nothing. */
  readonly forgets: boolean;
  readonly maxSessions: number;
  readonly idleMinutes: number;
}

/** Words that the first argument can be instead of a URL. A server named `check` needs `https://check`. */
export const SUBCOMMANDS = ['check', 'client-id'] as const;

/** The first port that is tried. */
export const FIRST_PORT = 6280;
/** Minutes without a request after which the process of a server ends, by default. */
const IDLE_MINUTES = 30;
/** Sessions of one server at most that a person may ask for: each is a process. */
const MOST_SESSIONS = 100;
/** Minutes at most that a person may ask for: a week. */
const MOST_IDLE_MINUTES: number = 7 * 24 * 60;

export const HELP = `mcp-embed: opens a page on this machine that speaks to an MCP server.

  mcp-embed <address>                 a server at an address, http or https
  mcp-embed [options] -- <command …>  a server that this command starts (stdio)
  mcp-embed --config <file> [name …]  the servers of a file, such as mcp.json

  mcp-embed check <address>           says whether a server works from a web page; check --help
  mcp-embed client-id                 makes the client ID metadata document of a site; client-id --help

Page
  --port <n>            port of the page (default: ${FIRST_PORT}, or the next free one)
  --host <name>         127.0.0.1, localhost or ::1 (default: 127.0.0.1)
  --no-open             does not open the browser
  --serve-only          no page: the servers alone, for a page of your own
  --allow-origin <o>    a page of this origin may use them; can be repeated
  --revision <date>     the revision of the protocol that the page asks for (default: the newest that
                        both speak): ${supportedRevisions.join(', ')}
  --forget              the page stores nothing: lists, drafts and sign-ins are gone at a reload
  --record <file>       writes all messages into a new file, one on each line as JSON, without secrets;
                        not those of servers whose address is typed into the page

A server at an address
  --relay <how>         auto: the page asks it, and where it may not, the relay does (default)
                        always: the relay does · never: the page does, or it fails
  --allow-private       names of the internet may lead the relay into the local network, as they do
                        behind the DNS of many companies; otherwise it asks no such address
  --header "N: value"   a header that the relay adds, so that the page does not know it; can be repeated
  --header-file <file>  such headers, one in each line: for secrets, since others can read command lines

A server that is started
  -e, --env NAME=value  a variable for it; can be repeated
  --env-file <file>     such variables, one in each line
  --inherit-env         gives it all variables of this terminal
  --cwd <folder>        the folder in which it starts
  --watch <path>        starts it again when something there changes; can be repeated
  --max-sessions <n>    processes of one server (default: ${MAX_SESSIONS})
  --idle <minutes>      ends a process that nobody used for so long (default: ${IDLE_MINUTES})

  -h, --help            this text
  -v, --version         the version
`;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'no-open': { type: 'boolean' },
  'serve-only': { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true },
  revision: { type: 'string' },
  forget: { type: 'boolean' },
  record: { type: 'string' },
  relay: { type: 'string' },
  'allow-private': { type: 'boolean' },
  header: { type: 'string', multiple: true },
  'header-file': { type: 'string', multiple: true },
  env: { type: 'string', short: 'e', multiple: true },
  'env-file': { type: 'string', multiple: true },
  'inherit-env': { type: 'boolean' },
  cwd: { type: 'string' },
  watch: { type: 'string', multiple: true },
  'max-sessions': { type: 'string' },
  idle: { type: 'string' },
  config: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];
type OptionName = keyof typeof OPTIONS;

const EXAMPLES: Partial<Record<OptionName, string>> = {
  port: '6280',
  host: '127.0.0.1',
  'allow-origin': 'http://localhost:3000',
  revision: supportedRevisions[0]!,
  record: 'messages.jsonl',
  relay: 'always',
  header: '"Authorization: Bearer …"',
  'header-file': 'headers.txt',
  env: 'NAME=value',
  'env-file': '.env',
  cwd: 'folder',
  watch: 'src',
  'max-sessions': '4',
  idle: '10',
  config: 'mcp.json',
};

/**
 * Reads the arguments of the command.
 * @param args without the program and the script
 * @returns `help` or `version` where only that was asked for
 * @throws McpError `invalid-input` for anything that cannot be used, with what to write instead
 * @example readArguments(['http://localhost:3000/mcp', '--no-open'])
 */
export function readArguments(args: readonly string[]): CommandLine | 'help' | 'version' {
  const { given, before, after, one, all } = readOptions(args, OPTIONS, EXAMPLES);
  if (given.has('help')) return 'help';
  if (given.has('version')) return 'version';
  const target = targetOf(before, after, one('config'));
  const headers = { ...headersOfFiles(all('header-file')), ...headersOf(all('header')) };
  const relay = choiceOf(one('relay'));
  if (target.kind !== 'url')
    onlyWith(
      given,
      ['header', 'header-file', ...(target.kind === 'command' ? (['relay', 'allow-private'] as const) : [])],
      'an address',
    );
  if (target.kind === 'url')
    onlyWith(given, ['env', 'env-file', 'inherit-env', 'cwd', 'watch'], 'a command or --config');
  if (target.kind === 'config') onlyWith(given, ['cwd'], 'a command');
  if (relay === 'never' && Object.keys(headers).length > 0)
    throw new McpError('invalid-input', errorText('command.headerNeedsRelay'));
  for (const name of ['revision', 'forget'] as const)
    if (given.has('serve-only') && given.has(name))
      throw new McpError('invalid-input', errorText('command.needsPage', { option: `--${name}` }));
  const host = one('host') ?? '127.0.0.1';
  if (!isLoopbackHost(host.includes(':') ? `[${host}]` : host))
    throw new McpError('invalid-input', errorText('command.notLoopback', { host }));
  return {
    target: target.kind === 'url' ? { ...target, headers } : target,
    port: one('port') === undefined ? undefined : portOf(one('port')!),
    host,
    opensPage: !given.has('no-open') && !given.has('serve-only'),
    servesOnly: given.has('serve-only'),
    relay,
    allowPrivate: given.has('allow-private'),
    env: { ...variablesOfFiles(all('env-file')), ...variablesOf(all('env')) },
    inheritEnv: given.has('inherit-env'),
    cwd: one('cwd'),
    watch: all('watch'),
    origins: all('allow-origin').map(originOf),
    forgets: given.has('forget'),
    record: one('record'),
    revision: revisionOf(one('revision')),
    maxSessions: numberOf('--max-sessions', one('max-sessions'), MAX_SESSIONS, MOST_SESSIONS),
    idleMinutes: numberOf('--idle', one('idle'), IDLE_MINUTES, MOST_IDLE_MINUTES),
  };
}

function targetOf(
  before: readonly string[],
  after: readonly string[] | undefined,
  file: string | undefined,
): CommandLine['target'] {
  const help = { remedy: errorText('command.seeHelp') };
  if (file !== undefined) {
    if (after) throw new McpError('invalid-input', errorText('command.addressAndCommand'), help);
    return { kind: 'config', file, names: before };
  }
  if (after) {
    const [command, ...args] = after;
    if (before.length > 0) throw new McpError('invalid-input', errorText('command.addressAndCommand'), help);
    if (!command) throw new McpError('invalid-input', errorText('command.addressOrCommand'), help);
    return { kind: 'command', command, args };
  }
  const [address, ...others] = before;
  if (address === undefined) throw new McpError('invalid-input', errorText('command.addressOrCommand'), help);
  if (others.length > 0) {
    const meant = nearest(address, SUBCOMMANDS);
    throw new McpError(
      'invalid-input',
      errorText('command.severalAddresses'),
      meant === undefined ? help : { remedy: errorText('command.subcommandMeant', { command: meant }) },
    );
  }
  return { kind: 'url', url: addressOf(address), headers: {} };
}

function addressOf(written: string): string {
  const url = parseTypedAddress(written);
  if (!url)
    throw new McpError('invalid-input', errorText('command.addressInvalid', { address: written }), {
      remedy: errorText('command.addressOrCommand'),
    });
  return url.href;
}

function onlyWith(given: ReadonlyMap<OptionName, unknown>, names: readonly OptionName[], other: string): void {
  const wrong = names.find((name) => given.has(name));
  if (wrong) throw new McpError('invalid-input', errorText('command.optionNeeds', { option: `--${wrong}`, other }));
}

function choiceOf(value: string | undefined): RelayChoice {
  const choices = ['auto', 'always', 'never'] as const;
  const chosen = choices.find((one) => one === (value ?? 'auto'));
  if (!chosen)
    throw new McpError(
      'invalid-input',
      errorText('command.notAChoice', { option: '--relay', value: value ?? '', choices: [...choices] }),
    );
  return chosen;
}

function revisionOf(value: string | undefined): string | undefined {
  if (value === undefined || supportedRevisions.includes(value)) return value;
  const choices = [...supportedRevisions];
  throw new McpError('invalid-input', errorText('command.revisionUnknown', { option: '--revision', value, choices }));
}

function portOf(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port < 1 || port > 65_535)
    throw new McpError('invalid-input', errorText('command.notAPort', { option: '--port', value }));
  return port;
}

function numberOf(option: string, value: string | undefined, otherwise: number, limit: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < 1 || number > limit)
    throw new McpError('invalid-input', errorText('command.notANumber', { option, value, limit }));
  return number;
}

function originOf(value: string): string {
  const url = parseWebAddress(value);
  if (!url) throw new McpError('invalid-input', errorText('command.addressInvalid', { address: value }));
  return url.origin;
}

function variablesOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(pair) ?? [];
      if (name === undefined)
        throw new McpError('invalid-input', errorText('command.envInvalid', { text: pair.split('=', 1)[0]! }));
      return [name, value!];
    }),
  );
}

/** Lines as in a `.env` file: `NAME=value`, `export NAME="value"`, and comments. */
function variablesOfFiles(files: readonly string[]): Record<string, string> {
  return Object.assign(
    {},
    ...files.map((file) =>
      variablesOf(linesOf(file).map((line) => line.replace(/^export\s+/, '').replace(/=(["'])(.*)\1$/s, '=$2'))),
    ),
  );
}

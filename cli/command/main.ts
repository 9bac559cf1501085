import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMcpError, McpError } from '../../src/errors.js';
import { createSecret } from '../relay/guard.js';
import { serve, type ServeAddress, type Serving } from '../relay/serve.js';
import type { Handler } from '../relay/answers.js';
import { type CommandLine, FIRST_PORT, HELP, readArguments, SUBCOMMANDS } from './arguments.js';
import { runCheck } from './check.js';
import { type Printers, runClientId } from './client-id.js';
import { readText } from './options.js';
import { readConfig, type ServerEntry } from '../../src/config/read-config.js';
import { errorText } from './error-texts.js';
import { pageFiles } from './files.js';
import { createHost, forTerminal, type Host } from './host.js';
import { OneTimeCode, openPage } from './open-page.js';
import { Recording } from './recording.js';

/** Exit codes. Those of the same meaning in MCP Inspector’s command line have the same numbers. */
const EXIT = { usage: 1, failed: 2 } as const;
const EXIT_OF_SUBCOMMAND = { usage: 2 } as const;
/** Ports that are tried where none was asked for. */
const TRIED_PORTS = 20;

declare const VERSION: string;

const say = (text: string): void => console.log(text);

/** Bytes of servers' lines that wait for a slow terminal or pipe. Further lines are skipped. */
const MAX_WAITING_OUTPUT: number = 1024 * 1024;
let skipped = 0;

function sayLine(server: string, text: string): void {
  if (process.stdout.writableLength > MAX_WAITING_OUTPUT) {
    skipped++;
    return;
  }
  if (skipped > 0) say(errorText('command.linesSkipped', { count: skipped }).text);
  skipped = 0;
  say(`[${forTerminal(server)}] ${forTerminal(text)}`);
}

/** They may quote a server. */
const printers: Printers = {
  print: (lines) => lines.length > 0 && say(lines.map(forTerminal).join('\n')),
  note: (lines) => lines.length > 0 && console.error(lines.map(forTerminal).join('\n')),
};

/** Runs the command. Resolves when it serves, or when a subcommand has ended. */
export async function main(args: readonly string[]): Promise<void> {
  const subcommand = SUBCOMMANDS.find((name) => name === args[0]);
  if (subcommand) {
    // Not `exit`, because output may still be on its way into a pipe.
    process.exitCode = await runSubcommand(subcommand, args.slice(1));
    return;
  }
  const line = readArguments(args);
  if (line === 'help') return say(HELP);
  if (line === 'version') return say(VERSION);
  const secret = createSecret();
  const entries = entriesFor(line);
  const recording = recordingFor(line, entries, secret);
  const code = new OneTimeCode(secret, () => {
    console.error(`mcp-embed: ${errorText('command.codeUsedTwice').text}`);
    process.kill(process.pid, 'SIGTERM');
  });
  const { host, serving } = await serveServers(line, entries, { secret, code, recording }).catch((error: unknown) => {
    recording?.discard();
    throw error;
  });
  endWithSignals(host, serving);
  if (line.servesOnly) return describeServers(host, serving, secret);
  // In the fragment: no request, no log and no Referer contains it.
  say(`The page: ${serving.url}/#${secret}`);
  for (const { name, target, missing } of host.servers)
    say(
      `  ${forTerminal(name)}: ${forTerminal(target)}${missing.length > 0 ? ` (not set: ${missing.join(', ')})` : ''}`,
    );
  say('Nothing is started before the page asks for it. Ctrl+C ends everything.');
  if (line.opensPage) await openPage({ url: serving.url, secret }, code);
}

/**
 * Exit codes: 1 for a negative result, 2 for a mistake in the arguments. When a page is served, they are the reverse.
 */
async function runSubcommand(name: (typeof SUBCOMMANDS)[number], args: readonly string[]): Promise<number> {
  try {
    return await (name === 'check' ? runCheck(args, printers, `mcp-embed ${VERSION}`) : runClientId(args, printers));
  } catch (error) {
    if (!isMcpError(error)) throw error;
    complain(error);
    return EXIT_OF_SUBCOMMAND.usage;
  }
}

function complain({ message, remedy }: McpError): void {
  console.error(`mcp-embed: ${forTerminal(message)}${remedy ? `\n${forTerminal(remedy)}` : ''}`);
}

interface Launch {
  readonly secret: string;
  readonly code: OneTimeCode;
  readonly recording: Recording | undefined;
}

async function serveServers(
  line: CommandLine,
  entries: readonly ServerEntry[],
  { secret, code, recording }: Launch,
): Promise<{ readonly host: Host; readonly serving: Serving }> {
  const host = createHost({
    version: VERSION,
    entries,
    relay: line.relay,
    allowPrivate: line.allowPrivate,
    secret,
    code,
    origins: line.origins,
    inheritEnv: line.inheritEnv,
    env: line.env,
    cwd: line.cwd,
    maxSessions: line.maxSessions,
    idleMs: line.idleMinutes * 60_000,
    watch: line.watch,
    recording,
    revision: line.revision,
    files: line.servesOnly ? undefined : filesOfPage(entries, line.forgets),
    onLine: sayLine,
  });
  return { host, serving: await serveAt((address) => host.handlerFor(address), line) };
}

function recordingFor(line: CommandLine, entries: readonly ServerEntry[], secret: string): Recording | undefined {
  if (line.record === undefined) return undefined;
  return new Recording(line.record, {
    headers: entries.flatMap(({ server }) => (server.kind === 'http' ? Object.entries(server.headers) : [])),
    env: [
      ...entries.flatMap(({ server }) => (server.kind === 'stdio' ? Object.entries(server.env) : [])),
      ...Object.entries(line.env),
      ...(line.inheritEnv ? Object.entries(process.env).map(([name, value = '']) => [name, value] as const) : []),
    ],
    secret,
    version: VERSION,
    onEnd: (why) => console.error(`mcp-embed: ${why.text}`),
  });
}

function describeServers(host: Host, serving: Serving, secret: string): void {
  for (const { name, target, path: at } of host.servers)
    say(`${forTerminal(name)}: ${serving.url}${at}  (${forTerminal(target)})`);
  say(`Send this header with each request: mcp-relay-secret: ${secret}`);
}

function entriesFor({ target, env }: CommandLine): readonly ServerEntry[] {
  switch (target.kind) {
    case 'url':
      return [
        {
          name: new URL(target.url).host,
          server: { kind: 'http', url: target.url, headers: target.headers },
          missing: [],
        },
      ];
    case 'command': {
      const { command, args } = target;
      return [{ name: guessServerName(command, args), server: { kind: 'stdio', command, args, env: {} }, missing: [] }];
    }
    case 'config':
      return entriesOfFile(target.file, target.names, env);
  }
}

/** `npx -y @modelcontextprotocol/server-everything@1.0.0 stdio` → `server-everything`. */
function guessServerName(command: string, args: readonly string[]): string {
  const program = path.basename(command).replace(/\.(?:exe|cmd|bat)$/i, '');
  const isRunner = /^(?:npx|pnpx|bunx|uvx|uv|node|deno|bun|python\d*|tsx|docker)$/.test(program);
  // A package or a file, and no piece of code (`node -e …`).
  const words = isRunner
    ? args.filter((word) => /^[\w@.~\\/:][\w@.~\\/:+-]*$/.test(word) && !/^(?:run|dlx|exec|x)$/.test(word))
    : [];
  const parts = (words[0] ?? program)
    .replace(/(?<=.)@[^@/]*$/, '')
    .replace(/\.[cm]?[jt]s$|\.py$/, '')
    .split(/[\\/]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  // `server-everything/dist/index.js`: the folder has the name.
  while (parts.length > 1 && /^(?:index|main|server|cli|dist|build|out|lib|src|bin)$/.test(parts.at(-1)!)) parts.pop();
  return parts.at(-1) ?? program;
}

function entriesOfFile(
  file: string,
  names: readonly string[],
  env: Readonly<Record<string, string>>,
): readonly ServerEntry[] {
  const { entries, problems } = readConfig(readText(file), {
    file,
    env: { ...process.env, ...env },
    folder: process.cwd(),
  });
  for (const problem of problems) console.error(forTerminal(problem.text));
  for (const name of names)
    if (!entries.some((entry) => entry.name === name))
      throw new McpError(
        'invalid-input',
        errorText('command.serverUnknown', { name, file, names: entries.map((entry) => entry.name) }),
      );
  return names.length > 0 ? entries.filter(({ name }) => names.includes(name)) : entries;
}

/** In the package, the page is beside this file, and the script-tag files are one folder above. */
function filesOfPage(entries: readonly ServerEntry[], forgets: boolean): (pathname: string) => Promise<Response> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const dist = path.dirname(here);
  if (!existsSync(path.join(dist, 'mcp-embed.js'))) throw new McpError('load', errorText('command.filesMissing'));
  const connect = entries.flatMap(({ server }) => (server.kind === 'http' ? [new URL(server.url).origin] : []));
  return pageFiles({ dist, page: path.join(here, 'page'), connect, forgets });
}

async function serveAt(handlerFor: (address: ServeAddress) => Handler, { port, host }: CommandLine): Promise<Serving> {
  const first = port ?? FIRST_PORT;
  for (let next = first; ; next++) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next one only where this one is taken
      return await serve(handlerFor, { port: next, host });
    } catch (error) {
      if (!isMcpError(error) || error.key !== 'relay.portTaken') throw error;
      if (port !== undefined)
        throw new McpError('invalid-input', errorText('command.portTaken', { port }), {
          cause: error,
          remedy: errorText('command.portRemedy'),
        });
      if (next - first >= TRIED_PORTS)
        throw new McpError('invalid-input', errorText('command.noFreePort', { first, last: next }), { cause: error });
    }
  }
}

/** The first signal ends the servers in an ordinary way; the second one ends them at once. */
function endWithSignals(host: Host, serving: Serving): void {
  let isEnding = false;
  const end = (): void => {
    // The exit of this process kills the servers that still run (cli/relay/server-process.ts).
    if (isEnding) process.exit(EXIT.failed);
    isEnding = true;
    void Promise.all([serving.close(), host.close()]).finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!isMcpError(error)) throw error;
  complain(error);
  process.exit(error.code === 'invalid-input' ? EXIT.usage : EXIT.failed);
}

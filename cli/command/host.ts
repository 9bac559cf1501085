import { createHash } from 'node:crypto';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { McpError } from '../../src/errors.js';
import { toJson } from '../../src/util/json.js';
import { asNumber, asObject, asString } from '../../src/protocol/decode/values.js';
import { type Handler, jsonResponse, MAX_MEGABYTES, MAX_RELAYED_BYTES, readBytes, refusal } from '../relay/answers.js';
import { createCorsRelay } from '../relay/cors-relay.js';
import { EventStream, eventStreamResponse } from '../relay/event-stream.js';
import { guard } from '../relay/guard.js';
import type { ServeAddress } from '../relay/serve.js';
import { createSignInRelay } from '../relay/sign-in-relay.js';
import type { LogLine } from '../relay/server-command.js';
import { createStdioRelay, type StdioRelay } from '../relay/stdio-relay.js';
import type { RelayChoice } from './arguments.js';
import type { ServerEntry } from '../../src/config/read-config.js';
import { commandLineOf } from '../../src/config/write-config.js';
import { errorText } from './error-texts.js';
import type { OneTimeCode } from './open-page.js';
import type { Recording, Way } from './recording.js';

/** Lines of a server’s log that are stored for a page that opens later. The oldest are dropped. */
const MAX_KEPT_LINES = 1000;
/** Milliseconds after the last page was closed. Then the processes end; a reload takes less. */
const PAGE_GONE_MS = 10_000;
/** Milliseconds after a change in a watched folder: editors and builds write several files. */
const CHANGE_SETTLES_MS = 300;
/** Folders whose changes do not affect the server. */
const NOT_WATCHED = /(?:^|[\\/])(?:node_modules|\.git|__pycache__|\.venv)(?:[\\/]|$)/;

/** Bytes of a recorded message from the page: JSON within JSON, in which quotes and line breaks take more. */
const MAX_PAGE_RECORD_BYTES: number = 4 * MAX_RELAYED_BYTES;

export interface HostOptions {
  readonly version: string;
  readonly entries: readonly ServerEntry[];
  readonly relay: RelayChoice;
  /** The relay may follow a public host name into the local network. */
  readonly allowPrivate: boolean;
  readonly secret: string;
  /** Gives a page the secret once. */
  readonly code: OneTimeCode;
  /** Origins of pages that may use the servers, besides our own. */
  readonly origins: readonly string[];
  readonly inheritEnv: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly maxSessions: number;
  readonly idleMs: number;
  readonly watch: readonly string[];
  /** The recording of messages; undefined if they are not recorded. */
  readonly recording: Recording | undefined;
  /** The revision that the page is to ask for. */
  readonly revision: string | undefined;
  /** Serves the page; undefined where there is none. */
  readonly files: ((pathname: string) => Promise<Response>) | undefined;
  /** A line for the terminal: of a server, or a remark about it. */
  readonly onLine: (server: string, text: string) => void;
}

/** The public data of one server for the page. Values of headers and variables are not included. */
interface ServerDescription {
  readonly id: string;
  readonly name: string;
  readonly kind: 'stdio' | 'http';
  /** The command as a person would type it, or the address. */
  readonly target: string;
  /** The path of the server on the relay. */
  readonly path: string;
  readonly relay: RelayChoice;
  readonly missing: readonly string[];
}

interface Hosted {
  readonly description: ServerDescription;
  readonly serve: Handler;
  /** The requests of its sign-in. A server that is started has none. */
  readonly signIn: Handler | undefined;
  readonly log: ServerLog;
  readonly relay: StdioRelay | undefined;
}

/** Serves a page, the list of its servers, and a relay for each of them. */
export interface Host {
  handlerFor(address: ServeAddress): Handler;
  readonly servers: readonly ServerDescription[];
  /** Ends all processes. Resolves when they have ended. */
  close(): Promise<void>;
}

/**
 * Serves the servers of the command line. A request names a server by its id, never by a command or an address.
 * @throws McpError `invalid-input` for a path that cannot be watched, or a forbidden address
 */
export function createHost(options: HostOptions): Host {
  const servers = new Map<string, Hosted>();
  for (const entry of options.entries) {
    const id = idFor(entry, options.cwd, servers);
    servers.set(id, hosted(id, entry, options));
  }
  const presence = new Presence(() => {
    const why = errorText('command.pageClosed');
    for (const { relay } of servers.values()) void relay?.endProcesses(why);
  });
  const watchers = options.watch.map((folder) =>
    watched(folder, (file) => {
      const why = errorText('command.restarted', { file });
      for (const { relay, log } of servers.values()) {
        if (!relay) continue;
        log.add({ process: 0, source: 'relay', text: why.text });
        void relay.endProcesses(why);
      }
    }),
  );

  const descriptions = [...servers.values()].map(({ description }) => description);
  const behindSecret: Handler = async (request) => {
    const [, first, id = '', last] = /^\/(\w+)(?:\/([\w-]+)\/([\w-]+))?$/.exec(new URL(request.url).pathname) ?? [];
    if (first === 'launch' && last === undefined)
      return jsonResponse(
        toJson({
          version: options.version,
          servers: descriptions,
          revision: options.revision,
          records: options.recording !== undefined,
        }),
      );
    const server = first === 'servers' ? servers.get(id) : undefined;
    if (!server) return refusal(404, errorText('command.serverNotFound', { id }));
    if (last === 'mcp') return server.serve(request);
    if (last === 'record' && options.recording) return recordFromPage(request, options.recording, server.description);
    if (last === 'sign-in' && server.signIn) return server.signIn(request);
    if (last !== 'log' || request.method !== 'GET') return refusal(404, errorText('command.pageNotFound'));
    return eventStreamResponse(server.log.follow(options.files ? presence : undefined));
  };

  return {
    servers: descriptions,
    handlerFor({ hosts }) {
      const api = guard(behindSecret, { hosts, origins: options.origins, secret: options.secret });
      const { files } = options;
      const page =
        files &&
        guard(
          (request) => {
            const { pathname } = new URL(request.url);
            return pathname === '/code' ? options.code.exchange(request) : files(pathname);
          },
          { hosts, origins: [], secret: undefined },
        );
      return (request) => {
        const { pathname } = new URL(request.url);
        const isApi = /^\/(?:launch$|servers\/)/.test(pathname);
        return isApi || !page ? api(request) : page(request);
      };
    },
    async close() {
      presence.close();
      for (const watcher of watchers) watcher.close();
      await Promise.all([...servers.values()].map(async ({ relay }) => relay?.close()));
    },
  };
}

/** Records a direct message between the page and a server. */
async function recordFromPage(request: Request, recording: Recording, { name }: ServerDescription): Promise<Response> {
  let body: Uint8Array;
  try {
    body = await readBytes(request, MAX_PAGE_RECORD_BYTES);
  } catch {
    return refusal(413, errorText('command.recordTooLong', { megabytes: MAX_MEGABYTES }));
  }
  const told = asObject(JSON.parse(new TextDecoder().decode(body))) ?? {};
  const text = asString(told['text']);
  const lost = asNumber(told['lost']) ?? 0;
  const direction = told['direction'] === 'sent' ? 'sent' : 'received';
  const of = { server: name, way: 'page', direction } as const;
  recording.learnHeaders(
    Object.entries(asObject(told['headers']) ?? {}).map(([header, value]) => [header, asString(value) ?? ''] as const),
  );
  if (lost > 0) recording.skip(errorText('command.recordLost', { count: lost }), { server: name, way: 'page' });
  if (text === undefined) recording.skip(errorText('command.recordTooLong', { megabytes: MAX_MEGABYTES }), of);
  else recording.add(text, { ...of, session: asString(told['session']) ?? '', time: timeOf(told['time']) });
  return new Response(null, { status: 204 });
}

/** Milliseconds since 1970; undefined if the value is no time. */
function timeOf(value: unknown): number | undefined {
  const time = asNumber(value);
  return time === undefined || Number.isNaN(new Date(time).getTime()) ? undefined : time;
}

function hosted(id: string, { name, server, missing, written }: ServerEntry, options: HostOptions): Hosted {
  const log = new ServerLog((line) => options.onLine(name, line.text));
  const base = { id, name, path: `/servers/${id}/mcp`, missing };
  const recorded = (way: Way, handle: Handler): Handler => options.recording?.through(name, way, handle) ?? handle;
  const isMissing: Handler = async () =>
    refusal(502, errorText('command.variablesMissing', { name, variables: [...missing] }));
  if (server.kind === 'http') {
    const hasHeaders = Object.keys(server.headers).length > 0;
    const upstream = { upstream: server.url, headers: server.headers, allowPrivate: options.allowPrivate };
    const relay = createCorsRelay(upstream);
    const signIn = createSignInRelay(upstream);
    const serve: Handler = async (request) => {
      const response = await relay(request);
      signIn.note(response);
      return response;
    };
    return {
      // A page must not know the headers, so it cannot send the requests itself.
      description: { ...base, kind: 'http', target: server.url, relay: hasHeaders ? 'always' : options.relay },
      serve: missing.length > 0 ? isMissing : recorded('relay', serve),
      signIn: missing.length > 0 ? isMissing : signIn.fetch,
      log,
      relay: undefined,
    };
  }
  const cwd = options.cwd ?? server.cwd;
  const relay = createStdioRelay({
    command: server.command,
    args: server.args,
    env: { ...server.env, ...options.env },
    inheritEnv: options.inheritEnv,
    ...(cwd !== undefined && { cwd }),
    maxSessions: options.maxSessions,
    idleMs: options.idleMs,
    onLog: (line) => log.add(line),
  });
  return {
    description: {
      ...base,
      kind: 'stdio',
      target: commandLineOf(written ?? [server.command, ...server.args]),
      relay: 'always',
    },
    serve: missing.length > 0 ? isMissing : recorded('stdio', relay.fetch),
    signIn: undefined,
    log,
    relay,
  };
}

/**
 * An id for addresses: a later page finds its stored data by it. It contains a digest of the command or URL, because
 * another program with the same name must not find that data.
 */
function idFor(entry: ServerEntry, cwd: string | undefined, taken: ReadonlyMap<string, unknown>): string {
  const name = entry.name
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 50);
  const digest = createHash('sha256')
    .update(toJson(whatIsServed(entry, cwd)))
    .digest('hex')
    .slice(0, 8);
  const id = `${name || 'server'}-${digest}`;
  if (!taken.has(id)) return id;
  for (let number = 2; ; number++) if (!taken.has(`${id}-${number}`)) return `${id}-${number}`;
}

/** The address, or the command as it is written, with its folder where a word of it names something there. */
function whatIsServed({ server, written }: ServerEntry, cwd: string | undefined): readonly string[] {
  if (server.kind === 'http') return [server.url];
  const words = written ?? [server.command, ...server.args];
  const given = cwd ?? server.cwd;
  const folder = path.resolve(given ?? '.');
  // `--root=./data`, too.
  const isInFolder = (word: string): boolean =>
    word.split('=').some((part) => part !== '' && !path.isAbsolute(part) && existsSync(path.resolve(folder, part)));
  return given !== undefined || words.some(isInFolder) ? [...words, folder] : words;
}

/** The lines of one server: those that were, and those to come. */
class ServerLog {
  readonly #onLine: (line: LogLine) => void;
  readonly #kept: LogLine[] = [];
  /** Each with the lines that it missed because it does not read: a log has no sender that could wait. */
  readonly #followers = new Map<EventStream, { isFull: boolean; missed: number }>();

  constructor(onLine: (line: LogLine) => void) {
    this.#onLine = onLine;
  }

  add(line: LogLine): void {
    this.#onLine(line);
    this.#kept.push(line);
    if (this.#kept.length > MAX_KEPT_LINES) this.#kept.shift();
    const text = toJson(line);
    for (const [stream, follower] of this.#followers) {
      if (follower.isFull) follower.missed++;
      else stream.send(text);
    }
  }

  follow(presence: Presence | undefined): EventStream {
    const stream: EventStream = new EventStream({
      onGone: () => {
        this.#followers.delete(stream);
        presence?.leave(stream);
      },
      onFull: () => void (follower.isFull = true),
      onRead: () => {
        const { missed } = follower;
        Object.assign(follower, { isFull: false, missed: 0 });
        const text = errorText('command.linesSkipped', { count: missed });
        if (missed > 0) stream.send(toJson({ process: 0, source: 'relay', text: text.text }));
      },
    });
    const follower = { isFull: false, missed: 0 };
    presence?.enter(stream);
    this.#followers.set(stream, follower);
    for (const line of this.#kept) stream.send(toJson(line));
    return stream;
  }
}

/** Knows whether a page is open: each open page follows a log. */
class Presence {
  readonly #pages = new Set<object>();
  readonly #onGone: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(onGone: () => void) {
    this.#onGone = onGone;
  }

  enter(page: object): void {
    clearTimeout(this.#timer);
    this.#pages.add(page);
  }

  leave(page: object): void {
    this.#pages.delete(page);
    if (this.#pages.size === 0) this.#timer = setTimeout(this.#onGone, PAGE_GONE_MS).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/** Calls back once things have settled. @throws McpError `invalid-input` */
function watched(folder: string, onChange: (file: string) => void): { close(): void } {
  let timer: NodeJS.Timeout | undefined;
  try {
    const watcher = watch(folder, { recursive: true }, (_event, file) => {
      const name = file ?? folder;
      if (NOT_WATCHED.test(name)) return;
      clearTimeout(timer);
      timer = setTimeout(() => onChange(name), CHANGE_SETTLES_MS);
    });
    watcher.on('error', () => watcher.close());
    return {
      close() {
        clearTimeout(timer);
        watcher.close();
      },
    };
  } catch (error) {
    const { message: problem } = error as Error;
    throw new McpError('invalid-input', errorText('command.watchInvalid', { path: folder, problem }), { cause: error });
  }
}

/** A line of a server for a terminal: without the sequences that move its cursor or rename its window. */
export function forTerminal(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/[^\P{C}\t]/gu, '\u{FFFD}');
}

import { type ErrorText, errorTextOf, isMcpError, type McpError } from '../../src/errors.js';
import { isRequest, isResponse, rpcCodes } from '../../src/jsonrpc/messages.js';
import { isSessionless, mismatchedHeader, opensSession, revisionInBody } from '../../src/protocol/relayed.js';
import { headerMismatch } from '../../src/protocol/revisions.js';
import { type Handler, type MessageBody, readMessageBody, refusal } from './answers.js';
import { errorText } from './error-texts.js';
import type { LogLine, ServerCommand } from './server-command.js';
import { SharedServer } from './shared-server.js';
import { SESSION_HEADER, StdioSession } from './stdio-session.js';

/**
 * Sessions, and so processes, of one server that may be open. One more ends the session that was not read for longest.
 */
export const MAX_SESSIONS = 8;
/** Milliseconds without use after which a process ends: 30 minutes. A page that slept longer connects again. */
export const IDLE_PROCESS_MS: number = 30 * 60_000;
/** Ended sessions whose reason is stored, for a client that still uses one. The oldest are forgotten. */
const MAX_ENDED_SESSIONS = 64;
/** Milliseconds between two searches for unused sessions. */
const IDLE_CHECK_MS = 15_000;

export interface StdioRelayOptions extends ServerCommand {
  /** Receives the server's stderr, and lines on stdout that are no messages. Text of the server. */
  readonly onLog?: (line: LogLine) => void;
  /** Default: {@link IDLE_PROCESS_MS}. */
  readonly idleMs?: number;
  /** Default: {@link MAX_SESSIONS}. */
  readonly maxSessions?: number;
}

/** A stdio server as a server of Streamable HTTP. */
export interface StdioRelay {
  /** Serves one request. Checks neither who asks nor from where: put a guard before it. Never rejects. */
  readonly fetch: Handler;
  /**
   * Ends all processes, and with them the sessions; the next request starts one. Resolves when they have ended.
   * @param why the error for requests that still wait for an answer, and for the clients of the sessions
   */
  endProcesses(why: ErrorText): Promise<void>;
  /** Ends all processes, and accepts no more requests. Resolves when they have ended. */
  close(): Promise<void>;
}

/**
 * Makes a stdio server available to clients of Streamable HTTP. Each session has its own process; requests of revisions
 * without sessions share one. Nothing starts before the first request.
 * @example
 * const relay = createStdioRelay({ command: 'npx', args: ['-y', '@modelcontextprotocol/server-everything'] });
 * const { url } = await serve(({ hosts }) => guard(relay.fetch, { hosts, origins: [], secret }));
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export function createStdioRelay(options: StdioRelayOptions): StdioRelay {
  const relay = new Relay(options);
  return {
    fetch: (request) => relay.serve(request),
    endProcesses: (why) => relay.endProcesses(why),
    close: () => relay.close(),
  };
}

class Relay {
  readonly #options: StdioRelayOptions;
  readonly #shared: SharedServer;
  readonly #sessions = new Map<string, StdioSession>();
  /** Why the last sessions ended, by id. */
  readonly #ended = new Map<string, ErrorText>();
  readonly #ending = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: StdioRelayOptions) {
    this.#options = options;
    this.#shared = new SharedServer(options, (line) => options.onLog?.(line));
  }

  async serve(request: Request): Promise<Response> {
    if (this.#isClosed) return refusal(503, errorText('relay.closed'));
    this.#timer ??= setInterval(
      () => this.#endIdle(),
      Math.min(IDLE_CHECK_MS, this.#options.idleMs ?? IDLE_CHECK_MS),
    ).unref();
    try {
      return await this.#answer(request);
    } catch (error) {
      // The process cannot be started, or the client closed the connection while it sent.
      const problem = error instanceof Error ? error.message : String(error);
      return refusal(500, isMcpError(error) ? errorTextOf(error) : errorText('relay.internal', { problem }));
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.endProcesses(errorText('relay.closed'));
  }

  async endProcesses(why: ErrorText): Promise<void> {
    for (const session of this.#sessions.values()) this.#end(session, why);
    await Promise.all([this.#shared.close(why), ...this.#ending]);
  }

  #answer(request: Request): Promise<Response> | Response {
    const id = request.headers.get(SESSION_HEADER);
    switch (request.method) {
      case 'POST':
        return this.#post(request);
      case 'GET':
        return id === null
          ? notAllowed(request)
          : (this.#unknown(id) ?? this.#sessions.get(id)!.listen(request.headers.get('last-event-id')));
      case 'DELETE': {
        if (id === null) return notAllowed(request);
        const unknown = this.#unknown(id);
        if (unknown) return unknown;
        this.#end(this.#sessions.get(id)!, errorText('relay.sessionClosed'));
        return new Response(null, { status: 204 });
      }
      default:
        return notAllowed(request);
    }
  }

  async #post(request: Request): Promise<Response> {
    const accept = request.headers.get('accept') ?? '*/*';
    if (!accept.includes('*/*') && !(accept.includes('application/json') && accept.includes('text/event-stream')))
      return refusal(406, errorText('relay.acceptMissing'));
    const body = await readMessageBody(request);
    if (body instanceof Response) return body;
    const { message } = body;
    const revision = request.headers.get('mcp-protocol-version') ?? undefined;
    const inBody = 'method' in message ? revisionInBody(message.params) : undefined;
    if (revision !== undefined && isSessionless(revision) === undefined && inBody === undefined)
      return refusal(400, errorText('relay.revisionUnknown', { revision: revision.slice(0, 40) }), {
        id: isRequest(message) ? message.id : undefined,
        code: rpcCodes.invalidRequest,
      });
    // A revision only in the body is checked by the server: its refusal lists those that it supports.
    return inBody !== undefined || isSessionless(revision)
      ? this.#postSessionless(request, body)
      : this.#postInSession(request, body);
  }

  #postSessionless(request: Request, { message }: MessageBody): Promise<Response> | Response {
    if (isResponse(message)) return refusal(400, errorText('relay.responseNotAllowed'));
    // Ids of clients mean nothing to the server, and closing the stream is how they cancel.
    if (!isRequest(message)) return new Response(null, { status: 202 });
    const header = mismatchedHeader(request.headers, message.method, message.params);
    if (header !== undefined)
      return refusal(400, errorText('relay.headerMismatch', { header }), { id: message.id, code: headerMismatch });
    return this.#shared.post(message, request.signal);
  }

  async #postInSession(request: Request, body: MessageBody): Promise<Response> {
    const { message } = body;
    const id = request.headers.get(SESSION_HEADER);
    if (id !== null) return this.#unknown(id) ?? this.#sessions.get(id)!.post(body);
    if (!isRequest(message) || !opensSession(message.method)) return refusal(400, errorText('relay.sessionMissing'));
    const limit = this.#options.maxSessions ?? MAX_SESSIONS;
    if (this.#sessions.size >= limit && !this.#makeRoom())
      return refusal(503, errorText('relay.tooManySessions', { limit }), { id: message.id });
    const session = new StdioSession(this.#options, {
      onLog: (line) => this.#options.onLog?.(line),
      onEnd: (ended, reason) => this.#forget(ended, reason),
      onRefused: (refused) => this.#end(refused, errorText('relay.sessionRefused')),
    });
    // Counted before it runs: otherwise a hundred requests at once would start a hundred processes.
    this.#sessions.set(session.id, session);
    try {
      await session.started;
    } catch (error) {
      this.#sessions.delete(session.id);
      return refusal(502, errorTextOf(error as McpError), { id: message.id });
    }
    this.#shared.leave();
    return session.post(body);
  }

  /** The answer to a client whose session is no more. It must open another one. */
  #unknown(id: string): Response | undefined {
    if (this.#sessions.has(id)) return undefined;
    const reason = this.#ended.get(id);
    return refusal(404, reason ? errorText('relay.sessionEnded', { reason }) : errorText('relay.sessionUnknown'));
  }

  /** Ends the session with the oldest read. @returns false if all are being read */
  #makeRoom(): boolean {
    const [oldest] = [...this.#sessions.values()].sort((one, other) => other.idleMs - one.idleMs);
    if (!oldest || oldest.idleMs === 0) return false;
    this.#end(oldest, errorText('relay.sessionReplaced'));
    return true;
  }

  #endIdle(): void {
    const limit = this.#options.idleMs ?? IDLE_PROCESS_MS;
    const why = errorText('relay.sessionIdle', { minutes: Math.round(limit / 60_000) });
    for (const session of this.#sessions.values()) if (session.idleMs >= limit) this.#end(session, why);
    if (this.#shared.idleMs >= limit) void this.#shared.close(why);
  }

  #end(session: StdioSession, why: ErrorText): void {
    this.#forget(session, why);
    const ending = session.close(why).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  #forget({ id }: StdioSession, reason: ErrorText): void {
    if (!this.#sessions.delete(id)) return;
    this.#ended.set(id, reason);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_ENDED_SESSIONS) this.#ended.delete(oldest!);
  }
}

function notAllowed({ method }: Request): Response {
  return refusal(405, errorText('relay.methodNotAllowed', { method: method.slice(0, 20) }), {
    headers: { allow: 'POST' },
  });
}

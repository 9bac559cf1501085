import { type ErrorText, errorTextOf, type McpError } from '../../src/errors.js';
import {
  isRequest,
  isResponse,
  readMessages,
  rpcCodes,
  type RpcNotification,
  type RpcId,
  type RpcRequest,
  type RpcResponse,
} from '../../src/jsonrpc/messages.js';
import { subscriptionOf, withSubscription } from '../../src/protocol/relayed.js';
import { headerMismatch, missingCapability, PROBE_METHOD, unsupportedVersion } from '../../src/protocol/revisions.js';
import { toJson } from '../../src/util/json.js';
import { errorMessage, jsonResponse, MAX_MEGABYTES, refusal } from './answers.js';
import { errorText } from './error-texts.js';
import { EventStream, eventStreamResponse } from './event-stream.js';
import type { LogLine, ServerCommand } from './server-command.js';
import { ServerProcess } from './server-process.js';
import { MAX_OPEN_REQUESTS, tokenOf } from './stdio-session.js';

/** Milliseconds to wait for the first message of an answer, whose kind decides the status. Then the answer is a stream. */
const FIRST_MESSAGE_MS = 10_000;
/** Milliseconds that a server may be silent about the first question of a connection, once it has written anything. */
const PROBE_MS = 3000;
/** Milliseconds that a server may take for the first question where it wrote nothing yet: it may be downloaded first. */
const SILENT_START_MS = 15_000;

/** One request under way. */
interface Call {
  /** The id and the progress token that the server sees. Those of two clients may be the same. */
  readonly relayId: number;
  readonly request: RpcRequest;
  readonly signal: AbortSignal;
  stream?: EventStream;
  /** Called with the answer while none has begun; it is `undefined` after that. */
  answer: ((response: Response) => void) | undefined;
  timer?: NodeJS.Timeout;
}

/** Statuses that go with the error codes of requests. @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports */
const STATUS: Readonly<Record<number, number>> = {
  [rpcCodes.methodNotFound]: 404,
  [headerMismatch]: 400,
  [missingCapability]: 400,
  [unsupportedVersion]: 400,
};

/**
 * The one process that serves all clients of revisions without sessions: each request stands alone, so only ids, progress
 * tokens and subscription ids must not collide. It starts with the first request, and again when it has ended.
 */
export class SharedServer {
  readonly #command: ServerCommand;
  readonly #onLog: (line: LogLine) => void;
  #process: ServerProcess | undefined;
  readonly #calls = new Map<number, Call>();
  #counter = 0;
  #lastUse = Date.now();
  /** True once the server answered as one of these revisions does. */
  #isConfirmed = false;
  #hasSpoken = false;
  /** An earlier process said nothing to the probe: the next one would not either, and the page would wait for it again. */
  #ignoresProbe = false;
  /** Processes that are about to end. */
  readonly #ending = new Set<Promise<void>>();

  constructor(command: ServerCommand, onLog: (line: LogLine) => void) {
    this.#command = command;
    this.#onLog = onLog;
  }

  /** Milliseconds without a request under way. */
  get idleMs(): number {
    return this.#calls.size > 0 ? 0 : Date.now() - this.#lastUse;
  }

  /** Sends a request to the server. The answer is JSON where nothing comes before it, and a stream otherwise. */
  async post(request: RpcRequest, signal: AbortSignal): Promise<Response> {
    const { id } = request;
    this.#lastUse = Date.now();
    if (this.#calls.size >= MAX_OPEN_REQUESTS)
      return refusal(429, errorText('relay.tooManyRequests', { limit: MAX_OPEN_REQUESTS }), { id });
    if (request.method === PROBE_METHOD && this.#ignoresProbe) return probeSilent(request);
    const server = this.#start();
    try {
      await server.started;
    } catch (error) {
      if (this.#process === server) this.#process = undefined;
      return refusal(502, errorTextOf(error as McpError), { id });
    }
    return new Promise((resolve) => {
      const call: Call = { relayId: ++this.#counter, request, signal, answer: resolve };
      this.#calls.set(call.relayId, call);
      const cancel = (): void => this.#cancel(call);
      signal.addEventListener('abort', cancel, { once: true });
      if (signal.aborted) return cancel();
      if (request.method === PROBE_METHOD) this.#waitForProbe(call);
      else call.timer = setTimeout(() => this.#openStream(call), FIRST_MESSAGE_MS);
      void server.send(toJson(forServer(call)));
    });
  }

  /**
   * A client goes on to open a session, so the server speaks no revision without. Its process, which only heard the first
   * question, is of no use.
   */
  leave(): void {
    if (!this.#isConfirmed && this.#calls.size === 0) this.#retire(errorText('relay.serverStopped'));
  }

  /** Ends the process. Resolves when that is gone. */
  async close(why: ErrorText): Promise<void> {
    this.#retire(why);
    await Promise.all(this.#ending);
  }

  #start(): ServerProcess {
    if (this.#process && !this.#process.ended) return this.#process;
    this.#hasSpoken = false;
    this.#isConfirmed = false;
    const server: ServerProcess = new ServerProcess(this.#command, {
      onText: (text) => this.#fromServer(text, server),
      onTooLarge: () => this.#failAll(errorText('relay.messageTooLarge', { megabytes: MAX_MEGABYTES })),
      onLog: (line) => {
        this.#hasSpoken = true;
        this.#onLog(line);
      },
      onEnd: (reason) => {
        if (this.#process === server) this.#process = undefined;
        this.#failAll(reason);
      },
    });
    return (this.#process = server);
  }

  #retire(why: ErrorText): void {
    const server = this.#process;
    if (!server) return;
    this.#process = undefined;
    this.#failAll(why);
    const ending = server.close(why).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  /** Servers of older revisions may drop what they do not know. */
  #waitForProbe(call: Call): void {
    const until = Date.now() + SILENT_START_MS;
    let spokeAt: number | undefined;
    call.timer = setInterval(() => {
      if (this.#hasSpoken) spokeAt ??= Date.now();
      if (Date.now() < until && (spokeAt === undefined || Date.now() - spokeAt < PROBE_MS)) return;
      this.#ignoresProbe = true;
      this.#finish(call);
      call.answer?.(probeSilent(call.request));
    }, 100);
  }

  #answerUnknown(call: Call, text: ErrorText): void {
    call.answer?.(refusal(404, text, { id: call.request.id, code: rpcCodes.methodNotFound }));
  }

  #fromServer(text: string, server: ServerProcess): void {
    this.#hasSpoken = true;
    const note = (words: string): void => this.#onLog({ process: server.number, source: 'relay', text: words });
    for (const message of readMessages(text, (problem) => note(problem.message))) {
      if (isResponse(message)) this.#respond(message);
      else if (!isRequest(message)) this.#notify(message);
      else note(errorText('relay.requestIgnored', { method: message.method }).text);
    }
  }

  #respond(message: RpcResponse): void {
    const call = this.#calls.get(Number(message.id));
    if (!call) return;
    this.#finish(call);
    if (call.request.method !== PROBE_METHOD || !message.error) this.#isConfirmed = true;
    const text = written(forClient(message, call), call.request.id);
    if (call.stream) {
      call.stream.send(text);
      call.stream.close();
      return;
    }
    const status = message.error ? (STATUS[message.error.code] ?? 200) : 200;
    call.answer?.(jsonResponse(text, status));
  }

  #notify(message: RpcNotification): void {
    const call = this.#callOf(message);
    if (!call) {
      this.#onLog({
        process: this.#process?.number ?? 0,
        source: 'relay',
        text: errorText('relay.notificationSkipped', { method: message.method }).text,
      });
      return;
    }
    this.#openStream(call).send(written(notificationForClient(message, call), call.request.id));
  }

  /** The request that a notification belongs to. Where it does not say, to the only one that it can belong to. */
  #callOf({ method, params }: RpcNotification): Call | undefined {
    const subscription = subscriptionOf(params);
    if (subscription !== undefined) return this.#calls.get(Number(subscription));
    if (method === 'notifications/progress') return this.#calls.get(Number(params?.['progressToken']));
    const open = [...this.#calls.values()].filter(({ request }) => !request.method.startsWith('subscriptions/'));
    return open.length === 1 ? open[0] : undefined;
  }

  #openStream(call: Call): EventStream {
    if (call.stream) return call.stream;
    clearTimeout(call.timer);
    const stream: EventStream = new EventStream({
      onGone: () => this.#cancel(call),
      onFull: () => this.#process?.pause(stream),
      onRead: () => this.#process?.resume(stream),
    });
    call.stream = stream;
    call.answer?.(eventStreamResponse(stream));
    call.answer = undefined;
    return stream;
  }

  /** A closed stream is how a client cancels; on stdio, a message is. */
  #cancel(call: Call): void {
    if (!this.#finish(call)) return;
    call.stream?.close();
    call.answer?.(new Response(null, { status: 499 }));
    const params = { requestId: call.relayId };
    void this.#process?.send(toJson({ jsonrpc: '2.0', method: 'notifications/cancelled', params }));
  }

  /** @returns false where it was finished before */
  #finish(call: Call): boolean {
    clearTimeout(call.timer);
    this.#lastUse = Date.now();
    return this.#calls.delete(call.relayId);
  }

  #failAll(reason: ErrorText): void {
    for (const call of [...this.#calls.values()]) {
      const { id, method } = call.request;
      this.#finish(call);
      if (call.stream) {
        call.stream.send(toJson(errorMessage(id, reason)));
        call.stream.close();
      } else if (method === PROBE_METHOD)
        // Some older servers end when the first message is not the one they know.
        this.#answerUnknown(call, errorText('relay.probeEnded', { method, reason }));
      else call.answer?.(refusal(502, reason, { id }));
    }
  }
}

function forServer({ request, relayId }: Call): RpcRequest {
  if (tokenOf(request) === undefined) return { ...request, id: relayId };
  const meta = request.params!['_meta'] as object;
  return { ...request, id: relayId, params: { ...request.params, _meta: { ...meta, progressToken: relayId } } };
}

/** The answer with the ids of the client. That of a subscription names it once more. */
function forClient(message: RpcResponse, { request }: Call): RpcResponse {
  const isOfSubscription = subscriptionOf(message.result) !== undefined;
  return {
    ...message,
    id: request.id,
    ...(isOfSubscription && { result: withSubscription(message.result, request.id) }),
  };
}

function notificationForClient(message: RpcNotification, { request }: Call): RpcNotification {
  const { params } = message;
  if (subscriptionOf(params) !== undefined) return { ...message, params: withSubscription(params, request.id) };
  if (params?.['progressToken'] === undefined) return message;
  return { ...message, params: { ...params, progressToken: tokenOf(request) } };
}

/** `JSON.stringify` fails for lists that are some thousand levels deep, and a server can write them. */
function written(message: RpcResponse | RpcNotification, id: RpcId): string {
  try {
    return toJson(message);
  } catch {
    return toJson(errorMessage(id, errorText('relay.messageTooDeep')));
  }
}

function probeSilent({ id, method }: RpcRequest): Response {
  return refusal(404, errorText('relay.probeSilent', { method }), { id, code: rpcCodes.methodNotFound });
}

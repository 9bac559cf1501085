import { asMcpError, isMcpError, McpError, ProtocolError, verbatim } from '../errors.js';
import {
  isRequest,
  isResponse,
  rpcCodes,
  type RpcErrorBody,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
  TOO_MANY,
} from './messages.js';
import type { Transport } from './transport.js';
import { errorText } from './error-texts.js';

export interface RequestOptions {
  /** Aborting it cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds without an answer or progress before the request fails with `timeout`. After progress it may be up to
   * a quarter more. `Infinity` for never.
   */
  readonly timeoutMs: number;
  /** Milliseconds in all, whatever progress comes. Default and `Infinity`: no limit. */
  readonly maxTimeoutMs?: number | undefined;
  /** `_meta.progressToken` of this request. Absent: no progress is delivered. */
  readonly progressToken?: RpcId | undefined;
  /** Called with each progress value, as it came. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** Time that counts for no time-out, because the other side waits for us. */
export interface SuspendTimeout {
  /** Open requests of the other side. */
  questions: number;
  /** When the last of them was answered, in milliseconds of `performance.now()`. */
  until: number;
}

/**
 * One message that was sent and is not over. All of its state is in this one record, so that nothing is left behind
 * when it ends.
 */
interface InFlight {
  /** The request id as text; for a notification or an answer, the message itself. */
  readonly key: unknown;
  readonly outgoing: Outgoing;
  readonly answer: Promise<unknown>;
  /** Aborted to end the exchange. */
  readonly signal: AbortSignal;
  /** True where the answer comes on the GET stream: the exchange itself is over. */
  answersOnGetStream?: boolean;

  /**
   * Ends the call if its time is over.
   * @returns milliseconds until it has to be called again
   */
  look(): number;
  /** Delivers progress if the token is that of this call. */
  progressed(token: RpcId, value: unknown): void;
  /** Ends the call, with a result or an error, and ends the exchange. `null` ends it without either. */
  end(error: McpError | null | undefined, result?: unknown): void;
}

function putInFlight(
  key: unknown,
  outgoing: Outgoing,
  options: RequestOptions,
  pause: SuspendTimeout,
  cancelCall: (reason: McpError) => void,
): InFlight {
  const { method } = outgoing;
  const { signal, timeoutMs, maxTimeoutMs = Infinity, progressToken, onProgress } = options;
  const exchange = new AbortController();
  const startedAt = performance.now();
  /**
   * True if something came since the last look. Reading the clock for each message costs more than reading the
   * message.
   */
  let isAlive = false;
  let aliveAt = startedAt;
  let resolve!: (result: unknown) => void;
  let reject!: (error: McpError) => void;

  const cancel = (): void => cancelCall(cancelled(method, signal!));
  signal?.addEventListener('abort', cancel);

  return {
    key,
    outgoing,
    answer: new Promise((...settle) => {
      [resolve, reject] = settle;
    }),
    signal: exchange.signal,
    look() {
      const now = performance.now();
      if (isAlive || pause.questions > 0) aliveAt = now;
      isAlive = false;
      const idle = Math.max(aliveAt, pause.until) + timeoutMs - now;
      const left = Math.min(idle, startedAt + maxTimeoutMs - now);
      if (left <= 0) cancelCall(timedOut(method, idle > 0 ? maxTimeoutMs : timeoutMs));
      // Four looks per time-out: the last sign of life is then known to a quarter of it.
      return left > 0 ? Math.min(left, timeoutMs / 4) : Infinity;
    },
    progressed(token, value) {
      if (token !== progressToken) return;
      isAlive = true;
      onProgress?.(value);
    },
    end(error, result) {
      // The caller’s signal may live much longer than this call.
      signal?.removeEventListener('abort', cancel);
      if (error) {
        reject(error);
        exchange.abort(error);
      } else resolve(result);
    },
  };
}

/** The reason itself where it is an McpError: its words say more. */
function cancelled(method: string, { reason }: AbortSignal): McpError {
  return isMcpError(reason)
    ? reason
    : new McpError('cancelled', errorText('jsonrpc.cancelled', { method }), { cause: reason });
}

function timedOut(method: string, ms: number): McpError {
  const seconds = Math.round(ms / 100) / 10;
  return new McpError('timeout', errorText('jsonrpc.timeout', { method, seconds }), {
    remedy: errorText('jsonrpc.raiseTimeout'),
  });
}

/**
 * Milliseconds within which a notification or an answer of ours must be accepted. After them sending it fails with
 * `timeout`.
 */
const ACCEPT_TIMEOUT_MS = 30_000;

/** A message to send, as the protocol encoded it. */
export interface Outgoing {
  readonly method: string;
  readonly params?: RpcParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True if a person started it on this page; absent if that is not known. Never sent. */
  readonly isByPerson?: boolean | undefined;
  /**
   * Makes the notification `notifications/cancelled`, which cancels the request at the server; the era provides it
   * (src/protocol/legacy.ts, for channels src/protocol/negotiate.ts). Absent if the end of the exchange cancels the request,
   * or if the protocol does not allow to cancel it.
   */
  readonly cancelNotification?: ((id: RpcId, reason: string) => Outgoing) | undefined;
}

export interface InboundContext {
  /** Aborted when the other side withdraws the request, the call it came with ends, or the peer closes. */
  readonly signal: AbortSignal;
  /** Our own request on whose stream this one came, where the transport can tell. */
  readonly during?: Outgoing | undefined;
  /** True where the call it belongs to was started by a person here; used where `during` is not known. */
  readonly isByPerson?: boolean | undefined;
}

interface PeerHandlers {
  /**
   * Shared time-out suspension, for callers that suspend time-outs themselves (signing in, for example). Default: one
   * of this peer alone.
   */
  readonly pause?: SuspendTimeout | undefined;
  /**
   * Answers a request of the other side. A `ProtocolError` is sent with its code and message; any other exception is
   * sent as an internal error without its message. Absent: requests are reported and not answered.
   */
  onRequest?: ((request: RpcRequest, context: InboundContext) => Promise<unknown>) | undefined;
  onNotification(notification: RpcNotification): void;
  /** Called for each breach of the protocol that did not end the connection. */
  onProblem(problem: McpError): void;
  /** Headers of answers, which the protocol does not encode one by one. */
  headers?: (() => Outgoing['headers']) | undefined;
}

/** Suspends the time-outs of all calls while `act` runs: a person reads, answers or signs in. */
export async function withSuspendedTimeout<T>(pause: SuspendTimeout, act: () => Promise<T>): Promise<T> {
  pause.questions++;
  try {
    return await act();
  } finally {
    pause.questions--;
    pause.until = performance.now();
  }
}

/** Refusals that wait to be sent; a server that asks faster than it listens gets none for more. */
export const MAX_WAITING_REFUSALS = 1000;

/**
 * Refuses requests over the limit, one after the other: a storm of requests then costs the page one request at a time.
 */
class TooMany {
  readonly #limit: number;
  readonly #send: (answer: RpcMessage) => Promise<unknown>;
  readonly #onProblem: (problem: McpError) => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param limit requests that may be open at the same time */
  constructor(limit: number, send: (answer: RpcMessage) => Promise<unknown>, onProblem: (problem: McpError) => void) {
    this.#limit = limit;
    this.#send = send;
    this.#onProblem = onProblem;
  }

  /** Resolves when the refusal was sent, or at once where none is sent. */
  async refuse({ id, method }: RpcRequest): Promise<void> {
    // Reported once for a whole storm: a thousand equal lines would hide all others.
    if (this.#waiting === 0)
      this.#onProblem(new McpError('limit', errorText('jsonrpc.tooManyRequests', { method, limit: this.#limit })));
    if (this.#waiting >= MAX_WAITING_REFUSALS) return;
    this.#waiting++;
    const message = `${this.#limit} requests of this server are open already. Ask again later.`;
    const answer: RpcMessage = { jsonrpc: '2.0', id, error: { code: TOO_MANY, message } };
    this.#last = this.#last.then(() => this.#send(answer)).catch(() => {});
    await this.#last;
    this.#waiting--;
  }
}

/** Requests of the other side that are open at the same time, `ping` included; more are refused with −32000. */
export const MAX_OPEN_SERVER_REQUESTS = 100;

/** Sent instead of an unexpected exception’s message, which may contain secrets. */
const COULD_NOT: RpcErrorBody = { code: rpcCodes.internalError, message: 'The client could not answer.' };

/** Handles inbound requests, and responses to no request of ours. */
class InboundRequests {
  readonly #handlers: PeerHandlers;
  readonly #transport: Transport;
  readonly #closed: AbortSignal;
  readonly #calls: ReadonlyMap<unknown, InFlight>;
  readonly #pause: SuspendTimeout;
  readonly #open = new Map<RpcId, AbortController>();
  #tooMany: TooMany | undefined;

  /**
   * @param calls our own open calls
   * @param pause suspends their time-outs
   */
  constructor(
    handlers: PeerHandlers,
    transport: Transport,
    closed: AbortSignal,
    calls: ReadonlyMap<unknown, InFlight>,
    pause: SuspendTimeout,
  ) {
    this.#handlers = handlers;
    this.#transport = transport;
    this.#closed = closed;
    this.#calls = calls;
    this.#pause = pause;
  }

  /** @param call our own request on whose stream it came, where the transport can tell */
  async take(message: RpcRequest | RpcResponse, call: InFlight | undefined): Promise<void> {
    if (isRequest(message)) return this.#put(message, call);
    const id = String(message.id);
    this.#handlers.onProblem(new McpError('bad-message', errorText('jsonrpc.noOpenRequest', { id })));
  }

  /** Cancels an open request at the wish of the other side. */
  withdraw(id: RpcId): void {
    this.#open.get(id)?.abort(new McpError('cancelled', errorText('jsonrpc.questionWithdrawn')));
  }

  /** Answers one request. */
  async #put(request: RpcRequest, call: InFlight | undefined): Promise<void> {
    const { onRequest, onProblem } = this.#handlers;
    const { id, method } = request;
    if (!onRequest) return onProblem(new McpError('bad-message', errorText('jsonrpc.requestNotAllowed', { method })));
    if (this.#open.has(id))
      return onProblem(new McpError('bad-message', errorText('jsonrpc.requestTwice', { method })));
    if (this.#open.size >= MAX_OPEN_SERVER_REQUESTS) return this.#refuse(request);
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    const ended = new AbortController();
    const end = (): void => ended.abort(new McpError('cancelled', errorText('jsonrpc.callEnded')));
    call?.answer.then(end, end);
    const signal = AbortSignal.any([withdrawal.signal, this.#closed, ended.signal]);
    let answer: RpcMessage;
    try {
      // A message that came in the same piece may cancel it, or answer its call.
      await Promise.resolve();
      if (call && !this.#calls.has(call.key)) end();
      // The other side waits for us, perhaps for a person: no call of ours may time out meanwhile.
      const result = await withSuspendedTimeout(this.#pause, async () => {
        signal.throwIfAborted();
        return onRequest(request, { signal, during: call?.outgoing });
      });
      answer = { jsonrpc: '2.0', id, result };
    } catch (error) {
      const { rpcCode: code, message } = (error ?? {}) as ProtocolError;
      answer = { jsonrpc: '2.0', id, error: code === undefined ? COULD_NOT : { code, message } };
    }
    this.#open.delete(id);
    // A cancelled request must not be answered.
    if (!withdrawal.signal.aborted) await this.#send(answer);
  }

  async #send(answer: RpcMessage): Promise<void> {
    if (this.#closed.aborted) return;
    await this.#transport.send(answer, {
      headers: this.#handlers.headers?.(),
      signal: AbortSignal.any([this.#closed, AbortSignal.timeout(ACCEPT_TIMEOUT_MS)]),
      onMessage: () => {},
    });
  }

  #refuse(request: RpcRequest): Promise<void> {
    this.#tooMany ??= new TooMany(MAX_OPEN_SERVER_REQUESTS, (answer) => this.#send(answer), this.#handlers.onProblem);
    return this.#tooMany.refuse(request);
  }
}

/** Milliseconds that `setTimeout` can wait: beyond this it fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls that are remembered as cancelled, so that their late answers are no problem; of more, the oldest is forgotten.
 * Most are never answered.
 */
const MAX_CANCELLED_CALLS = 1000;

/**
 * Correlates requests and responses, in both directions. It does not know what methods mean.
 * @see https://www.jsonrpc.org/specification
 */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  /** Open calls: requests by their id as text, since some servers answer 7 with "7"; other messages by themselves. */
  readonly #inFlight = new Map<unknown, InFlight>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds for which the one timer is set. */
  #waits = MAX_TIMER_MS;
  /** Ids of cancelled requests: an answer to one may have been under way and is no problem. */
  readonly #takenBack = new Set<string>();
  readonly #life = new AbortController();
  /** Ids never repeat, as every revision demands. */
  #lastId = 0;
  readonly #pause: SuspendTimeout;
  readonly #inbound: InboundRequests;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#pause = handlers.pause ?? { questions: 0, until: 0 };
    this.#inbound = new InboundRequests(handlers, transport, this.closed, this.#inFlight, this.#pause);
  }

  /** Aborted with an McpError `closed` when the peer closes. */
  get closed(): AbortSignal {
    return this.#life.signal;
  }

  /**
   * Sends a request and waits for its answer.
   * @throws McpError `timeout`, `cancelled`, `stream-ended`, `closed`, or what the transport threw
   * @throws ProtocolError when the other side answers with an error
   */
  request(outgoing: Outgoing, options: RequestOptions): Promise<unknown> {
    return this.#send(outgoing, options, ++this.#lastId);
  }

  /**
   * Sends a notification. Resolves when it has been accepted.
   * @throws McpError `timeout`, `cancelled`, `closed`, or what the transport threw
   */
  notify(outgoing: Outgoing, options?: Partial<RequestOptions>): Promise<unknown> {
    return this.#send(outgoing, { timeoutMs: Infinity, maxTimeoutMs: ACCEPT_TIMEOUT_MS, ...options });
  }

  /** Follows the GET stream until it ends or `signal` aborts. Returns at once on transports that have none. */
  async listen(headers: Outgoing['headers'], signal: AbortSignal, onOpen?: () => void): Promise<void> {
    try {
      await this.#transport.listen?.({
        headers,
        onOpen,
        signal: AbortSignal.any([signal, this.closed]),
        onMessage: (message) => this.#receive(message),
      });
    } finally {
      // Answers that were to come on this stream cannot come any more.
      for (const call of this.#inFlight.values())
        if (call.answersOnGetStream) this.#end(call, streamEnded(call.outgoing.method));
    }
  }

  /** Delivers progress to the call with that token. An unknown token belongs to a call that is over, and is ignored. */
  progress(token: RpcId, value: unknown): void {
    for (const call of this.#inFlight.values()) call.progressed(token, value);
  }

  /** Cancels a request of the other side (`notifications/cancelled`). */
  withdraw(id: RpcId): void {
    this.#inbound.withdraw(id);
  }

  /** Ends every call with `closed`, then the transport’s session. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.closed.aborted) return;
    for (const call of this.#inFlight.values()) this.#end(call, closedError(call.outgoing.method));
    clearTimeout(this.#timer);
    this.#life.abort(new McpError('closed', errorText('jsonrpc.sessionClosed')));
    await this.#transport.close(headers);
  }

  /** Sends a message and waits: a request, which has an id, for its answer; other messages until they are accepted. */
  async #send(outgoing: Outgoing, options: RequestOptions, id?: number): Promise<unknown> {
    const { method, params, headers } = outgoing;
    if (this.closed.aborted) throw closedError(method);
    if (options.signal?.aborted) throw cancelled(method, options.signal);
    const message = { jsonrpc: '2.0', ...(id && { id }), method, ...(params && { params }) } as const;
    const call = putInFlight(id ? String(id) : message, outgoing, options, this.#pause, (reason) =>
      this.#cancelCall(call, reason),
    );
    this.#inFlight.set(call.key, call);
    this.#transport
      .send(message, { headers, signal: call.signal, onMessage: (back) => this.#receive(back, call) })
      .then(
        (end) => {
          if (end === 'accepted') call.answersOnGetStream = true;
          // Checks first whether the call is still open: making an error costs more than the rest of a call.
          else if (this.#inFlight.has(call.key)) this.#end(call, id ? streamEnded(method) : undefined);
        },
        (error: unknown) => this.#end(call, asMcpError(error, 'network')),
      );
    this.#lookAfter(call.look());
    return call.answer;
  }

  /**
   * Sets the one timer for all calls to the first of their time-outs: a timer for each costs more than the rest of a
   * call.
   */
  #lookAfter(ms: number): void {
    // The timer is due earlier already.
    if (!(ms < this.#waits)) return;
    clearTimeout(this.#timer);
    this.#waits = ms;
    this.#timer = setTimeout(() => {
      this.#waits = MAX_TIMER_MS;
      for (const call of this.#inFlight.values()) this.#lookAfter(call.look());
    }, ms);
    // In Node the timer must not keep the process alive.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #receive(message: RpcMessage, call?: InFlight): void {
    if (this.closed.aborted) return;
    if (isResponse(message)) {
      const { id, error, result } = message;
      // An error about an unreadable message has no id: it belongs to the exchange on which it came.
      const key = String(id ?? call?.key);
      const target = this.#inFlight.get(key);
      if (target)
        this.#end(
          target,
          error && new ProtocolError(error.code, verbatim(error.message), { data: error.data }),
          result,
        );
      else if (!this.#takenBack.delete(key)) this.#takeInbound(message, call);
    } else if (isRequest(message)) this.#takeInbound(message, call);
    else
      try {
        this.#handlers.onNotification(message);
      } catch (error) {
        // A mistake in a listener of the page must not break the stream.
        reportError(error);
      }
  }

  #takeInbound(message: RpcRequest | RpcResponse, call: InFlight | undefined): void {
    this.#inbound.take(message, call).catch((error: unknown) => this.#handlers.onProblem(asMcpError(error)));
  }

  #end(call: InFlight, error: McpError | null | undefined, result?: unknown): void {
    this.#inFlight.delete(call.key);
    call.end(error, result);
  }

  #cancelCall(call: InFlight, reason: McpError): void {
    const { key, outgoing } = call;
    const notification = outgoing.cancelNotification?.(Number(key), reason.message);
    if (notification) {
      if (this.#takenBack.size >= MAX_CANCELLED_CALLS) this.#takenBack.clear();
      this.#takenBack.add(String(key));
      this.notify(notification).catch(this.#handlers.onProblem);
    }
    this.#end(call, reason);
  }
}

function closedError(method: string): McpError {
  return new McpError('closed', errorText('jsonrpc.closed', { method }), { remedy: errorText('jsonrpc.connectFirst') });
}

function streamEnded(method: string): McpError {
  return new McpError('stream-ended', errorText('jsonrpc.streamEnded', { method }), {
    remedy: errorText('jsonrpc.checkFirst'),
  });
}

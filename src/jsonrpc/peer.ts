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
  /** Milliseconds without an answer or progress before giving up, after progress up to a quarter more; Infinity for never. */
  readonly timeoutMs: number;
  /** Milliseconds in all, progress or not; Infinity for never. */
  readonly maxTimeoutMs?: number | undefined;
  /** The token that progress about this request carries. */
  readonly progressToken?: RpcId | undefined;
  /** Called with each progress value, as it came. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** Time that does not count for any call, because the other side waits for us. */
export interface SuspendTimeout {
  /** How many of its questions are open. */
  questions: number;
  /** When the last one was answered, on the clock of `performance.now()`. */
  until: number;
}

/** Everything there is to know about one message on its way. One record, so that nothing is left behind when it ends. */
interface InFlight {
  /** What it is found by. */
  readonly key: unknown;
  readonly outgoing: Outgoing;
  readonly answer: Promise<unknown>;
  /** The life of the exchange: aborted to hang up. */
  readonly signal: AbortSignal;
  /** The answer will come on the standing stream; the exchange itself is over. */
  answersOnGetStream?: boolean;

  /** Gives up when it is time to. @returns milliseconds until the next look */
  look(): number;
  /** Progress came, about this or about something else. */
  progressed(token: RpcId, value: unknown): void;
  /** Ends it: with its answer, or without one, and hangs up. */
  end(error: McpError | null | undefined, result?: unknown): void;
}

function putInFlight(
  key: unknown,
  outgoing: Outgoing,
  options: RequestOptions,
  pause: SuspendTimeout,
  giveUp: (reason: McpError) => void,
): InFlight {
  const { method } = outgoing;
  const { signal, timeoutMs, maxTimeoutMs = Infinity, progressToken, onProgress } = options;
  const exchange = new AbortController();
  const startedAt = performance.now();
  /** Whether there was a sign of life since the last look. To read the clock for each costs more than to read a message. */
  let isAlive = false;
  let aliveAt = startedAt;
  let resolve!: (result: unknown) => void;
  let reject!: (error: McpError) => void;

  const cancel = (): void => giveUp(cancelled(method, signal!));
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
      if (left <= 0) giveUp(timedOut(method, idle > 0 ? maxTimeoutMs : timeoutMs));
      // Often enough to know about when the last sign of life was.
      return left > 0 ? Math.min(left, timeoutMs / 4) : Infinity;
    },
    progressed(token, value) {
      if (token !== progressToken) return;
      isAlive = true;
      onProgress?.(value);
    },
    end(error, result) {
      // It may outlive thousands of calls.
      signal?.removeEventListener('abort', cancel);
      if (error) {
        reject(error);
        exchange.abort(error);
      } else resolve(result);
    },
  };
}

/** Where the reason is an error of ours, it says more. */
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

/** A message on its way out, dressed by the protocol. */
export interface Outgoing {
  readonly method: string;
  readonly params?: RpcParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a person started it here; absent where nobody said. Never sent. */
  readonly isByPerson?: boolean | undefined;
  /**
   * The farewell to send when the caller gives up. Where it is absent, hanging up says enough, or nothing may be said:
   * how to cancel is data of the protocol, not a branch here.
   */
  readonly giveUp?: ((id: RpcId, reason: string) => Outgoing) | undefined;
}

export interface InboundContext {
  /** Aborted when the other side withdraws the request, the call it came with ends, or the peer closes. */
  readonly signal: AbortSignal;
  /** Our own request on whose stream it came, where the transport can tell. */
  readonly during?: Outgoing | undefined;
  /** Whether what it belongs to was started by a person here, where that is known and `during` is not. */
  readonly isByPerson?: boolean | undefined;
}

interface PeerHandlers {
  /** Time that does not count, where others than this peer know of some. */
  readonly pause?: SuspendTimeout | undefined;
  /**
   * Answers a request of the other side. A thrown `ProtocolError` is sent with its code and words, anything else as an
   * internal error without any. Absent: requests are not answered at all, only reported.
   */
  onRequest?: ((request: RpcRequest, context: InboundContext) => Promise<unknown>) | undefined;
  onNotification(notification: RpcNotification): void;
  /** Something that broke a rule and was survived. */
  onProblem(problem: McpError): void;
  /** What the protocol adds to answers, which nobody dresses one by one. */
  headers?: (() => Outgoing['headers']) | undefined;
}

/** Time in which a person reads, answers or signs in: it does not count for what waits for them. */
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

/** Refuses what is one question too many: one after the other, so that a storm costs the page one request at a time. */
class TooMany {
  readonly #limit: number;
  readonly #send: (answer: RpcMessage) => Promise<unknown>;
  readonly #onProblem: (problem: McpError) => void;
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** @param limit questions that may be open at the same time */
  constructor(limit: number, send: (answer: RpcMessage) => Promise<unknown>, onProblem: (problem: McpError) => void) {
    this.#limit = limit;
    this.#send = send;
    this.#onProblem = onProblem;
  }

  /** @returns once the other side has been told; at once where it is not */
  async refuse({ id, method }: RpcRequest): Promise<void> {
    // Once for a whole storm: a thousand lines that say the same hide all others.
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

/** What a refusal says that was not written for the other side: the words of a page's mistake may name its secrets. */
const COULD_NOT: RpcErrorBody = { code: rpcCodes.internalError, message: 'The client could not answer.' };

/** What the other side says that we did not ask for: questions of its own, and answers to nothing. */
class InboundRequests {
  readonly #handlers: PeerHandlers;
  readonly #transport: Transport;
  readonly #closed: AbortSignal;
  readonly #calls: ReadonlyMap<unknown, InFlight>;
  readonly #pause: SuspendTimeout;
  readonly #open = new Map<RpcId, AbortController>();
  #tooMany: TooMany | undefined;

  /** @param calls those of our own that are on their way @param pause what keeps them from timing out */
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

  /** @param call our own request on whose stream it came */
  async take(message: RpcRequest | RpcResponse, call: InFlight | undefined): Promise<void> {
    if (isRequest(message)) return this.#put(message, call);
    const id = String(message.id);
    this.#handlers.onProblem(new McpError('bad-message', errorText('jsonrpc.noOpenRequest', { id })));
  }

  /** The other side no longer wants the answer to its question. */
  withdraw(id: RpcId): void {
    this.#open.get(id)?.abort(new McpError('cancelled', errorText('jsonrpc.questionWithdrawn')));
  }

  /** Has a question answered, and sends the answer. */
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
      // What came with it in one piece may end it: a withdrawal, or the answer to its call.
      await Promise.resolve();
      if (call && !this.#calls.has(call.key)) end();
      // The other side waits for us now, perhaps for a person who reads: no call of ours may time out meanwhile.
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
    // A withdrawn question wants no answer.
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

/** Correlation: which answer belongs to which request, both ways. Knows nothing of what the messages mean. */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  /** What is on its way: requests under their ids as text, for some servers answer 7 with "7"; the rest under themselves. */
  readonly #inFlight = new Map<unknown, InFlight>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the timer was set to. */
  #waits = MAX_TIMER_MS;
  /** What was taken back: an answer may have been under way already, which is nobody's fault. */
  readonly #takenBack = new Set<string>();
  readonly #life = new AbortController();
  /** Ids never repeat, which satisfies every revision's rule at once. */
  #lastId = 0;
  readonly #pause: SuspendTimeout;
  readonly #inbound: InboundRequests;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#pause = handlers.pause ?? { questions: 0, until: 0 };
    this.#inbound = new InboundRequests(handlers, transport, this.closed, this.#inFlight, this.#pause);
  }

  /** Aborted, with an McpError `closed`, when it closes. */
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

  /** Follows the standing stream until it ends or `signal` aborts. Returns at once where the transport has none. */
  async listen(headers: Outgoing['headers'], signal: AbortSignal, onOpen?: () => void): Promise<void> {
    try {
      await this.#transport.listen?.({
        headers,
        onOpen,
        signal: AbortSignal.any([signal, this.closed]),
        onMessage: (message) => this.#receive(message),
      });
    } finally {
      // Nobody will deliver these any more.
      for (const call of this.#inFlight.values())
        if (call.answersOnGetStream) this.#end(call, streamEnded(call.outgoing.method));
    }
  }

  /** News about a running request, by the token it was sent with. Unknown tokens are old news. */
  progress(token: RpcId, value: unknown): void {
    for (const call of this.#inFlight.values()) call.progressed(token, value);
  }

  /** The other side no longer wants the answer to this request of its own. */
  withdraw(id: RpcId): void {
    this.#inbound.withdraw(id);
  }

  /** Ends every call with `closed` and says goodbye. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.closed.aborted) return;
    for (const call of this.#inFlight.values()) this.#end(call, closedError(call.outgoing.method));
    clearTimeout(this.#timer);
    this.#life.abort(new McpError('closed', errorText('jsonrpc.sessionClosed')));
    await this.#transport.close(headers);
  }

  /** Has a message on its way until it is over: a request, which has an id, when it is answered, others when accepted. */
  async #send(outgoing: Outgoing, options: RequestOptions, id?: number): Promise<unknown> {
    const { method, params, headers } = outgoing;
    if (this.closed.aborted) throw closedError(method);
    if (options.signal?.aborted) throw cancelled(method, options.signal);
    const message = { jsonrpc: '2.0', ...(id && { id }), method, ...(params && { params }) } as const;
    const call = putInFlight(id ? String(id) : message, outgoing, options, this.#pause, (reason) =>
      this.#giveUp(call, reason),
    );
    this.#inFlight.set(call.key, call);
    this.#transport
      .send(message, { headers, signal: call.signal, onMessage: (back) => this.#receive(back, call) })
      .then(
        (end) => {
          if (end === 'accepted') call.answersOnGetStream = true;
          // Looked up first: an error nobody wants costs more than the rest of a call.
          else if (this.#inFlight.has(call.key)) this.#end(call, id ? streamEnded(method) : undefined);
        },
        (error: unknown) => this.#end(call, asMcpError(error, 'network')),
      );
    this.#lookAfter(call.look());
    return call.answer;
  }

  /** One timer for all calls, due no later than the first of their limits: one for each costs more than the rest of a call. */
  #lookAfter(ms: number): void {
    // What is waited for already was set earlier: if it takes no longer, it is due earlier.
    if (!(ms < this.#waits)) return;
    clearTimeout(this.#timer);
    this.#waits = ms;
    this.#timer = setTimeout(() => {
      this.#waits = MAX_TIMER_MS;
      for (const call of this.#inFlight.values()) this.#lookAfter(call.look());
    }, ms);
    // In Node it must not keep a program from ending.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #receive(message: RpcMessage, call?: InFlight): void {
    if (this.closed.aborted) return;
    if (isResponse(message)) {
      const { id, error, result } = message;
      // An error about a message nobody could read has no id: it belongs to the exchange it came on.
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
        // A mistake of the page in what it does with news must not break the stream that others need too.
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

  #giveUp(call: InFlight, reason: McpError): void {
    const { key, outgoing } = call;
    const farewell = outgoing.giveUp?.(Number(key), reason.message);
    if (farewell) {
      if (this.#takenBack.size >= MAX_CANCELLED_CALLS) this.#takenBack.clear();
      this.#takenBack.add(String(key));
      this.notify(farewell).catch(this.#handlers.onProblem);
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

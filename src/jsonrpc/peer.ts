import { McpError, ProtocolError, asMcpError, verbatim } from '../errors.js';
import { type RpcId, type RpcMessage, type RpcRequest, type RpcResponse, isRequest, isResponse } from './messages.js';
import type { Transport } from './transport.js';
import { errorText } from './error-texts.js';
import {
  afterNoAnswer,
  ACCEPT_TIMEOUT_MS,
  type Outgoing,
  type PendingRequest,
  type ProgressListener,
  type RequestOptions,
  type SuspendTimeout,
  cancelledError,
  createPendingRequest,
} from './pending-request.js';
import { InboundRequests, type PeerHandlers } from './inbound-requests.js';
import { currentClock, type Timer } from '../util/clock.js';

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
  readonly #pendingRequests = new Map<unknown, PendingRequest>();
  readonly #progressListeners = new Set<ProgressListener>();
  #timer: Timer | undefined;
  /** Milliseconds for which the one timer is set. */
  #timerMs = MAX_TIMER_MS;
  /** Ids of cancelled requests: an answer to one may have been under way and is no problem. */
  readonly #cancelledIds = new Set<string>();
  readonly #life = new AbortController();
  /** True once {@link closed} is aborted. Asking the signal for each message costs more than delivering it. */
  #isClosed = false;
  /** Ids never repeat, as every revision demands. */
  #lastId = 0;
  readonly #pause: SuspendTimeout;
  readonly #inbound: InboundRequests;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#pause = handlers.pause ?? { questions: 0, until: 0 };
    this.#inbound = new InboundRequests(handlers, transport, this.closed, this.#pendingRequests, this.#pause);
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
      for (const call of this.#pendingRequests.values())
        if (call.answersOnGetStream) this.#end(call, streamEnded(call));
    }
  }

  /** Delivers progress to the call with that token. An unknown token belongs to a call that is over, and is ignored. */
  progress(token: RpcId, value: unknown): void {
    for (const call of this.#pendingRequests.values()) call.deliverProgress(token, value);
    for (const { progressToken, onProgress } of this.#progressListeners) if (token === progressToken) onProgress(value);
  }

  /** Delivers progress with that token also while no request with it is under way. @returns a function that ends it */
  listenForProgress(listener: ProgressListener): () => void {
    this.#progressListeners.add(listener);
    return () => void this.#progressListeners.delete(listener);
  }

  /** Cancels a request of the other side (`notifications/cancelled`). */
  withdraw(id: RpcId): void {
    this.#inbound.withdraw(id);
  }

  /** Ends every call with `closed`, then the transport’s session. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.#isClosed) return;
    for (const call of this.#pendingRequests.values()) this.#end(call, closedMeanwhile(call));
    currentClock.clearTimeout(this.#timer);
    this.#isClosed = true;
    this.#life.abort(new McpError('closed', errorText('jsonrpc.sessionClosed')));
    await this.#transport.close(headers);
  }

  /** Sends a message and waits: a request, which has an id, for its answer; other messages until they are accepted. */
  async #send(outgoing: Outgoing, options: RequestOptions, id?: number): Promise<unknown> {
    const { method, params, headers } = outgoing;
    if (this.#isClosed) throw closedError(method);
    if (options.signal?.aborted) throw cancelledError(method, options.signal);
    const message = { jsonrpc: '2.0', ...(id && { id }), method, ...(params && { params }) } as const;
    const call = createPendingRequest(id ? String(id) : message, outgoing, options, this.#pause, (reason) =>
      this.#cancelCall(call, reason),
    );
    this.#pendingRequests.set(call.key, call);
    this.#transport
      .send(message, { headers, signal: call.signal, time: call.time, onMessage: (back) => this.#receive(back, call) })
      .then(
        (end) => {
          if (end === 'accepted') call.answersOnGetStream = true;
          // Checks first whether the call is still open: making an error costs more than the rest of a call.
          else if (this.#pendingRequests.has(call.key)) this.#end(call, id ? streamEnded(call) : undefined);
        },
        (error: unknown) => this.#end(call, asMcpError(error, 'network')),
      );
    this.#scheduleTimeoutCheck(call.checkTimeout());
    return call.answer;
  }

  /**
   * Sets the one timer for all calls to the first of their time-outs: a timer for each costs more than the rest of a
   * call.
   */
  #scheduleTimeoutCheck(ms: number): void {
    // The timer is due earlier already.
    if (!(ms < this.#timerMs)) return;
    currentClock.clearTimeout(this.#timer);
    this.#timerMs = ms;
    this.#timer = currentClock.setTimeout(() => {
      this.#timerMs = MAX_TIMER_MS;
      for (const call of this.#pendingRequests.values()) this.#scheduleTimeoutCheck(call.checkTimeout());
    }, ms);
    // In Node the timer must not keep the process alive.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #receive(message: RpcMessage, call?: PendingRequest): void {
    if (this.#isClosed) return;
    if (isResponse(message)) {
      const { id, error, result } = message;
      // An error about an unreadable message has no id: it belongs to the exchange on which it came.
      const key = String(id ?? call?.key);
      const target = this.#pendingRequests.get(key);
      if (target)
        this.#end(
          target,
          error && new ProtocolError(error.code, verbatim(error.message), { data: error.data }),
          result,
        );
      else if (!this.#cancelledIds.delete(key)) this.#receiveInbound(message, call);
    } else if (isRequest(message)) this.#receiveInbound(message, call);
    else
      try {
        this.#handlers.onNotification(message);
      } catch (error) {
        // A mistake in a listener of the page must not break the stream.
        reportError(error);
      }
  }

  #receiveInbound(message: RpcRequest | RpcResponse, call: PendingRequest | undefined): void {
    this.#inbound.receive(message, call).catch((error: unknown) => this.#handlers.onProblem(asMcpError(error)));
  }

  #end(call: PendingRequest, error: McpError | null | undefined, result?: unknown): void {
    this.#pendingRequests.delete(call.key);
    call.end(error, result);
  }

  #cancelCall(call: PendingRequest, reason: McpError): void {
    const { key, outgoing } = call;
    const notification = outgoing.cancelNotification?.(Number(key), reason.message);
    if (notification) {
      this.#cancelledIds.add(String(key));
      // A `Set` keeps the order of insertion: the first is the oldest.
      const [oldest] = this.#cancelledIds;
      if (this.#cancelledIds.size > MAX_CANCELLED_CALLS) this.#cancelledIds.delete(oldest!);
      this.notify(notification).catch(this.#handlers.onProblem);
    }
    this.#end(call, reason);
  }
}

function closedError(method: string): McpError {
  return new McpError('closed', errorText('jsonrpc.closed', { method }), { remedy: errorText('jsonrpc.connectFirst') });
}

/** For a request that was sent: the other side may have carried it out. */
function closedMeanwhile(call: PendingRequest): McpError {
  return new McpError('closed', errorText('jsonrpc.closedMeanwhile', { method: call.outgoing.method }), {
    remedy: afterNoAnswer(call),
  });
}

function streamEnded(call: PendingRequest): McpError {
  return new McpError('stream-ended', errorText('jsonrpc.streamEnded', { method: call.outgoing.method }), {
    remedy: afterNoAnswer(call),
  });
}

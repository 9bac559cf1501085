import { McpError, ProtocolError, asMcpError } from '../errors.js';
import { cancelled, putInFlight, type InFlight, type Pause, type RequestOptions } from './in-flight.js';
import { isRequest, isResponse, type RpcId, type RpcMessage, type RpcRequest, type RpcResponse } from './messages.js';
import { ACCEPT_TIMEOUT_MS, type Outgoing, type PeerHandlers } from './outgoing.js';
import type { Transport } from './transport.js';
import { Unasked } from './unasked.js';

/** setTimeout fires at once beyond this. */
const MAX_DELAY = 2 ** 31 - 1;

/** Calls remembered as taken back; most are never answered. */
const MAX_TAKEN_BACK = 1000;

/** Correlation: which answer belongs to which request, both ways. Knows nothing of what the messages mean. */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  /** What is on its way: requests under their ids as text, for some servers answer 7 with "7"; the rest under themselves. */
  readonly #inFlight = new Map<unknown, InFlight>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds that the timer was set to. */
  #waits = MAX_DELAY;
  /** What was taken back: an answer may have been under way already, which is nobody's fault. */
  readonly #takenBack = new Set<string>();
  readonly #life = new AbortController();
  /** Ids never repeat, which satisfies every revision's rule at once. */
  #lastId = 0;
  readonly #pause: Pause;
  readonly #unasked: Unasked;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
    this.#pause = handlers.pause ?? { questions: 0, until: 0 };
    this.#unasked = new Unasked(handlers, transport, this.closed, this.#inFlight, this.#pause);
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
        deliver: (message) => this.#receive(message),
      });
    } finally {
      // Nobody will deliver these any more.
      for (const call of this.#inFlight.values())
        if (call.isElsewhere) this.#end(call, streamEnded(call.outgoing.method));
    }
  }

  /** News about a running request, by the token it was sent with. Unknown tokens are old news. */
  progress(token: RpcId, value: unknown): void {
    for (const call of this.#inFlight.values()) call.progressed(token, value);
  }

  /** The other side no longer wants the answer to this request of its own. */
  withdraw(id: RpcId): void {
    this.#unasked.withdraw(id);
  }

  /** Ends every call with `closed` and says goodbye. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.closed.aborted) return;
    for (const call of this.#inFlight.values()) this.#end(call, closedError(call.outgoing.method));
    clearTimeout(this.#timer);
    this.#life.abort(new McpError('closed', 'The session was closed.'));
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
      .exchange(message, { headers, signal: call.signal, deliver: (back) => this.#receive(back, call) })
      .then(
        (end) => {
          if (end === 'elsewhere') call.isElsewhere = true;
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
      this.#waits = MAX_DELAY;
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
        this.#end(target, error && new ProtocolError(error.code, error.message, { data: error.data }), result);
      else if (!this.#takenBack.delete(key)) this.#takeUnasked(message, call);
    } else if (isRequest(message)) this.#takeUnasked(message, call);
    else
      try {
        this.#handlers.onNotification(message);
      } catch (error) {
        // A mistake of the page in what it does with news must not break the stream that others need too.
        reportError(error);
      }
  }

  #takeUnasked(message: RpcRequest | RpcResponse, call: InFlight | undefined): void {
    this.#unasked.take(message, call).catch((error: unknown) => this.#handlers.onProblem(asMcpError(error)));
  }

  #end(call: InFlight, error: McpError | null | undefined, result?: unknown): void {
    this.#inFlight.delete(call.key);
    call.end(error, result);
  }

  #giveUp(call: InFlight, reason: McpError): void {
    const { key, outgoing } = call;
    const farewell = outgoing.giveUp?.(Number(key), reason.message);
    if (farewell) {
      if (this.#takenBack.size >= MAX_TAKEN_BACK) this.#takenBack.clear();
      this.#takenBack.add(String(key));
      this.notify(farewell).catch(this.#handlers.onProblem);
    }
    this.#end(call, reason);
  }
}

function closedError(method: string): McpError {
  return new McpError('closed', `No ${method}: the session is closed.`, { remedy: 'Connect first.' });
}

function streamEnded(method: string): McpError {
  return new McpError('stream-ended', `The server closed the connection before answering ${method}.`, {
    remedy: 'It may have been carried out. Check before you try again.',
  });
}

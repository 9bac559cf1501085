import { McpError, ProtocolError, asMcpError } from '../errors.js';
import { rpcCodes } from './codes.js';
import { InFlight, type RequestOptions } from './in-flight.js';
import {
  isRequest,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcParams,
  type RpcRequest,
  type RpcResponse,
} from './messages.js';
import type { Transport } from './transport.js';

/** A message on its way out, dressed by the protocol. */
export interface Outgoing {
  readonly method: string;
  readonly params?: RpcParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
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
}

export interface PeerHandlers {
  /**
   * Answers a request of the other side. A thrown `ProtocolError` is sent with its own code, anything else as an
   * internal error. Absent: requests are not answered at all, only reported.
   */
  onRequest?: ((request: RpcRequest, context: InboundContext) => Promise<unknown>) | undefined;
  onNotification(notification: RpcNotification): void;
  /** Something that broke a rule and was survived. */
  onProblem(problem: McpError): void;
  /** What the protocol adds to answers, which nobody dresses one by one. */
  headers?: (() => Outgoing['headers']) | undefined;
}

/** Correlation: which answer belongs to which request, both ways. Knows nothing of what the messages mean. */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  readonly #inFlight = new Map<RpcId, InFlight>();
  readonly #inbound = new Map<RpcId, AbortController>();
  readonly #life = new AbortController();
  /** Ids never repeat, which satisfies every revision's rule at once. */
  #lastId = 0;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
  }

  /**
   * Sends a request and waits for its answer.
   * @throws McpError `timeout`, `cancelled`, `stream-ended`, `closed`, or what the transport threw
   * @throws ProtocolError when the other side answers with an error
   */
  async request(outgoing: Outgoing, options: RequestOptions): Promise<unknown> {
    if (this.#life.signal.aborted) throw closedError(outgoing.method);
    const id = ++this.#lastId;
    const call = new InFlight(id, outgoing, options, (reason) => this.#giveUp(id, reason));
    this.#inFlight.set(id, call);
    const { headers, method, params } = outgoing;
    this.#transport
      .exchange(
        { jsonrpc: '2.0', id, method, ...(params && { params }) },
        { headers, signal: call.signal, deliver: (message) => this.#receive(message, call) },
      )
      .then(
        (end) => {
          if (end === 'elsewhere') call.answersElsewhere = true;
          else this.#fail(call, streamEnded(method));
        },
        (error: unknown) => this.#fail(call, asMcpError(error, 'network')),
      );
    return call.answer;
  }

  /** Sends a notification. Resolves when it has been accepted. */
  async notify({ method, params, headers }: Outgoing): Promise<void> {
    if (this.#life.signal.aborted) throw closedError(method);
    await this.#transport.exchange(
      { jsonrpc: '2.0', method, ...(params && { params }) },
      { headers, signal: this.#life.signal, deliver: (message) => this.#receive(message) },
    );
  }

  /** Follows the standing stream until it ends or `signal` aborts. Returns at once where the transport has none. */
  async listen(headers: Outgoing['headers'], signal: AbortSignal): Promise<void> {
    if (!this.#transport.listen) return;
    try {
      await this.#transport.listen({
        headers,
        signal: AbortSignal.any([signal, this.#life.signal]),
        deliver: (message) => this.#receive(message),
      });
    } finally {
      // Nobody will deliver these any more.
      for (const call of this.#inFlight.values())
        if (call.answersElsewhere) this.#fail(call, streamEnded(call.outgoing.method));
    }
  }

  /** News about a running request, by the token it was sent with. Unknown tokens are old news. */
  progress(token: RpcId, value: unknown): void {
    for (const call of this.#inFlight.values()) if (call.progressToken === token) call.progressed(value);
  }

  /** The other side no longer wants the answer to this request of its own. */
  withdraw(id: RpcId, reason: string): void {
    this.#inbound.get(id)?.abort(new McpError('cancelled', reason));
  }

  /** Ends every call with `closed` and says goodbye. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.#life.signal.aborted) return;
    for (const call of this.#inFlight.values()) this.#fail(call, closedError(call.outgoing.method));
    this.#life.abort(new McpError('cancelled', 'The session was closed.'));
    await this.#transport.close(headers);
  }

  #receive(message: RpcMessage, call?: InFlight): void {
    if (this.#life.signal.aborted) return;
    if (isResponse(message)) this.#settle(message, call);
    else if (isRequest(message)) void this.#answer(message, call);
    else this.#handlers.onNotification(message);
  }

  #settle(message: RpcResponse, call: InFlight | undefined): void {
    const { id } = message;
    // An error about a message nobody could read has no id: it belongs to the exchange it came on.
    const target = id === undefined || id === null ? call : (this.#inFlight.get(id) ?? this.#inFlight.get(Number(id)));
    if (!target || !this.#inFlight.delete(target.id)) {
      this.#handlers.onProblem(
        new McpError('bad-message', `An answer to no open request was skipped (id ${String(id)}).`),
      );
      return;
    }
    if ('error' in message) {
      const { code, message: words, data } = message.error;
      target.fail(new ProtocolError(code, words, { data }));
    } else target.succeed(message.result);
  }

  async #answer(request: RpcRequest, call: InFlight | undefined): Promise<void> {
    const { onRequest, onProblem } = this.#handlers;
    if (!onRequest) {
      onProblem(
        new McpError(
          'bad-message',
          `The server sent a request (${request.method}) where none is allowed; it was ignored.`,
        ),
      );
      return;
    }
    const withdrawal = new AbortController();
    this.#inbound.set(request.id, withdrawal);
    const signal = AbortSignal.any([withdrawal.signal, this.#life.signal, ...(call ? [call.ended] : [])]);
    // The other side waits for us now, perhaps for a person who reads: no call of ours may time out meanwhile.
    const release = [...this.#inFlight.values()].map((open) => open.hold());
    let answer: RpcMessage;
    try {
      const result = await onRequest(request, { signal, during: call?.outgoing });
      answer = { jsonrpc: '2.0', id: request.id, result };
    } catch (error) {
      const code = (error as Partial<ProtocolError>).rpcCode ?? rpcCodes.internalError;
      answer = { jsonrpc: '2.0', id: request.id, error: { code, message: asMcpError(error).message } };
    }
    for (const resume of release) resume();
    this.#inbound.delete(request.id);
    // A withdrawn question wants no answer.
    if (withdrawal.signal.aborted || this.#life.signal.aborted) return;
    try {
      await this.#transport.exchange(answer, {
        headers: this.#handlers.headers?.(),
        signal: this.#life.signal,
        deliver: (message) => this.#receive(message),
      });
    } catch (error) {
      onProblem(asMcpError(error, 'network'));
    }
  }

  #fail(call: InFlight, error: McpError): void {
    if (this.#inFlight.delete(call.id)) call.fail(error);
  }

  #giveUp(id: RpcId, reason: McpError): void {
    const call = this.#inFlight.get(id);
    if (!call) return;
    const farewell = call.outgoing.giveUp?.(id, reason.message);
    if (farewell)
      this.notify(farewell).catch((error: unknown) => this.#handlers.onProblem(asMcpError(error, 'network')));
    this.#fail(call, reason);
    call.hangUp(reason);
  }
}

function closedError(method: string): McpError {
  return new McpError('closed', `${method} cannot be sent: the session is closed.`, { remedy: 'Connect again.' });
}

function streamEnded(method: string): McpError {
  return new McpError('stream-ended', `The server closed the connection before answering ${method}.`, {
    remedy: 'It may have been carried out. Check before you try again.',
  });
}

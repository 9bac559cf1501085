import { McpError, type ProtocolError } from '../errors.js';
import { errorText } from './error-texts.js';
import {
  type RpcErrorBody,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  isRequest,
  rpcCodes,
} from './messages.js';
import { OverloadRefusals } from './overload-refusals.js';
import {
  ACCEPT_TIMEOUT_MS,
  type Outgoing,
  type PendingRequest,
  type SuspendTimeout,
  withSuspendedTimeout,
} from './pending-request.js';
import type { Transport } from './transport.js';

export interface InboundContext {
  /** Aborted when the other side withdraws the request, the call it came with ends, or the peer closes. */
  readonly signal: AbortSignal;
  /** Our own request on whose stream this one came, where the transport can tell. */
  readonly during?: Outgoing | undefined;
  /** True where the call it belongs to was started by a person here; used where `during` is not known. */
  readonly isByPerson?: boolean | undefined;
}

export interface PeerHandlers {
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

/** Requests of the other side that are open at the same time, `ping` included; more are refused with −32000. */
export const MAX_OPEN_SERVER_REQUESTS = 100;

/** Sent instead of an unexpected exception’s message, which may contain secrets. */
const COULD_NOT_ANSWER: RpcErrorBody = { code: rpcCodes.internalError, message: 'The client could not answer.' };

/** Handles inbound requests, and responses to no request of ours. */
export class InboundRequests {
  readonly #handlers: PeerHandlers;
  readonly #transport: Transport;
  readonly #closed: AbortSignal;
  readonly #pendingRequests: ReadonlyMap<unknown, PendingRequest>;
  readonly #pause: SuspendTimeout;
  readonly #open = new Map<RpcId, AbortController>();
  #refusals: OverloadRefusals | undefined;

  /**
   * @param calls our own open calls
   * @param pause suspends their time-outs
   */
  constructor(
    handlers: PeerHandlers,
    transport: Transport,
    closed: AbortSignal,
    calls: ReadonlyMap<unknown, PendingRequest>,
    pause: SuspendTimeout,
  ) {
    this.#handlers = handlers;
    this.#transport = transport;
    this.#closed = closed;
    this.#pendingRequests = calls;
    this.#pause = pause;
  }

  /** @param call our own request on whose stream it came, where the transport can tell */
  async receive(message: RpcRequest | RpcResponse, call: PendingRequest | undefined): Promise<void> {
    if (isRequest(message)) return this.#answer(message, call);
    const id = String(message.id);
    this.#handlers.onProblem(new McpError('bad-message', errorText('jsonrpc.noOpenRequest', { id })));
  }

  /** Cancels an open request at the wish of the other side. */
  withdraw(id: RpcId): void {
    this.#open.get(id)?.abort(new McpError('cancelled', errorText('jsonrpc.questionWithdrawn')));
  }

  /** Answers one request. */
  async #answer(request: RpcRequest, call: PendingRequest | undefined): Promise<void> {
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
      if (call && !this.#pendingRequests.has(call.key)) end();
      // The other side waits for us, perhaps for a person: no call of ours may time out meanwhile.
      const act = async (): Promise<unknown> => {
        signal.throwIfAborted();
        return onRequest(request, { signal, during: call?.outgoing });
      };
      const result = await withSuspendedTimeout(this.#pause, act, call?.time);
      answer = { jsonrpc: '2.0', id, result };
    } catch (error) {
      const { rpcCode: code, message } = (error ?? {}) as ProtocolError;
      answer = { jsonrpc: '2.0', id, error: code === undefined ? COULD_NOT_ANSWER : { code, message } };
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
    this.#refusals ??= new OverloadRefusals(
      MAX_OPEN_SERVER_REQUESTS,
      (answer) => this.#send(answer),
      this.#handlers.onProblem,
    );
    return this.#refusals.refuse(request);
  }
}

import { McpError, ProtocolError, asMcpError } from '../errors.js';
import { InFlight, cancelled, type RequestOptions } from './in-flight.js';
import { isRequest, isResponse, type RpcId, type RpcMessage, type RpcRequest, type RpcResponse } from './messages.js';
import type { Outgoing, PeerHandlers } from './outgoing.js';
import type { Questions } from './questions.js';
import type { Transport } from './transport.js';

/** Milliseconds in which a notification or an answer of ours must be accepted. */
const ACCEPT_TIMEOUT_MS = 30_000;

/** Correlation: which answer belongs to which request, both ways. Knows nothing of what the messages mean. */
export class Peer {
  readonly #transport: Transport;
  readonly #handlers: PeerHandlers;
  readonly #inFlight = new Map<RpcId, InFlight>();
  /** What was taken back: an answer may have been under way already, which is nobody's fault. */
  readonly #takenBack = new Set<RpcId>();
  readonly #life = new AbortController();
  /** Ids never repeat, which satisfies every revision's rule at once. */
  #lastId = 0;
  #questions: Promise<Questions> | undefined;

  constructor(transport: Transport, handlers: PeerHandlers) {
    this.#transport = transport;
    this.#handlers = handlers;
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
  async request(outgoing: Outgoing, options: RequestOptions): Promise<unknown> {
    const { headers, method, params } = outgoing;
    if (this.closed.aborted) throw closedError(method);
    if (options.signal?.aborted) throw cancelled(method, options.signal);
    const id = ++this.#lastId;
    const call = new InFlight(id, outgoing, options, (reason) => this.#giveUp(id, reason));
    this.#inFlight.set(id, call);
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
      )
      .finally(() => call.exchanged());
    return call.answer;
  }

  /**
   * Sends a notification. Resolves when it has been accepted.
   * @throws McpError `timeout`, `cancelled`, `closed`, or what the transport threw
   */
  async notify({ method, params, headers }: Outgoing, options?: Partial<RequestOptions>): Promise<void> {
    if (this.closed.aborted) throw closedError(method);
    await this.#say({ jsonrpc: '2.0', method, ...(params && { params }) }, headers, options);
  }

  /** Follows the standing stream until it ends or `signal` aborts. Returns at once where the transport has none. */
  async listen(headers: Outgoing['headers'], signal: AbortSignal): Promise<void> {
    if (!this.#transport.listen) return;
    try {
      await this.#transport.listen({
        headers,
        signal: AbortSignal.any([signal, this.closed]),
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
    this.#questions?.then((questions) => questions.withdraw(id, reason)).catch(() => {});
  }

  /** Ends every call with `closed` and says goodbye. Never throws. */
  async close(headers?: Outgoing['headers']): Promise<void> {
    if (this.closed.aborted) return;
    for (const call of this.#inFlight.values()) this.#fail(call, closedError(call.outgoing.method));
    this.#life.abort(new McpError('closed', 'The session was closed.'));
    await this.#transport.close(headers);
  }

  #receive(message: RpcMessage, call?: InFlight): void {
    if (this.closed.aborted) return;
    if (isResponse(message)) this.#settle(message, call);
    else if (isRequest(message)) this.#ask(message, call);
    else
      try {
        this.#handlers.onNotification(message);
      } catch (error) {
        // A mistake of the page in what it does with news must not break the stream that others need too.
        reportError(error);
      }
  }

  #settle(message: RpcResponse, call: InFlight | undefined): void {
    const { id } = message;
    // An error about a message nobody could read has no id: it belongs to the exchange it came on.
    const target = id === undefined || id === null ? call : (this.#inFlight.get(id) ?? this.#inFlight.get(Number(id)));
    if (!target || !this.#inFlight.delete(target.id)) {
      if (!this.#takenBack.delete(Number(id)))
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

  #ask(request: RpcRequest, call: InFlight | undefined): void {
    const { onRequest, onProblem, headers } = this.#handlers;
    if (!onRequest)
      return onProblem(
        new McpError('bad-message', `A request of the server (${request.method}) was ignored: none is allowed here.`),
      );
    // On demand: most servers never ask.
    this.#questions ??= import('./questions.js').then(
      ({ Questions }) =>
        new Questions({
          handlers: this.#handlers,
          closed: this.closed,
          hold: () => {
            const release = [...this.#inFlight.values()].map((open) => open.hold());
            return () => release.forEach((resume) => resume());
          },
          say: (answer) => this.#say(answer, headers?.()),
        }),
    );
    this.#questions
      .then((questions) => questions.put(request, call))
      .catch((error: unknown) => onProblem(asMcpError(error)));
  }

  async #say(
    message: RpcMessage,
    headers: Outgoing['headers'],
    { signal, timeoutMs = Infinity }: Partial<RequestOptions> = {},
  ): Promise<void> {
    const ends = [
      this.closed,
      AbortSignal.timeout(Math.min(timeoutMs, ACCEPT_TIMEOUT_MS)),
      ...(signal ? [signal] : []),
    ];
    const init = { headers, signal: AbortSignal.any(ends), deliver: (back: RpcMessage) => this.#receive(back) };
    try {
      await this.#transport.exchange(message, init);
    } catch (error) {
      throw asMcpError(error, 'network');
    }
  }

  #fail(call: InFlight, error: McpError): void {
    if (this.#inFlight.delete(call.id)) call.fail(error);
  }

  #giveUp(id: RpcId, reason: McpError): void {
    const call = this.#inFlight.get(id);
    if (!call) return;
    const farewell = call.outgoing.giveUp?.(id, reason.message);
    if (farewell) {
      this.#takenBack.add(id);
      this.notify(farewell).catch(this.#handlers.onProblem);
    }
    this.#fail(call, reason);
  }
}

function closedError(method: string): McpError {
  return new McpError('closed', `No ${method}: the session is closed.`, { remedy: 'Connect again.' });
}

function streamEnded(method: string): McpError {
  return new McpError('stream-ended', `The server closed the connection before answering ${method}.`, {
    remedy: 'It may have been carried out. Check before you try again.',
  });
}

import { McpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from './codes.js';
import type { InFlight, Pause } from './in-flight.js';
import {
  isRequest,
  type RpcErrorBody,
  type RpcId,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
} from './messages.js';
import { ACCEPT_TIMEOUT_MS, type PeerHandlers } from './outgoing.js';
import { personsTime } from './persons-time.js';
import { TooMany } from './too-many.js';
import type { Transport } from './transport.js';

/** Questions of the other side that are open at the same time; more are refused. */
export const MAX_QUESTIONS = 100;

/** What a refusal says that was not written for the other side: the words of a page's mistake may name its secrets. */
const COULD_NOT: RpcErrorBody = { code: rpcCodes.internalError, message: 'The client could not answer.' };

/** What the other side says that we did not ask for: questions of its own, and answers to nothing. */
export class Unasked {
  readonly #handlers: PeerHandlers;
  readonly #transport: Transport;
  readonly #closed: AbortSignal;
  readonly #calls: ReadonlyMap<unknown, InFlight>;
  readonly #pause: Pause;
  readonly #open = new Map<RpcId, AbortController>();
  #tooMany: TooMany | undefined;

  /** @param calls those of our own that are on their way @param pause what keeps them from timing out */
  constructor(
    handlers: PeerHandlers,
    transport: Transport,
    closed: AbortSignal,
    calls: ReadonlyMap<unknown, InFlight>,
    pause: Pause,
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
    this.#handlers.onProblem(new McpError('bad-message', `An answer to no open request was skipped (id ${id}).`));
  }

  /** The other side no longer wants the answer to its question. */
  withdraw(id: RpcId): void {
    this.#open.get(id)?.abort(new McpError('cancelled', 'The server withdrew its question.'));
  }

  /** Has a question answered, and sends the answer. */
  async #put(request: RpcRequest, call: InFlight | undefined): Promise<void> {
    const { onRequest, onProblem } = this.#handlers;
    const { id, method } = request;
    const why = !onRequest ? 'none is allowed here' : this.#open.has(id) && 'it is open already';
    if (!onRequest || why)
      return onProblem(new McpError('bad-message', `A request of the server (${method}) was ignored: ${why}.`));
    if (this.#open.size >= MAX_QUESTIONS) return this.#refuse(request);
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    const ended = new AbortController();
    const end = (): void => ended.abort(new McpError('cancelled', 'The call it belonged to has ended.'));
    call?.answer.then(end, end);
    const signal = AbortSignal.any([withdrawal.signal, this.#closed, ended.signal]);
    let answer: RpcMessage;
    try {
      // What came with it in one piece may end it: a withdrawal, or the answer to its call.
      await Promise.resolve();
      if (call && !this.#calls.has(call.key)) end();
      // The other side waits for us now, perhaps for a person who reads: no call of ours may time out meanwhile.
      const result = await personsTime(this.#pause, async () => {
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
    await this.#transport.exchange(answer, {
      headers: this.#handlers.headers?.(),
      signal: AbortSignal.any([this.#closed, AbortSignal.timeout(ACCEPT_TIMEOUT_MS)]),
      deliver: () => {},
    });
  }

  #refuse(request: RpcRequest): Promise<void> {
    this.#tooMany ??= new TooMany(MAX_QUESTIONS, (answer) => this.#send(answer), this.#handlers.onProblem);
    return this.#tooMany.refuse(request);
  }
}

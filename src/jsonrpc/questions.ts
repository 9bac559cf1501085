import { McpError, asMcpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from './codes.js';
import type { InFlight } from './in-flight.js';
import type { RpcErrorBody, RpcId, RpcMessage, RpcRequest } from './messages.js';
import type { PeerHandlers } from './outgoing.js';

/** Questions of the other side that are open at the same time; it gets no answer to more. */
export const MAX_QUESTIONS = 100;

/** What a refusal says that was not written for the other side: the words of a page's mistake may name its secrets. */
const COULD_NOT: RpcErrorBody = { code: rpcCodes.internalError, message: 'The client could not answer.' };

/** What questions need of the peer they came to. */
export interface QuestionsHost {
  readonly handlers: PeerHandlers;
  readonly closed: AbortSignal;
  /** Stops the clocks of our own calls. @returns what starts them again */
  hold(): () => void;
  say(answer: RpcMessage): Promise<void>;
}

/** What the other side has asked and has not been told yet. */
export class Questions {
  readonly #host: QuestionsHost;
  readonly #open = new Map<RpcId, AbortController>();

  constructor(host: QuestionsHost) {
    this.#host = host;
  }

  /** Has a question answered, and sends the answer. @param call our own request on whose stream it came */
  async put(request: RpcRequest, call: InFlight | undefined): Promise<void> {
    const { handlers, closed, hold, say } = this.#host;
    const { id, method } = request;
    if (this.#open.has(id) || this.#open.size >= MAX_QUESTIONS) {
      const why = this.#open.has(id) ? 'it is open already' : `${MAX_QUESTIONS} others are open`;
      handlers.onProblem(new McpError('bad-message', `A request of the server (${method}) was ignored: ${why}.`));
      return;
    }
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    const signal = AbortSignal.any([withdrawal.signal, closed, ...(call ? [call.ended] : [])]);
    // The other side waits for us now, perhaps for a person who reads: no call of ours may time out meanwhile.
    const release = hold();
    let answer: RpcMessage;
    try {
      signal.throwIfAborted();
      const result = await handlers.onRequest?.(request, { signal, during: call?.outgoing });
      answer = { jsonrpc: '2.0', id, result };
    } catch (error) {
      const { rpcCode: code, message } = (error ?? {}) as ProtocolError;
      answer = { jsonrpc: '2.0', id, error: code === undefined ? COULD_NOT : { code, message } };
    }
    release();
    this.#open.delete(id);
    // A withdrawn question wants no answer.
    if (withdrawal.signal.aborted || closed.aborted) return;
    await say(answer).catch((error: unknown) => handlers.onProblem(asMcpError(error)));
  }

  /** The other side no longer wants the answer. */
  withdraw(id: RpcId, reason: string): void {
    this.#open.get(id)?.abort(new McpError('cancelled', reason));
  }
}

import { McpError } from '../errors.js';
import { errorText } from './error-texts.js';
import { type RpcMessage, type RpcRequest, TOO_MANY } from './messages.js';

/** Refusals that wait to be sent; a server that asks faster than it listens gets none for more. */
export const MAX_WAITING_REFUSALS = 1000;

/**
 * Refuses requests over the limit, one after the other: a storm of requests then costs the page one request at a time.
 */
export class OverloadRefusals {
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

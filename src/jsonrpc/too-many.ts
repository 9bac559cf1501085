import { McpError } from '../errors.js';
import { TOO_MANY } from './codes.js';
import type { RpcMessage, RpcRequest } from './messages.js';

/** Refusals that wait to be sent; a server that asks faster than it listens gets none for more. */
export const MAX_REFUSALS = 1000;

/** Refuses what is one question too many: one after the other, so that a storm costs the page one request at a time. */
export class TooMany {
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
    const words = `${this.#limit} requests of this server are open already. Ask again later.`;
    // Once for a whole storm: a thousand lines that say the same hide all others.
    if (this.#waiting === 0)
      this.#onProblem(new McpError('limit', `The server asks too much: ${method} was refused. ${words}`));
    if (this.#waiting >= MAX_REFUSALS) return;
    this.#waiting++;
    const answer: RpcMessage = { jsonrpc: '2.0', id, error: { code: TOO_MANY, message: words } };
    this.#last = this.#last.then(() => this.#send(answer)).catch(() => {});
    await this.#last;
    this.#waiting--;
  }
}

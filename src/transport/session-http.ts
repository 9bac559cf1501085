import type { RpcMessage } from '../jsonrpc/messages.js';
import type { ExchangeEnd, StreamInit } from '../jsonrpc/transport.js';
import type { HttpEndpoint } from './http-exchange.js';
import type { SessionLine } from './session-line.js';
import { inSession, leave } from './session-loss.js';
import { followSession } from './standing-stream.js';
import { StreamableHttp } from './streamable-http.js';

/**
 * One endpoint with a session: every message its own POST, a standing GET, streams that can be taken up again, and a
 * DELETE to leave. Resuming happens in here: outside, an exchange is one uninterrupted delivery.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export class SessionHttp extends StreamableHttp {
  readonly #line: SessionLine;

  constructor(endpoint: HttpEndpoint) {
    super(endpoint);
    this.#line = { endpoint, greeted: false };
  }

  /** It has answered: whatever goes wrong from here on, it is no server of another shape. */
  get greeted(): boolean {
    return this.#line.greeted;
  }

  override async exchange(message: RpcMessage, init: StreamInit): Promise<ExchangeEnd> {
    try {
      return await super.exchange(message, init, this.#line);
    } catch (error) {
      throw inSession(this.#line, error);
    }
  }

  async listen(init: StreamInit): Promise<void> {
    await followSession(this.#line, init);
  }

  override async close(headers?: Readonly<Record<string, string>>): Promise<void> {
    await leave(this.#line, headers);
  }
}

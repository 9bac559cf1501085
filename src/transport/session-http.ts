import { McpError, asMcpError, type HttpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/codes.js';
import { isRequest, isResponse, type RpcMessage } from '../jsonrpc/messages.js';
import type { ExchangeEnd, StreamInit, Transport } from '../jsonrpc/transport.js';
import { explain, send, type HttpEndpoint } from './http-exchange.js';
import type { SessionLine } from './standing-stream.js';
import { post, readAnswer, type StreamTrace } from './streamable-http.js';

const SESSION_ID = 'Mcp-Session-Id';

/**
 * One endpoint with a session: every message its own POST, a standing GET, streams that can be taken up again, and a
 * DELETE to leave. Resuming happens in here: outside, an exchange is one uninterrupted delivery.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export class SessionHttp implements Transport {
  readonly #endpoint: HttpEndpoint;
  /** A secret: never shown, stored or logged. */
  #sessionId: string | undefined;
  #lost = false;
  /** It has answered: whatever goes wrong from here on, it is no server of another shape. */
  greeted = false;

  /** Most connections want it, but none before the greeting is over: it loads meanwhile. */
  readonly #streams = import('./standing-stream.js');

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
    // Whoever needs it learns of a failure.
    this.#streams.catch(() => {});
  }

  async exchange(message: RpcMessage, { headers, signal, deliver }: StreamInit): Promise<ExchangeEnd> {
    let answered = !isRequest(message);
    const watch = (received: RpcMessage): void => {
      if (isResponse(received)) answered = this.greeted = true;
      deliver(received);
    };
    const trace: StreamTrace = { alive: false };
    try {
      const response = await post(this.#endpoint, message, this.#headers(headers), signal);
      this.#sessionId ??= response.headers.get(SESSION_ID) ?? undefined;
      await readAnswer(response, message, this.#endpoint, watch, trace);
    } catch (error) {
      if (!(trace.lastEventId && asMcpError(error).code === 'stream-ended')) throw await this.#explain(error);
    }
    // The server may hang up after an event with an id and let us ask again for the rest.
    if (!answered && trace.lastEventId) {
      const { resume, streamOpener } = await this.#streams;
      await resume(streamOpener(this.#line), { headers, signal, deliver: watch }, trace, () => answered);
    }
    return 'here';
  }

  async listen(init: StreamInit): Promise<void> {
    const { listen, streamOpener } = await this.#streams;
    await listen(streamOpener(this.#line), init);
  }

  async close(headers?: Readonly<Record<string, string>>): Promise<void> {
    if (!this.#sessionId || this.#lost) return;
    // keepalive: the goodbye must survive the page it is sent from. A refusal (405) is the server's right.
    await send(this.#endpoint, {
      method: 'DELETE',
      headers: this.#headers(headers),
      keepalive: true,
      signal: AbortSignal.timeout(5000),
    }).catch(() => {});
    this.#sessionId = undefined;
  }

  /** What GET streams need to know; they are opened elsewhere. */
  get #line(): SessionLine {
    return {
      endpoint: this.#endpoint,
      headers: (extra) => this.#headers(extra),
      explain: (error) => this.#explain(error),
    };
  }

  #headers(extra: StreamInit['headers']): Record<string, string> {
    return { ...extra, ...(this.#sessionId && { [SESSION_ID]: this.#sessionId }) };
  }

  async #explain(error: unknown): Promise<McpError> {
    const problem = asMcpError(error, 'network');
    const { status, rpcCode, message, excerpt = message } = problem as ProtocolError & Partial<HttpError>;
    const aboutSession = status === 400 && this.greeted && /session/i.test(excerpt);
    if (this.#sessionId && ((status === 404 && rpcCode !== rpcCodes.methodNotFound) || aboutSession)) {
      this.#lost = true;
      return new McpError('session-lost', 'The server no longer knows this session.', {
        cause: error,
        remedy: 'Connect again.',
      });
    }
    return aboutSession ? explain(problem, ({ sessionHidden }) => sessionHidden(problem)) : problem;
  }
}

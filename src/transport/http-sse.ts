import { asMcpError, McpError } from '../errors.js';
import { isRequest, isResponse, readMessages, type RpcMessage } from '../jsonrpc/messages.js';
import type { SendResult, StreamInit, Transport } from '../jsonrpc/transport.js';
import { type HttpEndpoint, send, SSE_TYPE } from './http.js';
import { bodyEnded } from './exchange-observer.js';
import { essence } from './response-body.js';
import { notMcpError } from './response-errors.js';
import { readSse } from './sse.js';
import { errorText } from './error-texts.js';

/**
 * HTTP+SSE, the transport of 2024-11-05: all messages of the server come on one GET stream, whose first event names
 * the address to which the client POSTs.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports
 */
export class HttpSse implements Transport {
  readonly #endpoint: HttpEndpoint;
  /** The address for POSTs, once the stream has named it. */
  readonly #address: Promise<string>;
  /** The endpoint for POSTs. */
  #messages: HttpEndpoint | undefined;
  #learn!: (address: string) => void;
  #fail!: (error: McpError) => void;
  #known = false;
  #greeted = false;
  /** Why the stream ended. Then nothing that is sent can be answered. */
  #ended: McpError | undefined;

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
    this.#address = new Promise((resolve, reject) => {
      this.#learn = resolve;
      this.#fail = reject;
    });
    // The first `send` gets the failure; without this the browser reports it as unhandled where nothing is sent.
    this.#address.catch(() => {});
  }

  /** True once the server named its address: an error after that does not mean that it speaks another transport. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** Why the stream ended; undefined while it is open. */
  get ended(): McpError | undefined {
    return this.#ended;
  }

  /**
   * Sends no headers: this transport has none, and servers that know only this transport need not allow any by CORS.
   */
  async send(message: RpcMessage, { signal }: StreamInit): Promise<SendResult> {
    const url = await this.#address;
    if (this.#ended) throw this.#ended;
    // One for all messages: the handshake finds out where a redirect leads, and no call has to.
    const endpoint = (this.#messages ??= { ...this.#endpoint, url });
    const response = await send(endpoint, { message, headers: undefined, signal, needs: [] });
    response.body?.cancel().catch(() => {});
    bodyEnded(response);
    // If the stream ended meanwhile, no answer can come.
    if (this.#ended) throw this.#ended;
    return isRequest(message) ? 'accepted' : 'complete';
  }

  async listen({ signal, onMessage }: StreamInit): Promise<void> {
    try {
      const response = await send(this.#endpoint, { method: 'GET', headers: { Accept: SSE_TYPE }, signal });
      if (essence(response) !== SSE_TYPE) throw await notMcpError(response, this.#endpoint.url);
      await readSse(response, {
        onEvent: ({ event = 'message', data }, from) => {
          if (event === 'endpoint') this.#learnAddress(data);
          // The address must be the first event; otherwise this is a stream of something else.
          else if (!this.#known) this.#fail(this.#notThisShape());
          else if (event === 'message')
            for (const message of readMessages(data, this.#endpoint.onProblem)) {
              if (isResponse(message)) this.#greeted = true;
              onMessage(message, from);
            }
        },
      });
      throw new McpError(
        'stream-ended',
        errorText('transport.streamClosed', { host: new URL(this.#endpoint.url).host }),
        {
          remedy: errorText('transport.connectAgain'),
        },
      );
    } catch (error) {
      this.#ended = signal.aborted ? asMcpError(signal.reason, 'cancelled') : asMcpError(error, 'network');
      this.#fail(this.#ended);
      throw this.#ended;
    }
  }

  async close(): Promise<void> {
    this.#fail(new McpError('closed', errorText('transport.closed')));
  }

  #learnAddress(data: string): void {
    const { url } = this.#endpoint;
    const address = URL.canParse(data, url) ? new URL(data, url) : undefined;
    // Another origin would get our messages, and our token with them.
    if (address?.origin !== new URL(url).origin)
      this.#fail(
        new McpError('bad-message', errorText('transport.messagesElsewhere', { host: new URL(url).host }), {
          remedy: errorText('transport.useSiteThatAnswers'),
        }),
      );
    else {
      this.#known = true;
      this.#learn(address.href);
    }
  }

  #notThisShape(): McpError {
    const { host } = new URL(this.#endpoint.url);
    return new McpError('not-mcp', errorText('transport.noEndpointEvent', { host }), {
      remedy: errorText('transport.checkStreamPath'),
    });
  }
}

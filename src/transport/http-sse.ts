import { asMcpError, McpError } from '../errors.js';
import { isRequest, isResponse, readMessages, type RpcMessage } from '../jsonrpc/messages.js';
import type { SendResult, StreamInit, Transport } from '../jsonrpc/transport.js';
import { essence, type HttpEndpoint, notMcp, send, SSE_TYPE } from './http.js';
import { readSse } from './sse.js';
import { errorText } from './error-texts.js';

/**
 * The oldest shape: one standing stream that everything comes back on, and a second address, named by the stream's
 * first event, that everything is sent to.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports
 */
export class HttpSse implements Transport {
  readonly #endpoint: HttpEndpoint;
  /** Where messages go, once the stream has said it. */
  readonly #address: Promise<string>;
  #learn!: (address: string) => void;
  #fail!: (error: McpError) => void;
  #known = false;
  #greeted = false;
  /** Why there is no stream any more: nothing that is sent now could be answered. */
  #ended: McpError | undefined;

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
    this.#address = new Promise((resolve, reject) => {
      this.#learn = resolve;
      this.#fail = reject;
    });
    // Whoever sends first learns of a failure; if nobody does, it is not unhandled.
    this.#address.catch(() => {});
  }

  /** It has answered: whatever goes wrong from here on, it is no server of another shape. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** Why the stream ended, once it has. */
  get ended(): McpError | undefined {
    return this.#ended;
  }

  /** This transport has no headers of its own, and servers that have only this one need not allow any: none is sent. */
  async send(message: RpcMessage, { signal }: StreamInit): Promise<SendResult> {
    const url = await this.#address;
    if (this.#ended) throw this.#ended;
    const response = await send({ ...this.#endpoint, url }, { message, headers: undefined, signal, needs: [] });
    response.body?.cancel().catch(() => {});
    // It may have ended while this was on its way: then nobody waits for the answer either.
    if (this.#ended) throw this.#ended;
    return isRequest(message) ? 'accepted' : 'complete';
  }

  async listen({ signal, onMessage }: StreamInit): Promise<void> {
    try {
      const response = await send(this.#endpoint, { method: 'GET', headers: { Accept: SSE_TYPE }, signal });
      if (essence(response) !== SSE_TYPE) throw await notMcp(response, this.#endpoint.url);
      await readSse(response, {
        onEvent: ({ event = 'message', data }) => {
          if (event === 'endpoint') this.#learnAddress(data);
          // The address comes first, or this is a stream of something else.
          else if (!this.#known) this.#fail(this.#notThisShape());
          else if (event === 'message')
            for (const message of readMessages(data, this.#endpoint.onProblem)) {
              if (isResponse(message)) this.#greeted = true;
              onMessage(message);
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
    // Another origin would receive our messages, and with them our token.
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

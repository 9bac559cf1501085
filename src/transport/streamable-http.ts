import { isMessage } from '../jsonrpc/is-message.js';
import { isRequest, type RpcMessage } from '../jsonrpc/messages.js';
import type { ExchangeEnd, StreamInit, Transport } from '../jsonrpc/transport.js';
import { send, type HttpEndpoint } from './http-exchange.js';
import { MAX_MESSAGE_SIZE, readText } from './read-body.js';
import { readUnusual } from './read-unusual.js';
import { SESSION_ID, sessionHeaders, type SessionLine } from './session-line.js';
import { readEvents } from './standing-stream.js';

/** Whatever the parameters of the type. */
const IS_JSON = /^application\/json\s*(;|$)/i;

/**
 * An exchange and nothing else: one POST, one answer, as JSON or as a stream of events. No session, nothing to resume.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export class StreamableHttp implements Transport {
  readonly #endpoint: HttpEndpoint;

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
  }

  /** @param line the session it belongs to, where there are sessions */
  async exchange(message: RpcMessage, init: StreamInit, line?: SessionLine): Promise<ExchangeEnd> {
    const { headers, signal, deliver } = init;
    const endpoint = this.#endpoint;
    const response = await send(endpoint, { message, headers: sessionHeaders(line, headers), signal });
    if (line) {
      line.greeted = true;
      line.id ??= response.headers.get(SESSION_ID) ?? undefined;
    }
    // Notifications and answers want no reply; whatever the 202 says of its body, or has in it, is of no use.
    if (!isRequest(message)) response.body?.cancel().catch(() => {});
    else if (IS_JSON.test(response.headers.get('content-type') ?? '')) {
      const body = await readText(response, MAX_MESSAGE_SIZE);
      let received: unknown;
      try {
        received = body.cut || JSON.parse(body.text);
      } catch {
        // Said below, with all else that is no message.
      }
      if (isMessage(received)) deliver(received);
      else readUnusual(body, endpoint, deliver);
    } else await readEvents(response, endpoint, init, line);
    return 'here';
  }

  async close(): Promise<void> {}
}

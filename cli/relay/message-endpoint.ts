import type { IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { createParser } from 'eventsource-parser';

/** The parameter of an address of the relay that names where a server of HTTP+SSE wants the messages of one stream. */
const PARAMETER = 'mcp-relay-endpoint';
/** Bytes of the first event of a stream that are read. Its address is short; a longer event passes unchanged. */
const MAX_ENDPOINT_EVENT_BYTES: number = 8 * 1024;
/** Streams of HTTP+SSE servers of which the address for messages is known. The oldest are forgotten. */
const MAX_MESSAGE_ENDPOINTS = 256;
/** Bytes of an id: 128 bits cannot be guessed. */
const ENDPOINT_ID_BYTES = 16;

/**
 * The message URLs of HTTP+SSE servers (2024-11-05). The first event of a stream names the URL. The page gets an
 * address of the relay with an id instead, so that no request can name a URL.
 * @see https://modelcontextprotocol.io/specification/2024-11-05/basic/transports
 */
export class MessageEndpoints {
  readonly #addresses = new Map<string, URL>();

  /** The address that a request is meant for; `unknown` where its stream has ended, undefined where it names none. */
  addressFor(request: Request): URL | 'unknown' | undefined {
    const id = new URL(request.url).searchParams.get(PARAMETER);
    return id === null ? undefined : (this.#addresses.get(id) ?? 'unknown');
  }

  /**
   * The body of a stream, with its address for messages replaced. One of another origin than that of the stream is left as it
   * is: clients refuse it.
   * @param from where the stream comes from
   */
  replacedIn(body: ReadableStream<Uint8Array>, answer: IncomingMessage, from: URL): ReadableStream<Uint8Array> {
    let start: Buffer | undefined = Buffer.alloc(0);
    const passOn = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        if (!start) return controller.enqueue(chunk);
        start = Buffer.concat([start, chunk]);
        const end = endOfFirstEvent(start);
        if (end === undefined && start.length <= MAX_ENDPOINT_EVENT_BYTES) return undefined;
        const event = start.subarray(0, end ?? 0);
        const isShort = event.length <= MAX_ENDPOINT_EVENT_BYTES;
        controller.enqueue((isShort && this.#replaced(event, answer, from)) || event);
        controller.enqueue(start.subarray(event.length));
        start = undefined;
        return undefined;
      },
      flush: (controller) => {
        if (start) controller.enqueue(start);
      },
    });
    return body.pipeThrough(passOn);
  }

  #replaced(event: Buffer, answer: IncomingMessage, from: URL): Buffer | undefined {
    let named: string | undefined;
    const parser = createParser({
      onEvent: ({ event: name, data }) => {
        if (name === 'endpoint') named = data;
      },
    });
    // A CR at its end may be half of a CRLF, for which the parser waits.
    parser.feed(`${event.toString('utf8')}\n`);
    if (named === undefined || !URL.canParse(named, from)) return undefined;
    const address = new URL(named, from);
    if (address.origin !== from.origin || address.username || address.password) return undefined;
    const id = randomBytes(ENDPOINT_ID_BYTES).toString('base64url');
    this.#addresses.set(id, address);
    const [oldest] = this.#addresses.keys();
    if (this.#addresses.size > MAX_MESSAGE_ENDPOINTS) this.#addresses.delete(oldest!);
    answer.once('close', () => this.#addresses.delete(id));
    // Relative: the page may know the server by the address of the relay or by that of the server.
    return Buffer.from(`event: endpoint\ndata: ?${PARAMETER}=${id}\n\n`);
  }
}

/** The end of the first event that is not only comments; undefined if it has not arrived yet. */
function endOfFirstEvent(start: Buffer): number | undefined {
  const text = start.toString('latin1');
  for (const { 0: blank, index } of text.matchAll(/(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r)/g)) {
    const end = index + blank.length;
    if (
      text
        .slice(0, end)
        .split(/\r\n|\n|\r/)
        .some((line) => line !== '' && !line.startsWith(':'))
    )
      return end;
  }
  return undefined;
}

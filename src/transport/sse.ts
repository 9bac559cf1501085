import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { McpError } from '../errors.js';
import type { MessageSource } from '../jsonrpc/http-exchange.js';
import { readMessages } from '../jsonrpc/messages.js';
import type { DeliverMessage } from '../jsonrpc/transport.js';
import { yieldToMain } from '../util/async.js';
import { type HttpEndpoint, MAX_EVENT_ID_LENGTH, SSE_TYPE } from './http.js';
import { bodyEnded, deliverFrom, isObserved } from './exchange-observer.js';
import { brokenOff, essence, MAX_MESSAGE_SIZE, tooLarge } from './response-body.js';
import { notMcpError } from './response-errors.js';

/** Milliseconds that events may be read without a turn for the page: what has arrived is read without waiting. */
const SSE_TURN_MS = 40;

interface SseHandlers {
  /** `data` is never empty; events without data are not delivered. */
  onEvent(event: EventSourceMessage, from?: MessageSource): void;
  onId?: ((id: string) => void) | undefined;
  /** The pause the server asks for before the stream is opened again, in milliseconds. */
  onRetry?: ((ms: number) => void) | undefined;
}

/**
 * Reads a Server-Sent Events body to its end, or until `enough` aborts. The parser is fed by hand: piping through a
 * `TransformStream` costs more than the rest of a call.
 * @throws McpError `limit` for an event over {@link MAX_MESSAGE_SIZE}; `stream-ended` when the connection breaks
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function readSse(
  response: Response,
  { onEvent, onId, onRetry }: SseHandlers,
  enough?: AbortSignal,
): Promise<void> {
  let overflown = false;
  const parser = createParser({
    maxBufferSize: MAX_MESSAGE_SIZE,
    onId,
    onRetry,
    // Events without data count where somebody looks on: their ids matter when a stream is resumed.
    onEvent: isObserved(response)
      ? (event) => deliverFrom(response, event, (from) => event.data !== '' && onEvent(event, from))
      : (event) => {
          if (event.data !== '') onEvent(event);
        },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflown = true;
    },
  });
  const reader = response.body?.getReader();
  // The parser takes the byte order mark away. Both together would take two.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const stop = (): void => void reader?.cancel().catch(() => {});
  enough?.addEventListener('abort', stop);
  let turn = performance.now();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      parser.feed(decoder.decode(value, { stream: !done }));
      if (overflown) throw tooLarge();
      if (done) break;
      if (performance.now() - turn < SSE_TURN_MS) continue;
      await yieldToMain();
      turn = performance.now();
    }
  } catch (error) {
    const broken = brokenOff(error);
    bodyEnded(response, undefined, broken);
    throw broken;
  } finally {
    stop();
    bodyEnded(response);
  }
}

/** State of a stream that is needed to resume it. */
export interface StreamTrace {
  /** The id of the last event, for `Last-Event-ID`. */
  lastEventId?: string;
  /** The pause the server asked for, in milliseconds. */
  retryMs?: number;
  /** True once anything came. */
  alive: boolean;
  /** True once the answer has come. */
  answered?: boolean;
  /** Why the stream cannot be resumed, where that is so. */
  notResumed?: McpError;
  /** How the server refused to go on with the stream: the token has ended, say. */
  refused?: McpError;
}

/**
 * Delivers the messages of an event stream until `enough` aborts, and updates `trace`.
 * @throws HttpError `not-mcp` for a response that is no event stream
 */
export async function readStream(
  response: Response,
  endpoint: HttpEndpoint,
  deliver: DeliverMessage,
  trace: StreamTrace,
  enough?: AbortSignal,
): Promise<void> {
  if (essence(response) !== SSE_TYPE) throw await notMcpError(response, endpoint.url);
  await readSse(
    response,
    {
      onEvent: ({ event = 'message', data }, from) => {
        trace.alive = true;
        if (event !== 'message') return;
        for (const message of readMessages(data, endpoint.onProblem)) deliver(message, from);
      },
      onId: (id) => {
        if (id.length <= MAX_EVENT_ID_LENGTH) trace.lastEventId = id;
        // With an earlier id the server would repeat what has come already.
        else delete trace.lastEventId;
      },
      onRetry: (ms) => {
        trace.retryMs = ms;
      },
    },
    enough,
  );
}

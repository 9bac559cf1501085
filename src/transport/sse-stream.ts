import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { MAX_MESSAGE_SIZE, tooLarge } from './limits.js';
import { readBody } from './read-body.js';

export interface SseHandlers {
  /** `data` is never empty: events without data only carry an id or a pause. */
  onEvent(event: EventSourceMessage): void;
  onId?: ((id: string) => void) | undefined;
  /** The pause the server asks for before the stream is opened again, in milliseconds. */
  onRetry?: ((ms: number) => void) | undefined;
}

/**
 * Reads a Server-Sent Events body to its end. Fed by hand instead of piped through a `TransformStream`, which costs more
 * than the rest of a call.
 * @throws McpError `limit` for an event over {@link MAX_MESSAGE_SIZE}; `stream-ended` when the connection breaks
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export async function readSse(response: Response, { onEvent, onId, onRetry }: SseHandlers): Promise<void> {
  let overflown = false;
  const parser = createParser({
    maxBufferSize: MAX_MESSAGE_SIZE,
    onId,
    onRetry,
    onEvent: (event) => {
      if (event.data !== '') onEvent(event);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflown = true;
    },
  });
  await readBody(response, (text) => {
    parser.feed(text);
    if (overflown) throw tooLarge();
    return false;
  });
}

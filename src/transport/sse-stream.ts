import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { pageTurn } from '../util/page-turn.js';
import { tooLarge } from './limits.js';
import { MAX_MESSAGE_SIZE, brokenOff } from './read-body.js';

/** Milliseconds that events may be read without a turn for the page: what has arrived is read without waiting. */
const TURN_MS = 40;

export interface SseHandlers {
  /** `data` is never empty: events without data only carry an id or a pause. */
  onEvent(event: EventSourceMessage): void;
  onId?: ((id: string) => void) | undefined;
  /** The pause the server asks for before the stream is opened again, in milliseconds. */
  onRetry?: ((ms: number) => void) | undefined;
}

/**
 * Reads a Server-Sent Events body to its end, or until `enough` aborts. Fed by hand instead of piped through a
 * `TransformStream`, which costs more than the rest of a call.
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
    onEvent: (event) => {
      if (event.data !== '') onEvent(event);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') overflown = true;
    },
  });
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  const stop = (): void => void reader?.cancel().catch(() => {});
  enough?.addEventListener('abort', stop);
  let turn = performance.now();
  try {
    while (reader) {
      const { done, value } = await reader.read();
      parser.feed(decoder.decode(value, { stream: !done }));
      if (overflown) throw tooLarge();
      if (done) break;
      if (performance.now() - turn < TURN_MS) continue;
      await pageTurn();
      turn = performance.now();
    }
  } catch (error) {
    throw brokenOff(error);
  } finally {
    stop();
  }
}

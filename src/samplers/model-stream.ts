import { createParser } from 'eventsource-parser';
import { McpError } from '../errors.js';
import { yieldToMain } from '../util/async.js';
import { errorText } from './error-texts.js';

/**
 * Characters of one answer of a model, including tool arguments; models produce at most some 500,000 today. A longer
 * one fails with `limit`. It is also the limit of one event, which may hold the whole answer.
 */
export const MAX_MODEL_ANSWER_LENGTH: number = 4 * 1024 * 1024;

/** Milliseconds of reading events after which the page gets a turn. */
const MODEL_EVENTS_TURN_MS = 20;

/** The last event of an OpenAI-compatible stream. */
const DONE = '[DONE]';

/**
 * Reads a stream of JSON events to its end.
 * @throws McpError `limit` for an answer that is too long, `stream-ended` when the connection breaks, and whatever
 * `onEvent` throws
 */
export async function readEvents(
  response: Response,
  host: string,
  onBytes: () => void,
  onEvent: (event: unknown) => void,
): Promise<void> {
  // Callbacks must not throw: the parser would stop in the middle of a piece. The error is thrown after `feed`.
  let failure: { readonly error: unknown } | undefined;
  const parser = createParser({
    maxBufferSize: MAX_MODEL_ANSWER_LENGTH,
    onEvent: ({ data }) => {
      if (failure || data === '' || data.trim() === DONE) return;
      try {
        onEvent(JSON.parse(data));
      } catch (error) {
        failure = { error };
      }
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') failure ??= { error: tooLong(host) };
    },
  });
  const decoder = new TextDecoder();
  let turn = performance.now();
  await readPieces(response, host, async (piece) => {
    onBytes();
    parser.feed(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    // Some endpoints omit the empty line after the last event.
    if (!piece) parser.feed('\n\n');
    if (failure) throw failure.error;
    if (performance.now() - turn < MODEL_EVENTS_TURN_MS) return;
    await yieldToMain();
    turn = performance.now();
  });
}

/** Reads a complete answer that is not streamed. */
export async function readWhole(response: Response, host: string, onBytes: () => void): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  await readPieces(response, host, async (piece) => {
    onBytes();
    text += piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new McpError('bad-message', errorText('samplers.notAModel', { host }), {
      remedy: errorText('samplers.checkAddress'),
    });
  }
}

/** @param onPiece called with each piece, and with nothing at the end */
async function readPieces(
  { body }: Response,
  host: string,
  onPiece: (piece: Uint8Array | undefined) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  let length = 0;
  try {
    while (reader) {
      const { done, value } = await reader.read().catch(() => {
        throw endedEarly(host);
      });
      if (done) break;
      // Event framing makes the stream several times longer than the model's text.
      if ((length += value.length) > 16 * MAX_MODEL_ANSWER_LENGTH) throw tooLong(host);
      await onPiece(value);
    }
    await onPiece(undefined);
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

export function tooLong(host: string): McpError {
  return new McpError(
    'limit',
    errorText('samplers.answerTooLong', { host, megabytes: MAX_MODEL_ANSWER_LENGTH / 1024 / 1024 }),
    {
      remedy: errorText('samplers.fewerTokens'),
    },
  );
}

/** The error for a connection that ended before the answer was complete. */
export function endedEarly(host: string): McpError {
  return new McpError('stream-ended', errorText('samplers.brokenOff', { host }), {
    remedy: errorText('samplers.useWhatCame'),
  });
}

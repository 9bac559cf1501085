import { createParser } from 'eventsource-parser';
import { McpError } from '../errors.js';
import { pageTurn } from '../util/page-turn.js';
import { MAX_ANSWER_LENGTH } from './limits.js';

/** Milliseconds that events may be read without a turn for the page. */
const TURN_MS = 20;
/** What ends the stream of an OpenAI-compatible endpoint. */
const DONE = '[DONE]';

/**
 * Reads a stream of events, each of them JSON, to its end.
 * @throws McpError `limit` for too much, `stream-ended` where the connection breaks, and whatever `onEvent` throws
 */
export async function readEvents(
  response: Response,
  host: string,
  alive: () => void,
  onEvent: (event: unknown) => void,
): Promise<void> {
  // The parser swallows nothing, but it must not be left in the middle of a piece.
  let failure: { readonly error: unknown } | undefined;
  const parser = createParser({
    maxBufferSize: MAX_ANSWER_LENGTH,
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
    alive();
    parser.feed(piece ? decoder.decode(piece, { stream: true }) : decoder.decode());
    // Some do not send the empty line after the last event.
    if (!piece) parser.feed('\n\n');
    if (failure) throw failure.error;
    if (performance.now() - turn < TURN_MS) return;
    await pageTurn();
    turn = performance.now();
  });
}

/** An answer in one piece. */
export async function readWhole(response: Response, host: string, alive: () => void): Promise<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  await readPieces(response, host, async (piece) => {
    alive();
    text += piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new McpError('bad-message', `${host} sent no answer of a model, but something else.`, {
      remedy: 'Check the address: it may be that of a page, not of the programming interface.',
    });
  }
}

/** @param use gets each piece, and nothing at the end */
async function readPieces(
  { body }: Response,
  host: string,
  use: (piece: Uint8Array | undefined) => Promise<void>,
): Promise<void> {
  const reader = body?.getReader();
  let length = 0;
  try {
    while (reader) {
      const { done, value } = await reader.read().catch(() => {
        throw brokenOff(host);
      });
      if (done) break;
      // Framing and repeated names weigh several times what the model says.
      if ((length += value.length) > 16 * MAX_ANSWER_LENGTH) throw tooLong(host);
      await use(value);
    }
    await use(undefined);
  } finally {
    void reader?.cancel().catch(() => {});
  }
}

export function tooLong(host: string): McpError {
  return new McpError(
    'limit',
    `The answer of ${host} is longer than ${MAX_ANSWER_LENGTH / 1024 / 1024} MB; it was not read on.`,
    {
      remedy: 'Ask for fewer tokens.',
    },
  );
}

/** The connection ended before the model was done. */
export function brokenOff(host: string): McpError {
  return new McpError('stream-ended', `The connection to ${host} broke before the answer was whole.`, {
    remedy: 'Use what came, or ask again.',
  });
}

import { McpError, asMcpError, type HttpError } from '../errors.js';
import { isResponse, type RpcMessage } from '../jsonrpc/messages.js';
import type { StreamInit } from '../jsonrpc/transport.js';
import { sleep } from '../util/abort.js';
import { untilOnline } from '../util/online.js';
import { backoff } from './backoff.js';
import { SSE_TYPE, send, type HttpEndpoint } from './http-exchange.js';
import { LINGER_MS, LONG_LIFE_MS, MAX_IDLE_STREAMS, MAX_RESUMES, MAX_SERVER_RETRY_MS, MIN_RETRY_MS } from './limits.js';
import { CorsError, NoAnswerError } from './no-answer.js';
import { readStream, type StreamTrace } from './read-stream.js';
import { sessionHeaders, type SessionLine } from './session-line.js';
import { inSession } from './session-loss.js';

const LAST_EVENT_ID = 'Last-Event-ID';

/** Opens a stream from where `trace` left off and reads it to its end. False when there is nothing to come back for. */
export type OpenStream = (init: StreamInit, trace: StreamTrace) => Promise<boolean>;

/**
 * What opens GET streams of this session.
 * @param onNotResumed told where the server's CORS rules do not let this page say where a stream broke off
 */
function streamOpener(line: SessionLine, onNotResumed?: (problem: McpError) => void): OpenStream {
  const { endpoint } = line;
  return async ({ headers, signal, deliver, onOpen }, trace) => {
    try {
      const response = await send(endpoint, {
        method: 'GET',
        signal,
        headers: {
          Accept: SSE_TYPE,
          ...sessionHeaders(line, headers),
          ...(trace.lastEventId && !trace.notResumed && { [LAST_EVENT_ID]: utf8(trace.lastEventId) }),
        },
      });
      onOpen?.();
      await readStream(response, endpoint, deliver, trace);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const problem = inSession(line, error);
      if (await isResumeRefused(problem, trace, signal)) {
        onNotResumed?.(trace.notResumed!);
        return true;
      }
      // A broken connection is worth another try; a server that says no is not, and 405 is how most say it.
      if (problem.code === 'stream-ended' || problem.code === 'network') return true;
      if ((problem as HttpError).status !== 405) endpoint.onProblem(problem);
      return false;
    }
  };
}

/** Whether the server's CORS rules do not let this page say where a stream broke off. It is not said again then. */
async function isResumeRefused(problem: McpError, trace: StreamTrace, signal: AbortSignal): Promise<boolean> {
  if (!trace.lastEventId || trace.notResumed || !(problem instanceof NoAnswerError)) return false;
  const cause = await problem.findCause(signal);
  if (!(cause instanceof CorsError) || !cause.refused.includes(LAST_EVENT_ID)) return false;
  trace.notResumed = cause;
  return true;
}

/**
 * Delivers the events that a request is answered with. In a session, a stream that is broken off after an event with an id
 * is taken up again: outside, it is one uninterrupted delivery.
 * @throws McpError `stream-ended` once it has hung up on a stream that stayed open after the answer: Firefox closes no
 * connection because nobody reads it, so whoever holds the signal of the request is to abort it
 */
export async function readEvents(
  response: Response,
  endpoint: HttpEndpoint,
  init: StreamInit,
  line: SessionLine | undefined,
): Promise<void> {
  const trace: StreamTrace = { alive: false };
  const enough = new AbortController();
  let linger: ReturnType<typeof setTimeout> | undefined;
  const deliver = (message: RpcMessage): void => {
    init.deliver(message);
    if (trace.answered || !isResponse(message)) return;
    trace.answered = true;
    linger = setTimeout(() => enough.abort(), LINGER_MS);
  };
  try {
    await readStream(response, endpoint, deliver, trace, enough.signal).catch((error: unknown) => {
      if (!line || !trace.lastEventId || asMcpError(error).code !== 'stream-ended') throw error;
    });
    if (line && trace.lastEventId && !trace.answered) {
      const signal = AbortSignal.any([init.signal, enough.signal]);
      await resume(streamOpener(line), { ...init, signal, deliver }, trace);
    }
  } finally {
    clearTimeout(linger);
  }
  if (enough.signal.aborted) throw new McpError('stream-ended', 'The answer has come; nothing is waited for any more.');
}

/** How far the standing stream of each session was read: one that is followed again goes on there. */
const standing = new WeakMap<SessionLine, StreamTrace>();

/** Follows the standing stream of a session. */
export function followSession(line: SessionLine, init: StreamInit): Promise<void> {
  const trace = standing.get(line) ?? { alive: false };
  standing.set(line, trace);
  return listen(
    streamOpener(line, (problem) => line.endpoint.onProblem(problem)),
    init,
    trace,
  );
}

/** A header carries bytes, each as one letter. */
function utf8(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/**
 * Takes up an answer that was broken off, until it has come. Gives up after {@link MAX_RESUMES} streams on which nothing
 * came, or when the server has no such stream.
 */
async function resume(open: OpenStream, init: StreamInit, trace: StreamTrace): Promise<void> {
  for (let idle = 0; !trace.answered && idle < MAX_RESUMES; idle++) {
    await sleep(pause(trace, idle), init.signal);
    const { lastEventId } = trace;
    trace.alive = false;
    if (!(await open(init, trace))) return;
    if (trace.notResumed) throw notResumed(trace.notResumed);
    // A new id is a sign of life too: it is how a server says that it wants to be asked again.
    if (trace.alive || trace.lastEventId !== lastEventId || (await untilOnline(init.signal))) idle = -1;
  }
}

function notResumed({ message, remedy }: McpError): McpError {
  return new McpError('stream-ended', `The answer broke off, and its rest cannot be had: ${message}`, {
    remedy: `It may have been carried out. Check before you try again. ${remedy}`,
  });
}

/**
 * Follows the stream for what the server says unasked. A server that closes it at once, again and again without a word,
 * is left alone after {@link MAX_IDLE_STREAMS} times; one that was quiet for long has merely met a proxy's patience.
 */
export async function listen(open: OpenStream, init: StreamInit, trace: StreamTrace = { alive: false }): Promise<void> {
  for (let idle = 0; idle < MAX_IDLE_STREAMS && !init.signal.aborted; idle++) {
    const opened = Date.now();
    trace.alive = false;
    if (!(await open(init, trace))) return;
    if (trace.alive || Date.now() - opened > LONG_LIFE_MS || (await untilOnline(init.signal))) idle = -1;
    await sleep(pause(trace, Math.max(idle, 0)), init.signal).catch(() => {});
  }
}

function pause({ retryMs }: StreamTrace, attempt: number): number {
  return retryMs === undefined ? backoff(attempt) : Math.min(Math.max(retryMs, MIN_RETRY_MS), MAX_SERVER_RETRY_MS);
}

import type { HttpError, McpError } from '../errors.js';
import type { StreamInit } from '../jsonrpc/transport.js';
import { sleep } from '../util/abort.js';
import { backoff } from './backoff.js';
import { LONG_LIFE_MS, MAX_IDLE_STREAMS, MAX_RESUMES, MAX_SERVER_RETRY_MS } from './limits.js';
import { SSE_TYPE, essence, notMcp, send, type HttpEndpoint } from './http-exchange.js';
import { readStream, type StreamTrace } from './streamable-http.js';

/** Opens a stream from where `trace` left off and reads it to its end. False when there is nothing to come back for. */
export type OpenStream = (init: StreamInit, trace: StreamTrace) => Promise<boolean>;

/** What a stream needs to know of the session it belongs to. */
export interface SessionLine {
  readonly endpoint: HttpEndpoint;
  /** These headers, with the session's own. */
  headers(extra: StreamInit['headers']): Record<string, string>;
  /** What a failure means for the session. */
  explain(error: unknown): Promise<McpError>;
}

/** What opens GET streams of this session. */
export function streamOpener({ endpoint, headers: headersWith, explain }: SessionLine): OpenStream {
  return async ({ headers, signal, deliver }, trace) => {
    try {
      const response = await send(endpoint, {
        method: 'GET',
        signal,
        headers: {
          Accept: SSE_TYPE,
          ...headersWith(headers),
          ...(trace.lastEventId && { 'Last-Event-ID': trace.lastEventId }),
        },
      });
      if (essence(response) !== SSE_TYPE) throw await notMcp(response, endpoint.url);
      await readStream(response, endpoint, deliver, trace);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const problem = await explain(error);
      // A broken connection is worth another try; a server that says no is not, and 405 is how most say it.
      if (problem.code === 'stream-ended' || problem.code === 'network') return true;
      if ((problem as HttpError).status !== 405) endpoint.onProblem(problem);
      return false;
    }
  };
}

/**
 * Takes up an answer that was broken off, until it has come. Gives up after {@link MAX_RESUMES} streams on which nothing
 * came, or when the server has no such stream.
 */
export async function resume(
  open: OpenStream,
  init: StreamInit,
  trace: StreamTrace,
  answered: () => boolean,
): Promise<void> {
  for (let idle = 0; !answered() && idle < MAX_RESUMES; idle++) {
    await sleep(pause(trace, idle), init.signal);
    const { lastEventId } = trace;
    trace.alive = false;
    if (!(await open(init, trace))) return;
    // A new id is a sign of life too: it is how a server says that it wants to be asked again.
    if (trace.alive || trace.lastEventId !== lastEventId) idle = -1;
  }
}

/**
 * Follows the stream for what the server says unasked. A server that closes it at once, again and again without a word,
 * is left alone after {@link MAX_IDLE_STREAMS} times; one that was quiet for long has merely met a proxy's patience.
 */
export async function listen(open: OpenStream, init: StreamInit): Promise<void> {
  const trace: StreamTrace = { alive: false };
  for (let idle = 0; idle < MAX_IDLE_STREAMS && !init.signal.aborted; idle++) {
    const opened = Date.now();
    trace.alive = false;
    if (!(await open(init, trace))) return;
    if (trace.alive || Date.now() - opened > LONG_LIFE_MS) idle = -1;
    await sleep(pause(trace, Math.max(idle, 0)), init.signal).catch(() => {});
  }
}

function pause({ retryMs }: StreamTrace, attempt: number): number {
  return retryMs === undefined ? backoff(attempt) : Math.min(retryMs, MAX_SERVER_RETRY_MS);
}

import { asMcpError, errorTextOf, type HttpError, McpError, type ProtocolError } from '../errors.js';
import { isMessage, isRequest, isResponse, rpcCodes, type RpcMessage } from '../jsonrpc/messages.js';
import type { DeliverMessage, SendResult, StreamInit, Transport } from '../jsonrpc/transport.js';
import { sleep, untilOnline } from '../util/async.js';
import { RESOURCE_NOT_FOUND, sessionHidden, unreadableAnswer } from './error-messages.js';
import { type HttpEndpoint, JSON_TYPE, STREAM_LINGER_MS, readUnusual, send, SSE_TYPE } from './http.js';
import {
  MAX_IDLE_STREAMS,
  MAX_RESUMES,
  MAX_SERVER_RETRY_MS,
  MIN_STREAM_RETRY_MS,
  STREAM_LONG_LIFE_MS,
  backoff,
} from './retry.js';
import { essence, MAX_MESSAGE_SIZE, readText } from './response-body.js';
import { refusalOf } from './response-errors.js';
import { NoAnswerError } from './no-answer.js';
import { CorsError } from './cors-failure.js';
import { bodyEnded, deliverFrom } from './exchange-observer.js';
import { readStream, type StreamTrace } from './sse.js';
import { errorText } from './error-texts.js';
import { currentClock, type Timer } from '../util/clock.js';

/** State of one session with a server. */
interface HttpSession {
  readonly endpoint: HttpEndpoint;
  /** A secret: never shown, stored or logged. */
  id?: string | undefined;
  /** True once the server has answered: an error after that does not mean that it speaks another transport. */
  greeted: boolean;
  /** True once the server has forgotten the session. */
  lost?: boolean;
}

const SESSION_ID = 'Mcp-Session-Id';

/** Milliseconds that the request which ends a session may take. Then the session is closed without it. */
const DISCONNECT_TIMEOUT_MS = 5000;

/** With these codes a 404 answers the request; with others it means that the session has expired. */
const ANSWERS: ReadonlySet<number> = new Set([rpcCodes.methodNotFound, rpcCodes.invalidParams, RESOURCE_NOT_FOUND]);

/** The code that servers give a session they do not know. */
const SESSION_NOT_FOUND = -32001;

const LAST_EVENT_ID = 'Last-Event-ID';

/**
 * Opens a stream from where `trace` ended and reads it to its end. Resolves with false where there is nothing to
 * resume.
 */
type OpenStream = (init: StreamInit, trace: StreamTrace) => Promise<boolean>;

/** How far the GET stream of each session was read: following it again resumes there. */
const getStreamTraces = new WeakMap<HttpSession, StreamTrace>();

/**
 * Streamable HTTP of 2026-07-28: one POST and its answer, as JSON or as a stream of events. There is no session and
 * nothing to resume.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export class StreamableHttp implements Transport {
  readonly #endpoint: HttpEndpoint;

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
  }

  /** @param session the session of the message; absent in revisions without sessions */
  async send(message: RpcMessage, init: StreamInit, session?: HttpSession): Promise<SendResult> {
    const { headers, signal, onMessage } = init;
    const endpoint = this.#endpoint;
    const response = await send(endpoint, { message, headers: sessionHeaders(session, headers), signal });
    if (session) {
      session.greeted = true;
      session.id ??= response.headers.get(SESSION_ID) ?? undefined;
    }
    // Notifications and responses get no answer: the body of the 202 is ignored.
    if (!isRequest(message)) {
      response.body?.cancel().catch(() => {});
      bodyEnded(response);
    } else if (essence(response) === JSON_TYPE) {
      const body = await readText(response, MAX_MESSAGE_SIZE);
      let received: unknown;
      try {
        received = body.cut || JSON.parse(body.text);
      } catch {
        // Reported below, with everything else that is no message.
      }
      deliverFrom(response, undefined, (from) => {
        if (isMessage(received)) onMessage(received, from);
        else readUnusual(body, endpoint, (message) => onMessage(message, from));
      });
    } else await readEvents(response, endpoint, init, session);
    return 'complete';
  }

  async close(): Promise<void> {}
}

/** These headers, and the session’s. */
function sessionHeaders(
  session: HttpSession | undefined,
  headers: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  return { ...headers, ...(session?.id && { [SESSION_ID]: session.id }) };
}

/**
 * The error for a failed request of a session. A 404 means that the session has expired, unless it contains an answer
 * to the request; some servers send a 400 instead, with an error that is no answer and mentions the session. An expired
 * session is marked as lost; the server has not run the refused request.
 */
function asSessionError(session: HttpSession, error: unknown): McpError {
  const problem = asMcpError(error, 'network');
  const { status, rpcCode } = problem as ProtocolError & Partial<HttpError>;
  const refusal = refusalOf(problem);
  const isAnswer = ANSWERS.has(rpcCode) || (refusal === 'answer' && rpcCode !== SESSION_NOT_FOUND);
  const isGone = status === 404 ? !isAnswer : status === 400 && session.greeted && refusal === 'session';
  if (session.id && isGone) {
    session.lost = true;
    return new McpError('session-lost', errorText('transport.sessionUnknown'), {
      cause: error,
      remedy: errorText('transport.connectAgain'),
    });
  }
  const isHidden = !session.id && status === 400 && session.greeted && (refusal === 'session' || refusal === 'words');
  return isHidden ? sessionHidden(problem) : problem;
}

/** Ends the session with a DELETE, where there is one. Never throws. */
async function leave(session: HttpSession, headers: Readonly<Record<string, string>> | undefined): Promise<void> {
  const { endpoint, id, lost } = session;
  if (!id || lost) return;
  // A server may refuse it with 405.
  await send(endpoint, {
    method: 'DELETE',
    headers: sessionHeaders(session, headers),
    signal: AbortSignal.timeout(DISCONNECT_TIMEOUT_MS),
  }).then(bodyEnded, () => {});
  session.id = undefined;
}

/**
 * Makes the function that opens GET streams of this session.
 * @param onNotResumed called where CORS forbids `Last-Event-ID`, so that a broken stream cannot be resumed
 */
function streamOpener(session: HttpSession, onNotResumed?: (problem: McpError) => void): OpenStream {
  const { endpoint } = session;
  return async ({ headers, signal, onMessage, onOpen }, trace) => {
    try {
      const response = await send(endpoint, {
        method: 'GET',
        signal,
        headers: {
          Accept: SSE_TYPE,
          ...sessionHeaders(session, headers),
          ...(trace.lastEventId && !trace.notResumed && { [LAST_EVENT_ID]: utf8(trace.lastEventId) }),
        },
      });
      onOpen?.();
      await readStream(response, endpoint, onMessage, trace);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      const problem = asSessionError(session, error);
      if (await isResumeRefused(problem, trace, signal)) {
        onNotResumed?.(trace.notResumed!);
        return true;
      }
      // A broken connection is tried again; a refusal is not. Most servers without a GET stream answer 405.
      if (problem.code === 'stream-ended' || problem.code === 'network') {
        // The caller of a resumed answer gets the error itself.
        if (problem.code === 'network' && onNotResumed) endpoint.onUnreachable?.(problem);
        return true;
      }
      if ((problem as HttpError).status !== 405) {
        trace.refused = problem;
        endpoint.onProblem(problem);
      }
      return false;
    }
  };
}

/** True if CORS forbids `Last-Event-ID`. Then it is not sent again. */
async function isResumeRefused(problem: McpError, trace: StreamTrace, signal: AbortSignal): Promise<boolean> {
  if (!trace.lastEventId || trace.notResumed || !(problem instanceof NoAnswerError)) return false;
  const cause = await problem.findCause(signal);
  if (!(cause instanceof CorsError) || !cause.refused.includes(LAST_EVENT_ID)) return false;
  trace.notResumed = cause;
  return true;
}

/**
 * Delivers the events that answer a request. In a session, a stream that breaks off after an event with an id is
 * resumed, so that the caller sees one uninterrupted delivery.
 * @throws McpError `stream-ended` after it has cancelled a stream that stayed open after the answer. The caller must
 * then abort the signal of the request: otherwise Firefox does not close the connection
 */
async function readEvents(
  response: Response,
  endpoint: HttpEndpoint,
  init: StreamInit,
  session: HttpSession | undefined,
): Promise<void> {
  const trace: StreamTrace = { alive: false };
  const enough = new AbortController();
  let unreadable: McpError | undefined;
  const reporting: HttpEndpoint = {
    ...endpoint,
    onProblem: (problem) => {
      if (problem.code === 'bad-message') unreadable ??= problem;
      endpoint.onProblem(problem);
    },
  };
  let linger: Timer | undefined;
  const deliver: DeliverMessage = (message, from) => {
    init.onMessage(message, from);
    if (trace.answered || !isResponse(message)) return;
    trace.answered = true;
    linger = currentClock.setTimeout(() => enough.abort(), STREAM_LINGER_MS);
  };
  try {
    await readStream(response, reporting, deliver, trace, enough.signal).catch((error: unknown) => {
      if (!session || !trace.lastEventId || asMcpError(error).code !== 'stream-ended') throw error;
    });
    if (session && trace.lastEventId && !trace.answered) {
      const signal = AbortSignal.any([init.signal, enough.signal]);
      await resume(streamOpener(session), { ...init, signal, onMessage: deliver }, trace);
    }
  } finally {
    currentClock.clearTimeout(linger);
  }
  if (enough.signal.aborted) throw new McpError('stream-ended', errorText('transport.answerHasCome'));
  // An event that is no message was the answer, where no other came.
  if (unreadable && !trace.answered) throw unreadableAnswer(unreadable);
}

/** Follows the GET stream of a session. */
function followSession(session: HttpSession, init: StreamInit): Promise<void> {
  const trace = getStreamTraces.get(session) ?? { alive: false };
  getStreamTraces.set(session, trace);
  return listen(
    streamOpener(session, (problem) => session.endpoint.onProblem(problem)),
    init,
    trace,
  );
}

/** Decodes UTF-8 in a header: `fetch` gives each byte as one character. */
function utf8(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/**
 * Resumes a broken answer until it has come. Gives up after {@link MAX_RESUMES} streams on which nothing came, or when
 * the server has no such stream.
 */
async function resume(open: OpenStream, init: StreamInit, trace: StreamTrace): Promise<void> {
  for (let idle = 0; !trace.answered && idle < MAX_RESUMES; idle++) {
    await sleep(pause(trace, idle), init.signal);
    const { lastEventId } = trace;
    trace.alive = false;
    const isOpened = await open(init, trace);
    if (trace.refused) throw notResumed(trace.refused);
    if (!isOpened) return;
    if (trace.notResumed) throw notResumed(trace.notResumed);
    // A new id counts as progress: a server that wants to be polled sends only ids.
    if (trace.alive || trace.lastEventId !== lastEventId || (await untilOnline(init.signal))) idle = -1;
  }
}

function notResumed(problem: McpError): McpError {
  return new McpError('stream-ended', errorText('transport.restLost', { problem: errorTextOf(problem) }), {
    remedy: problem.remedyText && errorText('transport.checkFirst', { remedy: problem.remedyText }),
  });
}

/**
 * Follows the GET stream. A server that closes it at once is not asked any more after {@link MAX_IDLE_STREAMS} times;
 * a stream that was quiet for {@link STREAM_LONG_LIFE_MS} has only met a proxy’s time-out.
 */
export async function listen(open: OpenStream, init: StreamInit, trace: StreamTrace = { alive: false }): Promise<void> {
  for (let idle = 0; idle < MAX_IDLE_STREAMS && !init.signal.aborted; idle++) {
    const opened = currentClock.timeOfDay();
    trace.alive = false;
    if (!(await open(init, trace))) return;
    if (trace.alive || currentClock.timeOfDay() - opened > STREAM_LONG_LIFE_MS || (await untilOnline(init.signal)))
      idle = -1;
    await sleep(pause(trace, Math.max(idle, 0)), init.signal).catch(() => {});
  }
}

function pause({ retryMs }: StreamTrace, attempt: number): number {
  return retryMs === undefined
    ? backoff(attempt)
    : Math.min(Math.max(retryMs, MIN_STREAM_RETRY_MS), MAX_SERVER_RETRY_MS);
}

/**
 * Streamable HTTP with a session: a POST for each message, a GET stream, streams that can be resumed, and a DELETE to
 * end the session. The caller sees each exchange as one uninterrupted delivery.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export class SessionHttp extends StreamableHttp {
  readonly #session: HttpSession;

  constructor(endpoint: HttpEndpoint) {
    super(endpoint);
    this.#session = { endpoint, greeted: false };
  }

  /** True once the server has answered: an error after that does not mean that it speaks another transport. */
  get greeted(): boolean {
    return this.#session.greeted;
  }

  override async send(message: RpcMessage, init: StreamInit): Promise<SendResult> {
    try {
      return await super.send(message, init, this.#session);
    } catch (error) {
      throw asSessionError(this.#session, error);
    }
  }

  async listen(init: StreamInit): Promise<void> {
    await followSession(this.#session, init);
  }

  override async close(headers?: Readonly<Record<string, string>>): Promise<void> {
    await leave(this.#session, headers);
  }
}

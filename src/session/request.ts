import { asMcpError, McpError } from '../errors.js';
import { whileHeld } from '../jsonrpc/call-clock.js';
import type { Outgoing, ProgressListener } from '../jsonrpc/pending-request.js';
import { isOfferedMethod, serverOffers } from '../protocol/capabilities.js';
import { resumingCall } from '../protocol/decode/server-requests.js';
import { asNumber, asObject, asString, compact } from '../protocol/decode/values.js';
import type { AnswerServerRequest, Connection, NeutralRequest, Reading } from '../protocol/era.js';
import type { PagesFirst } from '../protocol/legacy.js';
import type { JsonObject, Progress } from '../protocol/model.js';
import { isInEveryEra, isOwnMethod, methodsOfAnyEra } from '../protocol/revisions.js';
import { sleep, abortable } from '../util/async.js';
import { NEVER_CACHED } from './caching.js';
import { DEFAULT_MAX_TIMEOUT_MS, DEFAULT_TIMEOUT_MS } from './defaults.js';
import type { CallOptions } from './requester.js';
import { notOffered, refusedAnswer } from './server-requests.js';
import { errorText } from './error-texts.js';
import { awaitTask, type LimitedCall } from './task-polling.js';

/** Milliseconds before a call is sent again after a response that asked for more rounds but for no input. */
export const INPUT_REQUIRED_PAUSE_MS = 250;
/** Input requests in one round of a call. With more the call fails with `limit`. */
export const MAX_INPUT_REQUESTS = 100;

type InputRequired = Extract<Reading, { kind: 'input-required' }> & Partial<Pick<PagesFirst, 'refusal'>>;

/**
 * Answers all input requests of one round. One refusal ends the call, and with it the other requests.
 * @param ends signals that end the call; each also ends the round, even if a handler ignores its signal
 * @returns the parameters to add when the request is sent again
 */
async function answerInputRequests(
  { asks, requestState, resendUnchanged, refusal }: InputRequired,
  during: Outgoing,
  ends: readonly AbortSignal[],
  answerServerRequest: AnswerServerRequest,
): Promise<JsonObject> {
  const entries = Object.entries(asks);
  if (entries.length > MAX_INPUT_REQUESTS)
    throw new McpError(
      'limit',
      errorText('session.tooManyQuestions', { count: entries.length, limit: MAX_INPUT_REQUESTS }),
    );
  const round = new AbortController();
  const signal = AbortSignal.any([...ends, round.signal]);
  const answerOne = async (key: string): Promise<readonly [string, unknown]> => {
    const { method, params } = asks[key]!;
    const answer = answerServerRequest(method, resumingCall(params), { signal, during });
    if (!answer) throw notOffered(method);
    const given = await answer;
    // A refusal is not sent to the server, so that the server cannot act on it.
    if (resendUnchanged && asObject(given)?.['action'] !== 'accept')
      throw new McpError('declined', errorText('session.pageNotVisited'), { cause: refusal });
    return [key, given];
  };
  try {
    if (entries.length === 0) await sleep(INPUT_REQUIRED_PAUSE_MS, signal);
    const answers = await abortable(Promise.all(entries.map(([key]) => answerOne(key))), signal);
    if (resendUnchanged) return {};
    // The answers are for this round only. `requestState` goes back exactly as it came.
    return compact({
      ...(entries.length > 0 && { inputResponses: Object.fromEntries(answers) as JsonObject }),
      requestState,
    }) as JsonObject;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    const end = refusedAnswer(error);
    // This page opens no URLs, so the error is reported as the server sent it.
    throw end.code === 'bad-message' && refusal ? refusal : end;
  } finally {
    round.abort(new McpError('cancelled', errorText('session.otherQuestionRefused')));
  }
}

/** Rounds in which one call may ask for more input. Then it fails with `limit`. */
export const MAX_INPUT_ROUNDS = 10;

/**
 * Handles a response that is not complete: answers input requests and sends the request again, or follows a task to its
 * end.
 * @param send sends the request with these additional parameters
 * @throws McpError `limit` after {@link MAX_INPUT_ROUNDS}; errors of answering, sending and following
 */
async function inputRequiredLoop(
  connection: Connection,
  first: Exchange,
  send: (answers: JsonObject) => Promise<Exchange>,
  options: LimitedCall,
  answerer: () => Promise<AnswerServerRequest>,
): Promise<JsonObject> {
  const { signal } = options;
  const ends = [connection.peer.closed, ...(signal ? [signal] : [])];
  let { reading, outgoing, listening } = first;
  for (let round = 1; ; round++) {
    if (reading.kind === 'complete') return { ...reading.result, ttlMs: NEVER_CACHED };
    const answerServerRequest = await answerer();
    if (reading.kind === 'task') {
      // The token of the call is that of the task, until it ends.
      const unlisten = listening && connection.peer.listenForProgress(listening);
      return awaitTask(connection, reading.task, outgoing, options, answerServerRequest).finally(unlisten);
    }
    if (round === MAX_INPUT_ROUNDS)
      throw new McpError(
        'limit',
        errorText('session.tooManyRounds', { method: outgoing.method, limit: MAX_INPUT_ROUNDS }),
      );
    const answering = answerInputRequests(reading, outgoing, ends, answerServerRequest);
    ({ reading, outgoing, listening } = await send(await whileHeld([options.clock], () => answering)));
  }
}

let lastToken = 0;

/** The token is text, as every era sends it. */
type CallProgress = ProgressListener & { readonly progressToken: string };

/** Makes a listener for each request of one call. Notifications without a number are ignored. */
function progressListener(onProgress: (progress: Progress) => void): () => CallProgress {
  return () => ({
    // Unique in a page, because requests that run together must not share a token. Short, because each progress message
    // repeats it.
    progressToken: `p${++lastToken}`,
    onProgress: (value) => {
      const raw = asObject(value);
      const progress = asNumber(raw?.['progress']);
      if (progress === undefined) return;
      const total = asNumber(raw?.['total']);
      const message = asString(raw?.['message']);
      // Member by member, because a server may send a hundred thousand of these in a second.
      const report: { progress: number; total?: number; message?: string } = { progress };
      if (total !== undefined) report.total = total;
      if (message !== undefined) report.message = message;
      onProgress(report);
    },
  });
}

/**
 * Rejects methods that the server or its revision does not have. Unknown methods are sent: they may belong to an
 * extension that only the page and the server know.
 * @throws McpError `unsupported-method`, `invalid-input`
 */
async function checkCapability(method: string, { era, protocol, server }: Connection): Promise<void> {
  if (isOwnMethod(method)) throw new McpError('invalid-input', errorText('session.ownMethod', { method }));
  const isKnown = era.methods.has(method);
  if (!methodsOfAnyEra.has(method) || (isKnown && isOffered(server, method))) return;
  throw isKnown
    ? new McpError('unsupported-method', errorText('session.notOffered', { method }))
    : new McpError(
        'unsupported-method',
        errorText('session.notInRevision', { revision: protocol.revision.id, method }),
      );
}

function isOffered({ capabilities }: Connection['server'], method: string): boolean {
  return isOfferedMethod(method) && serverOffers(capabilities, method);
}

/**
 * Sends a request and gives its complete result; answers input requests in between. Every call goes through here, in
 * both eras.
 * @throws McpError, ProtocolError
 */
export async function sendRequest(
  connection: Connection,
  request: NeutralRequest,
  options: CallOptions,
  answerer: () => Promise<AnswerServerRequest>,
): Promise<JsonObject> {
  const { era, peer, protocol } = connection;
  const { method } = request;
  // The common case does not wait for the asynchronous check.
  if (!isInEveryEra(method) || !isOffered(connection.server, method)) await checkCapability(method, connection);
  const { signal, onProgress, clock, timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs = DEFAULT_MAX_TIMEOUT_MS } = options;
  const listen = onProgress && progressListener(onProgress);
  const send = async (answers: JsonObject): Promise<Exchange> => {
    const listening = listen?.();
    const params = { ...request.params, ...answers };
    const encoded = era.encodeRequest({ ...request, params, progressToken: listening?.progressToken }, protocol);
    const outgoing = { ...encoded, isByPerson: options.initiator === 'person' };
    const asked = Object.keys(params).length === 0 ? connection.begun?.takeList(method, signal) : undefined;
    const reading = await (
      asked ?? peer.request(outgoing, { signal, timeoutMs, maxTimeoutMs, clock, ...listening })
    ).then((raw) => era.read(method, raw, request.asTask), era.readRefusal);
    return { outgoing, reading, listening };
  };
  const first = await send({});
  if (first.reading.kind === 'complete') return first.reading.result;
  return inputRequiredLoop(connection, first, send, { ...options, timeoutMs, maxTimeoutMs }, answerer);
}

/** One request and its response. */
export interface Exchange {
  readonly outgoing: Outgoing;
  readonly reading: Reading;
  readonly listening?: CallProgress | undefined;
}

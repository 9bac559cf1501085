import { asMcpError, McpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/peer.js';
import { isOfferedMethod, serverOffers } from '../protocol/capabilities.js';
import { resumingCall } from '../protocol/decode/server-requests.js';
import { asNumber, asObject, asString, compact } from '../protocol/decode/values.js';
import type { AnswerServerRequest, Connection, NeutralRequest, Reading } from '../protocol/era.js';
import type { PagesFirst } from '../protocol/legacy.js';
import type { JsonObject, Progress } from '../protocol/model.js';
import { isInEveryEra, isOwnMethod, methodsOfAnyEra } from '../protocol/revisions.js';
import { sleep, abortable } from '../util/async.js';
import { NEVER_CACHED } from './caching.js';
import type { CallOptions } from './requester.js';
import { notOffered, refusedAnswer } from './server-requests.js';
import { errorText } from './error-texts.js';
import { awaitTask, type LimitedCall } from './task-polling.js';

/** Milliseconds before a call is sent again whose answer asked for nothing but patience. */
export const INPUT_REQUIRED_PAUSE_MS = 250;
/** Requests that one round of a call may put. With more the call fails with `limit`. */
export const MAX_INPUT_REQUESTS = 100;

type InputRequired = Extract<Reading, { kind: 'input-required' }> & Partial<Pick<PagesFirst, 'refusal'>>;

/**
 * Answers every question of one round, or none: a refusal ends the call, and with it the other questions.
 * @param ends whatever ends the call ends the round, also where whoever should answer does not listen
 * @returns what the call says in addition when it goes out again
 */
async function answerInputRequests(
  { asks, requestState, asItWas, refusal }: InputRequired,
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
    // It is not sent, so that nobody at the server could make anything of a no.
    if (asItWas && asObject(given)?.['action'] !== 'accept')
      throw new McpError('declined', errorText('session.pageNotVisited'), { cause: refusal });
    return [key, given];
  };
  try {
    if (entries.length === 0) await sleep(INPUT_REQUIRED_PAUSE_MS, signal);
    const answers = await abortable(Promise.all(entries.map(([key]) => answerOne(key))), signal);
    if (asItWas) return {};
    // These answers belong to this round only, and the state goes back exactly as it came, or not at all.
    return compact({
      ...(entries.length > 0 && { inputResponses: Object.fromEntries(answers) as JsonObject }),
      requestState,
    }) as JsonObject;
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    const end = refusedAnswer(error);
    // Nobody here visits pages: then it is an error like any other, in the server's words.
    throw end.code === 'bad-message' && refusal ? refusal : end;
  } finally {
    round.abort(new McpError('cancelled', errorText('session.otherQuestionRefused')));
  }
}

/** Rounds in which one call may ask for more. Then it fails with `limit`. */
export const MAX_INPUT_ROUNDS = 10;

/**
 * What follows a first answer that was not the last: questions are answered and the request goes out again, or a task is
 * followed to its end.
 * @param say sends the request with these answers beside its parameters
 * @throws McpError `limit` for a server that does not come to an end; what answering, sending and following throw
 */
async function inputRequiredLoop(
  connection: Connection,
  first: Exchange,
  say: (answers: JsonObject) => Promise<Exchange>,
  options: LimitedCall,
  answerer: () => Promise<AnswerServerRequest>,
): Promise<JsonObject> {
  const { signal } = options;
  const ends = [connection.peer.closed, ...(signal ? [signal] : [])];
  let { reading, outgoing } = first;
  for (let round = 1; ; round++) {
    if (reading.kind === 'complete') return { ...reading.result, ttlMs: NEVER_CACHED };
    const answerServerRequest = await answerer();
    if (reading.kind === 'task') return awaitTask(connection, reading.task, outgoing, options, answerServerRequest);
    if (round === MAX_INPUT_ROUNDS)
      throw new McpError(
        'limit',
        errorText('session.tooManyRounds', { method: outgoing.method, limit: MAX_INPUT_ROUNDS }),
      );
    ({ reading, outgoing } = await say(await answerInputRequests(reading, outgoing, ends, answerServerRequest)));
  }
}

let lastToken = 0;

/** What is needed to hear how far one request is. */
interface ProgressListener {
  /** Never the same twice in a page, so that no two requests that run together share one. */
  readonly progressToken: string;
  onProgress(value: unknown): void;
}

/** Makes a listener for each request of one call. Values that tell nothing are left out. */
function progressListener(onProgress: (progress: Progress) => void): () => ProgressListener {
  return () => ({
    progressToken: `progress-${++lastToken}`,
    onProgress: (value) => {
      const raw = asObject(value);
      const progress = asNumber(raw?.['progress']);
      if (progress === undefined) return;
      onProgress(compact({ progress, total: asNumber(raw?.['total']), message: asString(raw?.['message']) }));
    },
  });
}

/**
 * What becomes of a request that the server did not offer to answer: one that belongs to an extension goes out, for only
 * the page and the server know what it means; everything else ends here.
 * @throws McpError `unsupported-method`, `invalid-input`
 */
async function checkCapability(method: string, { era, protocol, server }: Connection): Promise<void> {
  if (isOwnMethod(method)) throw new McpError('invalid-input', errorText('session.ownMethod', { method }));
  const isKnown = (await era.methods()).has(method);
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
 * Milliseconds without an answer or progress before a call fails with `timeout`, where the page says nothing
 * (`timeoutMs`).
 */
export const DEFAULT_TIMEOUT_MS = 60_000;
/**
 * Milliseconds that a call may take in all, whatever progress it reports (`maxTimeoutMs`). Then it fails with
 * `timeout`.
 */
export const DEFAULT_MAX_TIMEOUT_MS: number = 10 * 60_000;

/**
 * One call from its first word to its result: asked, and asked again with answers as long as the server wants to know
 * something first. The only way a request leaves this library, in both eras.
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
  // Most calls: without waiting for what only unusual ones need.
  if (!isInEveryEra(method) || !isOffered(connection.server, method)) await checkCapability(method, connection);
  const { signal, onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs = DEFAULT_MAX_TIMEOUT_MS } = options;
  const listen = onProgress && progressListener(onProgress);
  const say = async (answers: JsonObject): Promise<Exchange> => {
    const listening = listen?.();
    const params = { ...request.params, ...answers };
    const dressed = await era.encodeRequest({ ...request, params, progressToken: listening?.progressToken }, protocol);
    const outgoing = { ...dressed, isByPerson: options.initiator === 'person' };
    const reading = await peer
      .request(outgoing, { signal, timeoutMs, maxTimeoutMs, ...listening })
      .then((raw) => era.read(method, raw), era.readRefusal);
    return { outgoing, reading };
  };
  const said = await say({});
  if (said.reading.kind === 'complete') return said.reading.result;
  return inputRequiredLoop(connection, said, say, { ...options, timeoutMs, maxTimeoutMs }, answerer);
}

/** One request, and what came back. */
export interface Exchange {
  readonly outgoing: Outgoing;
  readonly reading: Reading;
}

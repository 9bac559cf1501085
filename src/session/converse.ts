import { McpError } from '../errors.js';
import type { CallOptions } from '../features/requester.js';
import type { AnswerAsk } from '../protocol/ask.js';
import { asNumber, asObject, asString, compact } from '../protocol/check/object.js';
import type { Connection } from '../protocol/connection.js';
import type { NeutralRequest } from '../protocol/era.js';
import type { JsonObject, Progress } from '../protocol/model.js';

/** How often one call may ask for more before it has to come to an end. */
export const MAX_ROUNDS = 10;
/** Milliseconds without an answer or progress before a call is given up. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Milliseconds a call may take in all. */
export const DEFAULT_MAX_TIMEOUT_MS: number = 10 * 60_000;

let lastToken = 0;

/**
 * One call from its first word to its result: asked, and asked again with answers as long as the server wants to know
 * something first. The only way a request leaves this library, in both eras.
 * @throws McpError, ProtocolError
 */
export async function converse(
  { era, peer, framing }: Connection,
  request: NeutralRequest,
  options: CallOptions,
  answerAsk: AnswerAsk,
): Promise<JsonObject> {
  const { method } = request;
  if (!era.methods.has(method))
    throw new McpError(
      'unsupported-method',
      `Revision ${framing.revision.id}, which this server speaks, has no ${method}.`,
    );
  const { signal, onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs = DEFAULT_MAX_TIMEOUT_MS } = options;
  let answers: JsonObject = {};
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const progressToken = onProgress && `progress-${++lastToken}`;
    const outgoing = await era.dress({ ...request, params: { ...request.params, ...answers }, progressToken }, framing);
    const raw = await peer.request(outgoing, {
      signal,
      timeoutMs,
      maxTimeoutMs,
      progressToken,
      ...(onProgress && { onProgress: (value: unknown) => tellProgress(value, onProgress) }),
    });
    const reading = await era.read(method, raw);
    if (reading.kind === 'complete') return reading.result;
    // On demand: most calls come to their end without a question.
    const { answerRound } = await import('./answer-round.js');
    answers = await answerRound(reading, outgoing, [peer.closed, ...(signal ? [signal] : [])], answerAsk);
  }
  throw new McpError('limit', `The server kept asking: ${method} was ended after ${MAX_ROUNDS} rounds.`);
}

function tellProgress(value: unknown, onProgress: (progress: Progress) => void): void {
  const raw = asObject(value);
  const progress = asNumber(raw?.['progress']);
  if (progress === undefined) return;
  onProgress(compact({ progress, total: asNumber(raw?.['total']), message: asString(raw?.['message']) }));
}

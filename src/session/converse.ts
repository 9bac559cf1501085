import type { CallOptions } from '../features/requester.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import type { AnswerAsk } from '../protocol/ask.js';
import type { Connection } from '../protocol/connection.js';
import type { NeutralRequest, Reading } from '../protocol/era.js';
import type { JsonObject, ServerCapabilities } from '../protocol/model.js';
import { furtherRounds } from './further-rounds.js';
import { progressListener } from './tell-progress.js';
import { admitUnoffered } from './unoffered.js';

/** Milliseconds without an answer or progress before a call is given up. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** Milliseconds a call may take in all. */
export const DEFAULT_MAX_TIMEOUT_MS: number = 10 * 60_000;

/**
 * One call from its first word to its result: asked, and asked again with answers as long as the server wants to know
 * something first. The only way a request leaves this library, in both eras.
 * @throws McpError, ProtocolError
 */
export async function converse(
  connection: Connection,
  request: NeutralRequest,
  options: CallOptions,
  answerer: () => Promise<AnswerAsk>,
): Promise<JsonObject> {
  const { era, peer, framing } = connection;
  const { method } = request;
  if (!offers(connection, method)) await admitUnoffered(method, connection);
  const { signal, onProgress, timeoutMs = DEFAULT_TIMEOUT_MS, maxTimeoutMs = DEFAULT_MAX_TIMEOUT_MS } = options;
  const listen = onProgress && progressListener(onProgress);
  const say = async (answers: JsonObject): Promise<Said> => {
    const listening = listen?.();
    const params = { ...request.params, ...answers };
    const dressed = await era.dress({ ...request, params, progressToken: listening?.progressToken }, framing);
    const outgoing = { ...dressed, isPersons: options.startedBy === 'person' };
    const reading = await peer
      .request(outgoing, { signal, timeoutMs, maxTimeoutMs, ...listening })
      .then((raw) => era.read(method, raw), era.readRefusal);
    return { outgoing, reading };
  };
  const said = await say({});
  if (said.reading.kind === 'complete') return said.reading.result;
  return furtherRounds(connection, said, say, options, answerer);
}

/** One request, and what came back. */
export interface Said {
  readonly outgoing: Outgoing;
  readonly reading: Reading;
}

/** What every revision has, and most calls are; the first part of the name is nearly that of the capability. */
const EVERYWHERE = /^(tools|resources|prompts|completion)\/(?!.*subscribe)/;

/** Whether it is certain at once that the server answers this. */
function offers({ server }: Connection, method: string): boolean {
  const kind = EVERYWHERE.exec(method)?.[1]?.replace('completion', 'completions');
  return server.capabilities[kind as keyof ServerCapabilities] !== undefined;
}

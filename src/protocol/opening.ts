import { HttpError, McpError, ProtocolError, asMcpError } from '../errors.js';
import { SessionHttp } from '../transport/session-http.js';
import { StreamableHttp } from '../transport/streamable-http.js';
import { classifyProbe, type ProbeOutcome } from './classify-probe.js';
import {
  connected,
  createPeer,
  framingFor,
  type Connection,
  type NotThisOne,
  type Opening,
  type OpeningContext,
  type OpeningName,
} from './connection.js';
import type { Framing } from './era.js';
import { legacyEra } from './eras/legacy/index.js';
import { askDiscover, readGreeting } from './eras/modern/discover.js';
import { modernEra } from './eras/modern/index.js';
import { noCommonRevision } from './no-common-revision.js';
import { newest, type Revision } from './revisions.js';

const OPENINGS: Readonly<Record<OpeningName, Opening>> = {
  modern: openModern,
  streamable: openStreamable,
  // On demand: hardly a server is that old.
  'http-sse': async (...args) => (await import('./open-http-sse.js')).openHttpSse(...args),
};
const ORDER: readonly OpeningName[] = ['modern', 'streamable', 'http-sse'];

/**
 * Opens a connection: each opening in turn decides for itself whether it fits, and the first that does wins. One that
 * is remembered from an earlier visit goes first.
 * @throws McpError when none fits; its words come from the opening that got furthest
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function open(context: OpeningContext, remembered?: OpeningName): Promise<Connection> {
  if (context.channel) return (await import('./open-channel.js')).openChannel(context, await context.channel());
  const order = ORDER.filter((name) => name !== remembered);
  // Names come from a store, where another version of this library may have left its own.
  if (order.length < ORDER.length) order.unshift(remembered!);
  const refusals: McpError[] = [];
  let offer: Revision | undefined;
  for (const name of order) {
    context.signal.throwIfAborted();
    const outcome = await OPENINGS[name](context, offer).catch((error: unknown) => {
      // What was remembered may be wrong by now: the others get their turn.
      if (name !== remembered) throw error;
      return { notThisOne: asMcpError(error), offer: undefined };
    });
    if ('peer' in outcome) return outcome;
    refusals.push(outcome.notThisOne);
    offer = outcome.offer;
  }
  throw mostTelling(refusals);
}

async function openModern(context: OpeningContext): Promise<Connection | NotThisOne> {
  const { endpoint, signal, timeoutMs } = context;
  let framing = framingFor(context, newest('modern'));
  const peer = createPeer(new StreamableHttp(endpoint), context, false, () => modernEra.headers(framing));
  // Twice at most: the second time in a revision the server named itself.
  for (let attempt = 0; ; attempt++) {
    const outcome: ProbeOutcome = await askDiscover(peer, framing, { signal, timeoutMs }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: asMcpError(error) }),
    );
    const verdict = classifyProbe(outcome);
    switch (verdict.kind) {
      case 'modern': {
        const greeting = await readGreeting('result' in outcome ? outcome.result : undefined, framing, endpoint.url);
        return connected('modern', modernEra, peer, greeting);
      }
      case 'legacy':
        return { notThisOne: probeError(outcome), offer: verdict.revision };
      case 'no-common-revision':
        throw await noCommonRevision(verdict.offered);
      case 'retry':
        if (attempt > 0) throw probeError(outcome);
        framing = { ...framing, revision: verdict.revision };
        break;
      case 'failed':
        throw probeError(outcome);
    }
  }
}

async function openStreamable(context: OpeningContext, offer?: Revision): Promise<Connection | NotThisOne> {
  let framing: Framing | undefined;
  const transport = new SessionHttp(context.endpoint);
  const peer = createPeer(transport, context, true, () => (framing ? legacyEra.headers(framing) : {}));
  try {
    const { url } = context.endpoint;
    const greeting = await legacyEra.greet(peer, framingFor(context, offer ?? newest('legacy')), url, context);
    framing = greeting.framing;
    return connected('streamable', legacyEra, peer, greeting);
  } catch (error) {
    void peer.close();
    const problem = asMcpError(error);
    if (!transport.greeted && isOlderServer(problem)) return { notThisOne: problem };
    throw problem;
  }
}

function probeError(outcome: ProbeOutcome): McpError {
  return 'error' in outcome ? outcome.error : new McpError('not-mcp', 'The server did not answer in MCP.');
}

/** Statuses an older server gives a POST it does not know, unless the body speaks of newer things. */
const OLDER_SERVER_STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 405]);

function isOlderServer(problem: McpError): boolean {
  const { status, rpcCode } = problem as ProtocolError & HttpError;
  if (problem.code === 'network') return true;
  if (rpcCode !== undefined && rpcCode <= -32020 && rpcCode >= -32099) return false;
  return OLDER_SERVER_STATUSES.has(status);
}

/** Several openings failed: the one where the server said something tells more than the one where nothing came. */
function mostTelling(refusals: readonly McpError[]): McpError {
  const rank = ({ code }: McpError): number => (code === 'network' ? 0 : code === 'http' || code === 'not-mcp' ? 1 : 2);
  // Of equals, the earlier: its remedy names everything the newest protocol needs.
  return refusals.reduce((best, next) => (rank(next) > rank(best) ? next : best));
}

import { asMcpError, McpError } from '../errors.js';
import type { Transport } from '../jsonrpc/transport.js';
import { sleep } from '../util/async.js';
import { HttpSse } from '../transport/http-sse.js';
import { NoAnswerError } from '../transport/no-answer.js';
import { CorsError } from '../transport/cors-failure.js';
import { SessionHttp, StreamableHttp } from '../transport/streamable-http.js';
import { readProfile } from './decode/server.js';
import {
  connected,
  type Connection,
  createPeer,
  type Era,
  type NegotiatedProtocol,
  negotiatedProtocol,
  type Handshake,
  type NotThisTransport,
  type ConnectStrategy,
  type ConnectContext,
  type ConnectionKind,
} from './era.js';
import { handshake, legacyEra } from './legacy.js';
import { requestDiscover, modernEra, readDiscovery } from './modern.js';
import {
  classifyChannelProbe,
  classifyProbe,
  classifyRefusedHandshake,
  isHttpSseServer,
  type ProbeOutcome,
  unansweredMessage,
} from './probe.js';
import { newest, noCommonRevision, PROBE_METHOD, type Revision, revisionRefused } from './revisions.js';
import { errorText } from './error-texts.js';

/** The error where no strategy fits. If a message got no answer, finds out what CORS forbids. */
async function whyNoneFits(refusals: ReadonlyMap<ConnectionKind, McpError>, signal: AbortSignal): Promise<McpError> {
  const sse = refusals.get('http-sse');
  // Its stream had named the address for messages: no other strategy got as far.
  if (sse instanceof CorsError) return sse;
  const best = bestError([...refusals.values()]);
  const silent = unansweredMessage(refusals.get('modern'), refusals.get('streamable'));
  if (!silent) return best;
  const cause = await silent.findCause(signal);
  return cause instanceof CorsError || best.code === 'network' ? cause : best;
}

/** The best error of several: an error from the server is more precise than a missing answer. */
function bestError(refusals: readonly McpError[]): McpError {
  const rank = ({ code }: McpError): number => (code === 'network' ? 0 : code === 'http' || code === 'not-mcp' ? 1 : 2);
  // Of equals the earlier one: its remedy names everything that the newest protocol needs.
  return refusals.reduce((best, next) => (rank(next) > rank(best) ? next : best));
}

/**
 * Connects to a modern server without `server/discover`: it refused the handshake and named a modern revision. All
 * capabilities are assumed; its lists show which it has.
 * @throws the error itself, if it means something else
 */
async function openUndiscovered(
  context: ConnectContext,
  error: unknown,
  refusals: ReadonlyMap<ConnectionKind, McpError>,
): Promise<Connection> {
  const verdict = classifyRefusedHandshake(asMcpError(error), refusals.get('modern'));
  if (verdict.kind === 'unheard') {
    const cause = await verdict.probe.findCause(context.signal);
    throw cause instanceof CorsError ? cause : error;
  }
  if (verdict.kind === 'no-common-revision') throw noCommonRevision(verdict.offered);
  if (verdict.kind === 'failed') throw error;
  const { revision } = verdict;
  const protocol = negotiatedProtocol(context, revision);
  const peer = createPeer(new StreamableHttp(context.endpoint), context, false, () => modernEra.headers(protocol));
  const everything = { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} } };
  const server = readProfile(context.endpoint.url, revision, everything, undefined);
  return connected('modern', modernEra, peer, { protocol, server });
}

/** Opens a connection on a channel: first with the modern probe, then with the handshake on the same channel. */
async function openChannel(context: ConnectContext, transport: Transport): Promise<Connection> {
  const { signal, onStreamEnd, endpoint, timeoutMs, revision } = context;
  let greeted: Handshake | undefined;
  // Requests of the server are answered from the start: only older servers send any, and none before the handshake.
  const peer = createPeer(transport, context, true, () => ({}));
  peer.listen({}, signal).catch((error: unknown) => {
    if (greeted && !signal.aborted && !peer.closed.aborted) onStreamEnd(asMcpError(error));
  });
  const finish = (era: Era, greeting: Handshake): Connection => {
    greeted = greeting;
    const opening = era === modernEra ? 'modern' : 'streamable';
    return { ...connected(opening, onSharedChannel(era), peer, greeting), streamIsOpen: true };
  };
  try {
    const greet = async (offer = newest('legacy')): Promise<Connection> =>
      finish(legacyEra, await handshake(peer, negotiatedProtocol(context, offer), endpoint.url, { signal, timeoutMs }));
    if (revision?.era === 'legacy') return await greet(revision);
    const protocol: NegotiatedProtocol = negotiatedProtocol(context, newest('modern'));
    const probing: Promise<ProbeOutcome> = requestDiscover(peer, protocol, { signal, timeoutMs }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: asMcpError(error) }),
    );
    const discovered = (outcome: ProbeOutcome): Connection =>
      finish(modernEra, readDiscovery('result' in outcome ? outcome.result : undefined, protocol, endpoint.url));
    const answered = new AbortController();
    const silence = (): Promise<void> => sleep(CHANNEL_PROBE_MS, AbortSignal.any([signal, answered.signal]));
    const outcome = await (revision ? probing : Promise.race([probing, silence()])).finally(() => answered.abort());
    if (!outcome) {
      const greeting = greet();
      const late = probing.then((answer) =>
        classifyChannelProbe(answer) === 'modern' ? discovered(answer) : greeting,
      );
      return await Promise.race([greeting, late]);
    }
    const verdict = classifyChannelProbe(outcome);
    if (verdict === 'modern') return discovered(outcome);
    if (verdict === 'failed') throw probeError(outcome);
    if (revision) throw revisionRefused(revision, probeError(outcome));
    return await greet();
  } catch (error) {
    void peer.close();
    throw asMcpError(error);
  }
}

/**
 * Milliseconds after which the older handshake is sent as well: an older server may not answer an unknown request, and
 * a newer one may only be slow to start. The first answer decides.
 */
const CHANNEL_PROBE_MS = 3000;

/** The era on a channel, where a single request cannot be aborted: both eras cancel by a message. */
function onSharedChannel(era: Era): Era {
  return {
    ...era,
    encodeRequest(request, protocol) {
      const outgoing = era.encodeRequest(request, protocol);
      return {
        ...outgoing,
        cancelNotification: (requestId, reason) => ({
          method: 'notifications/cancelled',
          params: { requestId, reason },
        }),
      };
    },
  };
}

/** HTTP+SSE of 2024-11-05. */
const openHttpSse: ConnectStrategy = async (context, offer) => {
  let protocol: NegotiatedProtocol | undefined;
  const transport = new HttpSse(context.endpoint);
  const peer = createPeer(transport, context, true, () => (protocol ? legacyEra.headers(protocol) : {}));
  const { signal, onStreamEnd } = context;
  // All answers come on this stream, so it is opened before the first message.
  peer.listen({}, signal).catch((error: unknown) => {
    if (protocol && !signal.aborted && !peer.closed.aborted) onStreamEnd(asMcpError(error));
  });
  try {
    const { url } = context.endpoint;
    const greeting = await handshake(peer, negotiatedProtocol(context, offer ?? newest('legacy')), url, context);
    if (transport.ended) throw transport.ended;
    protocol = greeting.protocol;
    // Its notifications come on the stream that is open already.
    return { ...connected('http-sse', legacyEra, peer, greeting), streamIsOpen: true };
  } catch (error) {
    // Looked for while the stream is open: many servers do not answer after that.
    const problem = error instanceof NoAnswerError ? await error.findCause(signal) : asMcpError(error);
    void peer.close();
    const isOther = ['network', 'http', 'not-mcp', 'server-error'].includes(problem.code);
    if (isOther && !transport.greeted) return { notThisOne: problem };
    throw problem;
  }
};

/** The probe, which is repeated where the server names another revision, and the connection that it leads to. */
interface ModernProbe {
  discover(protocol: NegotiatedProtocol): Promise<unknown>;
  connect(protocol: NegotiatedProtocol, result: unknown): Connection;
}

/**
 * Acts on the verdict about a probe.
 * @throws McpError if it gives no information about the era, or if there is no revision in common
 */
async function decide(
  probe: ModernProbe,
  protocol: NegotiatedProtocol,
  outcome: ProbeOutcome,
  isLast = false,
): Promise<Connection | NotThisTransport> {
  const verdict = classifyProbe(outcome);
  switch (verdict.kind) {
    case 'modern':
      return probe.connect(protocol, 'result' in outcome ? outcome.result : undefined);
    case 'legacy':
      return { notThisOne: probeError(outcome), offer: verdict.revision };
    case 'no-common-revision':
      throw noCommonRevision(verdict.offered);
    case 'failed':
      throw probeError(outcome);
    case 'retry': {
      // At most two probes: the second in a revision that the server named.
      if (isLast) throw probeError(outcome);
      const other = { ...protocol, revision: verdict.revision };
      const next = await probe.discover(other).then(
        (result) => ({ result }),
        (error: unknown) => ({ error: asMcpError(error) }),
      );
      return decide(probe, other, next, true);
    }
  }
}

function probeError(outcome: ProbeOutcome): McpError {
  return 'error' in outcome ? outcome.error : new McpError('not-mcp', errorText('protocol.notMcp'));
}

const OPENINGS: Readonly<Record<ConnectionKind, ConnectStrategy>> = {
  modern: openModern,
  streamable: openStreamable,
  'http-sse': openHttpSse,
};
const ORDER: readonly ConnectionKind[] = ['modern', 'streamable', 'http-sse'];

/**
 * Connects: each strategy in turn decides if it fits, and the first that fits is used. The strategy of the earlier
 * visit is the first.
 * @param remembered the strategy of an earlier visit
 * @throws McpError when none fits; the error of the strategy that got furthest
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function open(context: ConnectContext, remembered?: ConnectionKind): Promise<Connection> {
  if (context.channel) return openChannel(context, await context.channel());
  const { revision } = context;
  const fits = revision ? ORDER.filter((name) => (name === 'modern') === (revision.era === 'modern')) : ORDER;
  // The name comes from storage, where another version of this library may have written another one.
  const order = [...new Set([...fits.filter((name) => name === remembered), ...fits])];
  const refusals = new Map<ConnectionKind, McpError>();
  let offer = revision;
  for (const name of order) {
    context.signal.throwIfAborted();
    const outcome = await OPENINGS[name](context, offer).catch(async (error: unknown) => {
      // The stored strategy may be outdated: the others are tried.
      if (name === remembered) return { notThisOne: asMcpError(error), offer: undefined };
      if (name !== 'streamable' || revision) throw error;
      return openUndiscovered(context, error, refusals);
    });
    if ('peer' in outcome) return outcome;
    refusals.set(name, outcome.notThisOne);
    offer = outcome.offer ?? revision;
  }
  const error = await whyNoneFits(refusals, context.signal);
  // Other errors are more precise than an unknown revision: no answer, a refusal of the browser, a required sign-in.
  const isOfTheRevision = revision?.era === 'modern' && ['http', 'not-mcp', 'server-error'].includes(error.code);
  throw isOfTheRevision ? revisionRefused(revision, error) : error;
}

async function openModern(context: ConnectContext): Promise<Connection | NotThisTransport> {
  const { endpoint } = context;
  const protocol = negotiatedProtocol(context, newest('modern'));
  const peer = createPeer(new StreamableHttp(endpoint), context, false, () => ({}));
  const probe: ModernProbe = {
    discover: (asked) => requestDiscover(peer, asked, context),
    connect: (asked, result) => connected('modern', modernEra, peer, readDiscovery(result, asked, endpoint.url)),
  };
  const outcome: ProbeOutcome = await probe.discover(protocol).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: asMcpError(error) }),
  );
  return decide(probe, protocol, outcome);
}

async function openStreamable(context: ConnectContext, offer?: Revision): Promise<Connection | NotThisTransport> {
  let protocol: NegotiatedProtocol | undefined;
  const transport = new SessionHttp(context.endpoint);
  const peer = createPeer(transport, context, true, () => (protocol ? legacyEra.headers(protocol) : {}));
  try {
    const { url } = context.endpoint;
    const greeting = await handshake(peer, negotiatedProtocol(context, offer ?? newest('legacy')), url, context);
    protocol = greeting.protocol;
    return connected('streamable', legacyEra, peer, greeting);
  } catch (error) {
    void peer.close();
    if (!transport.greeted && isHttpSseServer(asMcpError(error))) return { notThisOne: asMcpError(error) };
    throw error;
  }
}

/** Milliseconds for the answer to the question whether the server is still there. */
const ALIVE_TIMEOUT_MS = 5000;

/**
 * Checks that the server answers: with `ping` if the revision has it, else with a method that it offers. An error is an
 * answer too.
 * @returns milliseconds until the answer came
 * @throws McpError `network`, `timeout` or `stream-ended` if none came
 */
export async function ping({ era, peer, protocol }: Connection, signal: AbortSignal): Promise<number> {
  const request = { method: era.methods.has('ping') ? 'ping' : PROBE_METHOD };
  const begun = performance.now();
  try {
    await peer.request(era.encodeRequest(request, protocol), { signal, timeoutMs: ALIVE_TIMEOUT_MS });
  } catch (thrown) {
    const error = asMcpError(thrown);
    if (signal.aborted || ['network', 'timeout', 'stream-ended'].includes(error.code)) throw error;
  }
  return performance.now() - begun;
}

/** True if the server answers a ping, even with an error. */
export async function isAlive(connection: Connection, signal: AbortSignal): Promise<boolean> {
  return ping(connection, signal).then(
    () => true,
    () => signal.aborted,
  );
}

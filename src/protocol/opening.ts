import { asMcpError, type McpError } from '../errors.js';
import { SessionHttp } from '../transport/session-http.js';
import { StreamableHttp } from '../transport/streamable-http.js';
import { asObject } from './check/object.js';
import type { ProbeOutcome } from './classify-probe.js';
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
import { handshake } from './eras/legacy/handshake.js';
import { legacyEra } from './eras/legacy/index.js';
import { askDiscover, readGreeting } from './eras/modern/discover.js';
import { modernEra } from './eras/modern/index.js';
import { isOlderServer, whyNoneFits, openUndiscovered } from './failed-opening.js';
import { openChannel } from './open-channel.js';
import { openHttpSse } from './open-http-sse.js';
import { mutual, newest, type Revision } from './revisions.js';
import { decide, type ModernProbe } from './unusual-probe.js';

const OPENINGS: Readonly<Record<OpeningName, Opening>> = {
  modern: openModern,
  streamable: openStreamable,
  'http-sse': openHttpSse,
};
const ORDER: readonly OpeningName[] = ['modern', 'streamable', 'http-sse'];

/**
 * Opens a connection: each opening in turn decides for itself whether it fits, and the first that does wins. One that
 * is remembered from an earlier visit goes first.
 * @throws McpError when none fits; its words come from the opening that got furthest
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
 */
export async function open(context: OpeningContext, remembered?: OpeningName): Promise<Connection> {
  if (context.channel) return openChannel(context, await context.channel());
  // Names come from a store, where another version of this library may have left its own.
  const order = [...new Set([...ORDER.filter((name) => name === remembered), ...ORDER])];
  const refusals = new Map<OpeningName, McpError>();
  let offer: Revision | undefined;
  for (const name of order) {
    context.signal.throwIfAborted();
    const outcome = await OPENINGS[name](context, offer).catch(async (error: unknown) => {
      // What was remembered may be wrong by now: the others get their turn.
      if (name === remembered) return { notThisOne: asMcpError(error), offer: undefined };
      if (name !== 'streamable') throw error;
      return openUndiscovered(context, error, refusals);
    });
    if ('peer' in outcome) return outcome;
    refusals.set(name, outcome.notThisOne);
    offer = outcome.offer;
  }
  throw await whyNoneFits(refusals, context.signal);
}

async function openModern(context: OpeningContext): Promise<Connection | NotThisOne> {
  const { endpoint } = context;
  const framing = framingFor(context, newest('modern'));
  const peer = createPeer(new StreamableHttp(endpoint), context, false, () => ({}));
  const probe: ModernProbe = {
    discover: (asked) => askDiscover(peer, asked, context),
    connect: (asked, result) => connected('modern', modernEra, peer, readGreeting(result, asked, endpoint.url)),
  };
  const outcome: ProbeOutcome = await probe.discover(framing).then(
    (result) => ({ result }),
    (error: unknown) => ({ error: asMcpError(error) }),
  );
  if ('error' in outcome && isPlainRefusal(outcome.error)) return { notThisOne: outcome.error };
  if ('result' in outcome && mutual('modern', asObject(outcome.result)?.['supportedVersions']))
    return probe.connect(framing, outcome.result);
  return decide(probe, framing, outcome);
}

/**
 * What servers of the older era say to words they do not know, in most cases. In a browser, no answer at all is one of
 * them: the CORS lists of older servers do not allow the new headers, and the browser hides which it was.
 */
export function isPlainRefusal(error: McpError): boolean {
  const { code, status = 0, rpcCode = 0 } = error as McpError & { readonly status?: number; readonly rpcCode?: number };
  if (rpcCode < -32019 && rpcCode > -32100) return false;
  return /^(network|not-mcp|bad-message)$/.test(code) || (/^(http|server-error)$/.test(code) && status < 429);
}

async function openStreamable(context: OpeningContext, offer?: Revision): Promise<Connection | NotThisOne> {
  let framing: Framing | undefined;
  const transport = new SessionHttp(context.endpoint);
  const peer = createPeer(transport, context, true, () => (framing ? legacyEra.headers(framing) : {}));
  try {
    const { url } = context.endpoint;
    const greeting = await handshake(peer, framingFor(context, offer ?? newest('legacy')), url, context);
    framing = greeting.framing;
    return connected('streamable', legacyEra, peer, greeting);
  } catch (error) {
    void peer.close();
    if (!transport.greeted && isOlderServer(asMcpError(error))) return { notThisOne: asMcpError(error) };
    throw error;
  }
}

import type { Peer } from '../../../jsonrpc/peer.js';
import { asObject, asStrings } from '../../check/object.js';
import { readProfile } from '../../check/profile.js';
import type { Framing, GreetOptions, Greeting } from '../../era.js';
import { noCommonRevision } from '../../no-common-revision.js';
import { mutual } from '../../revisions.js';
import { SERVER_INFO, envelope } from './envelope.js';
import { mirroredHeaders } from './headers.js';

/**
 * `server/discover`: who the server is and which revisions it speaks. Only a server of this era knows it, and it changes
 * nothing, which makes it the probe too.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export async function discover(peer: Peer, framing: Framing, url: string, options: GreetOptions): Promise<Greeting> {
  const raw = await askDiscover(peer, framing, options);
  return readGreeting(raw, framing, url);
}

export function askDiscover(peer: Peer, framing: Framing, { signal, timeoutMs }: GreetOptions): Promise<unknown> {
  const request = { method: 'server/discover' };
  return peer.request(
    { method: request.method, params: envelope(request, framing), headers: mirroredHeaders(request, framing) },
    { signal, timeoutMs },
  );
}

export async function readGreeting(raw: unknown, framing: Framing, url: string): Promise<Greeting> {
  const result = asObject(raw) ?? {};
  const supported = asStrings(result['supportedVersions']) ?? [];
  const revision = mutual('modern', supported);
  if (!revision) throw await noCommonRevision(supported);
  // Before the revision was final the name stood at the top level.
  const serverInfo = asObject(result['_meta'])?.[SERVER_INFO] ?? result['serverInfo'];
  return { framing: { ...framing, revision }, server: readProfile(url, revision, result, serverInfo) };
}

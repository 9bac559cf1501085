import type { Peer } from '../../../jsonrpc/peer.js';
import { asObject } from '../../check/object.js';
import { readProfile } from '../../check/profile.js';
import type { Framing, GreetOptions, Greeting } from '../../era.js';
import { mutual } from '../../revisions.js';
import { SERVER_INFO } from './envelope.js';
import { modernEra } from './index.js';

/**
 * `server/discover`: who the server is and which revisions it speaks. Only a server of this era knows it, and it changes
 * nothing, which makes it the probe too.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export async function askDiscover(peer: Peer, framing: Framing, { signal, timeoutMs }: GreetOptions): Promise<unknown> {
  return peer.request(await modernEra.dress({ method: 'server/discover' }, framing), { signal, timeoutMs });
}

/** What is agreed with a server that answered. It has named a revision that we speak too. */
export function readGreeting(raw: unknown, framing: Framing, url: string): Greeting {
  const result = asObject(raw) ?? {};
  const revision = mutual('modern', result['supportedVersions']) ?? framing.revision;
  // Before the revision was final the name stood at the top level.
  const serverInfo = asObject(result['_meta'])?.[SERVER_INFO] ?? result['serverInfo'];
  return { framing: { ...framing, revision }, server: readProfile(url, revision, result, serverInfo) };
}

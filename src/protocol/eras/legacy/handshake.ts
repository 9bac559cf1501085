import type { Peer } from '../../../jsonrpc/peer.js';
import { readProfile } from '../../check/profile.js';
import { asObject, asStrings } from '../../check/object.js';
import type { Framing, GreetOptions, Greeting } from '../../era.js';
import { noCommonRevision } from '../../no-common-revision.js';
import { findRevision } from '../../revisions.js';
import { anotherRevision } from './handshake-trouble.js';
import { legacyHeaders } from './headers.js';

/**
 * `initialize`, then `notifications/initialized`. The server answers with our revision or offers another; one we do not
 * speak ends it there.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export async function handshake(peer: Peer, offer: Framing, url: string, options: GreetOptions): Promise<Greeting> {
  const raw = asObject(await initialize(peer, offer, options));
  const revision = findRevision(raw?.['protocolVersion']);
  if (!raw || !revision || revision.era !== 'legacy') throw noCommonRevision(asStrings([raw?.['protocolVersion']])!);
  const framing = { ...offer, revision };
  const server = readProfile(url, revision, raw, raw['serverInfo']);
  await peer.notify({ method: 'notifications/initialized', headers: legacyHeaders(framing) }, options);
  return { framing, server };
}

async function initialize(peer: Peer, offer: Framing, options: GreetOptions): Promise<unknown> {
  const say = ({ revision, client, capabilities }: Framing): Promise<unknown> =>
    // Not dressed: it has no version header yet, and it is never cancelled, only given up.
    peer.request(
      {
        method: 'initialize',
        params: { protocolVersion: revision.id, capabilities: capabilities(), clientInfo: client },
      },
      options,
    );
  try {
    return await say(offer);
  } catch (error) {
    return say({ ...offer, revision: anotherRevision(error, offer.revision) });
  }
}

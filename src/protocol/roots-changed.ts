import type { Connection } from './connection.js';

/**
 * Tells a server that there are other roots now, where its revision has a word for that; elsewhere it asks when it needs
 * them.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
 */
export async function tellRootsChanged({ era, peer, framing, server }: Connection): Promise<void> {
  if (server.era !== 'legacy') return;
  await peer.notify({ method: 'notifications/roots/list_changed', headers: era.headers(framing) });
}

import { McpError } from '../../../errors.js';
import type { Peer } from '../../../jsonrpc/peer.js';
import { asObject } from '../../check/object.js';
import type { Era, Framing, Interest } from '../../era.js';

/**
 * One request whose answer ends the news; until then they come on its stream. A server without news is not asked.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/utilities/subscriptions
 */
export async function listen(
  era: Era,
  peer: Peer,
  framing: Framing,
  interest: Interest,
  signal: AbortSignal,
): Promise<void> {
  const notifications = {
    ...(interest.tools && { toolsListChanged: true }),
    ...(interest.prompts && { promptsListChanged: true }),
    ...(interest.resources && { resourcesListChanged: true }),
  };
  if (Object.keys(notifications).length === 0) return;
  const request = { method: 'subscriptions/listen', params: { notifications } };
  const ended = await peer.request(await era.dress(request, framing), { signal, timeoutMs: Infinity });
  if (!asObject(ended)) throw new McpError('bad-message', 'The server ended its news without saying so.');
}

import { asMcpError } from '../errors.js';
import type { Transport } from '../jsonrpc/transport.js';
import { classifyProbe } from './classify-probe.js';
import { connected, createPeer, framingFor, type Connection, type OpeningContext } from './connection.js';
import type { Era, Framing, Greeting } from './era.js';
import { handshake } from './eras/legacy/handshake.js';
import { legacyEra } from './eras/legacy/index.js';
import { askDiscover, readGreeting } from './eras/modern/discover.js';
import { modernEra } from './eras/modern/index.js';
import { newest } from './revisions.js';

/**
 * Opens a connection on a channel that carries everything: the modern words first, and on the same channel the handshake
 * if those are not understood.
 */
export async function openChannel(context: OpeningContext, transport: Transport): Promise<Connection> {
  const { signal, onStreamEnd, endpoint, timeoutMs } = context;
  let greeted: Greeting | undefined;
  // A server may ask only in the older era, and that is not known yet: until then nothing is answered wrongly, for
  // nothing is asked before the first words.
  const peer = createPeer(transport, context, true, () => ({}));
  peer.listen({}, signal).catch((error: unknown) => {
    if (greeted && !signal.aborted && !peer.closed.aborted) onStreamEnd(asMcpError(error));
  });
  const finish = (era: Era, greeting: Greeting): Connection => {
    greeted = greeting;
    const opening = era === modernEra ? 'modern' : 'streamable';
    return { ...connected(opening, onSharedChannel(era), peer, greeting), streamIsOpen: true };
  };
  try {
    const framing: Framing = framingFor(context, newest('modern'));
    const outcome = await askDiscover(peer, framing, { signal, timeoutMs: PROBE_TIMEOUT_MS }).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: asMcpError(error) }),
    );
    if (classifyProbe(outcome).kind === 'modern')
      return finish(modernEra, readGreeting('result' in outcome ? outcome.result : undefined, framing, endpoint.url));
    // Silence is an answer here: an older server may drop what it does not know.
    const isOver = 'error' in outcome && !['server-error', 'timeout'].includes(outcome.error.code);
    if (isOver) throw outcome.error;
    return finish(
      legacyEra,
      await handshake(peer, framingFor(context, newest('legacy')), endpoint.url, { signal, timeoutMs }),
    );
  } catch (error) {
    void peer.close();
    throw asMcpError(error);
  }
}

/** Milliseconds for the first words. Short: who does not know them may say nothing at all. */
const PROBE_TIMEOUT_MS = 3000;

/** The era as it is where nobody can hang up on a single request: giving up is said in words in both. */
function onSharedChannel(era: Era): Era {
  return {
    ...era,
    async dress(request, framing) {
      const outgoing = await era.dress(request, framing);
      return {
        ...outgoing,
        giveUp: (requestId, reason) => ({ method: 'notifications/cancelled', params: { requestId, reason } }),
      };
    },
  };
}

import { asMcpError } from '../errors.js';
import { NoAnswerError } from '../transport/no-answer.js';
import { HttpSse } from '../transport/http-sse.js';
import { connected, createPeer, framingFor, type Opening } from './connection.js';
import type { Framing } from './era.js';
import { handshake } from './eras/legacy/handshake.js';
import { legacyEra } from './eras/legacy/index.js';
import { newest } from './revisions.js';

/** The two-address shape of the oldest revision. */
export const openHttpSse: Opening = async (context, offer) => {
  let framing: Framing | undefined;
  const transport = new HttpSse(context.endpoint);
  const peer = createPeer(transport, context, true, () => (framing ? legacyEra.headers(framing) : {}));
  const { signal, onStreamEnd } = context;
  // Everything comes back on this stream, so it is there before the first word is said.
  peer.listen({}, signal).catch((error: unknown) => {
    if (framing && !signal.aborted && !peer.closed.aborted) onStreamEnd(asMcpError(error));
  });
  try {
    const { url } = context.endpoint;
    const greeting = await handshake(peer, framingFor(context, offer ?? newest('legacy')), url, context);
    if (transport.ended) throw transport.ended;
    framing = greeting.framing;
    // Its news come on the stream that is open already.
    return { ...connected('http-sse', legacyEra, peer, greeting), streamIsOpen: true };
  } catch (error) {
    // While its stream stands: many do not answer anything after that.
    const problem = error instanceof NoAnswerError ? await error.findCause(signal) : asMcpError(error);
    void peer.close();
    const isOther = ['network', 'http', 'not-mcp', 'server-error'].includes(problem.code);
    if (isOther && !transport.greeted) return { notThisOne: problem };
    throw problem;
  }
};

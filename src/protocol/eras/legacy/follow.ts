import { asMcpError } from '../../../errors.js';
import { StreamPlace } from '../../../transport/stream-place.js';
import type { Connection } from '../../connection.js';
import type { FollowContext, Follower } from '../../era.js';

/**
 * The standing stream brings all news, wanted or not; only the changes of single resources have to be asked for.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
export async function follow(connection: Connection, context: FollowContext): Promise<Follower> {
  const { era, peer, framing, streamIsOpen } = connection;
  const { uris, signal, timeoutMs, onGap, onProblem } = context;
  const report = (error: unknown): void => {
    if (!signal.aborted) onProblem(asMcpError(error));
  };
  const ask = async (method: string, uri: string): Promise<void> => {
    await peer.request(await era.dress({ method, params: { uri } }, framing), { signal, timeoutMs });
  };
  const place = new StreamPlace(connection.server.url);
  /** As long as this tab has a place for it, and again when it has one again. */
  const listen = async (onOpen: () => void): Promise<void> => {
    for (let isAgain = false; ; isAgain = true) {
      // Without a place nothing can be asked on the stream: no call waits for it.
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      const held = await place.take(signal, onOpen);
      if (isAgain) onGap();
      try {
        // oxlint-disable-next-line no-await-in-loop -- one stream after the other
        await peer.listen(era.headers(framing), AbortSignal.any([signal, held]), onOpen);
      } catch (error) {
        if (!held.aborted) {
          place.release();
          throw error;
        }
      }
      if (!held.aborted || signal.aborted) return place.release();
    }
  };
  const watch = (uri: string): Promise<void> => ask('resources/subscribe', uri);
  const opened = new Promise<void>((resolve) => {
    if (streamIsOpen) resolve();
    else listen(resolve).catch(report).finally(resolve);
  });
  for (const uri of uris) watch(uri).catch(report);
  return { opened, watch, unwatch: (uri) => ask('resources/unsubscribe', uri), heard: () => false };
}

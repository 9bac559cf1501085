import { asMcpError, type McpError } from '../errors.js';
import { tellRootsChanged } from '../protocol/roots-changed.js';
import type { Connection } from '../protocol/connection.js';
import type { Root } from '../protocol/model.js';
import { rootsFor } from './open-roots.js';
import type { SessionOptions } from './session-options.js';

/**
 * Tells the server of one connection each time that the person's roots change, until `signal` aborts: we said that we
 * would. Not what changed: the server asks, and then the person does.
 */
export async function tellRoots(
  connection: Connection,
  signal: AbortSignal,
  options: SessionOptions,
  report: (problem: McpError) => void,
): Promise<void> {
  const kept = rootsFor(connection.server.url, options);
  // Followed before it is read: nothing is missed, and what another tab does is heard.
  let told: string | undefined;
  const tell = ({ roots }: { readonly roots: readonly Root[] }): void => {
    const now = JSON.stringify(roots);
    if (told === undefined || told === now) return;
    told = now;
    tellRootsChanged(connection).catch((error: unknown) => {
      if (!signal.aborted) report(asMcpError(error));
    });
  };
  kept.state.subscribe(tell, { signal });
  const now = await kept.refresh();
  // It may have asked before this was loaded, and the person may have been quicker too.
  told = JSON.stringify(kept.asked ?? now.roots);
  if (!signal.aborted) tell(now);
}

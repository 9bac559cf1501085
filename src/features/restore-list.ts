import type { Store } from '../util/store.js';
import type { CatalogState } from './catalog-state.js';
import type { CatalogCache } from './catalog.js';
import { isFresh } from './is-fresh.js';

/**
 * Shows a list that an earlier visit left, unless something newer is there: as ready where the server said that it still
 * holds and nobody has asked yet, otherwise as stale. It was checked before it was stored, and nobody but this origin can
 * write there.
 */
export async function restoreList<T>(
  kind: string,
  cache: Promise<CatalogCache>,
  state: Store<CatalogState<T>>,
  isFetching: () => boolean,
): Promise<void> {
  const list = await (await cache).getList(kind);
  const { phase } = state.get();
  if (!list || (phase !== 'empty' && phase !== 'loading')) return;
  const items = list.items as readonly T[];
  const { asOf, freshUntil } = list;
  if (phase === 'empty' && isFresh(asOf, freshUntil))
    state.set({ phase: 'ready', items, problems: [], asOf, freshUntil });
  else state.set({ phase: 'stale', items, problems: [], asOf, refreshing: isFetching() });
}

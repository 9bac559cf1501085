import { TabNews } from '../approvals/tab-news.js';
import { createStorage } from '../store/create-storage.js';
import type { Storage } from '../store/storage.js';
import { kindOfStorage, ownerOf } from './owner-of.js';
import { DEFAULT_NAMESPACE } from './owners-keeping.js';
import type { SessionOptions } from './session-options.js';

/** Where sessions with certain options keep what is the person’s. */
export interface KeepingPlace {
  /** The same for all sessions that share it. */
  readonly key: string | Storage;
  /** Undefined where nothing outlives the page. */
  readonly storage: Storage | undefined;
}

/**
 * Where decisions, and the record of them, are kept. Of a session whose owner nobody named, they end with the page: the
 * next one with the same browser may be somebody else.
 */
export function keepingPlaceOf(options: SessionOptions): KeepingPlace {
  const { namespace = DEFAULT_NAMESPACE } = options;
  const storage = kindOfStorage(ownerOf(options), options);
  if (typeof storage === 'object') return { key: storage, storage };
  return {
    key: `${storage} ${namespace}`,
    storage: storage === 'none' ? undefined : createStorage(storage, namespace),
  };
}

/** One of each, for each place. `newsOf` gives what tells other tabs of changes, where they see that place too. */
export function onePerPlace<T>(
  make: (storage: Storage | undefined, newsOf: (what: string) => TabNews | undefined) => T,
): (options: SessionOptions) => T {
  const opened = new Map<string | Storage, T>();
  return (options) => {
    const { key, storage } = keepingPlaceOf(options);
    // What a page keeps in a place of its own, other tabs may not see.
    const newsOf = (what: string): TabNews | undefined =>
      storage && typeof key === 'string' ? new TabNews(`mcp-embed ${what} ${key}`) : undefined;
    const found = opened.get(key) ?? make(storage, newsOf);
    opened.set(key, found);
    return found;
  };
}

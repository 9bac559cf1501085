import type { Kept } from '../store/records.js';
import type { RecordKey, Storage } from '../store/storage.js';

/** Records of one kind for those who know them by their ids alone, whichever server they are of. */
export interface ById<K extends 'grant' | 'record'> {
  list(): Promise<readonly Kept[K][]>;
  put(records: readonly Kept[K][]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

export function byId<K extends 'grant' | 'record'>(storage: Storage, kind: K): ById<K> {
  // Whose each is. Removed at once where it is known: what is read after that must not bring it back.
  const keys = new Map<string, RecordKey>();
  const note = (records: readonly Kept[K][]): readonly Kept[K][] => {
    // A storage of the page's own may hold anything.
    for (const { id, server } of records.filter(Boolean)) keys.set(id, { id, server });
    return records;
  };
  const list = async (): Promise<readonly Kept[K][]> => note(await storage.list(kind));
  return {
    list,
    put: async (records) => storage.put(kind, note(records)),
    remove: async (ids) => {
      if (ids.some((id) => !keys.has(id))) await list();
      const known = ids.flatMap((id) => keys.get(id) ?? []);
      await storage.remove(kind, known);
      for (const id of ids) keys.delete(id);
    },
  };
}

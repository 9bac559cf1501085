import type { Database, McpDatabase } from './database.js';
import type { Stored } from './stored.js';

/**
 * Reads records one by one where they cannot be read together, each in a transaction of its own: what is damaged is left
 * out, the others come.
 */
export async function readEach(
  database: Database,
  index: keyof McpDatabase['kept']['indexes'],
  range: IDBKeyRange,
  onDamaged: (cause: unknown) => void,
): Promise<Stored[]> {
  const found: Stored[] = [];
  for (const key of await database.getAllKeysFromIndex('kept', index, range)) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other: it is an emergency, and there may be many
      const stored = await database.get('kept', key);
      if (stored) found.push(stored);
    } catch (error) {
      onDamaged(error);
    }
  }
  return found;
}

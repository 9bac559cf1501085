import type { McpError } from '../errors.js';
import { FallbackStorage } from './fallback-storage.js';
import { storageProblem } from './problems.js';
import { MemoryStorage } from './memory-storage.js';
import type { Kept, Kind } from './records.js';
import type { Storage } from './storage.js';
import { tabDatabase } from './tab-database.js';

/** One for each name: a page may open and close sessions by the thousand, and nothing tells when the last one went. */
const databases = new Map<string, FallbackStorage>();

/**
 * The storage of that kind: `local` is a database of that name, `session` one of this tab, `none` the memory of the page.
 * @param onProblem told of what is wrong, each thing once; the one that was named last, where several share a database
 */
export function createStorage(
  kind: 'local' | 'session' | 'none',
  namespace: string,
  onProblem?: (problem: McpError) => void,
): Storage {
  const name = kind === 'none' ? undefined : kind === 'local' ? namespace : tabDatabase(namespace);
  if (name === undefined) {
    if (kind === 'session') onProblem?.(storageProblem('absent', new Error('There is no sessionStorage.')));
    return new VisitStorage();
  }
  const found = databases.get(name);
  if (found) {
    if (onProblem) found.tellProblems(onProblem);
    return found;
  }
  const storage = new FallbackStorage(name, onProblem);
  databases.set(name, storage);
  return storage;
}

/**
 * Remembers how servers are reached, until the page goes. Their lists a session has in hand anyway, and copying ten
 * thousand tools takes longer than reading them.
 */
class VisitStorage extends MemoryStorage {
  override async put<K extends Kind>(kind: K, records: readonly Kept[K][]): Promise<void> {
    if (kind !== 'list') await super.put(kind, records);
  }
}

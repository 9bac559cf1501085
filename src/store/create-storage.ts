import type { McpError } from '../errors.js';
import { FallbackStorage } from './fallback-storage.js';
import { MemoryStorage } from './memory-storage.js';
import type { Storage } from './storage.js';

/** The storage of that kind; `local` is a database of that name. */
export function createStorage(
  kind: 'local' | 'none',
  namespace: string,
  onProblem: (problem: McpError) => void,
): Storage {
  return kind === 'none' ? new VisitStorage() : new FallbackStorage(namespace, onProblem);
}

/**
 * Remembers how servers are reached, until the page goes. Their lists a session has in hand anyway, and copying ten
 * thousand tools takes longer than reading them.
 */
class VisitStorage extends MemoryStorage {
  override async putList(): Promise<void> {}
}

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
  return kind === 'none' ? new MemoryStorage() : new FallbackStorage(namespace, onProblem);
}

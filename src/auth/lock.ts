import { addressKey } from '../secrets/server-address-key.js';
import { takeLock } from '../util/tab-coordination.js';
import { TOKEN_TIMEOUT_MS } from './auth-limits.js';

/**
 * Milliseconds to wait for another tab that renews the same token: {@link TOKEN_TIMEOUT_MS} for the request, plus time
 * to store the result. After that the other tab is considered stuck, and this tab renews the token itself.
 */
export const TOKEN_LOCK_MS: number = TOKEN_TIMEOUT_MS + 15_000;

/**
 * Runs `act` while no other tab of this origin runs it for the same server. It runs without a lock if the browser has
 * no working Web Locks, or if another tab holds the lock for longer than {@link TOKEN_LOCK_MS}.
 * @throws the reason of `signal` when it aborts before the lock is granted
 */
export async function withAuthLock<T>(server: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const lock = await takeLock(`mcp-embed sign-in ${addressKey(server).key}`, { signal, waitMs: TOKEN_LOCK_MS });
  try {
    signal.throwIfAborted();
    return await act();
  } finally {
    if (typeof lock === 'object') lock.release();
  }
}

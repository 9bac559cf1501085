import { addressKey } from '../util/address-key.js';
import { takeLock } from '../util/coordination.js';
import { TOKEN_TIMEOUT_MS } from './errors.js';

/**
 * Milliseconds to wait for another tab that renews the same token: it has {@link TOKEN_TIMEOUT_MS} for that, and some
 * more to store what came of it. A tab that holds its lock for longer does not renew any more, and this one does.
 */
export const TOKEN_LOCK_MS: number = TOKEN_TIMEOUT_MS + 15_000;

/**
 * Does it while no other tab of this origin does it for the same server. Where the browser has no locks that work, or
 * another tab holds its own for longer than {@link TOKEN_LOCK_MS}, every tab is for itself.
 * @throws the reason of `signal` when it aborts before it is this tab's turn
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

import { sleep } from './abort.js';

/** Milliseconds after which it is tried all the same: what a browser takes for no network may still reach this machine. */
const AT_MOST_MS = 30_000;

/**
 * Where the browser knows that there is no network, waits until there is one again. Never throws.
 * @returns whether there was none
 */
export async function untilOnline(signal: AbortSignal): Promise<boolean> {
  // Node knows nothing of it.
  const { navigator } = globalThis as { readonly navigator?: Navigator };
  if (navigator?.onLine ?? true) return false;
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  globalThis.addEventListener('online', stop, { signal: enough.signal });
  await sleep(AT_MOST_MS, AbortSignal.any([signal, enough.signal])).catch(() => {});
  stop();
  return true;
}

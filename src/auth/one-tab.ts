/**
 * Does it while no other tab of this origin does it for the same server. Where the browser has no locks, or pages of
 * http, every tab is for itself.
 */
export async function oneTabAtATime<T>(server: string, signal: AbortSignal, act: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  return locks ? locks.request(`mcp-embed sign-in ${server}`, { signal }, act) : act();
}

import { loadEngine } from './load-engine.js';
import type { SignIn } from './token-store.js';

/** Has the tokens of a sign-in taken back. @returns whether all of them were: false where there is no way to. Never throws. */
export async function takeBack(left: SignIn, fetch: typeof globalThis.fetch): Promise<boolean> {
  if (!left.revocationEndpoint) return false;
  const tokens = [left.refreshToken, left.accessToken].filter((token) => token !== undefined);
  const line = { fetch, signal: new AbortController().signal };
  const taken = await loadEngine()
    .then(({ revoke }) => Promise.allSettled(tokens.map((token) => revoke(left, token, line))))
    .catch(() => []);
  return taken.length > 0 && taken.every(({ status }) => status === 'fulfilled');
}

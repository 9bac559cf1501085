import { CRYPTO_ANSWER_MS, within } from '../util/coordination.js';
import { AuthorizationError } from './problems.js';

/**
 * Digests and keys, without which no code and no token is safe.
 * @throws AuthorizationError where the browser does not give this page the means (`crypto.subtle`), or does not answer
 */
export async function byWebCrypto<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await within(CRYPTO_ANSWER_MS, make());
  } catch {
    throw new AuthorizationError(
      'Nobody can be signed in on this page: the browser computes no digests for it (`crypto.subtle`).',
      { remedy: 'Serve the page over https, or from localhost.' },
    );
  }
}

import { errorText } from './error-texts.js';
import { AuthorizationError } from './errors.js';

/**
 * Runs work that needs `crypto.subtle`, without which no sign-in is safe.
 * @throws AuthorizationError where the page has no `crypto.subtle`
 */
export async function withWebCrypto<T>(make: () => Promise<T>): Promise<T> {
  try {
    return await make();
  } catch {
    throw new AuthorizationError(errorText('auth.noWebCrypto'), { remedy: errorText('auth.serveOverHttps') });
  }
}

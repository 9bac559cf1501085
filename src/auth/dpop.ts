import * as oauth from 'oauth4webapi';
import { withWebCrypto } from './web-crypto.js';
import { isLoopback } from './url-safety.js';

/**
 * A DPoP key, to which tokens are bound: a stolen token is of no use without it, and the key cannot be exported.
 * @see https://www.rfc-editor.org/rfc/rfc9449
 */
export interface DpopKey {
  readonly pair: CryptoKeyPair;
  /** Makes the proofs, and remembers the nonces of servers. */
  readonly handle: oauth.DPoPHandle;
}

/** Handles by key: nonces belong to a key, and all users of the key share them. */
const handles = new WeakMap<CryptoKey, oauth.DPoPHandle>();

/** @see https://www.rfc-editor.org/rfc/rfc9449 */
export async function generateKey(): Promise<DpopKey> {
  return dpopKey(await withWebCrypto(() => oauth.generateKeyPair('ES256', { extractable: false })));
}

export function dpopKey(pair: CryptoKeyPair): DpopKey {
  const handle = handles.get(pair.privateKey) ?? oauth.DPoP({}, pair);
  handles.set(pair.privateKey, handle);
  return { pair, handle };
}

/** Sends a request with the token and a fresh proof, and once more where the server demands a nonce. */
export async function fetchWithDpop(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  token: string,
  { handle }: DpopKey,
): Promise<Response> {
  const send = async (): Promise<{ answer: Response; wantsNumber: boolean }> => {
    const headers = new Headers(init.headers);
    headers.delete('authorization');
    let answer: Response | undefined;
    try {
      await oauth.protectedResourceRequest(token, init.method ?? 'GET', new URL(url), headers, null, {
        DPoP: handle,
        [oauth.allowInsecureRequests]: isLoopback(url),
        [oauth.customFetch]: async (address, { headers: proven }) =>
          (answer = await fetch(address, { ...init, headers: proven })),
      });
    } catch (error) {
      if (!answer) throw error;
      // With another status the header proves nothing: the request may have been carried out.
      return { answer, wantsNumber: answer.status === 401 && oauth.isDPoPNonceError(error) };
    }
    return { answer: answer!, wantsNumber: false };
  };
  const first = await send();
  if (!first.wantsNumber) return first.answer;
  first.answer.body?.cancel().catch(() => {});
  return (await send()).answer;
}

import * as oauth from 'oauth4webapi';
import { withWebCrypto } from './web-crypto.js';
import type { PendingAuthorization, PreparedAuthorization } from './types.js';

/** Prepares an attempt to sign in, with new random values for `state` and `verifier`. */
export function prepareAuthorization(found: Omit<PreparedAuthorization, 'state' | 'verifier'>): PreparedAuthorization {
  return { ...found, state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
}

/**
 * The authorization URL with PKCE, to which the user is sent.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function authorizationUrl(attempt: PendingAuthorization): Promise<string> {
  const { authorizationServer, client, asked } = attempt;
  const url = new URL(authorizationServer.authorizationEndpoint);
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: await withWebCrypto(() => oauth.calculatePKCECodeChallenge(attempt.verifier)),
    code_challenge_method: 'S256',
    resource: attempt.resource,
    ...(asked.length > 0 && { scope: asked.join(' ') }),
    // OpenID servers silently drop this scope unless the user is asked for consent.
    ...(asked.includes('offline_access') && { prompt: 'consent' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

import * as oauth from 'oauth4webapi';
import { byWebCrypto } from './web-crypto.js';
import type { AuthorizationServer } from './authorization-server.js';
import type { KeptClient } from './token-store.js';

/** Everything about one attempt that was settled before the person was sent away. It is plain data. */
export interface PendingAttempt {
  /** The MCP server it is for. */
  readonly server: string;
  readonly authorizationServer: AuthorizationServer;
  readonly client: KeptClient;
  readonly resource: string;
  readonly redirectUri: string;
  readonly state: string;
  /** Proves at the token endpoint that the code is ours. */
  readonly verifier: string;
  readonly asked: readonly string[];
  /** The token is to be bound to a key. */
  readonly isBound: boolean;
  /** What needs it, and how often a person was sent to sign in for that since it last worked. */
  readonly operation: string;
  readonly count: number;
}

/** What an attempt is settled to before it is known as which client. */
export type SettledAttempt = Omit<PendingAttempt, 'client' | 'redirectUri'>;

/** Settles an attempt. What only this page may know is made here. */
export function settle(found: Omit<SettledAttempt, 'state' | 'verifier'>): SettledAttempt {
  return { ...found, state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
}

/**
 * Where to send the person.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function addressOf(attempt: PendingAttempt): Promise<string> {
  const { authorizationServer, client, asked } = attempt;
  const url = new URL(authorizationServer.authorizationEndpoint);
  const parameters: Record<string, string> = {
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: attempt.redirectUri,
    state: attempt.state,
    code_challenge: await byWebCrypto(() => oauth.calculatePKCECodeChallenge(attempt.verifier)),
    code_challenge_method: 'S256',
    resource: attempt.resource,
    ...(asked.length > 0 && { scope: asked.join(' ') }),
    // Without being asked for it, OpenID servers drop this scope in silence.
    ...(asked.includes('offline_access') && { prompt: 'consent' }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

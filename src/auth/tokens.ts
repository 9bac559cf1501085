import * as oauth from 'oauth4webapi';
import { asMcpError, isMcpError } from '../errors.js';
import { boundedFetch } from './discovery.js';
import type { DpopKey } from './dpop.js';
import { AuthorizationError, hostOf, isLoopback, readScopes, refusedBy } from './errors.js';
import {
  type StoredClient,
  MemoryTokenStore,
  type PendingAuthorization,
  type SignIn,
  type TokenEndpoints,
  type TokenStore,
} from './types.js';
import { errorText } from './error-texts.js';

/**
 * Keeps a sign-in where the person said: in memory, or beyond this page in a store that keeps it confidential. What was
 * kept there is found again without being asked for.
 */
export class ChosenTokenStore implements TokenStore {
  readonly #memory = new MemoryTokenStore();
  readonly #persistent: TokenStore;
  /** Whether what comes is to be kept beyond this page. Undefined until somebody says so, or it is found there. */
  lasts: boolean | undefined;

  constructor(lasting: TokenStore) {
    this.#persistent = lasting;
  }

  async signIn(server: string): Promise<SignIn | undefined> {
    // Another tab may have renewed what lasts.
    const kept = await this.#persistent.signIn(server);
    if (kept) this.lasts ??= true;
    return kept ?? this.#memory.signIn(server);
  }

  async storeSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    const lasts = signIn !== undefined && this.lasts === true;
    // Who signs out is asked again.
    if (!signIn) this.lasts = undefined;
    // First: a failure of the one that lasts must not cost the sign-in of now.
    await this.#memory.storeSignIn(server, lasts ? undefined : signIn);
    await this.#persistent.storeSignIn(server, lasts ? signIn : undefined);
  }

  async client(issuer: string, redirectUri: string): Promise<StoredClient | undefined> {
    return (await this.#memory.client(issuer, redirectUri)) ?? this.#persistent.client(issuer, redirectUri);
  }

  async storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void> {
    await this.#memory.storeClient(issuer, redirectUri, client);
    // A registration says that this browser was at that authorization server: that too is the person's to keep.
    if (this.lasts || client === undefined) await this.#persistent.storeClient(issuer, redirectUri, client);
  }
}

/** What talking to a token endpoint needs. */
export interface TokenClient {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** The key to bind tokens to. */
  readonly key?: DpopKey | undefined;
}

/** Gives the code and what proves that it is ours, and gets tokens. @throws AuthorizationError */
export async function exchangeCode(
  attempt: PendingAuthorization,
  parameters: URLSearchParams,
  line: TokenClient,
): Promise<SignIn> {
  const { authorizationServer, client, redirectUri, verifier, resource, asked } = attempt;
  const { issuer, tokenEndpoint, revocationEndpoint } = authorizationServer;
  const at: TokenEndpoints = { issuer, tokenEndpoint, revocationEndpoint };
  const tokens = await requestTokens(at, client, line, async (server, auth, options) =>
    oauth.processAuthorizationCodeResponse(
      server,
      idOf(client),
      await oauth
        .authorizationCodeGrantRequest(server, idOf(client), auth, parameters, redirectUri, verifier, {
          ...options,
          additionalParameters: { resource },
        })
        .then(withoutIdToken),
    ),
  );
  return {
    ...at,
    resource,
    client,
    asked,
    granted: tokens.scope === undefined ? asked : readScopes(tokens.scope),
    ...timed(tokens),
    refreshToken: tokens.refresh_token,
    key: tokens.token_type === 'dpop' ? line.key?.pair : undefined,
  };
}

/** A new access token. The newest refresh token is the only one that still works. @throws AuthorizationError */
export async function renew(signIn: SignIn, refreshToken: string, line: TokenClient): Promise<SignIn> {
  const { client, resource, granted } = signIn;
  const tokens = await requestTokens(signIn, client, line, async (server, auth, options) =>
    oauth.processRefreshTokenResponse(
      server,
      idOf(client),
      await oauth
        .refreshTokenGrantRequest(server, idOf(client), auth, refreshToken, {
          ...options,
          additionalParameters: { resource },
        })
        .then(withoutIdToken),
    ),
  );
  return {
    ...signIn,
    ...timed(tokens),
    granted: tokens.scope === undefined ? granted : readScopes(tokens.scope),
    refreshToken: tokens.refresh_token ?? refreshToken,
    key: tokens.token_type === 'dpop' ? line.key?.pair : undefined,
  };
}

/** Takes a token back. @throws AuthorizationError */
export async function revoke(signIn: SignIn, token: string, line: Omit<TokenClient, 'key'>): Promise<void> {
  await requestTokens(signIn, signIn.client, line, async (server, auth, options) =>
    oauth.processRevocationResponse(await oauth.revocationRequest(server, idOf(signIn.client), auth, token, options)),
  );
}

type Options = oauth.TokenEndpointRequestOptions;

async function requestTokens<T>(
  { issuer, tokenEndpoint, revocationEndpoint }: TokenEndpoints,
  client: StoredClient,
  { fetch, signal, key }: TokenClient,
  act: (server: oauth.AuthorizationServer, auth: oauth.ClientAuth, options: Options) => Promise<T>,
): Promise<T> {
  const server: oauth.AuthorizationServer = {
    issuer,
    token_endpoint: tokenEndpoint,
    ...(revocationEndpoint && { revocation_endpoint: revocationEndpoint }),
  };
  const options: Options = {
    [oauth.customFetch]: boundedFetch(fetch, signal),
    [oauth.allowInsecureRequests]: isLoopback(tokenEndpoint),
    ...(key && { DPoP: key.handle }),
  };
  try {
    return await act(server, authOf(client), options).catch((error: unknown) => {
      // It wants its own number in the proof, and has said which: once more, with it.
      if (key && oauth.isDPoPNonceError(error)) return act(server, authOf(client), options);
      throw error;
    });
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (isMcpError(error)) throw error;
    // Nothing of what was thrown goes on: it holds the answer, and the answer may hold tokens.
    if (error instanceof oauth.ResponseBodyError) throw refusedBy(issuer, error.error, error.error_description);
    throw new AuthorizationError(errorText('auth.tokenUnusable', { host: hostOf(issuer) }), {
      remedy: errorText('auth.mendTokens'),
    });
  }
}

function idOf({ clientId }: StoredClient): oauth.Client {
  return { client_id: clientId };
}

function authOf({ method, clientSecret = '' }: StoredClient): oauth.ClientAuth {
  if (method === 'client_secret_post') return oauth.ClientSecretPost(clientSecret);
  return method === 'client_secret_basic' ? basic(clientSecret) : oauth.None();
}

/** Encoded as forms are. The library also encodes what needs none, such as “-”, which many servers do not decode. */
function basic(secret: string): oauth.ClientAuth {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return (_server, client, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${encode(client.client_id)}:${encode(secret)}`)}`);
}

/** It is nothing for us: who the person is, is for the server to know. One that is odd must not end the sign-in. */
async function withoutIdToken(response: Response): Promise<Response> {
  const { status, headers } = response;
  const text = await response.text();
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return new Response(JSON.stringify(rest), { status, headers });
  } catch {
    return new Response(text, { status, headers });
  }
}

function timed({ access_token, expires_in }: oauth.TokenEndpointResponse): Pick<SignIn, 'accessToken' | 'expiresAt'> {
  return {
    accessToken: access_token,
    expiresAt: expires_in === undefined ? undefined : Date.now() + expires_in * 1000,
  };
}

import * as oauth from 'oauth4webapi';
import { asMcpError, isMcpError } from '../errors.js';
import { boundedFetch } from './discovery.js';
import type { DpopKey } from './dpop.js';
import { AuthorizationError, describeHost, refusedBy } from './errors.js';
import { canBeSent } from './fetch.js';
import { readScopes } from './scope-sets.js';
import { isLoopback } from './url-safety.js';
import {
  type StoredClient,
  type PendingAuthorization,
  type SignIn,
  type TokenEndpoints,
  type TokenStore,
} from './types.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';
import { currentClock } from '../util/clock.js';

/**
 * Stores a sign-in where the user chose: in memory, or beyond this page in a confidential store. It finds sign-ins in
 * both.
 */
export class ChosenTokenStore implements TokenStore {
  readonly #memory = new MemoryTokenStore();
  readonly #persistent: TokenStore;
  /** True if the next sign-in is stored persistently. Undefined until it is set, or until a stored sign-in is found. */
  lasts: boolean | undefined;

  constructor(lasting: TokenStore) {
    this.#persistent = lasting;
  }

  get identityPrefix(): string | undefined {
    return this.#persistent.identityPrefix;
  }

  async identities(): Promise<ReadonlySet<string> | undefined> {
    return this.#persistent.identities?.();
  }

  follow(changed: () => void): () => void {
    return this.#persistent.follow?.(changed) ?? (() => {});
  }

  async signIn(server: string): Promise<SignIn | undefined> {
    // Read each time: another tab may have renewed the stored token.
    const stored = await this.#persistent.signIn(server);
    if (stored) this.lasts ??= true;
    return stored ?? this.#memory.signIn(server);
  }

  async storeSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    const lasts = signIn !== undefined && this.lasts === true;
    // After signing out, the user must choose again.
    if (!signIn) this.lasts = undefined;
    // Memory comes first: if the persistent store fails, the current sign-in still works.
    await this.#memory.storeSignIn(server, lasts ? undefined : signIn);
    await this.#persistent.storeSignIn(server, lasts ? signIn : undefined);
  }

  async client(issuer: string, redirectUri: string): Promise<StoredClient | undefined> {
    return (await this.#memory.client(issuer, redirectUri)) ?? this.#persistent.client(issuer, redirectUri);
  }

  async storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void> {
    await this.#memory.storeClient(issuer, redirectUri, client);
    // A stored registration reveals that this browser used that authorization server, so it needs the user's choice
    // too.
    if (this.lasts || client === undefined) await this.#persistent.storeClient(issuer, redirectUri, client);
  }
}

/** The input of requests to a token endpoint. */
export interface TokenClient {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** The DPoP key to bind tokens to. */
  readonly key?: DpopKey | undefined;
}

/** Exchanges the authorization code and the PKCE verifier for tokens. @throws AuthorizationError */
export async function exchangeCode(
  attempt: PendingAuthorization,
  parameters: URLSearchParams,
  context: TokenClient,
): Promise<SignIn> {
  const { authorizationServer, client, redirectUri, verifier, resource, asked } = attempt;
  const { issuer, tokenEndpoint, revocationEndpoint } = authorizationServer;
  const at: TokenEndpoints = { issuer, tokenEndpoint, revocationEndpoint };
  const tokens = await requestTokens(at, client, context, async (server, auth, options) =>
    timed(
      await oauth.processAuthorizationCodeResponse(
        server,
        idOf(client),
        await oauth
          .authorizationCodeGrantRequest(server, idOf(client), auth, parameters, redirectUri, verifier, {
            ...options,
            additionalParameters: { resource },
          })
          .then(asTokenAnswer),
      ),
    ),
  );
  return {
    ...at,
    resource,
    client,
    asked,
    granted: tokens.scope === undefined ? asked : readScopes(tokens.scope),
    ...tokens.access,
    refreshToken: tokens.refresh_token,
    key: tokens.token_type === 'dpop' ? context.key?.pair : undefined,
  };
}

/** Gets a new access token. Afterwards only the newest refresh token works. @throws AuthorizationError */
export async function renew(signIn: SignIn, refreshToken: string, context: TokenClient): Promise<SignIn> {
  const { client, resource, granted } = signIn;
  const tokens = await requestTokens(signIn, client, context, async (server, auth, options) =>
    timed(
      await oauth.processRefreshTokenResponse(
        server,
        idOf(client),
        await oauth
          .refreshTokenGrantRequest(server, idOf(client), auth, refreshToken, {
            ...options,
            additionalParameters: { resource },
          })
          .then(asTokenAnswer),
      ),
    ),
  );
  return {
    ...signIn,
    ...tokens.access,
    granted: tokens.scope === undefined ? granted : readScopes(tokens.scope),
    refreshToken: tokens.refresh_token ?? refreshToken,
    key: tokens.token_type === 'dpop' ? context.key?.pair : undefined,
  };
}

/** Revokes a token. @throws AuthorizationError */
export async function revoke(signIn: SignIn, token: string, context: Omit<TokenClient, 'key'>): Promise<void> {
  await requestTokens(signIn, signIn.client, context, async (server, auth, options) =>
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
      // The server requires a DPoP nonce, which its answer contained: one retry with that nonce.
      if (key && oauth.isDPoPNonceError(error)) return act(server, authOf(client), options);
      throw error;
    });
  } catch (error) {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    if (isMcpError(error)) throw error;
    // Without the error as `cause`: it contains the response, which may contain tokens.
    if (error instanceof oauth.ResponseBodyError) throw refusedBy(issuer, error.error, error.error_description);
    throw new AuthorizationError(errorText('auth.tokenUnusable', { host: describeHost(issuer) }), {
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

/**
 * Form-encoded once. The library also encodes characters that need no encoding, such as “-”, which many servers do not
 * decode.
 */
function basic(secret: string): oauth.ClientAuth {
  const encode = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
  return (_server, client, _body, headers) =>
    headers.set('authorization', `Basic ${btoa(`${encode(client.client_id)}:${encode(secret)}`)}`);
}

/**
 * The answer in the form that the OAuth library accepts: any success status as 200, without null members, which some
 * servers send for absent ones, and without the ID token, which this client does not need and which may be invalid.
 */
async function asTokenAnswer(response: Response): Promise<Response> {
  const { headers } = response;
  const status = response.ok ? 200 : response.status;
  const text = await response.text();
  try {
    const { id_token: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
    return new Response(toJson(withoutNulls(rest)), { status, headers });
  } catch {
    return new Response(text, { status, headers });
  }
}

const withoutNulls = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/**
 * The answer, with its access token as it is stored.
 * @throws Error for a token that no request can contain
 */
function timed(tokens: oauth.TokenEndpointResponse): oauth.TokenEndpointResponse & {
  readonly access: Pick<SignIn, 'accessToken' | 'expiresAt'>;
} {
  const { access_token: accessToken, expires_in } = tokens;
  if (!canBeSent(accessToken)) throw new Error('The token cannot be sent.');
  const expiresAt = expires_in === undefined ? NaN : currentClock.timeOfDay() + expires_in * 1000;
  // A time that no `Date` can hold counts as unknown: it could not be shown.
  const isDate = !Number.isNaN(new Date(expiresAt).getTime());
  return { ...tokens, access: { accessToken, expiresAt: isDate ? expiresAt : undefined } };
}

import type { ErrorText } from '../errors.js';
import * as oauth from 'oauth4webapi';
import type { Challenge } from '../transport/challenge.js';
import type { ObservedVisit } from '../transport/exchange-observer.js';
import type { HttpEndpoint } from '../transport/http.js';
import {
  type ClientSearch,
  isCallback,
  knownClient,
  newClient,
  type PageClient,
  requireRegistration,
} from './clients.js';
import {
  type AuthorizationServer,
  discoverOwn,
  discoverResource,
  discoverServer,
  isSameIssuer,
  otherHosts,
  type ProtectedResource,
} from './discovery.js';
import { generateKey } from './dpop.js';
import { AuthorizationError, describeHost, refusedBy } from './errors.js';
import { differenceOfScopes, readScopes, unionOfScopes } from './scope-sets.js';
import { isRedirectUri, requireSecureUrl } from './url-safety.js';
import { MAX_CALLBACK_LENGTH } from './auth-limits.js';
import { exchangeCode } from './tokens.js';
import {
  type AuthorizationOptions,
  type AuthorizationRequest,
  type BegunAuthorization,
  type PendingAuthorization,
  type PreparedAuthorization,
  type SignIn,
  type TokenStore,
} from './types.js';
import { authorizationUrl, prepareAuthorization } from './authorization-request.js';
import { errorText } from './error-texts.js';

/**
 * Reads the callback URL of a person who came back.
 * @returns parameters that hold the code for this sign-in
 * @throws AuthorizationError for an answer to another sign-in, from another server, or for a refusal
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
export function readCallback(attempt: PendingAuthorization, callback: string): URLSearchParams {
  const { authorizationServer, redirectUri, state } = attempt;
  const { issuer, namesItself } = authorizationServer;
  const url = callback.length <= MAX_CALLBACK_LENGTH && URL.canParse(callback) ? new URL(callback) : undefined;
  // Checked first: an answer at the callback address of another authorization server belongs to that one.
  if (!url || !isCallback(url, redirectUri)) throw foreign('auth.otherCallback');
  const { searchParams } = url;
  const single = (name: string): string | undefined => {
    const values = searchParams.getAll(name);
    if (values.length > 1) throw signInFailed(errorText('auth.twice', { host: describeHost(issuer), name }));
    return values[0];
  };
  // Compared exactly, and before the error is read: an error from another server may be false.
  const iss = single('iss');
  if (iss === undefined ? namesItself : iss !== issuer)
    throw new AuthorizationError(errorText('auth.otherIssuer', { host: describeHost(issuer) }), {
      remedy: errorText('auth.doNotTryAgain'),
    });
  if (single('state') !== state) throw foreign('auth.otherAnswer');
  const error = single('error');
  if (error !== undefined) throw refusedBy(issuer, error, single('error_description'));
  if (!single('code')) throw foreign('auth.noCode');
  const server = { issuer, authorization_response_iss_parameter_supported: namesItself };
  try {
    return oauth.validateAuthResponse(server, { client_id: attempt.client.clientId }, searchParams, state);
  } catch {
    throw foreign('auth.callbackUnusable');
  }

  function foreign(key: `auth.${'otherCallback' | 'otherAnswer' | 'noCode' | 'callbackUnusable'}`): AuthorizationError {
    return signInFailed(errorText(key, { host: describeHost(issuer) }));
  }
}

function signInFailed(what: ErrorText): AuthorizationError {
  return new AuthorizationError(what, { remedy: errorText('auth.oneWindow') });
}

/** One sign-in, and the refusal that made it necessary. */
export interface SignInJob {
  readonly server: string;
  readonly challenge: Challenge | undefined;
  /** The previous sign-in, valid or not. */
  readonly previousSignIn: SignIn | undefined;
  /** Issuer of the last sign-in at this server, where known. */
  readonly previousIssuer: string | undefined;
  /** The operation that needs it. */
  readonly operation: string;
  /** Times that the person was sent to sign in for it, this one included. */
  readonly count: number;
  readonly options: AuthorizationOptions;
  readonly store: TokenStore;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly bound: ClientSearch['bound'];
  /** Called with the page that the person is sent to. */
  readonly visiting?: HttpEndpoint['visiting'];
  /** Called before the person is sent to sign in. */
  waiting(request: AuthorizationRequest): void;
  /** Called when the person is back. */
  back(): void;
}

/**
 * Discovers the authorization server, sends the person there and exchanges the code for a token. Nothing of an earlier
 * discovery is used: servers move to other authorization servers.
 * @throws AuthorizationError, McpError `declined` or `cancelled`
 */
export async function signIn(job: SignInJob): Promise<SignIn> {
  const { previousSignIn, previousIssuer, options, server, signal } = job;
  const over = new AbortController();
  const life = AbortSignal.any([signal, over.signal]);
  const { settled, search, client } = await prepare(job);
  const { state, asked, authorizationServer } = settled;
  const { issuer } = authorizationServer;
  const isSame = previousSignIn?.issuer === issuer;
  let begun: Promise<BegunAuthorization> | undefined;
  let visit: ObservedVisit | undefined;
  const request: AuthorizationRequest = {
    ...{ state, server, issuer, signal },
    hosts: otherHosts(authorizationServer, client === undefined),
    previousIssuer: previousIssuer === issuer ? undefined : previousIssuer,
    scopes: asked,
    added: differenceOfScopes(isSame ? previousSignIn.asked : [], asked),
    reason: isSame && job.challenge?.error === 'insufficient_scope' ? 'step-up' : 'sign-in',
    begin: () => {
      if (client?.free) job.bound.set(client.free, issuer);
      begun ??= begin(settled, client ?? newClient({ ...search, signal: life })).then((made) => {
        visit = job.visiting?.(made.url);
        return made;
      });
      // After a cancellation the result does not matter.
      begun.catch(() => {});
      return begun;
    },
  };
  signal.throwIfAborted();
  job.waiting(request);
  try {
    const callback = await options.authorizer.open(request);
    visit?.cameBack(callback);
    signal.throwIfAborted();
    const { attempt } = await request.begin();
    job.back();
    return await complete(attempt, callback, job);
  } catch (error) {
    visit?.failed(error);
    throw error;
  } finally {
    over.abort();
  }
}

async function begin(
  settled: PreparedAuthorization,
  client: PageClient | Promise<PageClient>,
): Promise<BegunAuthorization> {
  const { client: storedClient, redirectUri } = await client;
  const attempt: PendingAuthorization = { ...settled, client: storedClient, redirectUri };
  return { url: await authorizationUrl(attempt), redirectUri, attempt };
}

/**
 * Completes a sign-in, also one that an earlier load of the page began.
 * @throws AuthorizationError
 */
export async function complete(
  attempt: PendingAuthorization,
  callback: string,
  { fetch, signal, store }: Pick<SignInJob, 'fetch' | 'signal' | 'store'>,
): Promise<SignIn> {
  const parameters = readCallback(attempt, callback);
  // Checked again: an earlier version of this library may have begun it without the check.
  requireSecureUrl(attempt.authorizationServer.tokenEndpoint, 'tokenEndpoint', attempt.server);
  const key = attempt.isBound ? await generateKey() : undefined;
  try {
    return await exchangeCode(attempt, parameters, { fetch, signal, key });
  } catch (error) {
    // The server has forgotten this client: the next sign-in registers again.
    if ((error as AuthorizationError).oauthError === 'invalid_client')
      await store.storeClient(attempt.authorizationServer.issuer, attempt.redirectUri, undefined);
    throw error;
  }
}

/** True if the MCP server still names the authorization server of this sign-in. */
export async function isStillTrusted(
  { issuer }: SignIn,
  { fetch, server, challenge, signal }: Pick<SignInJob, 'fetch' | 'server' | 'challenge' | 'signal'>,
): Promise<boolean> {
  const { issuers } = await discoverResource(fetch, server, challenge, signal);
  return issuers.length > 0
    ? issuers.some((one) => isSameIssuer(one, issuer))
    : issuer.replace(/\/$/, '') === new URL(server).origin;
}

/** Finds everything that needs no request which changes something at the authorization server. */
async function prepare(job: SignInJob): Promise<{
  readonly settled: PreparedAuthorization;
  readonly search: ClientSearch;
  /** Undefined where this page must register first. */
  readonly client: PageClient | undefined;
}> {
  const { server, challenge, previousSignIn, options, fetch, signal } = job;
  const redirectUri = readRedirectUri(options.redirectUri);
  const resource = await discoverResource(fetch, server, challenge, signal);
  const authorizationServer = await chooseServer(resource, job);
  const search: ClientSearch = { ...job, server: authorizationServer, redirectUri };
  const client = await knownClient(search);
  if (!client) await requireRegistration(search);
  const isSame = previousSignIn?.issuer === authorizationServer.issuer;
  // The scopes of the refusal; those of the metadata only where the refusal names none.
  const wanted = challenge?.scope === undefined ? (resource.scopes ?? []) : readScopes(challenge.scope);
  const asked = unionOfScopes(isSame ? previousSignIn.asked : [], wanted, options.scopes ?? []);
  const stays = options.offline !== false && authorizationServer.scopes?.includes('offline_access');
  const settled = prepareAuthorization({
    server,
    authorizationServer,
    resource: resource.resource,
    // Alone, `offline_access` would replace the default scopes of the authorization server.
    asked: stays && asked.length > 0 ? unionOfScopes(asked, ['offline_access']) : asked,
    isBound: isBound(job, resource),
    operation: job.operation,
    count: job.count,
  });
  return { settled, search, client };
}

function isBound({ options, challenge }: SignInJob, resource: ProtectedResource): boolean {
  const { dpop = 'auto' } = options;
  return dpop === 'auto' ? challenge?.scheme === 'dpop' || resource.takesBoundTokens : dpop === 'always';
}

/** Chooses the first usable authorization server, beginning with the one that the page prefers. */
async function chooseServer({ issuers }: ProtectedResource, job: SignInJob): Promise<AuthorizationServer> {
  const { options, fetch, signal, server, previousSignIn } = job;
  if (issuers.length === 0) return discoverOwn(fetch, server, signal);
  const registered = issuers.find((issuer) => options.clients?.some((client) => client.issuer === issuer));
  const same = issuers.find((issuer) => issuer === previousSignIn?.issuer);
  const chosen = (await options.chooseIssuer?.(issuers)) ?? registered ?? same;
  const problems: unknown[] = [];
  for (const issuer of new Set([...issuers.filter((one) => one === chosen), ...issuers]))
    try {
      return await discoverServer(fetch, issuer, server, signal);
    } catch (error) {
      signal.throwIfAborted();
      problems.push(error);
    }
  throw problems[0];
}

function readRedirectUri(redirectUri: string): string {
  if (isRedirectUri(redirectUri)) return redirectUri;
  throw new AuthorizationError(errorText('auth.redirectUriUnusable', { redirectUri }), {
    code: 'invalid-input',
    remedy: errorText('auth.giveCallbackAddress'),
  });
}

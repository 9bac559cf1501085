import type { ErrorText } from '../errors.js';
import * as oauth from 'oauth4webapi';
import type { Challenge } from '../transport/challenge.js';
import { type ClientSearch, isCallback, knownClient, newClient, type PageClient } from './clients.js';
import {
  type AuthorizationServer,
  discoverOwn,
  discoverResource,
  discoverServer,
  otherHosts,
  type ProtectedResource,
} from './discovery.js';
import { generateKey } from './dpop.js';
import {
  AuthorizationError,
  difference,
  hostOf,
  isSafe,
  MAX_CALLBACK_LENGTH,
  readScopes,
  refusedBy,
  safe,
  union,
} from './errors.js';
import { exchangeCode } from './tokens.js';
import {
  addressOf,
  type AuthorizationOptions,
  type AuthorizationRequest,
  type BegunAuthorization,
  type PendingAuthorization,
  settle,
  type PreparedAuthorization,
  type SignIn,
  type TokenStore,
} from './types.js';
import { errorText } from './error-texts.js';

/**
 * Reads the address a person came back with.
 * @returns parameters that hold a code for this attempt
 * @throws AuthorizationError for an answer to something else, from somebody else, or one that says no
 * @see https://www.rfc-editor.org/rfc/rfc9207
 */
export function readCallback(attempt: PendingAuthorization, callback: string): URLSearchParams {
  const { authorizationServer, redirectUri, state } = attempt;
  const { issuer, namesItself } = authorizationServer;
  const url = callback.length <= MAX_CALLBACK_LENGTH && URL.canParse(callback) ? new URL(callback) : undefined;
  // Before anything else is believed: an answer on the address of another authorization server is another's.
  if (!url || !isCallback(url, redirectUri)) throw foreign('auth.otherCallback');
  const { searchParams } = url;
  const single = (name: string): string | undefined => {
    const values = searchParams.getAll(name);
    if (values.length > 1) throw signInFailed(errorText('auth.twice', { host: hostOf(issuer), name }));
    return values[0];
  };
  // Letter by letter, and before what it says: what another server says may be a lie, its errors too.
  const iss = single('iss');
  if (iss === undefined ? namesItself : iss !== issuer)
    throw new AuthorizationError(errorText('auth.otherIssuer', { host: hostOf(issuer) }), {
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
    return signInFailed(errorText(key, { host: hostOf(issuer) }));
  }
}

function signInFailed(what: ErrorText): AuthorizationError {
  return new AuthorizationError(what, { remedy: errorText('auth.oneWindow') });
}

/** One sign-in, from the refusal that made it necessary. */
export interface SignInJob {
  readonly server: string;
  readonly challenge: Challenge | undefined;
  /** The sign-in of before, whatever became of it. */
  readonly had: SignIn | undefined;
  /** Who signed people in for that server until now, as far as that is known. */
  readonly previousIssuer: string | undefined;
  /** What needs it, and how often the person was sent away for that, with this time. */
  readonly operation: string;
  readonly count: number;
  readonly options: AuthorizationOptions;
  readonly store: TokenStore;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  readonly bound: ClientSearch['bound'];
  /** Told when the person is about to be sent away. */
  waiting(request: AuthorizationRequest): void;
  /** Told when they are back. */
  back(): void;
}

/**
 * Finds out who signs people in, sends the person there and gets a token for the code they bring back. Nothing of an
 * earlier discovery is used: servers move to other authorization servers.
 * @throws AuthorizationError, McpError `declined` or `cancelled`
 */
export async function signIn(job: SignInJob): Promise<SignIn> {
  const { had, previousIssuer, options, server, signal } = job;
  const over = new AbortController();
  const life = AbortSignal.any([signal, over.signal]);
  const { settled, search, client } = await prepare(job);
  const { state, asked, authorizationServer } = settled;
  const { issuer } = authorizationServer;
  const isSame = had?.issuer === issuer;
  let begun: Promise<BegunAuthorization> | undefined;
  const request: AuthorizationRequest = {
    ...{ state, server, issuer, signal },
    hosts: otherHosts(authorizationServer, client === undefined),
    previousIssuer: previousIssuer === issuer ? undefined : previousIssuer,
    scopes: asked,
    added: difference(isSame ? had.asked : [], asked),
    reason: isSame && job.challenge?.error === 'insufficient_scope' ? 'step-up' : 'sign-in',
    begin: () => {
      if (client?.free) job.bound.set(client.free, issuer);
      begun ??= begin(settled, client ?? newClient({ ...search, signal: life }));
      // Who does not want to any more does not hear of what became of it.
      begun.catch(() => {});
      return begun;
    },
  };
  signal.throwIfAborted();
  job.waiting(request);
  try {
    const callback = await options.authorizer.open(request);
    signal.throwIfAborted();
    const { attempt } = await request.begin();
    job.back();
    return await complete(attempt, callback, job);
  } finally {
    over.abort();
  }
}

async function begin(
  settled: PreparedAuthorization,
  client: PageClient | Promise<PageClient>,
): Promise<BegunAuthorization> {
  const { client: kept, redirectUri } = await client;
  const attempt: PendingAuthorization = { ...settled, client: kept, redirectUri };
  return { url: await addressOf(attempt), redirectUri, attempt };
}

/** The second half: also of an attempt that an earlier load of the page began. @throws AuthorizationError */
export async function complete(
  attempt: PendingAuthorization,
  callback: string,
  { fetch, signal, store }: Pick<SignInJob, 'fetch' | 'signal' | 'store'>,
): Promise<SignIn> {
  const parameters = readCallback(attempt, callback);
  // It may have been begun by an earlier version, which did not look at that.
  safe(attempt.authorizationServer.tokenEndpoint, 'tokenEndpoint', attempt.server);
  const key = attempt.isBound ? await generateKey() : undefined;
  try {
    return await exchangeCode(attempt, parameters, { fetch, signal, key });
  } catch (error) {
    // It has forgotten this page: the next attempt registers anew.
    if ((error as AuthorizationError).oauthError === 'invalid_client')
      await store.storeClient(attempt.authorizationServer.issuer, attempt.redirectUri, undefined);
    throw error;
  }
}

/** Whether the server still trusts the authorization server that this sign-in is of. */
export async function isStillTrusted(
  { issuer }: SignIn,
  { fetch, server, challenge, signal }: Pick<SignInJob, 'fetch' | 'server' | 'challenge' | 'signal'>,
): Promise<boolean> {
  const { issuers } = await discoverResource(fetch, server, challenge, signal);
  return issuers.length > 0 ? issuers.includes(issuer) : issuer.replace(/\/$/, '') === new URL(server).origin;
}

/** What can be found out without telling the authorization server anything. */
async function prepare(job: SignInJob): Promise<{
  readonly settled: PreparedAuthorization;
  readonly search: ClientSearch;
  /** Undefined: this page has yet to register itself. */
  readonly client: PageClient | undefined;
}> {
  const { server, challenge, had, options, fetch, signal } = job;
  const redirectUri = readRedirectUri(options.redirectUri);
  const resource = await discoverResource(fetch, server, challenge, signal);
  const authorizationServer = await chooseServer(resource, job);
  const search: ClientSearch = { ...job, server: authorizationServer, redirectUri };
  const client = await knownClient(search);
  const isSame = had?.issuer === authorizationServer.issuer;
  // What the refusal says is wanted counts; what the server could ever want, only where it says nothing else.
  const wanted = challenge?.scope === undefined ? (resource.scopes ?? []) : readScopes(challenge.scope);
  const asked = union(isSame ? had.asked : [], wanted, options.scopes ?? []);
  const stays = options.offline !== false && authorizationServer.scopes?.includes('offline_access');
  const settled = settle({
    server,
    authorizationServer,
    resource: resource.resource,
    // Alone it would replace what the authorization server thinks right.
    asked: stays && asked.length > 0 ? union(asked, ['offline_access']) : asked,
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

/** The first of them that can be used, beginning with the one this page would rather have. */
async function chooseServer({ issuers }: ProtectedResource, job: SignInJob): Promise<AuthorizationServer> {
  const { options, fetch, signal, server, had } = job;
  if (issuers.length === 0) return discoverOwn(fetch, server, signal);
  const registered = issuers.find((issuer) => options.clients?.some((client) => client.issuer === issuer));
  const same = issuers.find((issuer) => issuer === had?.issuer);
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
  if (isSafe(redirectUri) && !new URL(redirectUri).hash) return redirectUri;
  throw new AuthorizationError(errorText('auth.redirectUriUnusable', { redirectUri }), {
    code: 'invalid-input',
    remedy: errorText('auth.giveCallbackAddress'),
  });
}

import { asMcpError } from '../errors.js';
import type { AuthorizationServer } from './authorization-server.js';
import type { AuthorizationOptions, RegisteredClient } from './options.js';
import { AuthorizationError, hostOf } from './problems.js';
import { register } from './register.js';
import type { ClientAuthMethod, KeptClient, TokenStore } from './token-store.js';

/** What finding a client needs. */
export interface ClientSearch {
  readonly server: AuthorizationServer;
  readonly options: AuthorizationOptions;
  readonly redirectUri: string;
  readonly store: TokenStore;
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
  /** Issuers that clients without one were shown to; the first is theirs for good. */
  readonly bound: Map<RegisteredClient, string>;
}

/**
 * Who this page is at that authorization server: a client that was registered by hand, else the site's own document,
 * else one that registers itself, else one the person names.
 * @throws AuthorizationError when there is none, or only ones of other authorization servers
 */
export async function findClient(search: ClientSearch): Promise<KeptClient> {
  const { server, options, redirectUri, store } = search;
  const { issuer } = server;
  const registered = registeredAt(search);
  if (registered) return dressed(registered, server);
  if (server.takesClientMetadata && options.clientMetadataUrl)
    return { clientId: documentAddress(options.clientMetadataUrl), method: 'none' };
  const kept = await store.client(issuer, redirectUri);
  if (kept && !(kept.secretExpiresAt && kept.secretExpiresAt < Date.now())) return kept;
  let problem: AuthorizationError | undefined;
  if (server.registrationEndpoint)
    try {
      const made = await register(search, server.registrationEndpoint);
      await store.keepClient(issuer, redirectUri, made);
      return made;
    } catch (error) {
      if (search.signal.aborted || !(error instanceof AuthorizationError)) throw asMcpError(error);
      problem = error;
    }
  const named = await options.askClient?.(issuer);
  if (named) return dressed(named, server);
  throw (
    problem ??
    new AuthorizationError(`${hostOf(issuer)} does not know this page, and pages cannot register there.`, {
      remedy: `Register this page there by hand, to come back to ${redirectUri}, and give its client id.`,
    })
  );
}

/** One that was made for this authorization server. One that was made for another is not shown to it, nor left out in silence. */
function registeredAt({ server: { issuer }, options, bound }: ClientSearch): RegisteredClient | undefined {
  const { clients = [] } = options;
  if (clients.length === 0) return undefined;
  const mine = clients.find((client) => (client.issuer ?? bound.get(client)) === issuer);
  if (mine) return mine;
  const free = clients.find((client) => !client.issuer && !bound.has(client));
  if (free) {
    bound.set(free, issuer);
    return free;
  }
  throw new AuthorizationError(`This page is registered at another authorization server, not at ${hostOf(issuer)}.`, {
    remedy: `Give it a client id of ${issuer}.`,
  });
}

function dressed({ clientId, clientSecret, method }: RegisteredClient, server: AuthorizationServer): KeptClient {
  return { clientId, clientSecret, method: method ?? methodFor(clientSecret, server) };
}

/** The first that both know; who says nothing takes Basic. */
export function methodFor(secret: string | undefined, { authMethods }: AuthorizationServer): ClientAuthMethod {
  if (!secret) return 'none';
  const post = authMethods?.includes('client_secret_post') && !authMethods.includes('client_secret_basic');
  return post ? 'client_secret_post' : 'client_secret_basic';
}

function documentAddress(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url?.protocol === 'https:' && url.pathname !== '/' && !url.hash && !url.username && !url.password) return address;
  throw new AuthorizationError('The address of the client metadata must be https and have a path.', {
    code: 'invalid-input',
    remedy: 'Give the address of the document itself, exactly as its client_id says it.',
  });
}

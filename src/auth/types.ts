import * as oauth from 'oauth4webapi';
import type { McpError } from '../errors.js';
import type { HttpEndpoint } from '../transport/http.js';
import type { AuthorizationServer, OtherHost } from './discovery.js';
import { byWebCrypto } from './errors.js';

/** Everything about one attempt that was settled before the person was sent away. It is plain data. */
export interface PendingAuthorization {
  /** The MCP server it is for. */
  readonly server: string;
  readonly authorizationServer: AuthorizationServer;
  readonly client: StoredClient;
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
export type PreparedAuthorization = Omit<PendingAuthorization, 'client' | 'redirectUri'>;

/** Settles an attempt. What only this page may know is made here. */
export function settle(found: Omit<PreparedAuthorization, 'state' | 'verifier'>): PreparedAuthorization {
  return { ...found, state: oauth.generateRandomState(), verifier: oauth.generateRandomCodeVerifier() };
}

/**
 * Where to send the person.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization
 */
export async function addressOf(attempt: PendingAuthorization): Promise<string> {
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

/** A client that somebody registered by hand. */
export interface RegisteredClient {
  readonly clientId: string;
  /** Whoever reads the page can read it: give one only where the authorization server wants it all the same. */
  readonly clientSecret?: string | undefined;
  /**
   * The authorization server it is registered at; it is never shown to another. Default: the first that is met, if that
   * says who it is when it sends people back (RFC 9207). One that does not must be named here.
   */
  readonly issuer?: string | undefined;
  /** Default: what the authorization server takes. */
  readonly method?: ClientAuthMethod | undefined;
}

/** What a person is to be sent to sign in for. Nothing is known of it elsewhere before {@link AuthorizationRequest.begin}. */
export interface AuthorizationRequest {
  /** What the address they come back with has to carry, so that it can be told from others. */
  readonly state: string;
  /** The MCP server it is for. */
  readonly server: string;
  /** Who will ask them. */
  readonly issuer: string;
  /** Hosts other than the issuer's that take part: whoever asks the person shows them. */
  readonly hosts: readonly OtherHost[];
  /**
   * Who signed them in for that server until now, where that was another authorization server: whoever asks the person
   * asks about that first. Undefined where it is the same, and where nothing is known of an earlier one.
   */
  readonly previousIssuer?: string | undefined;
  /** Rights that are asked for; none: what the authorization server thinks right. */
  readonly scopes: readonly string[];
  /** Those of them that were not asked for before. */
  readonly added: readonly string[];
  /** `step-up`: they are signed in, and something wants more. */
  readonly reason: 'sign-in' | 'step-up';
  /** Aborts when nobody waits for it any more. */
  readonly signal: AbortSignal;
  /**
   * Registers this page there if it is not known yet, and says where to send the person. Call it when they have agreed; it
   * does its work once.
   * @throws AuthorizationError when this page cannot be registered; McpError `cancelled`
   */
  begin(): Promise<BegunAuthorization>;
}

/** Where to send a person, and what for. */
export interface BegunAuthorization {
  /** Where to send them. https, or http on this machine. */
  readonly url: string;
  /** Where they come back to. */
  readonly redirectUri: string;
  /** What is needed to go on in another load of the page. Holds secrets of this attempt: forget it when it is used. */
  readonly attempt: PendingAuthorization;
}

/** An attempt from another load of the page, and the address that the person came back with. */
export interface Returned {
  readonly attempt: PendingAuthorization;
  readonly callback: string;
}

/** How people get to the authorization server and back: a window, the page itself, or whatever a host has. */
export interface Authorizer {
  /**
   * Sends a person there. Resolves with the whole address they came back with.
   * @throws McpError `declined` when they closed the window, `cancelled` when `signal` aborts
   */
  open(request: AuthorizationRequest): Promise<string>;
  /** What an earlier load of the page left open for that server, if the person has come back. Given once. */
  returned?(server: string): Promise<Returned | undefined> | Returned | undefined;
  /** The attempt is over, whatever came of it: what was opened for it may close. */
  ended?(): void;
}

export interface AuthorizationOptions {
  readonly authorizer: Authorizer;
  /**
   * Where people come back to: https, or http on this machine. The package has a page for it, `oauth-callback.html`.
   * Where this page registers itself, `?issuer=` and a hash of the authorization server stand behind it.
   */
  readonly redirectUri: string;
  /** Clients that are registered already, tried first. */
  readonly clients?: readonly RegisteredClient[] | undefined;
  /**
   * Address of a document about this site as a client, for authorization servers that take those: https, with a path.
   * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
   */
  readonly clientMetadataUrl?: string | undefined;
  /**
   * Asked for a client where there is no other way to get one. Undefined: there is none. `redirectUri` is the address that
   * it must be registered with: one of its own for that authorization server. `signal` aborts when nobody waits any more.
   */
  readonly chooseClient?:
    ((issuer: string, redirectUri: string, signal: AbortSignal) => Promise<RegisteredClient | undefined>) | undefined;
  /** What the site is called when it registers itself. Default: its host. */
  readonly clientName?: string | undefined;
  /** Chooses among several authorization servers. Default: one that a client is registered at, else the first. */
  readonly chooseIssuer?: ((issuers: readonly string[]) => string | Promise<string>) | undefined;
  /** Rights that are asked for beside those the server wants. */
  readonly scopes?: readonly string[] | undefined;
  /** Asks to stay signed in (`offline_access`) where the authorization server has that. Default true. */
  readonly offline?: boolean | undefined;
  /** Binds tokens to a key of this page (DPoP). Default `auto`: where the server says that it takes such tokens. */
  readonly dpop?: 'auto' | 'always' | 'never' | undefined;
  /** Where sign-ins are kept. Default: in memory, until the page goes. */
  readonly store?: TokenStore | undefined;
}

/** What signs a session's requests in. The two there are: {@link Authorization} and {@link OwnSignIn}. */
export interface SessionAuth {
  /**
   * The endpoint with a `fetch` that puts a token on what goes to it and answers its refusals.
   * @throws McpError `invalid-input` for a server that no token may be sent to
   */
  sign(endpoint: HttpEndpoint): HttpEndpoint;
  /**
   * Whose the sign-in is, by a name that holds for as long as it lasts; null while nobody is signed in. Undefined, or not
   * there: nobody can say, so what the server shows is kept nowhere.
   */
  readonly identity?: string | null | undefined;
  /** How long that name holds, and what is kept under it: as long as the device keeps it (default), or this tab is there. */
  readonly identityLifetime?: 'device' | 'tab';
  /** Resolves once it is known whether somebody is signed in from before. Never rejects. */
  known?(): Promise<void>;
}

/** What a person is being asked for. {@link AuthorizationRequest} as plain data. */
export type WaitingFor = Omit<AuthorizationRequest, 'begin' | 'signal'>;

export type AuthorizationState =
  | { readonly phase: 'signed-out' }
  /** Something is being found out, or a token fetched. */
  | { readonly phase: 'working' }
  /** The person is at the authorization server, or about to be sent there. */
  | { readonly phase: 'waiting'; readonly request: WaitingFor }
  | {
      readonly phase: 'signed-in';
      readonly issuer: string;
      readonly scopes: readonly string[];
      /** Milliseconds since 1970; undefined: nobody said. */
      readonly expiresAt: number | undefined;
      /** It goes on without the person when it ends. */
      readonly isRenewed: boolean;
    }
  | { readonly phase: 'failed'; readonly error: McpError };

export const SIGNED_OUT: AuthorizationState = { phase: 'signed-out' };

export function signedIn({ issuer, granted, expiresAt, refreshToken }: SignIn): AuthorizationState {
  return { phase: 'signed-in', issuer, scopes: granted, expiresAt, isRenewed: refreshToken !== undefined };
}

export function waiting(request: AuthorizationRequest): AuthorizationState {
  return { phase: 'waiting', request: waitingFor(request) };
}

/** Field by field: nothing else must come along when it grows. */
export function waitingFor(request: AuthorizationRequest): WaitingFor {
  const { state, server, issuer, hosts, previousIssuer, scopes, added, reason } = request;
  return { state, server, issuer, hosts, previousIssuer, scopes, added, reason };
}

/** How a client says at the token endpoint who it is. */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/** What an authorization server knows this page as. */
export interface StoredClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** When the secret ends, in milliseconds since 1970. */
  readonly secretExpiresAt?: number | undefined;
  readonly method: ClientAuthMethod;
  /** Where people come back to for it, as it was registered: an address of its own for each authorization server. */
  readonly redirectUri?: string | undefined;
}

/** Where tokens are renewed and taken back. */
export interface TokenEndpoints {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string | undefined;
}

/** One sign-in at one server: what is needed to use it, to renew it and to end it. */
export interface SignIn extends TokenEndpoints {
  /** The resource the token was asked for, as it was named to the authorization server. */
  readonly resource: string;
  readonly client: StoredClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** What was asked for so far; what was granted may be less. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** A name for whoever signed in, made up here: the same until they sign in anew. */
  readonly identity?: string | undefined;
  /** The key the token is bound to (DPoP). Its private half cannot be read out. */
  readonly key?: CryptoKeyPair | undefined;
}

/**
 * Where sign-ins are kept. The one that comes with the library keeps them until the page goes. An implementation of the
 * page's own must keep them confidential, and apart for each person and page.
 */
export interface TokenStore {
  /**
   * What is kept, or undefined; that it was forgotten, too, is heard here: asked before and after each renewal, and a page
   * that still has what is no longer kept lets go of it.
   * @param server address of the MCP server, absolute
   */
  signIn(server: string): Promise<SignIn | undefined>;
  /** @param signIn undefined: forget it */
  storeSignIn(server: string, signIn: SignIn | undefined): Promise<void>;
  /**
   * @param issuer of the authorization server: no other may ever see this client
   * @param redirectUri the address that people come back to from there, and from nowhere else
   */
  client(issuer: string, redirectUri: string): Promise<StoredClient | undefined>;
  storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void>;
}

/** Keeps sign-ins in memory: they end with the page, and no other page or tab can see them. */
export class MemoryTokenStore implements TokenStore {
  readonly #signIns = new Map<string, SignIn>();
  readonly #clients = new Map<string, StoredClient>();

  async signIn(server: string): Promise<SignIn | undefined> {
    return this.#signIns.get(server);
  }

  async storeSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    put(this.#signIns, server, signIn);
  }

  async client(issuer: string, redirectUri: string): Promise<StoredClient | undefined> {
    return this.#clients.get(`${issuer} ${redirectUri}`);
  }

  async storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void> {
    put(this.#clients, `${issuer} ${redirectUri}`, client);
  }
}

function put<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

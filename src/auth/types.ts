import type { HttpEndpoint } from '../transport/http.js';
import type { AuthorizationServer, OtherHost } from './discovery.js';

/** One attempt to sign in, as it was prepared before the user left. Plain data. */
export interface PendingAuthorization {
  /** The MCP server it is for. */
  readonly server: string;
  readonly authorizationServer: AuthorizationServer;
  readonly client: StoredClient;
  readonly resource: string;
  readonly redirectUri: string;
  readonly state: string;
  /** The PKCE verifier: proves at the token endpoint that this page started the attempt. */
  readonly verifier: string;
  readonly asked: readonly string[];
  /** True if the token is to be bound to a DPoP key. */
  readonly isBound: boolean;
  /**
   * The operation that needs the sign-in, to count how often the user was sent to sign in for it since it last worked.
   */
  readonly operation: string;
  readonly count: number;
}

/** An attempt before the client is known. */
export type PreparedAuthorization = Omit<PendingAuthorization, 'client' | 'redirectUri'>;

/** A client that was registered by hand. */
export interface RegisteredClient {
  readonly clientId: string;
  /** Everyone who can read the page can read it. Give one only if the authorization server requires it. */
  readonly clientSecret?: string | undefined;
  /**
   * The authorization server where it is registered; the client is used nowhere else. Default: the first authorization
   * server that is found, if its callbacks name the issuer (RFC 9207). Otherwise `issuer` is required.
   */
  readonly issuer?: string | undefined;
  /** Default: a method that the authorization server supports. */
  readonly method?: ClientAuthMethod | undefined;
}

/**
 * A request to send the user to sign in. Nothing is sent to the authorization server before {@link
 * AuthorizationRequest.begin}.
 */
export interface AuthorizationRequest {
  /** The callback URL must contain this value, which identifies the attempt. */
  readonly state: string;
  /** The MCP server that requires the sign-in. */
  readonly server: string;
  /** The authorization server. */
  readonly issuer: string;
  /** Other hosts that take part in the sign-in. Show them to the user. */
  readonly hosts: readonly OtherHost[];
  /**
   * The authorization server that was used for this server before, if it was another one: ask the user about the change
   * first. Undefined if it is the same, or if none is known.
   */
  readonly previousIssuer?: string | undefined;
  /** Requested scopes; if empty, the authorization server decides. */
  readonly scopes: readonly string[];
  /** Scopes among them that were not requested before. */
  readonly added: readonly string[];
  /** `step-up`: the user is signed in, but an operation needs more scopes. */
  readonly reason: 'sign-in' | 'step-up';
  /** Aborts when the sign-in is no longer needed. */
  readonly signal: AbortSignal;
  /**
   * Registers this page at the authorization server if necessary, and returns the address to open. Call it after the
   * user has agreed. Repeated calls give the same result.
   * @throws AuthorizationError when this page cannot be registered; McpError `cancelled`
   */
  begin(): Promise<BegunAuthorization>;
}

/** The address to open, and the data for the callback. */
export interface BegunAuthorization {
  /** The authorization URL: https, or http on this machine. */
  readonly url: string;
  /** The address to which the authorization server sends the user back. */
  readonly redirectUri: string;
  /** Lets a later load of the page complete the sign-in. It contains secrets: delete it after use. */
  readonly attempt: PendingAuthorization;
}

/** An attempt from an earlier load of the page, and the callback URL. */
export interface Returned {
  readonly attempt: PendingAuthorization;
  readonly callback: string;
}

/**
 * Takes the user to the authorization server and back: with a window, with the page itself, or in a way of the host.
 */
export interface Authorizer {
  /**
   * Sends the user to the authorization server. Resolves with the whole callback URL.
   * @throws McpError `declined` when the user closed the window, `cancelled` when `signal` aborts
   */
  open(request: AuthorizationRequest): Promise<string>;
  /** An attempt for that server from an earlier load of the page, if the user has returned. Returned once. */
  returned?(server: string): Promise<Returned | undefined> | Returned | undefined;
  /** Called when the attempt is over, successful or not, so that its window can be closed. */
  ended?(): void;
}

export interface AuthorizationOptions {
  readonly authorizer: Authorizer;
  /**
   * The redirect URI: https, or http on this machine. The package contains a page for it, `oauth-callback.html`. If
   * this page registers itself, `?issuer=` and a hash of the authorization server are appended.
   */
  readonly redirectUri: string;
  /** Clients that are already registered. They are tried first. */
  readonly clients?: readonly RegisteredClient[] | undefined;
  /**
   * Address of a client metadata document of this site, for authorization servers that support it: https, with a path.
   * @see https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/
   */
  readonly clientMetadataUrl?: string | undefined;
  /**
   * Called if there is no other way to get a client; returns undefined for none. The client must be registered with
   * `redirectUri`, which differs for each authorization server. `signal` aborts when the client is no longer needed.
   */
  readonly chooseClient?:
    ((issuer: string, redirectUri: string, signal: AbortSignal) => Promise<RegisteredClient | undefined>) | undefined;
  /** Name of the site when it registers itself. Default: its host. */
  readonly clientName?: string | undefined;
  /** Chooses among several authorization servers. Default: one with a registered client, else the first. */
  readonly chooseIssuer?: ((issuers: readonly string[]) => string | Promise<string>) | undefined;
  /** Scopes to request in addition to those that the server requires. */
  readonly scopes?: readonly string[] | undefined;
  /**
   * Requests `offline_access`, so that the user stays signed in, if the authorization server supports it. Default:
   * true.
   */
  readonly offline?: boolean | undefined;
  /** Binds tokens to a key of this page (DPoP). Default: `auto`, if the server says that it accepts such tokens. */
  readonly dpop?: 'auto' | 'always' | 'never' | undefined;
  /** The storage for sign-ins. Default: in memory, until the page is closed. */
  readonly store?: TokenStore | undefined;
}

/** Authorizes the requests of a session. Implementations: {@link Authorization} and {@link OwnSignIn}. */
export interface SessionAuth {
  /**
   * The endpoint with a `fetch` that adds the token to its requests and handles refusals.
   * @throws McpError `invalid-input` for a server that no token may be sent to
   */
  sign(endpoint: HttpEndpoint): HttpEndpoint;
  /**
   * A name for the signed-in user that stays the same while the sign-in lasts; null while signed out. Undefined or
   * absent if it is unknown: then nothing that the server sends is stored.
   */
  readonly identity?: string | null | undefined;
  /** The lifetime of `identity`, and of data stored under it: on the device (default), or as long as the tab. */
  readonly identityLifetime?: 'device' | 'tab';
  /** Resolves when it is known whether an earlier sign-in is stored. Never rejects. */
  known?(): Promise<void>;
  /**
   * Calls `leaving` when the signed-in person leaves, while {@link identity} is still theirs. The function that
   * `leaving` returns is called, and awaited, once their tokens are deleted.
   * @returns a function that unsubscribes
   */
  onLeave?(leaving: LeaveListener): () => void;
  /**
   * Those of these identities that the same store of sign-ins made, and whose sign-in no longer exists: the data stored
   * under them is unreachable. Never rejects.
   */
  orphans?(identities: readonly string[]): Promise<readonly string[]>;
}

/**
 * How a person leaves: signed out in this page, signed out in another tab, or replaced by the next person who signed in
 * after the server refused.
 */
export type LeaveReason = 'here' | 'elsewhere' | 'replaced';

export type LeaveListener = (how: LeaveReason) => () => Promise<void>;

/** How a client authenticates at the token endpoint. */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/** The client that this page is at an authorization server. */
export interface StoredClient {
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** When the secret expires, in milliseconds since 1970. */
  readonly secretExpiresAt?: number | undefined;
  readonly method: ClientAuthMethod;
  /** The redirect URI with which the client was registered, different for each authorization server. */
  readonly redirectUri?: string | undefined;
}

/** The endpoints that renew and revoke tokens. */
export interface TokenEndpoints {
  readonly issuer: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string | undefined;
}

/** A sign-in at one server, with all that is needed to use, renew and revoke it. */
export interface SignIn extends TokenEndpoints {
  /** The resource (RFC 8707) that the token was requested for. */
  readonly resource: string;
  readonly client: StoredClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** Scopes requested so far. `granted` may have fewer. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** A random name for the user, which stays the same until the next sign-in. */
  readonly identity?: string | undefined;
  /** The DPoP key to which the token is bound. Its private key cannot be exported. */
  readonly key?: CryptoKeyPair | undefined;
}

/**
 * Stores sign-ins. The default store is {@link MemoryTokenStore}. Your own must keep sign-ins confidential, and
 * separate for each user and page.
 */
export interface TokenStore {
  /**
   * The stored sign-in, or undefined. It is called before and after each renewal: if the sign-in was removed, the page
   * signs out.
   * @param server absolute URL of the MCP server
   */
  signIn(server: string): Promise<SignIn | undefined>;
  /** @param signIn undefined removes the stored sign-in */
  storeSignIn(server: string, signIn: SignIn | undefined): Promise<void>;
  /**
   * @param issuer the authorization server: no other may ever receive this client
   * @param redirectUri the redirect URI of the client; it is used only with this issuer
   */
  client(issuer: string, redirectUri: string): Promise<StoredClient | undefined>;
  storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void>;
  /**
   * The prefix of identities that are made for a sign-in of this store, which distinguishes them from others. Absent if
   * that is not needed.
   */
  readonly identityPrefix?: string | undefined;
  /** The identities of all stored sign-ins; undefined where they cannot be read now. Never rejects. */
  identities?(): Promise<ReadonlySet<string> | undefined>;
  /**
   * Calls `changed` when another tab stores or removes a sign-in.
   * @returns a function that ends it
   */
  follow?(changed: () => void): () => void;
}

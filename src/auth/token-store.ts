/** How a client says at the token endpoint who it is. */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/** What an authorization server knows this page as. */
export interface KeptClient {
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
  readonly client: KeptClient;
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** When the access token ends, in milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  /** What was asked for so far; what was granted may be less. */
  readonly asked: readonly string[];
  readonly granted: readonly string[];
  /** A name for whoever signed in, made up here: the same until they sign in anew. */
  readonly holder?: string | undefined;
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
  keepSignIn(server: string, signIn: SignIn | undefined): Promise<void>;
  /**
   * @param issuer of the authorization server: no other may ever see this client
   * @param redirectUri the address that people come back to from there, and from nowhere else
   */
  client(issuer: string, redirectUri: string): Promise<KeptClient | undefined>;
  keepClient(issuer: string, redirectUri: string, client: KeptClient | undefined): Promise<void>;
}

/** Keeps sign-ins in memory: they end with the page, and no other page or tab can see them. */
export class MemoryTokenStore implements TokenStore {
  readonly #signIns = new Map<string, SignIn>();
  readonly #clients = new Map<string, KeptClient>();

  async signIn(server: string): Promise<SignIn | undefined> {
    return this.#signIns.get(server);
  }

  async keepSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    put(this.#signIns, server, signIn);
  }

  async client(issuer: string, redirectUri: string): Promise<KeptClient | undefined> {
    return this.#clients.get(`${issuer} ${redirectUri}`);
  }

  async keepClient(issuer: string, redirectUri: string, client: KeptClient | undefined): Promise<void> {
    put(this.#clients, `${issuer} ${redirectUri}`, client);
  }
}

function put<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

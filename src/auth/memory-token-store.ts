import type { SignIn, StoredClient, TokenStore } from './types.js';

/** Stores sign-ins in memory: they end with the page, and other pages and tabs cannot read them. */
export class MemoryTokenStore implements TokenStore {
  readonly #signIns = new Map<string, SignIn>();
  readonly #clients = new Map<string, StoredClient>();

  async signIn(server: string): Promise<SignIn | undefined> {
    return this.#signIns.get(server);
  }

  async storeSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    putOrDelete(this.#signIns, server, signIn);
  }

  async client(issuer: string, redirectUri: string): Promise<StoredClient | undefined> {
    return this.#clients.get(`${issuer} ${redirectUri}`);
  }

  async storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void> {
    putOrDelete(this.#clients, `${issuer} ${redirectUri}`, client);
  }
}

function putOrDelete<T>(map: Map<string, T>, key: string, value: T | undefined): void {
  if (value === undefined) map.delete(key);
  else map.set(key, value);
}

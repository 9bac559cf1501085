import { MemoryTokenStore, type KeptClient, type SignIn, type TokenStore } from './token-store.js';

/**
 * Keeps a sign-in where the person said: in memory, or beyond this page in a store that keeps it confidential. What was
 * kept there is found again without being asked for.
 */
export class ChosenTokenStore implements TokenStore {
  readonly #memory = new MemoryTokenStore();
  readonly #lasting: TokenStore;
  /** Whether what comes is to be kept beyond this page. Undefined until somebody says so, or it is found there. */
  lasts: boolean | undefined;

  constructor(lasting: TokenStore) {
    this.#lasting = lasting;
  }

  async signIn(server: string): Promise<SignIn | undefined> {
    // Another tab may have renewed what lasts.
    const kept = await this.#lasting.signIn(server);
    if (kept) this.lasts ??= true;
    return kept ?? this.#memory.signIn(server);
  }

  async keepSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    const lasts = signIn !== undefined && this.lasts === true;
    // Who signs out is asked again.
    if (!signIn) this.lasts = undefined;
    // First: a failure of the one that lasts must not cost the sign-in of now.
    await this.#memory.keepSignIn(server, lasts ? undefined : signIn);
    await this.#lasting.keepSignIn(server, lasts ? signIn : undefined);
  }

  async client(issuer: string, redirectUri: string): Promise<KeptClient | undefined> {
    return (await this.#memory.client(issuer, redirectUri)) ?? this.#lasting.client(issuer, redirectUri);
  }

  async keepClient(issuer: string, redirectUri: string, client: KeptClient | undefined): Promise<void> {
    await this.#memory.keepClient(issuer, redirectUri, client);
    // A registration says that this browser was at that authorization server: that too is the person's to keep.
    if (this.lasts || client === undefined) await this.#lasting.keepClient(issuer, redirectUri, client);
  }
}

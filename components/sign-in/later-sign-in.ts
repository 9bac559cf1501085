import type { AskedAuthorization, AskedAuthorizationOptions } from '../../src/auth/index.js';
import { Store, type SessionOptions } from '../../src/index.js';
import { loadOnce } from '../../src/util/load-once.js';

type SessionAuth = NonNullable<SessionOptions['auth']>;

/** What a page says of signing in. */
export interface SignInSettings extends Partial<AskedAuthorizationOptions> {
  readonly redirectUri: string;
  /** Whether people may be offered to stay signed in, and where that is kept. */
  readonly keepIn?: string | undefined;
}

/** Signs a session in with code that loads with its first request: most pages connect to servers that want none. */
export class LaterSignIn implements SessionAuth {
  readonly loaded: Store<AskedAuthorization | undefined> = new Store<AskedAuthorization | undefined>(undefined);
  readonly #settings: SignInSettings;
  #signed: Promise<typeof globalThis.fetch> | undefined;
  #endpoint: Parameters<SessionAuth['sign']>[0] | undefined;

  constructor(settings: SignInSettings) {
    this.#settings = settings;
  }

  get holder(): string | null | undefined {
    const loaded = this.loaded.get();
    return loaded ? loaded.holder : null;
  }

  get holderLasts(): 'device' | 'tab' {
    return this.loaded.get()?.holderLasts ?? 'device';
  }

  async known(): Promise<void> {
    await this.#load().catch(() => {});
    await this.loaded.get()?.known();
  }

  sign(endpoint: Parameters<SessionAuth['sign']>[0]): ReturnType<SessionAuth['sign']> {
    this.#endpoint = { ...endpoint, pause: { questions: 0, until: 0 } };
    return { ...this.#endpoint, fetch: async (...asked) => (await this.#load())(...asked) };
  }

  /** What signs each request. @throws McpError `load` */
  #load(): Promise<typeof globalThis.fetch> {
    this.#signed ??= loadOnce('sign-in', () => import('../parts/sign-in.js')).then(({ openSignIn }) => {
      const authorization = openSignIn(this.#settings);
      const { fetch } = authorization.sign(this.#endpoint!);
      this.loaded.set(authorization);
      return fetch;
    });
    const loading = this.#signed;
    loading.catch(() => {
      if (this.#signed === loading) this.#signed = undefined;
    });
    return loading;
  }
}

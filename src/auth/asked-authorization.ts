import type { HttpEndpoint } from '../transport/http-exchange.js';
import { addressKey } from '../util/address-key.js';
import { randomId, tabStorage } from '../util/coordination.js';
import type { Readable } from '../util/store.js';
import { AskingAuthorizer, type AskingOptions, type AuthorizationQuestion } from './asking.js';
import { Authorization } from './authorization.js';
import { ChosenTokenStore } from './chosen-store.js';
import type { AuthorizationOptions } from './options.js';
import { MemoryTokenStore, type TokenStore } from './token-store.js';

/** Under which name of `sessionStorage` it is noted that the sign-in at a server is to be kept, while its page is away. */
const LASTS = 'mcp-embed lasting sign-in ';
/** Under which name the tab knows who signed in there, by going there and back. */
const HOLDER = 'mcp-embed holder ';

export interface AskedAuthorizationOptions
  extends Omit<AuthorizationOptions, 'authorizer' | 'store' | 'askClient'>, AskingOptions {
  /** Keeps sign-ins that the person wants kept beyond this page. Without it nobody is offered that. */
  readonly lasting?: TokenStore | undefined;
}

/**
 * An {@link Authorization} whose person is asked in the page before they are sent anywhere. `<mcp-sign-in>` asks.
 * @example
 * const auth = new AskedAuthorization({ redirectUri: new URL('oauth-callback.html', location.href).href });
 */
export class AskedAuthorization extends Authorization {
  readonly #asking: AskingAuthorizer;
  readonly #store: ChosenTokenStore | undefined;
  #server = '';
  #wasBack = false;

  constructor({ way, onLeave, lasting, ...options }: AskedAuthorizationOptions) {
    const store = lasting && new ChosenTokenStore(lasting);
    const asking = new AskingAuthorizer({
      way,
      onLeave: async () => {
        // What the person chose is asked for when the page is back.
        if (store?.lasts) tabStorage.set(nameFor(LASTS, this.#server), 'yes');
        await onLeave?.();
      },
    });
    super({
      ...options,
      authorizer: asking,
      askClient: (issuer, redirectUri, signal) => asking.askClient(issuer, redirectUri, signal),
      store: store ?? new MemoryTokenStore(),
    });
    this.#asking = asking;
    this.#store = store;
  }

  override sign(endpoint: HttpEndpoint): HttpEndpoint {
    const key = nameFor(LASTS, endpoint.url);
    this.#server = endpoint.url;
    this.#wasBack = this.#asking.isBack(endpoint.url);
    if (this.#store && this.#asking.leavesPage && tabStorage.get(key)) {
      tabStorage.remove(key);
      this.#store.lasts = true;
    }
    return super.sign(endpoint);
  }

  /**
   * Where this page goes away to sign in, what the person was doing has to be there when it is back: it is theirs for as
   * long as the tab is there.
   */
  override get holder(): string | null | undefined {
    if (this.lasts && this.signedInAs) return this.signedInAs;
    if (!this.#asking.leavesPage) return super.holder;
    if (super.holder === null) return this.#isBack ? tabHolder(this.#server, false) : null;
    return tabHolder(this.#server, true) ?? undefined;
  }

  get holderLasts(): 'device' | 'tab' {
    return this.lasts ? 'device' : 'tab';
  }

  override async signOut(): Promise<boolean> {
    if (this.#asking.leavesPage) tabStorage.remove(nameFor(HOLDER, this.#server));
    return super.signOut();
  }

  /** They are back, and the token is about to come; until that fails. */
  get #isBack(): boolean {
    const { phase } = this.state.get();
    return this.#wasBack && phase !== 'failed';
  }

  /** What the person is being asked. */
  get question(): Readable<AuthorizationQuestion | undefined> {
    return this.#asking.question;
  }

  /** Whether they can choose to stay signed in beyond this page. */
  get canLast(): boolean {
    return this.#store !== undefined;
  }

  /** Whether the sign-in that comes is kept beyond this page: theirs to say, before they {@link SignInQuestion.proceed}. */
  get lasts(): boolean {
    return this.#store?.lasts === true;
  }

  set lasts(lasts: boolean) {
    if (this.#store) this.#store.lasts = lasts;
  }
}

/** Values of parameters are in no name. */
const nameFor = (what: string, server: string): string => what + addressKey(server).key;

/** Who signed in at a server in this tab, by a name made up for it; null where there is none yet, or no such storage. */
function tabHolder(server: string, make: boolean): string | null {
  const found = tabStorage.get(nameFor(HOLDER, server));
  if (found !== null || !make) return found;
  const made = randomId();
  return tabStorage.set(nameFor(HOLDER, server), made) ? made : null;
}

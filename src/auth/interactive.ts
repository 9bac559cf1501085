import { asMcpError, isMcpError } from '../errors.js';
import { withSuspendedTimeout } from '../jsonrpc/pending-request.js';
import type { HttpEndpoint } from '../transport/http.js';
import { addressKey } from '../secrets/server-address-key.js';
import { randomId, tabStorage } from '../util/tab-coordination.js';
import { type Readable, Store } from '../util/store.js';
import { Authorization } from './authorization.js';
import { AuthorizationError, describeHost } from './errors.js';
import { signedFetch } from './fetch.js';
import { PopupAuthorizer } from './popup.js';
import { RedirectAuthorizer, type RedirectOptions } from './redirect-authorizer.js';
import { ChosenTokenStore } from './tokens.js';
import {
  type AuthorizationOptions,
  type AuthorizationRequest,
  type Authorizer,
  type RegisteredClient,
  type Returned,
  type SessionAuth,
  type TokenStore,
} from './types.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { waitingFor, type WaitingFor } from './authorization-state.js';
import { errorText } from './error-texts.js';
import { currentClock } from '../util/clock.js';

/**
 * Milliseconds within which an element must show a sign-in question: it may still be loading. After them the sign-in
 * fails.
 */
export const SIGN_IN_SHOWN_WITHIN_MS = 10_000;

/** How the user reaches the sign-in page: in a window, or by leaving this page and coming back. */
export type AuthMode = 'popup' | 'redirect';

/** Asks the user whether to go to the sign-in page. */
export interface SignInQuestion {
  readonly kind: 'sign-in';
  readonly request: WaitingFor;
  readonly mode: AuthMode;
  /**
   * Progress. `asked`: the user must decide. `away`: the user is at the sign-in page. `closed`: the user closed the
   * window too early. `blocked`: the browser opened no window; a link to {@link url} works, and leads back to this page
   * as well.
   */
  readonly at: 'asked' | 'away' | 'closed' | 'blocked';
  /** Address for the link, with `blocked`. */
  readonly url?: string | undefined;
  /**
   * Sends the user to the sign-in page, again if necessary. Call it in a click handler: browsers open windows only
   * then.
   */
  proceed(): void;
  /** Call it when the user declines. */
  decline(): void;
}

/** Asks the user whether to accept that a server now uses another authorization server. */
export interface IssuerChangeQuestion {
  readonly kind: 'issuer-change';
  /** The MCP server whose authorization server changed. */
  readonly server: string;
  /** Issuers: the previous authorization server and the new one. */
  readonly from: string;
  readonly to: string;
  /** Call it when the user accepts. No page opens yet: a {@link SignInQuestion} follows. */
  accept(): void;
  decline(): void;
}

/** Asks the user for a client id at an authorization server where this page cannot register itself. */
export interface ClientQuestion {
  readonly kind: 'client';
  readonly issuer: string;
  /** The redirect URI, which must be registered with the client. */
  readonly redirectUri: string;
  answer(client: RegisteredClient): void;
  decline(): void;
}

/** A question to the user during a sign-in. */
export type AuthorizationQuestion = SignInQuestion | IssuerChangeQuestion | ClientQuestion;

export interface InteractiveAuthorizerOptions extends RedirectOptions {
  /** Default: `popup`. */
  readonly mode?: AuthMode | undefined;
}

/**
 * An authorizer that asks the user in the page before it opens the sign-in page. The question names the server that
 * requests the sign-in, the sign-in page, and the scopes.
 */
export class InteractiveAuthorizer implements Authorizer {
  readonly #way: AuthMode;
  readonly #redirect: RedirectAuthorizer | undefined;
  readonly #question = new Store<AuthorizationQuestion | undefined>(undefined);
  #popup: PopupAuthorizer | undefined;
  #onBlocked: () => void = () => {};

  constructor({ mode = 'popup', onLeave }: InteractiveAuthorizerOptions = {}) {
    this.#way = mode;
    if (mode === 'redirect') this.#redirect = new RedirectAuthorizer({ onLeave });
  }

  /** True if this page is left for the sign-in. */
  get leavesPage(): boolean {
    return this.#way === 'redirect';
  }

  /** True if the user has just returned to this page from the sign-in for that server. */
  isBack(server: string): boolean {
    return this.#redirect?.isBack(server) === true;
  }

  /** The current question. A subscriber must show it. */
  get question(): Readable<AuthorizationQuestion | undefined> {
    return this.#question;
  }

  /**
   * @throws AuthorizationError `declined` when the user declines or no element shows the question; McpError `cancelled`
   */
  async open(request: AuthorizationRequest): Promise<string> {
    const { signal } = request;
    signal.throwIfAborted();
    const over = new AbortController();
    const life = AbortSignal.any([signal, over.signal]);
    try {
      return await new Promise<string>((resolve, reject) => {
        let going = new AbortController();
        const show = (at: SignInQuestion['at'], url?: string): void => {
          if (!life.aborted)
            this.#question.set({ kind: 'sign-in', request: shown, mode: this.#way, at, url, proceed, decline });
        };
        const decline = (): void => reject(declined(request));
        const proceed = (): void => {
          if (life.aborted) return;
          going.abort();
          going = new AbortController();
          const own = going.signal;
          const failed = (error: unknown): void => {
            if (own.aborted) return;
            if (isClosed(error)) show('closed');
            else reject(asMcpError(error));
          };
          const onBlocked = (): void => {
            request.begin().then(({ url }) => own.aborted || show('blocked', url), failed);
          };
          // Before `#send`: where no window can be opened, it changes the state to `blocked` at once.
          show('away');
          this.#send({ ...request, signal: AbortSignal.any([life, own]) }, onBlocked).then(resolve, failed);
        };
        const shown = waitingFor(request);
        signal.addEventListener('abort', () => reject(asMcpError(signal.reason, 'cancelled')), { signal: over.signal });
        this.#unlessShown(life, reject);
        const { server, issuer: to, previousIssuer: from } = request;
        if (from === undefined) show('asked');
        else this.#question.set({ kind: 'issuer-change', server, from, to, accept: () => show('asked'), decline });
      });
    } finally {
      over.abort();
      this.#question.set(undefined);
    }
  }

  /** Asks the user for the client that is registered at that authorization server. */
  async chooseClient(issuer: string, redirectUri: string, signal?: AbortSignal): Promise<RegisteredClient | undefined> {
    const before = this.#question.get();
    // A blank window would cover the question.
    this.#popup?.ended();
    const over = new AbortController();
    const life = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
    try {
      return await new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(asMcpError(signal.reason, 'cancelled')), {
          signal: over.signal,
        });
        this.#unlessShown(life, () => resolve(undefined));
        this.#question.set({
          kind: 'client',
          issuer,
          redirectUri,
          answer: (client) => {
            // Must run in the click handler: browsers open windows only then.
            if (before) this.#popup?.prepare();
            resolve(client);
          },
          decline: () => resolve(undefined),
        });
      });
    } finally {
      over.abort();
      this.#question.set(signal?.aborted ? undefined : before);
    }
  }

  returned(server: string): Returned | undefined {
    return this.#redirect?.returned(server);
  }

  ended(): void {
    this.#popup?.ended();
    this.#popup = undefined;
  }

  #send(request: AuthorizationRequest, onBlocked: () => void): Promise<string> {
    if (this.#redirect) return this.#redirect.open(request);
    // A window that is still open from an earlier attempt is used again.
    this.#popup ??= new PopupAuthorizer({ onBlocked: () => this.#onBlocked() });
    this.#onBlocked = onBlocked;
    return this.#popup.open(request, true);
  }

  /** Fails if no element shows the question in time; otherwise the sign-in would never end. */
  #unlessShown(life: AbortSignal, reject: (error: AuthorizationError) => void): void {
    const timer = currentClock.setTimeout(() => {
      if (this.#question.isFollowed) return;
      reject(
        new AuthorizationError(errorText('auth.nobodyAsks'), {
          remedy: errorText('auth.addSignInElement'),
        }),
      );
    }, SIGN_IN_SHOWN_WITHIN_MS);
    life.addEventListener('abort', () => currentClock.clearTimeout(timer), { once: true });
  }
}

function isClosed(error: unknown): boolean {
  return isMcpError(error) && error.code === 'declined' && (error as AuthorizationError).oauthError === undefined;
}

function declined({ issuer, reason }: AuthorizationRequest): AuthorizationError {
  return new AuthorizationError(
    reason === 'step-up'
      ? errorText('auth.noMoreRights', { host: describeHost(issuer) })
      : errorText('auth.notSignedIn', { host: describeHost(issuer) }),
    { code: 'declined', remedy: errorText('auth.connectWhenWanted') },
  );
}

/**
 * Prefix of the `sessionStorage` key that notes, while the page is left, that the sign-in is to be stored persistently.
 */
const LASTS = 'mcp-embed stored sign-in ';
/** Prefix of the `sessionStorage` key of the tab's identity at a server. */
const IDENTITY = 'mcp-embed identity ';

export interface InteractiveAuthorizationOptions
  extends Omit<AuthorizationOptions, 'authorizer' | 'store' | 'chooseClient'>, InteractiveAuthorizerOptions {
  /** Stores sign-ins that the user wants to keep beyond this page. Without it the user is not offered that choice. */
  readonly persistentStore?: TokenStore | undefined;
}

/**
 * An {@link Authorization} that asks the user in the page before it opens the sign-in page. `<mcp-sign-in>` shows the
 * questions.
 * @example
 * const auth = new InteractiveAuthorization({ redirectUri: new URL('oauth-callback.html', location.href).href });
 */
export class InteractiveAuthorization extends Authorization {
  readonly #asking: InteractiveAuthorizer;
  readonly #store: ChosenTokenStore | undefined;
  #server = '';
  #wasBack = false;

  constructor({ mode, onLeave, persistentStore, ...options }: InteractiveAuthorizationOptions) {
    const store = persistentStore && new ChosenTokenStore(persistentStore);
    const asking = new InteractiveAuthorizer({
      mode,
      onLeave: async () => {
        // Noted in the tab, because the store does not know the user's choice after the page reloads.
        if (store?.lasts) tabStorage.set(nameFor(LASTS, this.#server), 'yes');
        await onLeave?.();
      },
    });
    super({
      ...options,
      authorizer: asking,
      chooseClient: (issuer, redirectUri, signal) => asking.chooseClient(issuer, redirectUri, signal),
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
   * With a redirect, the user's work must still be found when the page is back. It is stored under an identity that
   * lasts as long as the tab.
   */
  override get identity(): string | null | undefined {
    if (this.lasts && this.signedInAs) return this.signedInAs;
    if (!this.#asking.leavesPage) return super.identity;
    if (super.identity === null) return this.#isBack ? tabIdentity(this.#server, false) : null;
    return tabIdentity(this.#server, true) ?? undefined;
  }

  get identityLifetime(): 'device' | 'tab' {
    return this.lasts ? 'device' : 'tab';
  }

  override async signOut(): Promise<boolean> {
    try {
      return await super.signOut();
    } finally {
      // Last: until then this entry names the person whose data is erased.
      if (this.#asking.leavesPage) tabStorage.remove(nameFor(IDENTITY, this.#server));
    }
  }

  /** True while the user is back and the token is still being fetched; false once that fails. */
  get #isBack(): boolean {
    const { phase } = this.state.get();
    return this.#wasBack && phase !== 'failed';
  }

  /** The current question to the user. */
  get question(): Readable<AuthorizationQuestion | undefined> {
    return this.#asking.question;
  }

  /** True if the user can choose to stay signed in beyond this page. */
  get canLast(): boolean {
    return this.#store !== undefined;
  }

  /**
   * True if the next sign-in is stored beyond this page. Set it to the user's choice before calling {@link
   * SignInQuestion.proceed}.
   */
  get lasts(): boolean {
    return this.#store?.lasts === true;
  }

  set lasts(lasts: boolean) {
    if (this.#store) this.#store.lasts = lasts;
  }
}

/** `addressKey` leaves out the values of query parameters, which may be secret. */
const nameFor = (what: string, server: string): string => what + addressKey(server).key;

/** The random identity of this tab at a server; null if there is none, or the tab has no storage. */
function tabIdentity(server: string, make: boolean): string | null {
  const found = tabStorage.get(nameFor(IDENTITY, server));
  if (found !== null || !make) return found;
  const made = randomId();
  return tabStorage.set(nameFor(IDENTITY, server), made) ? made : null;
}

export interface OwnSignInOptions {
  /** Called before each request; returns the token to send, or undefined for none. */
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  /**
   * Called when the server refuses a request, with the required scopes if the server names them. If it returns true,
   * `getToken` is called again and the request is sent once more.
   */
  readonly onUnauthorized?: (refusal: OwnRefusal) => boolean | Promise<boolean>;
}

export interface OwnRefusal {
  /** 401: the token is missing or invalid. 403: the token lacks a scope. */
  readonly status: 401 | 403;
  readonly scope: string | undefined;
}

/**
 * For sites with their own sign-in: the site supplies the token, and is called when a server refuses it.
 * @example
 * const auth = new OwnSignIn({ getToken: () => session.token, onUnauthorized: async () => session.renew() });
 */
export class OwnSignIn implements SessionAuth {
  readonly #options: OwnSignInOptions;

  constructor(options: OwnSignInOptions) {
    this.#options = options;
  }

  sign(endpoint: HttpEndpoint): HttpEndpoint {
    const { getToken, onUnauthorized } = this.#options;
    const pause = { questions: 0, until: 0 };
    const fetch = signedFetch(endpoint.url, endpoint.fetch, {
      credentials: async () => {
        const accessToken = await getToken();
        return accessToken ? { accessToken } : undefined;
      },
      refused: async ({ status, challenge, signal }, _used, trial) => {
        if (!onUnauthorized || trial.count++ > 0) return false;
        const again = await withSuspendedTimeout(pause, async () =>
          onUnauthorized({ status, scope: challenge?.scope }),
        );
        if (signal?.aborted) throw asMcpError(signal.reason, 'cancelled');
        return again;
      },
    });
    return { ...endpoint, fetch, pause };
  }
}

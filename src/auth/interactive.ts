import { asMcpError, isMcpError } from '../errors.js';
import { withSuspendedTimeout } from '../jsonrpc/peer.js';
import type { HttpEndpoint } from '../transport/http.js';
import { addressKey } from '../util/address-key.js';
import { randomId, tabStorage } from '../util/coordination.js';
import { type Readable, Store } from '../util/store.js';
import { Authorization } from './authorization.js';
import { AuthorizationError, hostOf } from './errors.js';
import { signedFetch } from './fetch.js';
import { PopupAuthorizer } from './popup.js';
import { RedirectAuthorizer, type RedirectOptions } from './redirect.js';
import { ChosenTokenStore } from './tokens.js';
import {
  type AuthorizationOptions,
  type AuthorizationRequest,
  type Authorizer,
  MemoryTokenStore,
  type RegisteredClient,
  type Returned,
  type SessionAuth,
  type TokenStore,
  waitingFor,
  type WaitingFor,
} from './types.js';
import { errorText } from './error-texts.js';

/**
 * Milliseconds within which an element must show a question about signing in: it may still be loading. After them the
 * sign-in fails.
 */
export const SIGN_IN_SHOWN_WITHIN_MS = 10_000;

/** How people get there and back: a window of its own, or this page, which goes away and comes back. */
export type AuthMode = 'popup' | 'redirect';

/** Whether the person wants to be sent to sign in. */
export interface SignInQuestion {
  readonly kind: 'sign-in';
  readonly request: WaitingFor;
  readonly mode: AuthMode;
  /**
   * `asked`: they are to decide. `away`: they are there. `closed`: they closed the window before they were done. `blocked`:
   * the browser let none open; a link to {@link url} works, and leads back here as well.
   */
  readonly at: 'asked' | 'away' | 'closed' | 'blocked';
  /** Where the link leads, at `blocked`. */
  readonly url?: string | undefined;
  /** Sends them there, once more if need be. Call it in the click: browsers let windows open in no other moment. */
  proceed(): void;
  /** They do not want to. */
  decline(): void;
}

/** Whether the person wants a server to be signed in at through another authorization server than until now. */
export interface IssuerChangeQuestion {
  readonly kind: 'issuer-change';
  /** The MCP server that names another one. */
  readonly server: string;
  /** Issuers: who signed them in until now, and who would. */
  readonly from: string;
  readonly to: string;
  /** They expected that. Nobody is sent anywhere yet: the {@link SignInQuestion} comes next. */
  accept(): void;
  decline(): void;
}

/** As what client this page is known at an authorization server where it cannot register itself. */
export interface ClientQuestion {
  readonly kind: 'client';
  readonly issuer: string;
  /** Where people come back to; whoever registers this page there has to say it. */
  readonly redirectUri: string;
  answer(client: RegisteredClient): void;
  decline(): void;
}

/** What a person may be asked on the way to a sign-in. */
export type AuthorizationQuestion = SignInQuestion | IssuerChangeQuestion | ClientQuestion;

export interface InteractiveAuthorizerOptions extends RedirectOptions {
  /** Default `popup`. */
  readonly mode?: AuthMode | undefined;
}

/** Asks in the page before it sends anybody anywhere: who wants it, where it goes, and which rights it is about. */
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

  /** Whether this page goes away and comes back. */
  get leavesPage(): boolean {
    return this.#way === 'redirect';
  }

  /** Whether they have just come back to this page for that server. */
  isBack(server: string): boolean {
    return this.#redirect?.isBack(server) === true;
  }

  /** What the person is being asked; whoever follows it shows it. */
  get question(): Readable<AuthorizationQuestion | undefined> {
    return this.#question;
  }

  /** @throws AuthorizationError `declined` when they do not want to, or nobody asks them; McpError `cancelled` */
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
          // First: what opens no window says so at once.
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

  /** What the page is known as at that authorization server, where only a person can say. */
  async chooseClient(issuer: string, redirectUri: string, signal?: AbortSignal): Promise<RegisteredClient | undefined> {
    const before = this.#question.get();
    // A window that is still blank would cover the question.
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
            // In the click: browsers let windows open in no other moment.
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
    // One that is still open from the time before is taken again.
    this.#popup ??= new PopupAuthorizer({ onBlocked: () => this.#onBlocked() });
    this.#onBlocked = onBlocked;
    return this.#popup.open(request, true);
  }

  /** A question that nobody shows would never end. */
  #unlessShown(life: AbortSignal, reject: (error: AuthorizationError) => void): void {
    const timer = setTimeout(() => {
      if (this.#question.isFollowed) return;
      reject(
        new AuthorizationError(errorText('auth.nobodyAsks'), {
          remedy: errorText('auth.addSignInElement'),
        }),
      );
    }, SIGN_IN_SHOWN_WITHIN_MS);
    life.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

function isClosed(error: unknown): boolean {
  return isMcpError(error) && error.code === 'declined' && (error as AuthorizationError).oauthError === undefined;
}

function declined({ issuer, reason }: AuthorizationRequest): AuthorizationError {
  return new AuthorizationError(
    reason === 'step-up'
      ? errorText('auth.noMoreRights', { host: hostOf(issuer) })
      : errorText('auth.notSignedIn', { host: hostOf(issuer) }),
    { code: 'declined', remedy: errorText('auth.connectWhenWanted') },
  );
}

/** Under which name of `sessionStorage` it is noted that the sign-in at a server is to be kept, while its page is away. */
const LASTS = 'mcp-embed stored sign-in ';
/** Under which name the tab knows who signed in there, by going there and back. */
const IDENTITY = 'mcp-embed identity ';

export interface InteractiveAuthorizationOptions
  extends Omit<AuthorizationOptions, 'authorizer' | 'store' | 'chooseClient'>, InteractiveAuthorizerOptions {
  /** Keeps sign-ins that the person wants kept beyond this page. Without it nobody is offered that. */
  readonly persistentStore?: TokenStore | undefined;
}

/**
 * An {@link Authorization} whose person is asked in the page before they are sent anywhere. `<mcp-sign-in>` asks.
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
        // What the person chose is asked for when the page is back.
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
   * Where this page goes away to sign in, what the person was doing has to be there when it is back: it is theirs for as
   * long as the tab is there.
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
    if (this.#asking.leavesPage) tabStorage.remove(nameFor(IDENTITY, this.#server));
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
function tabIdentity(server: string, make: boolean): string | null {
  const found = tabStorage.get(nameFor(IDENTITY, server));
  if (found !== null || !make) return found;
  const made = randomId();
  return tabStorage.set(nameFor(IDENTITY, server), made) ? made : null;
}

export interface OwnSignInOptions {
  /** The token to send; asked before each request. Undefined: none. */
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  /**
   * Told when the server refuses, and the scopes it wants if it says so. When it says true, `getToken` is asked again and
   * the request sent again, once.
   */
  readonly onUnauthorized?: (refusal: OwnRefusal) => boolean | Promise<boolean>;
}

export interface OwnRefusal {
  /** 401: no token, or one that is no longer good. 403: the token lacks a right. */
  readonly status: 401 | 403;
  readonly scope: string | undefined;
}

/** For sites that have a sign-in of their own: they give the token, and hear when it is refused. */
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

import { asMcpError, isMcpError } from '../errors.js';
import { Store, type Readable } from '../util/store.js';
import type { AuthorizationRequest, Authorizer, RegisteredClient, Returned } from './options.js';
import { PopupAuthorizer } from './popup.js';
import { AuthorizationError, hostOf } from './problems.js';
import { RedirectAuthorizer, type RedirectOptions } from './redirect.js';
import { waitingFor, type WaitingFor } from './state.js';

/** Milliseconds until somebody must show a question: an element may still be loading. */
export const SHOWN_WITHIN_MS = 10_000;

/** How people get there and back: a window of its own, or this page, which goes away and comes back. */
export type SignInWay = 'popup' | 'redirect';

/** Whether the person wants to be sent to sign in. */
export interface SignInQuestion {
  readonly kind: 'sign-in';
  readonly request: WaitingFor;
  readonly way: SignInWay;
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

export interface AskingOptions extends RedirectOptions {
  /** Default `popup`. */
  readonly way?: SignInWay | undefined;
}

/** Asks in the page before it sends anybody anywhere: who wants it, where it goes, and which rights it is about. */
export class AskingAuthorizer implements Authorizer {
  readonly #way: SignInWay;
  readonly #redirect: RedirectAuthorizer | undefined;
  readonly #question = new Store<AuthorizationQuestion | undefined>(undefined);
  #popup: PopupAuthorizer | undefined;
  #onBlocked: () => void = () => {};

  constructor({ way = 'popup', onLeave }: AskingOptions = {}) {
    this.#way = way;
    if (way === 'redirect') this.#redirect = new RedirectAuthorizer({ onLeave });
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
            this.#question.set({ kind: 'sign-in', request: shown, way: this.#way, at, url, proceed, decline });
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
  async askClient(issuer: string, redirectUri: string, signal?: AbortSignal): Promise<RegisteredClient | undefined> {
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
        new AuthorizationError('This server wants you to sign in, and nothing in this page asks you.', {
          remedy: 'Put `<mcp-connection-status>` or `<mcp-sign-in>` into the page.',
        }),
      );
    }, SHOWN_WITHIN_MS);
    life.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

function isClosed(error: unknown): boolean {
  return isMcpError(error) && error.code === 'declined' && (error as AuthorizationError).oauthError === undefined;
}

function declined({ issuer, reason }: AuthorizationRequest): AuthorizationError {
  return new AuthorizationError(
    reason === 'step-up'
      ? `You did not give more rights at ${hostOf(issuer)}.`
      : `You did not sign in at ${hostOf(issuer)}.`,
    { code: 'declined', remedy: 'Connect again when you want to.' },
  );
}

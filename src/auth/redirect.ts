import { asMcpError } from '../errors.js';
import { tabStorage } from '../util/coordination.js';
import { AuthorizationError, isSafe } from './errors.js';
import type { AuthorizationRequest, Authorizer, PendingAuthorization, Returned } from './types.js';
import { errorText } from './error-texts.js';

/** On which channel the callback page tells the page that waits. Nobody else knows the state, so nobody else hears it. */
export const channelFor = (state: string): string => `mcp-embed sign-in ${state}`;

/** Under which name of `sessionStorage` an attempt waits while its page is away. */
export const PENDING = 'mcp-embed sign-in ';

/** What the callback page says on the channel. */
export interface CallbackMessage {
  /** The whole address the person came back with. */
  readonly callback: string;
}

/** What the page that waits answers. */
export const RECEIVED = 'received';

/** An attempt whose page went away, and then where the person came back. */
export interface PendingRecord {
  readonly attempt: { readonly server: string };
  /** The page to go back to; of this origin. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly callback?: string;
}

/**
 * Milliseconds for which a sign-in that left the page can be taken up again: codes last some minutes, people take
 * longer. Then it has to be begun again.
 */
export const PENDING_SIGN_IN_MS: number = 60 * 60_000;

export interface RedirectOptions {
  /** Called before the page goes, to put away what the person was doing. */
  readonly onLeave?: (() => void | Promise<void>) | undefined;
}

/**
 * Sends people to sign in in this page itself, which goes away and comes back. What the attempt needs waits in
 * `sessionStorage` of this tab meanwhile, and is gone when it is taken up.
 */
export class RedirectAuthorizer implements Authorizer {
  readonly #options: RedirectOptions;

  constructor(options: RedirectOptions = {}) {
    this.#options = options;
  }

  /** Does not come back: the page does, by {@link returned}. */
  async open({ state, signal, begin }: AuthorizationRequest): Promise<string> {
    const { url, attempt } = await begin();
    if (!isSafe(url)) throw new AuthorizationError(errorText('auth.signInAddressNotHttps'));
    await this.#options.onLeave?.();
    signal.throwIfAborted();
    forgetOld();
    const record: PendingRecord & { attempt: PendingAuthorization } = {
      attempt,
      returnTo: globalThis.location.href,
      at: Date.now(),
    };
    if (!tabStorage.set(PENDING + state, JSON.stringify(record)))
      throw new AuthorizationError(errorText('auth.nothingKeptForTab'), {
        remedy: errorText('auth.usePopup'),
      });
    globalThis.location.assign(url);
    return new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        tabStorage.remove(PENDING + state);
        reject(asMcpError(signal.reason, 'cancelled'));
      });
    });
  }

  /** Whether somebody has come back for that server, and nobody has taken up the attempt yet. */
  isBack(server: string): boolean {
    return pending().some(([, { attempt, callback }]) => callback !== undefined && attempt.server === server);
  }

  returned(server: string): Returned | undefined {
    forgetOld();
    for (const [key, record] of pending()) {
      const { attempt, callback } = record;
      if (callback === undefined || attempt.server !== server) continue;
      // Once: a code works once, and its secrets are not to stay.
      tabStorage.remove(key);
      return { attempt: attempt as PendingAuthorization, callback };
    }
    return undefined;
  }
}

function pending(): [key: string, record: PendingRecord][] {
  return tabStorage
    .keys()
    .filter((key) => key.startsWith(PENDING))
    .flatMap((key) => {
      try {
        const record = JSON.parse(tabStorage.get(key)!) as PendingRecord | null;
        return record?.attempt ? [[key, record] satisfies [string, PendingRecord]] : [];
      } catch {
        // Another script of this origin wrote it.
        return [];
      }
    });
}

function forgetOld(): void {
  for (const [key, { at }] of pending()) if (Date.now() - at > PENDING_SIGN_IN_MS) tabStorage.remove(key);
}

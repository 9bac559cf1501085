import { asMcpError } from '../errors.js';
import { tabStorage } from '../util/tab-coordination.js';
import { AuthorizationError } from './errors.js';
import { isSecureUrl } from './url-safety.js';
import type { AuthorizationRequest, Authorizer, PendingAuthorization, Returned } from './types.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/**
 * Name of the channel on which the callback page reports to the waiting page. Only this page knows `state`, so no other
 * page can guess it.
 */
export const channelFor = (state: string): string => `mcp-embed sign-in ${state}`;

/** Prefix of the `sessionStorage` key of an attempt whose page was left. */
export const PENDING = 'mcp-embed sign-in ';

/** Message of the callback page on the channel. */
export interface CallbackMessage {
  /** The whole callback URL, with its parameters. */
  readonly callback: string;
}

/** Reply of the waiting page to the callback page. */
export const RECEIVED = 'received';

/** An attempt whose page was left; later with the callback URL. */
export interface PendingRecord {
  readonly attempt: { readonly server: string };
  /** The page to go back to; same origin. */
  readonly returnTo: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly callback?: string;
}

/**
 * Milliseconds within which a sign-in that left the page can be completed: codes last minutes, users take longer. After
 * that the sign-in must start again.
 */
export const PENDING_SIGN_IN_MS: number = 60 * 60_000;

export interface RedirectOptions {
  /** Called before the page is left, to save the user's work. */
  readonly onLeave?: (() => void | Promise<void>) | undefined;
}

/**
 * Sends this page itself to the sign-in page. Meanwhile the attempt is stored in `sessionStorage` of this tab, and
 * removed when the page takes it up again.
 */
export class RedirectAuthorizer implements Authorizer {
  readonly #options: RedirectOptions;

  constructor(options: RedirectOptions = {}) {
    this.#options = options;
  }

  /** Never resolves: the page is left. When it loads again, {@link returned} gives the attempt. */
  async open({ state, signal, begin }: AuthorizationRequest): Promise<string> {
    const { url, attempt } = await begin();
    if (!isSecureUrl(url)) throw new AuthorizationError(errorText('auth.signInAddressNotHttps'));
    await this.#options.onLeave?.();
    signal.throwIfAborted();
    forgetOld();
    const record: PendingRecord & { attempt: PendingAuthorization } = {
      attempt,
      returnTo: globalThis.location.href,
      at: Date.now(),
    };
    if (!tabStorage.set(PENDING + state, toJson(record)))
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

  /** True if the user has come back for that server and the attempt has not been taken up yet. */
  isBack(server: string): boolean {
    return pending().some(([, { attempt, callback }]) => callback !== undefined && attempt.server === server);
  }

  returned(server: string): Returned | undefined {
    forgetOld();
    for (const [key, record] of pending()) {
      const { attempt, callback } = record;
      if (callback === undefined || attempt.server !== server) continue;
      // Removed at once: a code works only once, and the attempt contains secrets.
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
        // Another script of this origin wrote an invalid value.
        return [];
      }
    });
}

function forgetOld(): void {
  for (const [key, { at }] of pending()) if (Date.now() - at > PENDING_SIGN_IN_MS) tabStorage.remove(key);
}

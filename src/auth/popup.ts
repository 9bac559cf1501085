import { asMcpError } from '../errors.js';
import { broadcast, openChannel } from '../util/tab-coordination.js';
import { type CallbackMessage, channelFor, RECEIVED } from './redirect-authorizer.js';
import { AuthorizationError } from './errors.js';
import { isSecureUrl } from './url-safety.js';
import type { AuthorizationRequest, Authorizer } from './types.js';
import { errorText } from './error-texts.js';
import { currentClock, repeatEvery } from '../util/clock.js';

/** Milliseconds between two checks whether the sign-in window was closed: no event reports it. */
export const POPUP_CHECK_MS = 250;
/** Milliseconds that the window must seem closed, with the user back on this page, until it counts as closed. */
export const POPUP_GONE_MS = 1500;
/**
 * Milliseconds that the window must seem closed, with the user elsewhere or never away, until it counts as closed: it
 * may only be unreachable.
 */
export const POPUP_UNSEEN_MS = 120_000;
/** Milliseconds between the closing of the window and the focus on this page within which both count as one action. */
const POPUP_RETURN_MS = 1000;

export interface PopupOptions {
  /**
   * Called when no window could be opened: there was no click, or the browser blocked it. `proceed` tries again; call
   * it in a click handler. It returns whether a window opened. Without `onBlocked` the attempt fails.
   */
  readonly onBlocked?: ((request: AuthorizationRequest, proceed: () => boolean) => void) | undefined;
  /** Size and position, in the format of `window.open`. */
  readonly features?: string | undefined;
}

/**
 * Opens the sign-in page in a window. Browsers open windows only in a click, and discovery takes longer than a click
 * lasts: {@link prepare} opens a blank window in the click, which is sent to the sign-in page later.
 */
export class PopupAuthorizer implements Authorizer {
  readonly #options: PopupOptions;
  #window: Window | undefined;

  constructor(options: PopupOptions = {}) {
    this.#options = options;
  }

  /**
   * Opens a blank window. Call it in a click handler, before the first `await`.
   * @returns whether the browser opened the window
   */
  prepare(): boolean {
    if (this.#window && !this.#window.closed) return true;
    const { features = 'popup,width=500,height=700' } = this.#options;
    this.#window = globalThis.open('', '_blank', features) ?? undefined;
    // A page in the window must not be able to navigate this page.
    if (this.#window) this.#window.opener = null;
    return this.#window !== undefined;
  }

  /**
   * Opens the window at once and begins the sign-in when it is open. Without a window nothing is registered at the
   * authorization server. Without a press no window opens, even on sites where the user allows pop-ups.
   * @param isPressed whether a press caused this call. Default: whether the browser reports one
   */
  async open(request: AuthorizationRequest, isPressed: boolean = hasPress()): Promise<string> {
    const { state, signal } = request;
    signal.throwIfAborted();
    const over = new AbortController();
    const channel = openChannel(channelFor(state));
    if (!channel) throw unheard();
    try {
      return await new Promise<string>((resolve, reject) => {
        const stop = (): void => reject(asMcpError(signal.reason, 'cancelled'));
        signal.addEventListener('abort', stop, { signal: over.signal });
        // A BroadcastChannel, because `window.opener` is null if the sign-in page uses COOP.
        channel.addEventListener('message', ({ data }: MessageEvent<CallbackMessage | undefined>) => {
          if (typeof data?.callback !== 'string') return;
          broadcast(channel, RECEIVED);
          resolve(data.callback);
        });
        // The window is opened first, in the click; then comes what takes time.
        const go = (): boolean => {
          if (!this.prepare()) return false;
          request.begin().then(({ url }) => send(url), reject);
          return true;
        };
        const send = (url: string): void => {
          if (over.signal.aborted) return;
          if (!isSecureUrl(url)) return reject(unsafe());
          // The window was closed for a question in this page, and the browser opens no other now.
          if (!this.#window) return ask();
          this.#window.location.replace(url);
          this.#window.focus();
          watch(this.#window, over.signal, () => reject(closed()));
        };
        const ask = (): void => {
          const { onBlocked } = this.#options;
          if (onBlocked) onBlocked(request, go);
          else reject(isPressed ? blocked() : unpressed());
        };
        if (!((isPressed || this.#window) && go())) ask();
      });
    } finally {
      over.abort();
      channel.close();
    }
  }

  ended(): void {
    // Closes a window that is still blank. A window that shows another site cannot be reached any more and stays.
    this.#window?.close();
    this.#window = undefined;
  }
}

/** True where the browser does not report it: such browsers block windows without a press by themselves. */
function hasPress(): boolean {
  return (globalThis.navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
}

/**
 * Calls `gone` when the user has closed the window. A window with COOP also seems closed, and no API distinguishes the
 * two. A user who closes it is back on this page in the same moment. In any other case the wait is much longer; the
 * caller can cancel it.
 */
function watch(opened: Window, over: AbortSignal, gone: () => void): void {
  // If this page never lost the focus, its focus does not mean that the user came back.
  let hereSince = globalThis.document.hasFocus() ? -Infinity : undefined;
  let goneSince: number | undefined;
  const look = (): void => {
    const now = currentClock.now();
    hereSince = globalThis.document.hasFocus() ? (hereSince ?? now) : undefined;
    goneSince = opened.closed ? (goneSince ?? now) : undefined;
    if (hereSince === undefined || goneSince === undefined) return;
    const isOneThing = Math.abs(hereSince - goneSince) <= POPUP_RETURN_MS;
    if (now - Math.max(hereSince, goneSince) >= (isOneThing ? POPUP_GONE_MS : POPUP_UNSEEN_MS)) gone();
  };
  repeatEvery(POPUP_CHECK_MS, look, over);
}

function closed(): AuthorizationError {
  return new AuthorizationError(errorText('auth.windowClosed'), {
    code: 'declined',
    remedy: errorText('auth.stayInWindow'),
  });
}

function unsafe(): AuthorizationError {
  return new AuthorizationError(errorText('auth.signInAddressNotHttps'));
}

function unheard(): AuthorizationError {
  return new AuthorizationError(errorText('auth.noBroadcastChannel'), {
    remedy: errorText('auth.useRedirect'),
  });
}

function unpressed(): AuthorizationError {
  return new AuthorizationError(errorText('auth.windowNeedsPress'), {
    remedy: errorText('auth.connectInClick'),
  });
}

function blocked(): AuthorizationError {
  return new AuthorizationError(errorText('auth.windowBlocked'), {
    remedy: errorText('auth.allowWindows'),
  });
}

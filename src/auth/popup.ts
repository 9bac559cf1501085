import { asMcpError } from '../errors.js';
import { broadcast, openChannel } from '../util/coordination.js';
import { type CallbackMessage, channelFor, RECEIVED } from './redirect.js';
import { AuthorizationError, isSafe } from './errors.js';
import type { AuthorizationRequest, Authorizer } from './types.js';
import { errorText } from './error-texts.js';

/** Milliseconds between two looks at whether the sign-in window was closed: no event tells. */
export const POPUP_CHECK_MS = 250;
/** Milliseconds that the window must be gone, with the person back on this page, before it counts as closed. */
export const POPUP_GONE_MS = 1500;
/**
 * Milliseconds that the window must be gone while the person is elsewhere, or never left, before it counts as closed:
 * it may only be out of sight.
 */
export const POPUP_UNSEEN_MS = 120_000;
/** Milliseconds between a window that closes and a person who is back on this page, within which both are one act. */
const POPUP_RETURN_MS = 1000;

export interface PopupOptions {
  /**
   * Called where no window could be opened: nobody has just pressed anything, or the browser did not let it. `proceed`, called
   * in a click, tries again and says whether it worked. Without this, the attempt ends.
   */
  readonly onBlocked?: ((request: AuthorizationRequest, proceed: () => boolean) => void) | undefined;
  /** Size and place, as `window.open` takes them. */
  readonly features?: string | undefined;
}

/**
 * Sends people to sign in in a window of their own. Browsers let one open only in a click, and everything that has to be
 * found out first takes longer: {@link prepare} opens it blank, in the click, and it is sent on when all is known.
 */
export class PopupAuthorizer implements Authorizer {
  readonly #options: PopupOptions;
  #window: Window | undefined;

  constructor(options: PopupOptions = {}) {
    this.#options = options;
  }

  /** Opens the window, blank. Call it in the click, before anything is awaited. @returns whether the browser let it */
  prepare(): boolean {
    if (this.#window && !this.#window.closed) return true;
    const { features = 'popup,width=500,height=700' } = this.#options;
    this.#window = globalThis.open('', '_blank', features) ?? undefined;
    // Whoever is shown in it must not be able to send this page elsewhere.
    if (this.#window) this.#window.opener = null;
    return this.#window !== undefined;
  }

  /**
   * Opens the window at once, and begins when it is open. Nothing is registered for one that the browser does not allow, nor
   * for one that nobody pressed for: where a person lets this site open windows, the browser would allow that as well.
   * @param isPressed whether the person has just pressed something, or this is called for a press. Default: what the browser says
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
        // A channel and not `window.opener`: sites that guard themselves (COOP) cut that.
        channel.addEventListener('message', ({ data }: MessageEvent<CallbackMessage | undefined>) => {
          if (typeof data?.callback !== 'string') return;
          broadcast(channel, RECEIVED);
          resolve(data.callback);
        });
        // The window first, in the click; what has to be known for it takes time.
        const go = (): boolean => {
          if (!this.prepare()) return false;
          request.begin().then(({ url }) => send(url), reject);
          return true;
        };
        const send = (url: string): void => {
          if (over.signal.aborted) return;
          if (!isSafe(url)) return reject(unsafe());
          // It was closed for a question in this page, and the browser lets no other open.
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
    // What was opened blank and never sent on would stay so. One that shows another site stays: it was let go of.
    this.#window?.close();
    this.#window = undefined;
  }
}

/** Browsers that do not say whether somebody pressed something open no window then. */
function hasPress(): boolean {
  return (globalThis.navigator.userActivation as UserActivation | undefined)?.isActive ?? true;
}

/**
 * A window whose site guards itself (COOP) looks closed from here, although it is not, and nothing tells the two apart but
 * the person: who closes a window is back on this page in that moment. Else they have much longer, and whoever waits for
 * them can give up.
 */
function watch(opened: Window, over: AbortSignal, gone: () => void): void {
  // Who has not left yet has not come back.
  let hereSince = globalThis.document.hasFocus() ? -Infinity : undefined;
  let goneSince: number | undefined;
  const timer = setInterval(() => {
    const now = performance.now();
    hereSince = globalThis.document.hasFocus() ? (hereSince ?? now) : undefined;
    goneSince = opened.closed ? (goneSince ?? now) : undefined;
    if (hereSince === undefined || goneSince === undefined) return;
    const isOneThing = Math.abs(hereSince - goneSince) <= POPUP_RETURN_MS;
    if (now - Math.max(hereSince, goneSince) >= (isOneThing ? POPUP_GONE_MS : POPUP_UNSEEN_MS)) gone();
  }, POPUP_CHECK_MS);
  over.addEventListener('abort', () => clearInterval(timer));
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

import { broadcast, openChannel, tabStorage } from '../util/tab-coordination.js';
import { type CallbackMessage, channelFor, PENDING, type PendingRecord, RECEIVED } from './redirect-authorizer.js';
import { toJson } from '../util/json.js';

// The script of `oauth-callback.html`, to which the authorization server redirects. It passes the address on and
// closes.
/**
 * Milliseconds that the callback page waits for the page that opened it. After them it says that nobody waits and what
 * to do.
 */
const CALLBACK_WAIT_MS = 3000;

const { location, history, document } = globalThis;
if (!document) throw new Error('oauth-callback.js is the script of the page oauth-callback.html. Do not import it.');

const callback = location.href;
const state = new URLSearchParams(location.search).get('state') ?? '';
// The code must not stay in the address bar and the history.
history.replaceState(null, '', location.pathname);
if (!goBack()) tell();

/**
 * Goes back to the page that was left in this tab.
 * @returns whether there is one
 */
function goBack(): boolean {
  const stored = state && tabStorage.get(PENDING + state);
  if (!stored) return false;
  const record = JSON.parse(stored) as PendingRecord;
  if (new URL(record.returnTo).origin !== location.origin) return false;
  tabStorage.set(PENDING + state, toJson({ ...record, callback }));
  location.replace(record.returnTo);
  return true;
}

/** Tells the page that waits in another window. */
function tell(): void {
  const channel = openChannel(channelFor(state));
  const nobody = setTimeout(() => {
    document.querySelector('p')!.textContent =
      'No page waits for this sign-in any more. Close this window and connect again.';
  }, CALLBACK_WAIT_MS);
  channel?.addEventListener('message', ({ data }) => {
    if (data !== RECEIVED) return;
    clearTimeout(nobody);
    document.querySelector('p')!.textContent = 'Done. You can close this window.';
    globalThis.close();
  });
  const message: CallbackMessage = { callback };
  broadcast(channel, message);
}

import { broadcast, openChannel, tabStorage } from '../util/coordination.js';
import { type CallbackMessage, channelFor, PENDING, type PendingRecord, RECEIVED } from './redirect.js';

// The page that people come back to, `oauth-callback.html`. It hands the address on and goes.
/**
 * Milliseconds that the callback page waits for the page that opened it. After them it says that nobody waits and what
 * to do.
 */
const CALLBACK_WAIT_MS = 3000;

const { location, history, document } = globalThis;
const callback = location.href;
const state = new URLSearchParams(location.search).get('state') ?? '';
// A code is not to stay where it is shown and remembered.
history.replaceState(null, '', location.pathname);
if (!goBack()) tell();

/** The page that was left in this tab. @returns whether there is one */
function goBack(): boolean {
  const kept = state && tabStorage.get(PENDING + state);
  if (!kept) return false;
  const record = JSON.parse(kept) as PendingRecord;
  if (new URL(record.returnTo).origin !== location.origin) return false;
  tabStorage.set(PENDING + state, JSON.stringify({ ...record, callback }));
  location.replace(record.returnTo);
  return true;
}

/** The page that waits in another window. */
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
  const news: CallbackMessage = { callback };
  broadcast(channel, news);
}

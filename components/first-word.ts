import { McpError } from '../src/errors.js';
import { closeUnclaimed, connectEarly, mayConnectEarly } from '../src/session/early-connection.js';
import { missingFeature } from './internal/needed-features.js';
import { promiseLoader } from './internal/page-loader.js';
import { warnOfFiles } from './internal/warn-of-files.js';
import { loadOnce, mayLoadAgain } from '../src/util/load-once.js';

/*
 * `mcp-embed.js`, the file of the script tag. It connects, on a first visit, to the servers of the elements that stand in the page, and
 * loads all the rest meanwhile: over a slow network the server has answered before the code is there. The elements take the
 * connections over: docs/decisions/0028-the-first-word.md
 */

/** Attributes that change what is sent while an element connects, or when. */
const CONNECTING = ['endpoint', 'capabilities', 'redirect-uri', 'connect', 'messages'];

/** As `capabilities` of `<mcp-client>` is where the page does not set it. */
const CLIENT_CAPABILITIES = ['elicitation'] as const;

const elements = (): Promise<typeof import('./bundle.js')> => loadOnce('elements', () => import('./bundle.js'));

const isOfThisPage =
  globalThis.document &&
  promiseLoader({
    ready: async (tag) => (await elements()).ready(tag),
    load: async (root) => (await elements()).load(root),
  });
if (isOfThisPage) {
  // A wrong policy is told by the first session.
  if (!missingFeature()) void connectElements().catch(() => {});
  void loadElements();
}

/** Connects to the servers of the elements that connect by themselves and say no more than an address. */
async function connectElements(): Promise<void> {
  const places = [...document.querySelectorAll('mcp-client[url], mcp-session[url]')].filter(
    (element) =>
      !CONNECTING.some((name) => element.hasAttribute(name)) &&
      // Of an element without a class these are what the page has set: headers, perhaps.
      Object.keys(element).length === 0,
  );
  if (places.length === 0 || !(await mayConnectEarly())) return;
  for (const element of places)
    connectEarly(
      element.getAttribute('url')!,
      element.localName === 'mcp-client'
        ? { capabilities: CLIENT_CAPABILITIES, method: 'tools/list' }
        : { capabilities: [] },
    );
}

async function loadElements(): Promise<void> {
  const loading = elements();
  // A client shows a list first. Both files are asked for in the same moment.
  if (document.querySelector('mcp-client, mcp-workspace'))
    void loadOnce('lists', () => import('./groups/lists.js')).catch(() => {});
  try {
    await loading;
    // The elements that were in the page have opened their sessions in a microtask.
    setTimeout(closeUnclaimed);
  } catch (error) {
    closeUnclaimed();
    if (error instanceof McpError) tellInPlace(error);
  }
}

/** Shows in the place of each element that none is there. An element with content of the page keeps it. */
function tellInPlace(error: McpError): void {
  warnOfFiles(error);
  const places: HTMLElement[] = [];
  const again = (): void => {
    removeEventListener('online', again);
    for (const place of places) place.remove();
    void loadElements();
  };
  for (const element of document.querySelectorAll(':not(:defined)')) {
    if (!element.localName.startsWith('mcp-') || element.textContent?.trim() || element.children.length > 0) continue;
    const place = document.createElement('span');
    place.setAttribute('role', 'status');
    place.append(error.message, ' ');
    if (mayLoadAgain(error)) place.append(againButton(again));
    else place.append(error.remedy ?? '');
    element.append(place);
    places.push(place);
  }
  addEventListener('online', again, { once: true });
}

function againButton(again: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', again);
  return button;
}

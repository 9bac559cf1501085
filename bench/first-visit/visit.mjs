// One first visit to a page: a new browser context, a slow connection, and a scripted person who runs `echo` as soon as each
// control is there. What was asked for comes from the browser itself, so preflights are seen too.
import { HopCount } from './hops.mjs';

/** The connection, as developer tools call it: Slow 4G. */
export const NETWORK = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };
/** Milliseconds after the last request in which nothing more may be asked for. */
const IDLE_MS = 2000;
const MESSAGE = 'hello';
const ANSWER = `Echo: ${MESSAGE}`;

/**
 * @param {{ site: { origin: string, page: string }, loadersOf?: (file: string) => string[], act?: (page, message) => Promise<void>,
 *   listed: string, answeredIn?: string }} way `listed` is a selector of an item of the list; `act` runs `echo` with a message; without it
 *   the person only reads the list. `answeredIn` is the element that shows a result, where another one stands in for it while it loads
 * @param {string} server the address of the MCP server
 * @param {{ network?: typeof NETWORK, prepare?: (page) => Promise<void> }} [options] `prepare` is called before the page loads
 */
export async function visit(
  browser,
  { site, loadersOf, act, listed, answeredIn },
  server,
  { network = NETWORK, prepare } = {},
) {
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 } });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, { listed, answer: ANSWER, answeredIn });
    const devtools = await context.newCDPSession(page);
    await prepare?.(page);
    const log = await record(devtools, { origin: site.origin, server, loadersOf });
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.downBitsPerSecond / 8,
      uploadThroughput: network.upBitsPerSecond / 8,
    });
    await page.goto(`${site.origin}/${site.page}?server=${encodeURIComponent(server)}`, { waitUntil: 'commit' });
    if (!act) await page.waitForFunction(() => globalThis.seen.list);
    if (act) await act(page, MESSAGE);
    if (act) await page.waitForFunction(() => globalThis.seen.result);
    for (let last = -1; last !== log.requests.length;) {
      last = log.requests.length;
      await page.waitForTimeout(IDLE_MS);
    }
    const { origin, list, result } = await page.evaluate(() => ({
      origin: performance.timeOrigin,
      ...globalThis.seen,
    }));
    const at = (ms) => ({ ms, ...log.countUntil(origin + ms) });
    return {
      list: at(list),
      ...(act && { result: at(result) }),
      idle: log.countUntil(Infinity),
      requests: log.requests.map(({ startedAt, endedAt, ...one }) => ({
        ...one,
        start: startedAt - origin,
        end: endedAt && endedAt - origin,
      })),
    };
  } finally {
    await context.close();
  }
}

/**
 * Presses the first such element as soon as it can be seen. Playwright's own `click()` looks ever less often, in the end twice a second,
 * and computes the roles and names of the whole page: both would be counted as time of the page, and more where it shows more.
 */
export async function press(page, selector, text = '') {
  const found = await page.waitForFunction(([sought, words]) => globalThis.placeOf(sought, words), [selector, text]);
  const { x, y } = await found.jsonValue();
  await page.mouse.click(x, y);
}

/** Runs in the page: notes in which frame the list, and then the answer, are there. Looks into open shadow roots. */
function watch({ listed, answer, answeredIn }) {
  const seen = (globalThis.seen = {});
  const all = function* (root) {
    yield root;
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) yield* all(element.shadowRoot);
  };
  globalThis.placeOf = (selector, text) => {
    const found = [...all(document)]
      .flatMap((root) => [...root.querySelectorAll(selector)])
      .find((one) => one.checkVisibility() && one.textContent.includes(text));
    if (!found) return undefined;
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const isListed = (root) => root.querySelector(listed) !== null;
  /** True inside the element, or inside one of those that it shows. */
  const isWithin = (root) =>
    !answeredIn || (root.host && (root.host.matches(answeredIn) || isWithin(root.host.getRootNode())));
  const isAnswered = (root) =>
    isWithin(root) && [...root.querySelectorAll('pre, p, div, span')].some((one) => one.textContent.includes(answer));
  const look = () => {
    if (!seen.list && [...all(document)].some(isListed)) seen.list = performance.now();
    if (seen.list && [...all(document)].some(isAnswered)) seen.result = performance.now();
    if (!seen.result) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Notes every request: when, for whom, and whether it was for a script of the page or for the MCP server. */
async function record(devtools, { origin, server, loadersOf }) {
  const requests = [];
  const byId = new Map();
  const hops = new HopCount(origin, loadersOf);
  // Times of the protocol count from an unknown moment; each request has its wall-clock time once.
  let clock = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime, initiator }) => {
    if (wallTime) clock = wallTime - timestamp;
    if (!request.url.startsWith('http')) return;
    const { pathname } = new URL(request.url);
    const isServer = request.url.startsWith(new URL(server).origin);
    const one = {
      what: isServer ? `${request.method} ${methodOf(request)}` : pathname,
      isServer,
      isScript: pathname.endsWith('.js') && !isServer,
      startedAt: (timestamp + clock) * 1000,
      hop: isServer ? 0 : hops.add(request, initiator),
      by: initiatorOf(initiator),
    };
    requests.push(one);
    byId.set(requestId, one);
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = byId.get(requestId);
    if (one) Object.assign(one, { endedAt: (timestamp + clock) * 1000, bytes: encodedDataLength });
  });
  await devtools.send('Network.enable');
  return {
    requests,
    countUntil(time) {
      const asked = requests.filter(({ startedAt }) => startedAt <= time);
      const scripts = asked.filter(({ isScript }) => isScript);
      return {
        scripts: scripts.length,
        bytes: scripts.reduce((sum, { bytes = 0 }) => sum + bytes, 0),
        hops: Math.max(0, ...scripts.map(({ hop }) => hop)),
        server: asked.filter(({ isServer }) => isServer).length,
      };
    },
  };
}

function methodOf({ postData, hasPostData }) {
  if (!postData) return hasPostData ? '…' : '';
  try {
    return JSON.parse(postData).method ?? 'an answer';
  } catch {
    return '…';
  }
}

function initiatorOf({ type, url, stack }) {
  const file = url ?? stack?.callFrames[0]?.url ?? stack?.parent?.callFrames[0]?.url;
  return file ? new URL(file).pathname.split('/').at(-1) || '/' : type;
}

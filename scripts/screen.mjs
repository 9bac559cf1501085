// `npm run screen`: what the screen costs a person, measured in the demo: acts from an address to its first result (mouse,
// keyboard, phone), the share of the window that is form and result, text sizes, links and buttons beside a form, and what moves by
// itself (CLS).
//   npm run screen -- --before <folder>    another checkout beside it, with its packages installed
import { parseArgs } from 'node:util';
import { openDemo } from '../test/repo/demo.mjs';
import { startServers } from '../demo/servers/start.mjs';
import { buildIfStale } from './build.mjs';

const { values: given } = parseArgs({ options: { before: { type: 'string' } } });
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };
/** Milliseconds in which a page is drawn once something has changed. */
const SETTLES_IN = 400;
/** A keyboard walk that needs more keys has lost its way. */
const MAX_TABS = 80;

await buildIfStale('bundles');
const servers = await startServers();
const url = servers.url('everything');
const rows = [];
try {
  if (given.before) rows.push(['before', await measure(given.before)]);
  rows.push(['now', await measure()]);
} finally {
  servers.stop();
}
report();

async function measure(checkout) {
  const demo = await openDemo(checkout);
  try {
    return {
      'acts, mouse': await actsByPointer(demo, DESKTOP),
      'acts, phone': await actsByPointer(demo, PHONE),
      'keys, by Tab': await keysToResult(demo, false),
      'keys, shortest way': await keysToResult(demo, true),
      ...(await lookAtTool(demo)),
    };
  } finally {
    await demo.close();
  }
}

/** Presses and filled fields until the result is in sight; a scroll to it counts as one more. */
async function actsByPointer(demo, options) {
  const { page, close } = await demo.visit('/', options);
  page.setDefaultTimeout(15_000);
  let acts = 0;
  const act = async (done) => {
    await done;
    acts++;
  };
  const add = page.locator('[data-name="add-server-button"]');
  if (!(await addressOf(page).isVisible())) await act(add.click());
  await act(addressOf(page).fill(url));
  await act(page.keyboard.press('Enter'));
  await shownClient(page)
    .getByRole('option', { name: /^Get Sum/ })
    .waitFor();
  await act(
    shownClient(page)
      .getByRole('option', { name: /^Get Sum/ })
      .click(),
  );
  for (const [field, value] of [
    [/^a\b/, '2'],
    [/^b\b/, '3'],
  ])
    await act(shownClient(page).getByRole('textbox', { name: field }).fill(value));
  await act(shownClient(page).locator('[part~="submit-button"]:visible').click());
  const result = shownClient(page).getByText('The sum of 2 and 3 is 5.').first();
  await result.waitFor();
  await page.waitForTimeout(SETTLES_IN);
  if (!(await isInSight(result))) acts++;
  await close();
  return acts;
}

/**
 * Keys that are pressed, a text counting as one.
 * @param isShortest through the palette, if there is one, and `/` for the search
 */
async function keysToResult(demo, isShortest) {
  const { page, close } = await demo.visit('/', DESKTOP);
  page.setDefaultTimeout(15_000);
  let keys = 0;
  const press = async (key) => {
    await page.keyboard.press(key);
    keys++;
  };
  const type = async (text) => {
    await page.keyboard.insertText(text);
    keys++;
  };
  const tabTo = async (isIt) => {
    for (let tabs = 0; tabs < MAX_TABS; tabs++) {
      if (await page.evaluate(focused, isIt)) return;
      await press('Tab');
    }
    throw new Error(`No ${isIt} within ${MAX_TABS} keys.`);
  };
  const hasPalette = isShortest && (await page.locator('mcp-workspace .palette').count()) > 0;
  const find = async (text) => {
    await press('Control+k');
    await type(text);
    await page.waitForTimeout(SETTLES_IN);
    await press('Enter');
    await page.waitForTimeout(SETTLES_IN);
  };
  if (hasPalette) await find('add a server');
  else if (!(await addressOf(page).isVisible())) {
    await tabTo('[data-name="add-server-button"]');
    await press('Enter');
  }
  await tabTo('input#url');
  if ((await addressOf(page).inputValue()) !== '') await press('Control+a');
  await type(url);
  await press('Enter');
  await shownClient(page)
    .getByRole('option', { name: /^Get Sum/ })
    .waitFor();
  await page.waitForTimeout(SETTLES_IN);
  if (hasPalette) await find(`get-sum ${new URL(url).host}`);
  else {
    await tabTo('[part~="search"]:not(.palette *)');
    await type('get-sum');
    await press('Enter');
    await page.waitForTimeout(SETTLES_IN);
    await press('Enter');
    await page.waitForTimeout(SETTLES_IN);
  }
  await tabTo('input:not([type="search"], #url)');
  await type('2');
  await press('Tab');
  await tabTo('input:not([type="search"], #url)');
  await type('3');
  await press('Control+Enter');
  await shownClient(page).getByText('The sum of 2 and 3 is 5.').first().waitFor();
  await close();
  return keys;
}

async function lookAtTool(demo) {
  const { page, close } = await demo.visit('/', {
    ...DESKTOP,
    before: (one) =>
      one.addInitScript(() => {
        globalThis.shift = 0;
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value;
        }).observe({ type: 'layout-shift', buffered: true });
      }),
  });
  page.setDefaultTimeout(15_000);
  await page
    .getByRole('option', { name: /^Get Sum/ })
    .first()
    .click();
  await page.getByRole('textbox', { name: /^a\b/ }).first().waitFor();
  await page.waitForTimeout(SETTLES_IN);
  const seen = await page.evaluate(countSeen);
  await page.getByRole('textbox', { name: /^a\b/ }).first().fill('2');
  await page.getByRole('textbox', { name: /^b\b/ }).first().fill('3');
  await page.locator('[part~="submit-button"]:visible').first().click();
  await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
  await page.waitForTimeout(SETTLES_IN);
  const shift = await page.evaluate(() => globalThis.shift);
  await close();
  return { ...seen, 'layout shift': shift.toFixed(3) };
}

/** In the page: the detail as a share of the window, and the sizes, links and buttons that are in sight. */
function countSeen() {
  const all = [];
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      all.push(element);
      if (element.shadowRoot) visit(element.shadowRoot);
    }
  };
  visit(document.querySelector('mcp-workspace').shadowRoot);
  const inWindow = (element) => {
    const { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    const isThere = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    return isThere && width > 1 && height > 1 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const seen = all.filter(inWindow);
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const texts = seen.filter((element) => hasText(element) && !element.matches('style, .visually-hidden'));
  const pane = seen.find((element) => element.matches('[data-name~="detail-pane"], .detail-pane'));
  const { top, bottom, left, right } = pane.getBoundingClientRect();
  const area = (Math.min(right, innerWidth) - left) * (Math.min(bottom, innerHeight) - top);
  return {
    'window that is form and result': `${Math.round((100 * area) / (innerWidth * innerHeight))} %`,
    'text sizes': [
      ...new Set(texts.map((one) => Math.round(10 * Number.parseFloat(getComputedStyle(one).fontSize)) / 10)),
    ]
      .toSorted((one, other) => other - one)
      .join(' '),
    'text weights': [...new Set(texts.map((one) => getComputedStyle(one).fontWeight))].toSorted().join(' '),
    links: seen.filter((element) => element.matches('a[href]')).length,
    buttons: seen.filter((element) => element.matches('button, summary')).length,
  };
}

/** In the page: true if the focused element matches. */
function focused(wanted) {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active?.matches(wanted) === true;
}

function addressOf(page) {
  return page.locator('mcp-workspace input#url');
}

function shownClient(page) {
  return page.locator('mcp-client:not([hidden])');
}

function isInSight(locator) {
  return locator.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}

function report() {
  const names = Object.keys(rows[0][1]);
  for (const name of names)
    console.log(`${name.padEnd(32)}${rows.map(([which, row]) => `${which}: ${row[name]}`.padEnd(32)).join('')}`);
}

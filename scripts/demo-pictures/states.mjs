// The states of the demo that are looked at: each is reached from the list of tools of the reference server.
export const submit = (page) => page.locator('[part~="submit-button"]:visible').first().click();

/** A page with room for one pane has a button that leads back to the list. */
export async function goBack(page) {
  const back = page.locator('[data-name="back-button"]:visible').first();
  if (await back.isVisible()) await back.click();
}

export async function choose(page, name) {
  await goBack(page);
  await page.getByRole('option', { name }).first().click();
}

const room = (page, place) => page.locator('[data-name="section-button"]:visible').nth(place).click();
const named = (page, name) => page.locator(`[data-name="${name}"]:visible`).first();
const says = (page, words) => page.getByText(words).first().waitFor();

/** Runs a tool that needs no arguments, or has all of them. */
const run = async (page, tool) => {
  await choose(page, tool);
  await submit(page);
};

/** Fills in the sum and runs it. */
export async function sum(page) {
  await choose(page, /^Get Sum/);
  await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
  await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
  await submit(page);
  await says(page, /The sum of 2 and 3 is 5/);
}

/** Has a model asked: the question is on the screen. */
export async function ask(page) {
  await choose(page, /^Trigger Sampling/);
  await page
    .getByRole('textbox', { name: /^prompt/i })
    .first()
    .fill('What is the capital of Portugal?');
  await submit(page);
  await page.getByRole('alertdialog').waitFor();
}

/** Has a form asked for by the server. */
export async function askForm(page) {
  await run(page, /^Trigger Elicitation/);
  await page.getByRole('alertdialog').waitFor();
}

export async function mistakes(page) {
  await choose(page, /^Get Sum/);
  await page.getByRole('textbox', { name: /^a\b/ }).fill('two');
  await submit(page);
  await page.locator('[data-name="error-summary"]').waitFor();
}

export async function log(page) {
  await goBack(page);
  await room(page, 3);
}

/**
 * Each state once.
 * @type {Readonly<Record<string, (page: import('playwright-core').Page) => Promise<unknown>>>}
 */
export const STATES = {
  start: (page) => page.getByRole('option', { name: /^Get Sum/ }).waitFor(),
  empty: (page) => page.evaluate(() => (document.querySelector('mcp-workspace').servers = [])),
  address: (page) => named(page, 'add-server-button').click(),
  palette: async (page) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sum');
  },
  server: (page) => named(page, 'details-button').click(),
  search: (page) => page.getByRole('searchbox').last().fill('resource'),
  resources: (page) => room(page, 1),
  prompts: (page) => room(page, 2),
  form: (page) => choose(page, /^Get Sum/),
  mistakes,
  json: async (page) => {
    await choose(page, /^Get Sum/);
    await named(page, 'json-button').click();
  },
  menu: async (page) => {
    await choose(page, /^Get Sum/);
    await named(page, 'menu-button').click();
  },
  running: async (page) => {
    await run(page, /^Trigger Long/);
    await page.waitForTimeout(2500);
  },
  text: sum,
  structured: async (page) => {
    await choose(page, /^Get Structured/);
    await page.getByRole('radio', { name: 'Chicago' }).check({ force: true });
    await submit(page);
    await says(page, /temperature/i);
  },
  table: async (page) => {
    await named(page, 'details-button').click();
    await page.locator('mcp-table-view').first().scrollIntoViewIfNeeded();
  },
  'json-of-another': async (page) => {
    await openServer(page, /Harbour/);
    await choose(page, /tide/i);
    await page.getByRole('radio', { name: 'Leith' }).check({ force: true });
    await submit(page);
  },
  image: async (page) => {
    await run(page, /^Get Tiny/);
    await page.getByRole('img').last().waitFor();
  },
  markdown: async (page) => {
    await room(page, 1);
    await choose(page, /architecture/);
    await page
      .getByRole('button', { name: 'Show as Markdown' })
      .click()
      .catch(() => {});
  },
  error: async (page) => {
    await choose(page, /^Get Resource Reference/);
    await page.getByRole('textbox').last().fill('0');
    await submit(page);
  },
  question: ask,
  'form-of-a-server': askForm,
  'sign-in': async (page) => {
    await openServer(page, /Library/);
    await page
      .getByRole('button', { name: /^Sign in/ })
      .first()
      .waitFor();
  },
  unreachable: async (page) => {
    await page.evaluate(() => document.querySelector('mcp-workspace').open({ url: 'http://127.0.0.1:49151/mcp' }));
    await says(page, /No connection to/);
    await page.waitForTimeout(1500);
  },
  lost: async (page) => {
    await sum(page);
    await page.context().setOffline(true);
    await submit(page);
    await page.waitForTimeout(1500);
  },
  log: async (page) => {
    await sum(page);
    await log(page);
  },
  'log-detail': async (page) => {
    await sum(page);
    await log(page);
    await page
      .locator('mcp-log')
      .getByRole('option', { name: /tools\/call/ })
      .first()
      .click();
  },
  keys: async (page) => {
    await page.getByRole('button', { name: 'Keyboard' }).first().click();
  },
};

const openServer = (page, name) => page.locator('[part~="tab"]').filter({ hasText: name }).first().click();

// `npm run pictures:demo -- <folder>`: the demo with the reference server, in each language, wide and narrow, in light and dark: a list,
// mistakes, a result, a question and what was said. For looking at: nothing is compared, but what is wider than the page is told.
//   npm run pictures:demo -- <folder> --only ar-360    those whose name contains this
//   npm run pictures:demo -- --keep                    writes those of docs/images
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { openDemo, pressWhenReady } from '../test/repo/demo.mjs';

const { positionals, values: given } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (!folder && !given.keep) throw new Error('Name the folder that the pictures go to.');

const LANGUAGES = ['en', 'de', 'fr', 'es', 'ja', 'zh-Hans', 'ar'];
const WIDTHS = [360, 800, 1280];
const SCHEMES = ['light', 'dark'];
const HEIGHT = 760;
/** Milliseconds in which a page is drawn once something has changed. */
const SETTLES_IN = 350;
const KEPT_IN = fileURLToPath(new URL('../docs/images', import.meta.url));

const submit = (page) => page.locator('[part~="submit-button"]:visible').first().click();
/** A page with room for one pane has a button that leads back to the list. */
async function goBack(page) {
  const back = page.locator('[data-name="back-button"]:visible').first();
  if (await back.isVisible()) await back.click();
}
async function choose(page, name) {
  await goBack(page);
  await page.getByRole('option', { name }).first().click();
}

/**
 * The views, each reached from the one before.
 * @type {Readonly<Record<string, (page: import('playwright-core').Page) => Promise<unknown>>>}
 */
const SHOWN = {
  list: (page) => page.getByRole('option', { name: /^Get Sum/ }).waitFor(),
  mistakes: async (page) => {
    await choose(page, /^Get Sum/);
    await page.getByRole('textbox', { name: /^a\b/ }).fill('two');
    await submit(page);
    await page.locator('[data-name="error-summary"]').waitFor();
  },
  result: async (page) => {
    await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
    await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
    await submit(page);
    await page
      .getByText(/The sum of 2 and 3 is 5/)
      .first()
      .waitFor();
  },
  question: async (page) => {
    await choose(page, /^Trigger Sampling/);
    await page
      .getByRole('textbox', { name: /^prompt/i })
      .first()
      .fill('What is the capital of Portugal?');
    await submit(page);
    await page.getByRole('alertdialog').waitFor();
  },
  form: async (page) => {
    await pressWhenReady(page.locator('[part~="decline-button"]:visible').last());
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await choose(page, /^Trigger Elicitation/);
    await submit(page);
    await page.getByRole('alertdialog').waitFor();
  },
  log: async (page) => {
    await pressWhenReady(page.locator('[part~="decline-button"]:visible').last());
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
    await goBack(page);
    await page.locator('[data-name="section-button"]').nth(3).click();
  },
};

/** The pictures of the documentation, each of several side by side: language, width, scheme and content. */
const KEPT = {
  'client.webp': [
    ['en', 900, 'light', 'result'],
    ['en', 900, 'dark', 'question'],
  ],
  'languages.webp': [
    ['ja', 360, 'light', 'result'],
    ['ar', 360, 'light', 'question'],
    ['de', 360, 'dark', 'form'],
    ['zh-Hans', 360, 'dark', 'list'],
  ],
};
const KEPT_HEIGHT = 620;
const WEBP_QUALITY = 0.9;

await buildIfStale('bundles');
const demo = await openDemo();
try {
  if (given.keep) for (const [file, parts] of Object.entries(KEPT)) await keep(file, parts);
  else {
    mkdirSync(folder, { recursive: true });
    for (const language of LANGUAGES)
      for (const width of WIDTHS) for (const scheme of SCHEMES) await pictures(language, width, scheme);
  }
} finally {
  await demo.close();
}

/** The demo in a language, with its client at the top. */
async function open(language, width, colorScheme, height = HEIGHT) {
  const { page, complaints, close } = await demo.visit('/', { colorScheme, viewport: { width, height } });
  page.setDefaultTimeout(10_000);
  await page.evaluate((lang) => {
    const workspace = document.querySelector('mcp-workspace');
    Object.assign(workspace, { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
    workspace.scrollIntoView({ block: 'start' });
  }, language);
  return { page, complaints, close };
}

async function pictures(language, width, scheme) {
  const name = `${language}-${width}-${scheme}`;
  if (!name.includes(given.only)) return;
  const { page, complaints, close } = await open(language, width, scheme);
  for (const [what, go] of Object.entries(SHOWN)) {
    await go(page);
    await page.waitForTimeout(SETTLES_IN);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) console.error(`${name}, ${what}: ${wide} px too wide`);
    await page.screenshot({ path: path.join(folder, `${name}-${what}.png`) });
  }
  for (const complaint of complaints) console.error(`${name}: ${complaint}`);
  await close();
}

/** Puts pictures beside each other into one file. */
async function keep(file, parts) {
  const pictures = [];
  for (const [language, width, scheme, shown] of parts) {
    const { page, close } = await open(language, width, scheme, KEPT_HEIGHT);
    for (const [what, go] of Object.entries(SHOWN)) {
      await go(page);
      if (what === shown) break;
    }
    await page.waitForTimeout(SETTLES_IN);
    pictures.push((await page.screenshot()).toString('base64'));
    await close();
  }
  const page = await demo.browser.newPage();
  const data = await page.evaluate(beside, { pictures, quality: WEBP_QUALITY });
  await page.close();
  writeFileSync(path.join(KEPT_IN, file), Buffer.from(data, 'base64'));
}

/** In a page. @returns one picture as base64 */
async function beside({ pictures, quality }) {
  const images = await Promise.all(
    pictures.map(async (data) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
      await image.decode();
      return image;
    }),
  );
  const canvas = document.createElement('canvas');
  canvas.width = images.reduce((sum, { width }) => sum + width, 0);
  canvas.height = images[0].height;
  let x = 0;
  for (const image of images) {
    canvas.getContext('2d').drawImage(image, x, 0);
    x += image.width;
  }
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}

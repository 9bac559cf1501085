// `npm run pictures:demo -- <folder>`: about 60 pictures of the demo with its servers: each state once, a form with its result at five
// sizes in light and dark, some states dark, narrow and in other languages. For looking at: nothing is compared, but what is wider
// than the page is told.
//   npm run pictures:demo -- <folder> --only ar-1280    those whose name contains this
//   npm run pictures:demo -- --keep                    writes those of docs/images
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { openDemo } from '../test/repo/demo.mjs';
import { STATES } from './demo-pictures/states.mjs';

const { positionals, values: given } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, keep: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (!folder && !given.keep) throw new Error('Name the folder that the pictures go to.');

/** Milliseconds in which a page is drawn once something has changed. */
const SETTLES_IN = 350;
const KEPT_IN = fileURLToPath(new URL('../docs/images', import.meta.url));

/** A window: its size, scheme, language, and how many pixels one of them has. */
const WIDE = { language: 'en', width: 1280, height: 800, colorScheme: 'light', deviceScaleFactor: 1 };
const SIZES = [
  [360, 740],
  [800, 1000],
  [1440, 900],
  [1920, 1080],
  // 1,280 px by 800 px at a zoom of 200 %.
  [640, 400, 2],
];
const DARK = ['start', 'mistakes', 'question', 'error', 'log-detail', 'server', 'unreachable'];
const NARROW = ['start', 'mistakes', 'question', 'log', 'sign-in', 'server'];
const LANGUAGES = ['de', 'ar', 'ja'];

/** Each state once; form with result at each size in light and dark; some states dark, narrow and in other languages. */
function wantedPictures() {
  const sizes = SIZES.flatMap(([width, height, deviceScaleFactor = 1]) =>
    ['light', 'dark'].map((colorScheme) => ['text', { ...WIDE, width, height, deviceScaleFactor, colorScheme }]),
  );
  return [
    ...Object.keys(STATES).map((state) => [state, WIDE]),
    ...sizes,
    ...DARK.map((state) => [state, { ...WIDE, colorScheme: 'dark' }]),
    ...NARROW.map((state) => [state, { ...WIDE, width: 360, height: 740 }]),
    ...LANGUAGES.flatMap((language) => ['start', 'form', 'question'].map((state) => [state, { ...WIDE, language }])),
  ];
}

/** The pictures of the documentation, each of several side by side: language, width, scheme and content. */
const KEPT = {
  'client.webp': [
    ['en', 900, 'light', 'text'],
    ['en', 900, 'dark', 'question'],
  ],
  'languages.webp': [
    ['ja', 360, 'light', 'text'],
    ['ar', 360, 'light', 'question'],
    ['de', 360, 'dark', 'form-of-a-server'],
    ['zh-Hans', 360, 'dark', 'start'],
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
    for (const [state, window] of wantedPictures()) await picture(state, window);
  }
} finally {
  await demo.close();
}

/** The demo in a language. */
async function open({ language, width, height, ...context }) {
  const { page, complaints, close } = await demo.visit('/', { ...context, viewport: { width, height } });
  page.setDefaultTimeout(10_000);
  await page.evaluate((lang) => {
    Object.assign(document.querySelector('mcp-workspace'), { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' });
  }, language);
  return { page, complaints, close };
}

async function picture(state, window) {
  const { language, width, colorScheme } = window;
  const name = `${language}-${width}-${colorScheme}-${state}`;
  if (!name.includes(given.only)) return;
  const { page, complaints, close } = await open(window);
  try {
    await STATES[state](page);
  } catch (error) {
    console.error(`${name}: ${error.message.split('\n', 3).join(' ')}`);
  }
  await page.waitForTimeout(SETTLES_IN);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) console.error(`${name}: ${wide} px too wide`);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
  for (const complaint of complaints) console.error(`${name}: ${complaint}`);
  await close();
}

/** Puts pictures beside each other into one file. */
async function keep(file, parts) {
  const pictures = [];
  for (const [language, width, scheme, shown] of parts) {
    const { page, close } = await open({ language, width, height: KEPT_HEIGHT, colorScheme: scheme });
    await STATES[shown](page);
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

// `npm run pictures:content -- <folder>`: what people see of the usual results of tools: each as a picture, in light and dark,
// wide and narrow. For looking at: nothing is compared.
//   npm run pictures:content -- <folder> --only markdown    the results whose name contains this
//   npm run pictures:content -- <folder> --beside <before>  also sheets: each picture beside the one of the same name that an older
//                                                           version of the source has made in the folder <before>
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from './browser.mjs';
import { bundlePage } from './check-content/check-page.mjs';
import { RESULTS } from './content-pictures/results.mjs';

const { positionals, values: given } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, beside: { type: 'string' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Name the folder that the pictures go to.');
mkdirSync(folder, { recursive: true });

const WIDTHS = [900, 360];
/** Milliseconds in which a result is read, loads its grammar and is drawn. */
const SETTLES_IN = 900;

const modules = await bundlePage('components/bundle.ts');
const [entry] = modules.keys();
const STYLE = 'html{color-scheme:light dark}body{margin:12px;background:Canvas;font:15px/1.45 system-ui,sans-serif}';
const PAGE = `<!doctype html><meta charset="utf-8"><title>content</title><style>${STYLE}</style><link rel="icon" href="data:,">
<script type="module" src="${entry}"></script>`;
const site = createServer(({ url }, response) => {
  const code = modules.get(url);
  response.writeHead(200, { 'content-type': `text/${code === undefined ? 'html' : 'javascript'}; charset=utf-8` });
  response.end(code ?? PAGE);
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
for (const colorScheme of ['light', 'dark'])
  for (const width of WIDTHS) {
    const page = await browser.newPage({ colorScheme, viewport: { width, height: 120 } });
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    for (const [name, { press, ...result }] of Object.entries(RESULTS)) {
      if (!name.includes(given.only)) continue;
      const wide = await page.evaluate(show, { result, press, settles: SETTLES_IN });
      if (wide > width) console.error(`${name}, ${width} px: ${wide - width} px too wide`);
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    await page.close();
  }
if (given.beside !== undefined)
  for (const colorScheme of ['light', 'dark']) for (const width of WIDTHS) await sheet(colorScheme, width);
await browser.close();
site.close();

/** One picture of all results of a width and scheme: before on the left, now on the right. */
async function sheet(colorScheme, width) {
  const shown = Math.min(width, 450);
  const picture = (from, name) => {
    const file = `${from}/${name}-${width}-${colorScheme}.png`;
    return existsSync(file)
      ? `<img width="${shown}" src="data:image/png;base64,${readFileSync(file, 'base64')}">`
      : '<i>no picture</i>';
  };
  const rows = Object.keys(RESULTS).map(
    (name) => `<tr><th>${name}<td>${picture(given.beside, name)}<td>${picture(folder, name)}`,
  );
  const page = await browser.newPage({ colorScheme, viewport: { width: shown * 2 + 150, height: 700 } });
  await page.setContent(
    `<!doctype html><style>${STYLE} td,th{vertical-align:top;text-align:start;padding:4px;border-top:1px solid gray} img{max-height:600px;object-fit:cover;object-position:top}</style>
<table><tr><th><th>before<th>now${rows.join('')}</table>`,
  );
  await page.screenshot({ path: `${folder}/sheet-${width}-${colorScheme}.png`, fullPage: true });
  await page.close();
}

/** In the page. @returns the width that the result takes */
async function show({ result, press, settles }) {
  const element = document.createElement('mcp-tool-result');
  element.result = { content: [], isError: false, ...result };
  element.durationMs = 42;
  document.body.replaceChildren(element);
  // The elements load when the first of them is seen.
  await customElements.whenDefined('mcp-tool-result');
  const wait = () => new Promise((resolve) => setTimeout(resolve, settles));
  await wait();
  if (press) {
    const roots = (root) => [
      root,
      ...[...root.querySelectorAll('*')].flatMap((one) => (one.shadowRoot ? roots(one.shadowRoot) : [])),
    ];
    const buttons = roots(document).flatMap((root) => [...root.querySelectorAll('button')]);
    buttons.find((one) => one.textContent.trim() === press)?.click();
    await wait();
  }
  return document.documentElement.scrollWidth;
}

// `npm run pictures:pages -- <folder>`: the client in pages with styles of their own, on the reference server: each as a picture of a
// result and of a question, wide and narrow. For looking at: nothing is compared. What can be measured is in
// test/components/host-pages.slow.test.ts.
//   npm run pictures:pages -- <folder> --only rtl    the pages whose name contains this
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startServers } from '../demo/servers/start.mjs';
import { chromeArgs, chromePath } from './browser.mjs';
import { bundlePage } from './check-content/check-page.mjs';
import { PAGES, WIDTHS } from './page-pictures/pages.mjs';

const { positionals, values: given } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
});
const [folder] = positionals;
if (!folder) throw new Error('Name the folder that the pictures go to.');
mkdirSync(folder, { recursive: true });

/** Milliseconds in which a page is drawn once something has changed. */
const SETTLES_IN = 400;
const HEIGHT = 760;

const modules = await bundlePage('components/bundle.ts');
const [entry] = modules.keys();
const servers = await startServers();

function bodyOf({ css = '', attributes = '', client = '' }) {
  return `<!doctype html><html lang="en" ${attributes}><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>page</title><link rel="icon" href="data:,"><style>${css}</style><script type="module" src="${entry}"></script>
<main><h1>A page</h1><p>Some words of the page itself, and below them the client.</p>
<mcp-client url="${servers.url('everything')}" storage="none" transcript capabilities="sampling elicitation roots" ${client}></mcp-client></main>`;
}

const site = createServer(({ url }, response) => {
  const code = modules.get(url);
  response.writeHead(200, { 'content-type': `text/${code === undefined ? 'html' : 'javascript'}; charset=utf-8` });
  response.end(code ?? bodyOf(PAGES[decodeURIComponent(url.slice(1))] ?? {}));
});
await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
try {
  for (const name of Object.keys(PAGES).filter((one) => one.includes(given.only)))
    for (const width of PAGES[name].widths ?? WIDTHS)
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      await pictures(name, width);
} finally {
  await browser.close();
  servers.stop();
  site.closeAllConnections();
  site.close();
}

async function pictures(name, width) {
  const { media = {}, print = false, height = HEIGHT, scale = 1, onPage } = PAGES[name];
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale, ...media });
  page.on('pageerror', (error) => console.error(`${name}, ${width} px: ${error.message}`));
  const shoot = async (what) => {
    await page.waitForTimeout(SETTLES_IN);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) console.error(`${name}, ${width} px, ${what}: ${wide} px too wide`);
    await page.screenshot({ path: `${folder}/${name}-${width}-${what}.png`, fullPage: print });
  };
  const press = (wanted) => page.getByRole('button', { name: wanted }).first().click();
  const choose = async (tool) => {
    const back = page.getByRole('button', { name: 'Tools', exact: true }).first();
    if (!(await page.getByRole('listbox').first().isVisible())) await back.click();
    await page.getByRole('searchbox').first().fill(tool);
    await page.getByRole('option', { name: tool }).first().click();
  };
  await page.goto(`http://127.0.0.1:${site.address().port}/${encodeURIComponent(name)}`);
  await onPage?.(page);
  await page.getByRole('option', { name: /echo/i }).first().waitFor();
  await page.evaluate(() => document.querySelector('mcp-client').scrollIntoView({ block: 'start' }));
  await shoot('list');
  await choose('get-sum');
  await page.getByRole('textbox', { name: /^a\b/ }).fill('2');
  await page.getByRole('textbox', { name: /^b\b/ }).fill('3');
  await press('Run get-sum');
  await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
  if (print) await page.emulateMedia({ media: 'print' });
  await shoot('result');
  if (!print) {
    await choose('trigger-elicitation-request');
    await press(/^Run /);
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
    await shoot('question');
  }
  await page.close();
}

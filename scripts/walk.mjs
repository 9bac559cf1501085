// `npm run walk`: how many files of src and components a reader enters on six trips through the client, in Chromium against a real
// server: those of which a function was called. It prints a table, and fails only where a trip cannot be made.
//   npm run walk -- --files      names the files of each trip too
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { startServers } from '../demo/servers/start.mjs';
import { chromeArgs, chromePath } from './browser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** As a sampler, so that the trip with a model needs no account. */
const PAGE = `<!doctype html><body><mcp-client id="client" capabilities="sampling elicitation roots"></mcp-client>
<mcp-content id="content"></mcp-content>
<script type="module">
  import '/components/define/all.ts';
  const client = document.querySelector('#client');
  client.sampler = async () => 'Five.';
  client.url = new URLSearchParams(location.search).get('server');
</script>`;
const MARKDOWN = '# Title\n\nA [link](https://a.example), `code` and\n\n- a list\n\n```js\nconst a = 1;\n```\n';

const [servers, browser, site] = await Promise.all([
  startServers(),
  chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
  createServer({
    root,
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { entries: ['components/define/all.ts'] },
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
    plugins: [{ name: 'page', configureServer: ({ middlewares }) => void middlewares.use(servePage) }],
  }),
]);
function servePage(request, response, next) {
  if (!request.url.startsWith('/walk?')) return next();
  return response.setHeader('content-type', 'text/html').end(PAGE);
}

const rows = [];
try {
  await site.listen();
  await walk();
} finally {
  await browser.close();
  await site.close();
  servers.stop();
}
report();

async function walk() {
  const page = await browser.newPage();
  const profiler = await page.context().newCDPSession(page);
  await profiler.send('Profiler.enable');
  await profiler.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  /** Makes a trip and notes what was entered since the last one. */
  const trip = async (name, act) => {
    await act();
    // What follows by itself belongs to it: a list in the background, a row in the store.
    await page.waitForTimeout(1000);
    const { result } = await profiler.send('Profiler.takePreciseCoverage');
    if (name) rows.push({ name, ...countsOf(result) });
  };
  /** @param values the label of each field and what is typed into it */
  const run = async (tool, values) => {
    await page.getByRole('option', { name: tool }).click();
    for (const [label, value] of values)
      // oxlint-disable-next-line no-await-in-loop -- as a person does
      await page.getByRole('textbox', { name: label }).fill(value);
    await page.getByRole('button', { name: /^Run / }).click();
  };
  const listed = () => page.getByRole('option', { name: /get-sum/ }).waitFor();
  const address = `http://127.0.0.1:${site.httpServer.address().port}/walk?server=${encodeURIComponent(servers.url('everything'))}`;
  // Vite finds the packages on the first visit, and loads the page anew for them.
  await trip(undefined, async () => {
    await page.goto(address);
    await listed();
  });
  await page.evaluate(() => document.querySelector('#client').session.forget?.());
  await trip('load → connected → lists', async () => {
    await page.reload();
    await listed();
  });
  await trip(undefined, () => page.getByRole('option', { name: /get-sum/ }).click());
  await trip('press Run → result', async () => {
    await run(/get-sum/, [
      [/^a\b/, '2'],
      [/^b\b/, '3'],
    ]);
    await page.getByText('The sum of 2 and 3 is 5.').first().waitFor();
  });
  await trip('call → sampling question on the screen', async () => {
    await run(/trigger-sampling-request/, [[/prompt/i, 'What is 2 and 3?']]);
    await page.getByRole('button', { name: /Ask the model/ }).waitFor();
  });
  await trip('Ask the model → answer → Send → result', async () => {
    // A press counts when the question has stood still.
    await page.waitForTimeout(1500);
    await page.getByRole('button', { name: /Ask the model/ }).click();
    const send = page.getByRole('button', { name: /^Send/ });
    await send.waitFor();
    await page.waitForTimeout(1500);
    await send.click();
    await page.getByText('LLM sampling result').first().waitFor();
  });
  await trip('Markdown: property set → shown', async () => {
    await page.evaluate((text) => {
      document.querySelector('#content').block = { type: 'text', text };
    }, MARKDOWN);
    await page.getByRole('button', { name: 'Show as Markdown' }).click();
    await page.locator('#content li').waitFor();
  });
  await trip('reload → list shown, refreshed', async () => {
    await page.reload();
    await listed();
  });
}

function countsOf(scripts) {
  const files = new Set();
  let functions = 0;
  for (const { url, functions: found } of scripts) {
    const file = URL.canParse(url) ? new URL(url).pathname.slice(1) : '';
    if (!/^(?:src|components)\/.+\.ts$/.test(file) || file.startsWith('components/locales/')) continue;
    // The function without a name that is first is the module itself.
    const entered = found.slice(1).filter(({ functionName, ranges }) => functionName && ranges[0].count > 0);
    if (entered.length === 0) continue;
    files.add(file);
    functions += entered.length;
  }
  return { files: [...files].toSorted(), functions };
}

function report() {
  const cell = (text, width) => String(text).padStart(width);
  console.log(`${'trip'.padEnd(44)} files   src  components  folders  functions`);
  for (const { name, files, functions } of rows) {
    const core = files.filter((file) => file.startsWith('src/')).length;
    const folders = new Set(files.map((file) => path.dirname(file))).size;
    console.log(
      `${name.padEnd(44)} ${cell(files.length, 5)} ${cell(core, 5)} ${cell(files.length - core, 11)} ${cell(folders, 8)} ${cell(functions, 10)}`,
    );
    if (process.argv.includes('--files')) for (const file of files) console.log(`    ${file}`);
  }
}

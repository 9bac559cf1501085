// Chromium with a few pages side by side, each in a process of its own, so that a form that hangs hangs alone.
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { build } from 'vite';
import { threadMs } from '../../bench/subjects/page-subject.mjs';
import { chromeArgs, chromePath } from '../browser.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Tools after which a page is replaced: the remains of one must not slow down the others. */
const TOOLS_A_PAGE = 150;

/** Every kind of field once: the time for compiling code must not count for the next schema. */
const WARM_UP = JSON.stringify({
  name: 'warm-up',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', format: 'date' },
      number: { type: 'number', minimum: 0 },
      flag: { type: 'boolean' },
      choice: { enum: Array.from({ length: 20 }, (_, index) => `choice ${index}`) },
      list: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } }, minItems: 1 },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      anything: {},
    },
    required: ['flag', 'list', 'either', 'map'],
  },
});

/** Milliseconds of the main thread from nothing to a form that is drawn; those of other processes do not count. */
async function mountCost({ page, devtools }, text) {
  const before = await threadMs(devtools);
  await page.evaluate(async (line) => {
    await globalThis.mountLine(line);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, text);
  const cost = (await threadMs(devtools)) - before;
  await page.evaluate(() => globalThis.unmount());
  return cost;
}

/** Measures the opened form of each tool. The page is high, so that the browser lays out every field. */
export async function measureForms(tools, tell) {
  const site = await serve(await bundlePage());
  const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  const page = await browser.newPage({ viewport: { width: 900, height: 12_000 } });
  await page.goto(site.origin);
  const forms = [];
  for (const { text } of tools) {
    forms.push(await page.evaluate((line) => globalThis.measureLine(line), text));
    tell(forms.length);
  }
  const version = browser.version();
  await browser.close();
  site.close();
  return { version, forms };
}

/** @returns {Promise<{ version: string, checkAll(tools: object[], options: object, tell: (done: number) => void): Promise<object[]>, close(): Promise<void> }>} */
export async function openCheckPages(count, timeoutMs) {
  const site = await serve(await bundlePage());
  const browser = await chromium.launch({
    executablePath: await chromePath(),
    args: [...chromeArgs, '--disable-background-timer-throttling', '--disable-renderer-backgrounding'],
  });

  async function openPage() {
    const context = await browser.newContext({ viewport: { width: 900, height: 1200 } });
    const page = await context.newPage();
    await page.goto(site.origin);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await mountCost({ page, devtools }, WARM_UP);
    return { page, devtools, used: 0, close: () => context.close().catch(() => {}) };
  }

  /** Returns the report of the page, or the failure of a page without one. */
  async function check(open, tool, options) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No end after ${timeoutMs / 1000} s.`)), timeoutMs);
    });
    try {
      const asked = (async () => {
        const mountMs = await mountCost(open, tool.text);
        const text = await open.page.evaluate(
          ([text, given]) => globalThis.checkLine(text, given),
          [tool.text, options],
        );
        return { ...JSON.parse(text), mountMs };
      })();
      asked.catch(() => {});
      return await Promise.race([asked, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function checkAll(tools, options, tell) {
    const reports = [];
    const waiting = [...tools.entries()];
    let done = 0;
    const work = async () => {
      let open = await openPage();
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [index, tool] = next;
        const { line, name, server } = tool;
        try {
          reports[index] = { line, server, ...(await check(open, tool, options)), name };
          open.used++;
        } catch (error) {
          reports[index] = { line, server, name, broken: error.message.split('\n')[0] };
          open.used = TOOLS_A_PAGE;
        }
        tell(++done);
        if (open.used < TOOLS_A_PAGE) continue;
        await open.close();
        open = await openPage();
      }
      await open.close();
    };
    await Promise.all(Array.from({ length: Math.max(1, count) }, work));
    return reports;
  }

  return {
    version: browser.version(),
    checkAll,
    async close() {
      await browser.close();
      site.close();
    },
  };
}

async function bundlePage() {
  const [{ output }] = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // Lit says more in its development mode, and takes longer for it.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: path.join(root, 'test/forms/page.ts'), formats: ['es'], fileName: 'page' },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  });
  return new Map(output.map(({ fileName, code }) => [`/${fileName}`, code]));
}

async function serve(modules) {
  const [entry] = modules.keys();
  const html = `<!doctype html><meta charset="utf-8"><title>forms</title><script type="module" src="${entry}"></script>`;
  const server = createServer((request, response) => {
    const code = modules.get(request.url);
    const isPage = request.url === '/';
    response.writeHead(isPage || code ? 200 : 404, {
      'content-type': `${isPage ? 'text/html' : 'text/javascript'}; charset=utf-8`,
    });
    response.end(isPage ? html : code);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

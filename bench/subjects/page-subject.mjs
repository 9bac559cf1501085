// A client in a page of its own, in a renderer process of its own, on another origin than the server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

const here = fileURLToPath(new URL('..', import.meta.url));

/**
 * Chromium, and a site that serves pages: `/<bundle>/page` is a page that may import everything in the bundle's folder, and what is
 * served from here.
 * @param {Record<string, string>} folders bundle → its folder
 */
export async function createPages(folders) {
  const site = createServer((request, response) => {
    const [, bundle, file] = request.url.split('/');
    if (file === 'page' || file === undefined)
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>bench</title>');
    if (bundle === 'nothing') return response.writeHead(200, { 'content-type': 'text/javascript' }).end();
    const folder = { bench: here, faults: path.join(here, 'faults'), ...folders }[bundle];
    if (!folder || !/^[\w.-]+\.js$/.test(file)) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
      .end(readFileSync(path.join(folder, file)));
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${site.address().port}`;
  const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });

  async function openPage(bundle) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable');
    await devtools.send('HeapProfiler.enable');
    await page.goto(`${origin}/${bundle}/page`);
    return { context, page, devtools };
  }

  return {
    browser,
    origin,
    openPage,
    version: browser.version(),

    /** The subject: `measure` gives the CPU milliseconds of the page's main thread. */
    async createSubject(bundle) {
      const { context, page, devtools } = await openPage(bundle);
      await page.evaluate(
        async ([operations, client]) => {
          const { createSubject } = await import(operations);
          globalThis.subject = createSubject(await import(client));
        },
        ['/bench/operations.js', `/${bundle}/index.js`],
      );
      const ask = (method, ...args) =>
        page.evaluate(([method, args]) => globalThis.subject[method](...args), [method, args]);
      return {
        run: (...args) => ask('run', ...args),
        leave: () => ask('leave'),
        calls: (...args) => ask('calls', ...args),
        connections: (...args) => ask('connections', ...args),
        async measure(...args) {
          await devtools.send('HeapProfiler.collectGarbage');
          const before = await threadMs(devtools);
          await ask('run', ...args);
          return (await threadMs(devtools)) - before;
        },
        remains: () => remains(devtools),
        close: () => context.close(),
      };
    },

    /** CPU milliseconds of the main thread that importing a bundle costs, and an empty module, in a fresh page. */
    async importCost(bundle) {
      const { context, page, devtools } = await openPage(bundle);
      const cost = async (file) => {
        const before = await threadMs(devtools);
        await page.evaluate((file) => import(file).then(() => {}), file);
        return (await threadMs(devtools)) - before;
      };
      // The first import includes the costs that every page has.
      await cost('/nothing/first.js');
      const nothing = await cost('/nothing/second.js');
      const module = await cost(`/${bundle}/index.js`);
      await context.close();
      return { nothing, module };
    },

    /** Runs a program (`run(url, name, args)`) and returns the size of the code that it loaded, in bytes of gzip. */
    async loadedBy(bundle, ...args) {
      const { context, page } = await openPage(bundle);
      const loaded = [];
      page.on('requestfinished', (request) => {
        const [, folder, file] = new URL(request.url()).pathname.split('/');
        if (request.url().startsWith(origin) && folder === bundle) loaded.push(file);
      });
      await page.evaluate(
        async ([file, args]) => {
          const { run } = await import(file);
          await run(...args);
        },
        [`/${bundle}/index.js`, args],
      );
      // A file that loads right after the first result counts, too.
      await new Promise((resolve) => setTimeout(resolve, 300));
      await context.close();
      return loaded
        .map((file) => gzipSync(readFileSync(path.join(folders[bundle], file)), { level: 9 }).length)
        .reduce((sum, bytes) => sum + bytes, 0);
    },

    async close() {
      await browser.close();
      site.closeAllConnections();
      site.close();
    },
  };
}

/** CPU milliseconds that the page's main thread has used. */
export async function threadMs(devtools) {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
}

/** Bytes in use, event listeners and signals alive after a collection. */
async function remains(devtools) {
  for (let times = 0; times < 3; times++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    await devtools.send('HeapProfiler.collectGarbage');
  }
  const { usedSize } = await devtools.send('Runtime.getHeapUsage');
  const { jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  return { heap: usedSize, listeners: jsEventListeners, signals: await countOf(devtools, 'AbortSignal') };
}

async function countOf(devtools, type) {
  const { result } = await devtools.send('Runtime.evaluate', { expression: `${type}.prototype` });
  const { objects } = await devtools.send('Runtime.queryObjects', {
    prototypeObjectId: result.objectId,
    objectGroup: 'count',
  });
  const { result: length } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId,
    functionDeclaration: 'function () { return this.length; }',
    returnByValue: true,
  });
  await devtools.send('Runtime.releaseObjectGroup', { objectGroup: 'count' });
  await devtools.send('Runtime.releaseObject', { objectId: result.objectId });
  return length.value;
}

// A browser and a site made of texts, for tests of what is built.
import { createServer } from 'node:http';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';

const TYPES = { '.js': 'text/javascript', '.html': 'text/html' };

/** @returns `open(files, page)`: that page of a site of its own with these files, by their names without a slash in front */
export async function openFileSite() {
  const sites = [];
  const server = createServer((request, response) => {
    const [, site, ...names] = new URL(request.url, 'http://site').pathname.split('/');
    const name = names.join('/');
    const body = sites[Number(site)]?.get(name);
    // As a content delivery network: integrity needs CORS.
    response.setHeader('access-control-allow-origin', '*');
    if (body === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': TYPES[path.extname(name)] ?? 'text/plain' }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  return {
    /** @param {Map<string, string | Buffer>} files */
    async open(files, page) {
      const address = `http://127.0.0.1:${server.address().port}/${sites.push(files) - 1}`;
      const opened = await browser.newPage();
      const complaints = [];
      opened.on('pageerror', (error) => complaints.push(error.message));
      opened.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await opened.goto(`${address}/${page}`);
      return { page: opened, complaints };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

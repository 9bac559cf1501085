// A picture of each theme, half light and half dark, with the reference server: docs/images/theme-<name>.png.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServers } from '../../demo/servers/start.mjs';
import { themes } from './tokens.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const SIZE = { width: 1280, height: 480 };
/** Milliseconds in which the page is drawn. */
const SETTLES_IN = 600;

/** @param {{ folder?: string }} [where] */
export async function picture(browser, { folder = path.join(root, 'docs/images') } = {}) {
  const servers = await startServers();
  const script = readFileSync(path.join(root, 'dist/mcp-embed.iife.js'));
  const client = (scheme) =>
    `<mcp-client theme="${scheme}" url="${servers.url('everything')}" storage="none"></mcp-client>`;
  const site = createServer(({ url }, response) => {
    if (url === '/mcp-embed.iife.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    return response.end(`<!doctype html><html lang="en"><title>theme</title><style id="theme"></style>
      <style>body { margin: 0; display: grid; grid-template-columns: 1fr 1fr; font: 15px system-ui, sans-serif }
      mcp-client { block-size: ${SIZE.height}px }</style><script src="/mcp-embed.iife.js"></script>${client('light')}${client('dark')}`);
  });
  await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
  try {
    for (const { name, css } of themes())
      // oxlint-disable-next-line no-await-in-loop -- one page at a time
      await shoot(browser, {
        css,
        address: `http://127.0.0.1:${site.address().port}/`,
        file: path.join(folder, `theme-${name}.png`),
      });
  } finally {
    servers.stop();
    site.closeAllConnections();
    site.close();
  }
}

async function shoot(browser, { css, address, file }) {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(address);
  await page.evaluate((text) => (document.querySelector('#theme').textContent = text), css);
  for (const client of [page.locator('mcp-client').first(), page.locator('mcp-client').last()]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await client.getByRole('option', { name: /^Get Sum/ }).click();
    // oxlint-disable-next-line no-await-in-loop -- the form is there
    await client.getByRole('button', { name: /^Run/ }).first().waitFor();
  }
  await page.waitForTimeout(SETTLES_IN);
  await page.screenshot({ path: file });
  await page.close();
}

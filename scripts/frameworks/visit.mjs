// A person's way through an application: the list, a tool run through its form, the element taken away and put back. What the
// server sees is read at a gate in front of a real one.
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { startServers } from '../../demo/servers/start.mjs';
import { createCorsGate } from '../../test/support/cors-gate.mjs';
import { chromeArgs, chromePath } from '../browser.mjs';

/** Milliseconds for anything to appear. */
const PATIENCE_MS = 30_000;
/** Milliseconds after the end of a session during which nothing more may be sent. */
const SILENCE_MS = 1500;
/** The headers that an operator adds for pages of other origins. */
const CORS = [
  'access-control-allow-origin: *',
  'access-control-allow-methods: GET, POST, DELETE',
  'access-control-allow-headers: *',
  'access-control-expose-headers: *',
];

/** @returns the browser and the server: `visit(address, fixture)`, `close()` */
export async function openVisits() {
  const [browser, servers] = await Promise.all([
    chromium.launch({ executablePath: await chromePath(), args: chromeArgs }),
    startServers(),
  ]);
  const gates = await createCorsGate((id) => servers.url(id));
  return {
    visit: (address, fixture) => visit({ browser, gates, address, fixture }),
    async close() {
      await browser.close();
      gates.stop();
      servers.stop();
    },
  };
}

/**
 * @returns {Promise<{ scripts: number, largestKb: string, scriptKb: string, serverRequests: number }>} what was loaded, and
 * sent, until the list was there
 */
async function visit({ browser, gates, address, fixture }) {
  const gate = await makeGate(gates);
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const complaints = hear(page, gate.url);
  const scripts = followScripts(page);
  try {
    await page.goto(`${address}?url=${encodeURIComponent(gate.url)}`);
    await shown(page);
    const weight = { ...(await scripts()), serverRequests: (await gate.log()).length };

    await runEcho(page, `first, ${fixture.name}`);
    await checkHeader(gate, fixture);
    await checkHost(page);

    await page.locator('#unmount').click();
    await page.locator('mcp-client').waitFor({ state: 'detached' });
    await checkEnd(gate, 1);

    await page.locator('#mount').click();
    await shown(page);
    await runEcho(page, `second, ${fixture.name}`);
    await checkHeader(gate, fixture);
    await page.locator('#unmount').click();
    await checkEnd(gate, 2);
    expect(complaints.length === 0, `The page complains:\n${complaints.join('\n')}`);
    return weight;
  } catch (error) {
    if (complaints.length > 0) error.message += `\nThe page complains:\n${complaints.join('\n')}`;
    error.message += `\n${await words(page)}`;
    throw error;
  } finally {
    await context.close();
  }
}

async function makeGate({ base }) {
  const body = JSON.stringify({ server: 'everything', lines: CORS });
  const { url } = await (await fetch(`${base}/gates`, { method: 'POST', body })).json();
  const log = async () => (await fetch(`${base}/log/${new URL(url).pathname.split('/')[1]}`)).json();
  return { url, log };
}

/** Errors, and warnings that name this library. */
function hear(page, serverUrl) {
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('console', (message) => {
    const text = message.text();
    // The probe of a server that knows only older revisions is answered with 400, which the browser reports by itself.
    if (/status of 4\d\d/.test(text) && message.location().url.startsWith(serverUrl)) return;
    if (message.type() === 'error' || (message.type() === 'warning' && /mcp-|\blit\b/i.test(text)))
      complaints.push(`${message.type()}: ${text} ${message.location().url}`);
  });
  return complaints;
}

/** @returns a function that returns the size of the page's scripts so far */
function followScripts(page) {
  const responses = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.ok()) responses.push(response);
  });
  return async () => {
    const bodies = await Promise.all(responses.map((response) => response.body().catch(() => Buffer.alloc(0))));
    const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
    const kb = (bytes) => (bytes / 1024).toFixed(1);
    const all = sizes.reduce((sum, size) => sum + size, 0);
    return { scripts: sizes.length, largestKb: kb(Math.max(0, ...sizes)), scriptKb: kb(all) };
  };
}

async function shown(page) {
  await page.locator('#phase').getByText('ready', { exact: true }).waitFor();
  await page.getByRole('option', { name: /echo/ }).first().waitFor();
}

async function runEcho(page, message) {
  const run = page.getByRole('button', { name: 'Run echo' });
  if (!(await run.isVisible())) await page.getByRole('option', { name: /echo/ }).first().click();
  await page.getByRole('textbox', { name: 'message' }).fill(message);
  await run.click();
  await page.locator('#result-text').getByText(`Echo: ${message}`).waitFor();
}

/** The header that the page set as a property was sent with every request, also the first. */
async function checkHeader(gate, { name }) {
  const requests = (await gate.log()).filter(({ method }) => method !== 'OPTIONS');
  const without = requests.find(({ headers }) => headers['x-fixture'] !== name);
  expect(!without, `A request came without the header X-Fixture: ${JSON.stringify(without)}`);
}

/** A boolean attribute that the framework writes as false is false. */
async function checkHost(page) {
  const { readOnly, attribute } = await page.evaluate(() => {
    const client = document.querySelector('mcp-client');
    return { readOnly: client.readOnly, attribute: client.getAttribute('read-only') };
  });
  expect(readOnly === false, `readOnly is ${readOnly}, the attribute read-only is ${JSON.stringify(attribute)}`);
}

/** Each session that began has ended at the server, and nothing was sent after that. */
async function checkEnd(gate, sessions) {
  const count = (log, method) => log.filter((one) => one.method === method).length;
  const ends = await until(async () => {
    const log = await gate.log();
    return count(log, 'DELETE') >= sessions && log;
  });
  expect(ends, `No DELETE came to the server within ${PATIENCE_MS / 1000} s after the element was taken away.`);
  await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  const log = await gate.log();
  const later = log.slice(log.findLastIndex(({ method }) => method === 'DELETE') + 1);
  expect(later.length === 0, `Requests came after the end: ${JSON.stringify(later)}`);
  const opened = log.filter(({ body }) => body?.method === 'initialize').length;
  const deleted = count(log, 'DELETE');
  expect(
    opened === sessions && deleted === sessions,
    `${opened} sessions were opened and ${deleted} ended; expected ${sessions} of each`,
  );
}

async function until(what) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await what();
    if (result || Date.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function words(page) {
  try {
    const text = await page.evaluate(() => document.body.innerText);
    return `The page shows:\n${text.slice(0, 1500)}`;
  } catch (error) {
    return error.message;
  }
}

function expect(isSo, otherwise) {
  if (!isSo) throw new Error(otherwise);
}

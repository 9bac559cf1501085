// A page of another origin with the built script and `<mcp-client>`: it connects, lists, and a person runs one tool by its form.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../browser.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const HOST = '127.0.0.1';
/** Milliseconds until the server must be connected: behind `npx` it starts first. */
const CONNECT_MS = 60_000;
/** Milliseconds for a visit as a whole: a page that hangs must not hide the set-ups after it. */
const VISIT_MS = 240_000;
/** Milliseconds before a press on a question counts, and a little more (components/approval-queue/press-guard.ts). */
const PRESS_WAIT_MS = 1200;
/** Milliseconds for anything else to appear. */
const PATIENCE_MS = 30_000;
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Servers</title>
<script type="module" src="/mcp-embed.js"></script><body></body></html>`;
const TYPES = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8', '.css': 'text/css' };

/** @returns the browser and the site of the page: `origin`, `version`, `visit()`, `close()` */
export async function openVisits() {
  const site = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, `http://${HOST}`);
    if (pathname === '/') return response.writeHead(200, { 'content-type': TYPES['.html'] }).end(PAGE);
    const file = path.join(dist, pathname);
    try {
      if (path.relative(dist, file).startsWith('..')) throw new Error('outside');
      const body = await readFile(file);
      return response
        .writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      return response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => site.listen(0, HOST, resolve));
  const origin = `http://${HOST}:${site.address().port}`;
  const browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  return {
    origin,
    version: browser.version(),
    visit: (target, call) => inPage(browser, origin, (page) => visit(page, target, call)),
    async close() {
      await browser.close();
      site.closeAllConnections();
      site.close();
    },
  };
}

async function inPage(browser, origin, act) {
  const context = await browser.newContext();
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, VISIT_MS, new Error(`The page did not finish within ${VISIT_MS / 1000} s.`));
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(origin);
    await page.waitForFunction(() => customElements.get('mcp-client') !== undefined);
    const acted = act(page);
    // If it is late, closing the page ends it with an error that nobody awaits.
    acted.catch(() => {});
    return await Promise.race([acted, late]);
  } finally {
    clearTimeout(timer);
    await context.close();
  }
}

/**
 * @typedef {object} Target
 * @property {string} url
 * @property {Record<string, string>} [headers]
 *
 * @typedef {object} Visit
 * @property {string} [problem] why it did not connect, in the words that the page shows
 * @property {string} [verdict] what the diagnosis of the product says of that
 * @property {string} [revision]
 * @property {number} [connectMs]
 * @property {Record<'tools' | 'resources' | 'templates' | 'prompts', number | string | undefined>} [counts] a string: why not;
 * undefined: not declared
 * @property {{ outcome: 'ok' | 'error' | 'failed', ms?: number, words: string }} [called]
 */

/** @param {import('playwright-core').Page} page @param {Target} target @returns {Promise<Visit>} */
async function visit(page, target, call) {
  const connected = await page.evaluate(connectInPage, { target, patience: CONNECT_MS });
  if (connected.problem) return { ...connected, verdict: await page.evaluate(diagnoseInPage) };
  const counts = await page.evaluate(listInPage);
  const lists = { ...connected, counts };
  if (!(counts.tools > 0)) return { ...lists, called: { outcome: 'failed', words: 'the server lists no tool' } };
  return { ...lists, called: await run(page, call) };
}

/** Runs in the page. */
async function connectInPage({ target, patience }) {
  const client = document.createElement('mcp-client');
  Object.assign(client, { headers: target.headers, storage: 'none', id: 'client' });
  // The page answers the questions of a server to a model.
  client.sampler = async () => 'A page answered.';
  globalThis.outcomes = [];
  client.addEventListener('mcp-tool-result', ({ result, durationMs }) =>
    globalThis.outcomes.push({
      outcome: result.isError ? 'error' : 'ok',
      ms: Math.round(durationMs),
      words: result.content.map((block) => block.text ?? block.type).join(' '),
    }),
  );
  client.addEventListener('mcp-error', ({ error }) => {
    // The server answered, and said that it could not.
    if (error.rpcCode !== undefined) globalThis.outcomes.push({ outcome: 'error', words: error.message });
  });
  const connected = new Promise((resolve) => {
    const late = setTimeout(
      () => resolve({ problem: `It did not connect within ${patience / 1000} s (${client.status}).` }),
      patience,
    );
    client.addEventListener('mcp-state-change', ({ state }) => {
      if (state.phase !== 'ready' && state.phase !== 'failed') return;
      clearTimeout(late);
      resolve(
        state.phase === 'ready'
          ? { revision: state.server.revision, connectMs: Math.round(performance.now() - started) }
          : { problem: state.error.message },
      );
    });
  });
  const started = performance.now();
  client.url = target.url;
  document.body.append(client);
  return connected;
}

/** Runs in the page. */
async function listInPage() {
  const { session } = document.querySelector('#client');
  const { capabilities } = session.state.get().server;
  const count = async (catalog) => {
    try {
      return (await catalog.list()).length;
    } catch (error) {
      return error.message;
    }
  };
  return {
    tools: capabilities.tools && (await count(session.tools)),
    resources: capabilities.resources && (await count(session.resources)),
    templates: capabilities.resources && (await count(session.resourceTemplates)),
    prompts: capabilities.prompts && (await count(session.prompts)),
  };
}

/** As a person: opens the tool, fills in its form, presses its button, answers the server's questions, and sees the result. */
async function run(page, { tool, arguments: args = {}, answer }) {
  const client = page.locator('#client');
  await client.getByRole('option').first().waitFor();
  await page.evaluate(
    ([item, given]) => {
      // Earlier outcomes are about a list.
      globalThis.outcomes = [];
      document.querySelector('#client').show({ section: 'tools', item, arguments: given });
    },
    [tool, args],
  );
  const form = client.locator('mcp-tool-form');
  const submit = form.locator('[part~="submit-button"]');
  try {
    await submit.waitFor();
    await page.waitForFunction(() => !document.querySelector('#client').waitsForForm);
    await submit.click();
    return await outcomeOf(page, form, answer);
  } catch (error) {
    const words = await form.innerText().catch(() => '');
    return { outcome: 'failed', words: `${error.message.split('\n')[0]} ${words.slice(0, 300)}` };
  }
}

async function outcomeOf(page, form, answer) {
  const question = page.getByRole('alertdialog');
  // A place for an error that has none is empty.
  const failure = form.locator('[part~="error"]').filter({ visible: true });
  const until = Date.now() + PATIENCE_MS;
  while (Date.now() < until) {
    // First: a result that comes after this look, and says of an error, is an outcome.
    const failed = await failure.first().isVisible();
    const [outcome] = await page.evaluate(() => globalThis.outcomes);
    if (outcome) {
      await form.locator('mcp-tool-result').or(failure).first().waitFor();
      return outcome;
    }
    if (await question.first().isVisible()) await answerQuestion(question.first(), answer);
    else if (failed) {
      const words = (await failure.first().innerText()).replaceAll(/\s+/g, ' ');
      return { outcome: 'failed', words };
    }
    await page.waitForTimeout(100);
  }
  throw new Error(`No result came within ${PATIENCE_MS / 1000} s.`);
}

/** Fills in the values of the set-up by label, and agrees. */
async function answerQuestion(question, answer = {}) {
  for (const [label, value] of Object.entries(answer)) {
    const field = question.getByLabel(label).first();
    if (typeof value === 'boolean') await field.setChecked(value);
    else if ((await field.evaluate((element) => element.localName)) === 'select')
      await field.selectOption(String(value));
    else await field.fill(String(value));
  }
  await question.page().waitForTimeout(PRESS_WAIT_MS);
  await question.locator('[part~="approve-button"]').first().click();
  await question.page().waitForTimeout(PRESS_WAIT_MS);
}

/** Runs in the page. */
async function diagnoseInPage() {
  const element = document.createElement('mcp-diagnosis');
  document.body.append(element);
  await customElements.whenDefined('mcp-diagnosis');
  element.session = document.querySelector('#client').session;
  return (await element.run())?.verdict;
}

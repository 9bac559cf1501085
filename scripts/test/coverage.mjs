// Counts what runs of the sources in the pages of Chromium while `npm run coverage` runs (scripts/coverage.mjs). One folder
// holds the bundles of the tests with their maps, and for each page what ran of them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of a run that counts; undefined in every other. */
export const COVERAGE = process.env.MCP_EMBED_COVERAGE;

const counted = new WeakMap();

/** @param {import('puppeteer-core').Page} page */
export async function countPage(page) {
  if (!COVERAGE) return;
  const devTools = await page.createCDPSession();
  counted.set(page, devTools);
  await devTools.send('Profiler.enable');
  await devTools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}

/** Stores the counts of each page before it is left. */
export function keepCounts(launcher) {
  if (!COVERAGE) return launcher;
  const { stopSession } = launcher;
  launcher.stopSession = async (id) => {
    const page = launcher.getPage(id);
    await keep(counted.get(page), id).catch(({ message }) => console.warn(`Nothing is counted of a page: ${message}`));
    const result = await stopSession.call(launcher, id);
    // A process that has run a script before counts no branches of it, so no other test gets this page.
    launcher.inactivePages = launcher.inactivePages.filter(({ puppeteerPage }) => puppeteerPage !== page);
    await page.browserContext().close();
    return result;
  };
  return launcher;
}

async function keep(devTools, id) {
  const { result } = await devTools.send('Profiler.takePreciseCoverage');
  write(`page-${id}.json`, JSON.stringify({ result: result.filter(({ url }) => url.includes('/__bundled__/')) }));
}

/** A bundle, as its address says it. */
export const keepBundle = (address, text) => COVERAGE && write(path.join('bundles', address), text);

function write(name, text) {
  const file = path.join(COVERAGE, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

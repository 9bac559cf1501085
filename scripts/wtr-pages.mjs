// Failures of a page that no test of it reports. An endless loop answers nobody: the runner would wait for it, then for its page
// to close, without an end. An unhandled rejection comes when its test has passed.
import { isSlow } from './test/lanes.mjs';

/**
 * Milliseconds after which a page that does not answer is stuck. No task of a test takes as long, even beside other work. Slow
 * tests show hundreds of elements at once.
 */
const STUCK_MS = { quick: 20_000, slow: 120_000 };
const LOOK_MS = 5_000;
/** Milliseconds that a page may take to stop, in an engine where its loop cannot be ended. */
const STOP_MS = 20_000;

let sessions;
const strays = new Map();

/** The uncaught errors in the page of a session. @returns {readonly string[]} */
export const straysOf = (sessionId) => strays.get(sessionId) ?? [];

/** A reporter, because the runner gives its sessions only to reporters. */
export const sessionsOfPages = { start: (args) => ({ sessions } = args) };

/**
 * Ends what runs in a page of Chromium that does not answer, and fails its file.
 * @param {import('puppeteer-core').Page} page
 */
export async function watchPage(page) {
  let devTools;
  // Of a page that is stuck none can be had any more, and one of the page before does not reach it.
  page.on('domcontentloaded', async () => {
    await devTools?.detach().catch(() => {});
    devTools = await page.createCDPSession().catch(() => undefined);
  });
  page.on('pageerror', ({ message }) => {
    const id = sessionIn(page);
    if (id) strays.set(id, [...straysOf(id), message]);
  });
  const look = async () => {
    if (page.isClosed()) return clearInterval(timer);
    const id = sessionIn(page);
    if (!id) return;
    const ms = STUCK_MS[isSlow(sessions.get(id)?.testFile ?? '') ? 'slow' : 'quick'];
    if (await answers(page, ms)) return;
    const message = `The page did not answer for ${ms / 1000} s: it may be in an endless loop.`;
    sessions.updateStatus({ ...sessions.get(id), passed: false, errors: [{ message }] }, 'TEST_FINISHED');
    await devTools?.send('Runtime.terminateExecution');
  };
  let isLooking = false;
  const timer = setInterval(async () => {
    if (isLooking) return;
    isLooking = true;
    // A page that is closed or goes elsewhere meanwhile is not stuck.
    await look().catch(() => {});
    isLooking = false;
  }, LOOK_MS);
  timer.unref();
}

function sessionIn(page) {
  return new URL(page.url()).searchParams.get('wtr-session-id');
}

function answers(page, ms) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    page
      .evaluate(() => true)
      .catch(() => true)
      .then(() => resolve(true))
      .finally(() => clearTimeout(timer));
  });
}

/** A page that does not stop is left behind, and the run goes on. */
export function stopInTime(launcher) {
  const { stopSession } = launcher;
  launcher.stopSession = (id) =>
    Promise.race([
      stopSession.call(launcher, id),
      new Promise((resolve) => setTimeout(() => resolve({}), STOP_MS).unref()),
    ]);
  return launcher;
}

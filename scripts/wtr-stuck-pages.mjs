// An endless loop in a page answers nobody: the runner would wait for it, then for its page to close, without an end.

/** Milliseconds after which a page that does not answer is stuck. No task of a test takes as long, beside other work neither. */
const STUCK_MS = 20_000;
const LOOK_MS = 5_000;
/** Milliseconds that a page may take to stop, in an engine where its loop cannot be ended. */
const STOP_MS = 20_000;

/**
 * Ends what runs in a page of Chromium that does not answer, as a failure of the test that runs: the next one goes on.
 * @param {import('puppeteer-core').Page} page
 */
export async function watchPage(page) {
  let devTools;
  // Of a page that is stuck none can be had any more, and one of the page before does not reach it.
  page.on('domcontentloaded', async () => {
    await devTools?.detach().catch(() => {});
    devTools = await page.createCDPSession().catch(() => undefined);
  });
  const look = async () => {
    if (page.isClosed()) return clearInterval(timer);
    if (!(await answers(page))) {
      await devTools?.send('Runtime.terminateExecution');
      await page.evaluate((seconds) => {
        setTimeout(() => {
          throw new Error(`The page did not answer for ${seconds} s: it may be in an endless loop.`);
        });
      }, STUCK_MS / 1000);
    }
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

function answers(page) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STUCK_MS);
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

// The words of mocha over `node:test`, so that one file runs in Node and in the three engines: describe, it, before, after,
// beforeEach, afterEach, this.skip(), this.timeout(). Each test tells its name to the parent process before it begins, so
// that one that never ends is told by name.
import { AsyncLocalStorage } from 'node:async_hooks';
import * as runner from 'node:test';
import { END } from './node-reporter.mjs';

/** Milliseconds that a test may take, as in the browser. */
const TEST_MS = 10_000;

class Skipped extends Error {}

/** The groups that are being described, from the outermost. */
const groups = [];
const atTheEnd = [];
const running = new AsyncLocalStorage();

// Without it Node ends a process that waits for something that holds nothing open.
const open = setInterval(() => {}, 60_000);

globalThis.describe = (name, body) =>
  runner.describe(name, () => {
    const group = { name, ms: groups.at(-1)?.ms };
    groups.push(group);
    try {
      body.call({ timeout: (ms) => (group.ms = ms) });
    } finally {
      groups.pop();
    }
  });

globalThis.it = (name, body) => {
  const path = [...groups.map((group) => group.name), name].join(' › ');
  const limit = { ms: undefined, group: groups.at(-1) };
  runner.it(name, async (context) => {
    tell({ running: path });
    try {
      await running.run(path, runWithin, limit, body);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      context.skip();
    }
  });
  return { timeout: (ms) => (limit.ms = ms) };
};

for (const name of ['before', 'after', 'beforeEach', 'afterEach'])
  globalThis[name] = (body) => {
    const limit = { ms: undefined, group: groups.at(-1) };
    // node:test runs those of a whole file when the process is idle, which one open connection prevents.
    if (name === 'after' && groups.length === 0) atTheEnd.push(() => runWithin(limit, body));
    else runner[name](runHook(limit, body));
  };

/** A hook that skips does so for each test that it comes before, as in mocha. */
function runHook(limit, body) {
  return async (context) => {
    try {
      await runWithin(limit, body);
    } catch (error) {
      if (!(error instanceof Skipped)) throw error;
      context.skip?.();
    }
  };
}

/** The last line of each file. */
globalThis.endOfTests = () =>
  runner.it(END, async () => {
    try {
      for (const step of atTheEnd) await step();
    } finally {
      clearInterval(open);
    }
  });

// node:test only warns of what fails after the test that began it.
process.on('unhandledRejection', (error) => tell({ stray: describeError(error) }));

// Browsers and later versions of Node have these; Node 20 has not.
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node}`, language: 'en-US', languages: ['en-US'] };
globalThis.reportError ??= (error) => tell({ stray: describeError(error) });

function describeError(error) {
  return {
    name: running.getStore() ?? 'the file',
    message: `A promise was rejected and nobody waited for it: ${error?.stack ?? error}`,
  };
}

function tell(message) {
  process.send?.(message);
}

async function runWithin(limit, body) {
  let timer;
  let giveUp;
  const late = new Promise((_, reject) => (giveUp = reject));
  const start = () => {
    clearTimeout(timer);
    const ms = limit.ms ?? limit.group?.ms ?? TEST_MS;
    tell({ limit: ms });
    if (ms > 0) timer = setTimeout(() => giveUp(new Error(`It did not end within ${ms} ms.`)), ms);
  };
  const self = {
    skip() {
      throw new Skipped();
    },
    timeout(ms) {
      limit.ms = ms;
      start();
    },
  };
  start();
  try {
    await Promise.race([body.call(self), late]);
  } finally {
    clearTimeout(timer);
  }
}

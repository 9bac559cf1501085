// The words of mocha over `node:test`, so that one file runs in Node and in the three engines: describe, it, before, after,
// beforeEach, afterEach, this.skip(), this.timeout(). Each test tells its name to the parent process before it begins, so
// that one that never ends is told by name. Several files run in one process, one after the other: each is a group of its
// own, and its hooks are for its tests.
import { AsyncLocalStorage } from 'node:async_hooks';
import * as runner from 'node:test';
import { END } from './node-reporter.mjs';

/** Milliseconds that a test may take, as in the browser. */
const TEST_MS = 30_000;
/** Milliseconds between two signs of life. */
const BEAT_MS = 1000;

class Skipped extends Error {}

/** The groups that are being described, from the outermost. */
const groups = [];
/** The steps of the file that is being read, which are taken when it is read whole. */
let steps;
let isTaking = false;
/** The hooks of modules that run after the tests of each later file. */
const afterEachFile = [];
const running = new AsyncLocalStorage();

// An endless loop gives no sign of life. The timer also keeps a process open that waits for something that holds nothing open.
const beat = setInterval(() => tell({ isAlive: true }), BEAT_MS);

/**
 * Runs files one after the other, each when the one before it has ended.
 * @param {readonly { file: string, url: string }[]} files
 */
export async function runFiles(files) {
  for (const { file, url } of files) {
    tell({ begun: file });
    try {
      // oxlint-disable-next-line no-await-in-loop -- two files would share what they change
      await runFile(file, url);
    } catch (error) {
      tell({
        result: {
          file,
          how: 'failed',
          name: 'the file',
          message: `It cannot be loaded. ${String(error)}`,
          stack: error?.stack,
        },
      });
    }
  }
  runner.it(END, () => clearInterval(beat));
}

async function runFile(file, url) {
  let own;
  try {
    await import(url);
  } finally {
    [own, steps] = [steps ?? [], undefined];
  }
  await new Promise((resolve) =>
    runner.describe(file, () => {
      isTaking = true;
      for (const step of own) step();
      isTaking = false;
      runner.after(async () => {
        try {
          for (const step of afterEachFile) await step();
        } finally {
          resolve();
        }
      });
    }),
  );
}

/** The first line of a file, after its imports. */
globalThis.beginTests = () => {
  steps = [];
};

/** Now, or when the file is read whole. */
const take = (step) => (steps ? void steps.push(step) : step());

globalThis.describe = (name, body) =>
  take(() =>
    runner.describe(name, () => {
      const group = { name, ms: groups.at(-1)?.ms };
      groups.push(group);
      try {
        body.call({ timeout: (ms) => (group.ms = ms) });
      } finally {
        groups.pop();
      }
    }),
  );

globalThis.it = (name, body) => {
  const limit = { ms: undefined };
  take(() => {
    const path = [...groups.map((group) => group.name), name].join(' › ');
    limit.group = groups.at(-1);
    runner.it(name, async (context) => {
      tell({ running: path });
      try {
        await running.run(path, runWithin, limit, body);
      } catch (error) {
        if (!(error instanceof Skipped)) throw error;
        context.skip();
      }
    });
  });
  return { timeout: (ms) => (limit.ms = ms) };
};

for (const name of ['before', 'after', 'beforeEach', 'afterEach'])
  globalThis[name] = (body) => {
    // A module that tests share has no end of its own.
    if (name === 'after' && !steps && !isTaking) return afterEachFile.push(body);
    return take(() => {
      const limit = { ms: undefined, group: groups.at(-1) };
      runner[name](runHook(limit, body));
    });
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

// node:test only warns of an error that comes after its test has ended.
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

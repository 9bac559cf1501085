// What a page does while its server fails: run in the page, for each client the same. Each step says how it ended and after
// how many milliseconds; one that has not ended by then is `waiting`.

/** Milliseconds after which nobody would wait any longer. */
const PATIENCE_MS = 12_000;

export const programs = {
  /** Connects, asks for the tools, calls one. */
  async visit(client, [url], options) {
    const { steps, step } = record();
    const line = await step('connect', () => client.open(url, options), options.patienceMs);
    if (line) {
      await step('list', async () => (await line.listTools()).map(({ name }) => name));
      await step('call', () => echo(line, 'hello'));
    }
    return { steps, diagnosis: line ? undefined : await client.diagnose?.(url).catch(String) };
  },

  /** Visits two servers. */
  async 'visit-both'(client, [one, other], options) {
    return {
      first: await programs.visit(client, [one], options),
      second: await programs.visit(client, [other], options),
    };
  },

  /** Makes these calls, one after the other, whatever comes of each. */
  async calls(client, [url], { calls, ...options }) {
    const { steps, step } = record();
    const problems = [];
    const line = await step('connect', () =>
      client.open(url, { ...options, onProblem: (one) => problems.push(String(one)) }),
    );
    const longest = watchForFreezes();
    for (const words of line ? calls : []) await step('call', () => echo(line, words));
    return { steps, problems: problems.slice(0, 5), longestFreezeMs: longest() };
  },

  /** One call, and then five at the same time. */
  async together(client, [url], options) {
    const { steps, step } = record();
    const line = await step('connect', () => client.open(url, options));
    if (line) await step('call', () => echo(line, 'before'));
    const calls = ['one', 'two', 'three', 'four', 'five'];
    if (line) await Promise.all(calls.map((words) => step('call', () => echo(line, words))));
    return { steps };
  },

  /** One call with progress. What is heard before it ends and what after. */
  async progress(client, [url], options) {
    const { steps, step } = record();
    const problems = [];
    const line = await step('connect', () =>
      client.open(url, { ...options, onProblem: (one) => problems.push(String(one)) }),
    );
    let heard = 0;
    if (line) await step('call', () => echo(line, 'hello', { onProgress: () => heard++ }));
    const before = heard;
    await pause(300);
    if (line) await step('call', () => echo(line, 'again'));
    return { steps, before, after: heard - before, problems };
  },

  /** Connects and stays for ten seconds. */
  async stay(client, [url], options) {
    const { steps, step } = record();
    const line = await step('connect', () => client.open(url, options));
    await pause(10_000);
    if (line) await step('call', () => echo(line, 'hello'));
    return { steps };
  },
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function echo(line, message, options) {
  const { content } = await line.callTool('echo', { message }, options);
  const words = content.map(({ text }) => text).join('');
  return words.length > 100 ? `${words.length} characters` : words;
}

function record() {
  const steps = [];
  const step = async (what, act, patienceMs = PATIENCE_MS) => {
    const started = performance.now();
    const ms = () => Math.round(performance.now() - started);
    let timer;
    const waiting = new Promise((resolve) => {
      timer = setTimeout(() => resolve('waiting'), patienceMs);
    });
    const end = await Promise.race([
      act().then(
        (value) => ({ value }),
        (error) => ({ error }),
      ),
      waiting,
    ]);
    clearTimeout(timer);
    if (end === 'waiting') steps.push({ what, waiting: true, ms: ms() });
    else if ('error' in end) steps.push({ what, error: describe(end.error), ms: ms() });
    else
      steps.push({ what, ok: typeof end.value === 'object' && !Array.isArray(end.value) ? true : end.value, ms: ms() });
    return end.value;
  };
  return { steps, step };
}

/** What a program and a person can learn of an error. */
function describe(error) {
  const { name, message, code, status, remedy } = error;
  return JSON.parse(JSON.stringify({ name, message, code, status, remedy }));
}

/** @returns what tells the longest time in which nothing else could run, in milliseconds */
function watchForFreezes() {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 10);
  return () => {
    clearInterval(timer);
    return Math.round(longest);
  };
}

// `npm run bench:storms`: servers that say too much, each to a page with a whole client: the longest task of the main
// thread, what the person sees, and what the server was told. Prints the table and writes it into docs/approvals.md. Exits 1
// where a task takes 50 ms or more.
//   npm run bench:storms -- --dry           nothing is written
//   npm run bench:storms -- --rounds <n>    (default: 5)
import { parseArgs } from 'node:util';
import { createScriptedServer } from '../test/support/scripted-server.mjs';
import { bundle } from './bundle.mjs';
import { longestTask } from './content/longest-task.mjs';
import { measuredOn, markdownTable, table, writeSection } from './report.mjs';
import { createPages } from './subjects/page-subject.mjs';

const { values: given } = parseArgs({
  options: { dry: { type: 'boolean', default: false }, rounds: { type: 'string', default: '5' } },
});
/** Milliseconds that one task of the main thread may take: a browser calls more a long task. */
const LONG = 50;

const many = (count, message) => Array.from({ length: count }, (_, index) => ({ jsonrpc: '2.0', ...message(index) }));
const text = (index) => ({ type: 'text', text: `Question ${index}: ${'what do you think of this? '.repeat(8)}` });
const STORMS = {
  '1,000 questions to a model': many(1000, (index) => ({
    id: `s${index}`,
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: text(index) }], maxTokens: 10 },
  })),
  '1,000 forms': many(1000, (index) => ({
    id: `e${index}`,
    method: 'elicitation/create',
    params: { message: `Form ${index}`, requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
  })),
  '1,000 pings': many(1000, (index) => ({ id: `p${index}`, method: 'ping' })),
  '1,000 changes of the list of tools': many(1000, () => ({ method: 'notifications/tools/list_changed' })),
  '20,000 lines of log': many(20_000, (index) => ({
    method: 'notifications/message',
    params: { level: 'info', logger: 'storm', data: `line ${index}` },
  })),
  '20,000 messages of progress': many(20_000, (index) => ({
    method: 'notifications/progress',
    params: { progressToken: '$progressToken', progress: index },
  })),
};

const started = Date.now();
const { folder } = await bundle('storms/page.js', 'browser');
const [pages, server] = await Promise.all([createPages({ storms: folder }), createScriptedServer()]);
const found = Object.fromEntries(Object.keys(STORMS).map((name) => [name, []]));
for (let round = 0; round < Number(given.rounds); round++)
  for (const [name, messages] of Object.entries(STORMS)) {
    const one = await measure(messages);
    found[name].push(one);
    console.error(
      `${seconds()} s  round ${round + 1}, ${name}: longest ${one.cpu.toFixed(0)} ms CPU (${one.wall.toFixed(0)}), ${one.over} over 50, ${one.dialogs} shown, ${one.waiting} wait, ${one.told} told`,
    );
  }
await pages.close();
server.stop();

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const rows = Object.entries(found).map(([name, all]) => {
  const of = (key) => median(all.map((one) => one[key]));
  // Without a question on the screen nothing of this was measured.
  const isAsked = /questions|forms/.test(name);
  const met = of('cpu') < LONG && of('dialogs') === (isAsked ? 1 : 0);
  return {
    met,
    cells: [
      name,
      of('cpu').toFixed(0),
      of('over').toFixed(0),
      of('dialogs'),
      of('waiting'),
      of('told'),
      met ? 'met' : 'NOT met',
    ],
  };
});
const sums = [
  [
    'at once',
    'longest task, CPU ms',
    'tasks over 50 ms',
    'questions shown',
    'wait behind',
    'answers and refusals sent',
    `under ${LONG} ms, and shown`,
  ],
  ...rows.map(({ cells }) => cells.map(String)),
];
console.log(`\n${table(sums)}`);
if (!given.dry)
  await writeSection(
    'approvals.md',
    'Bench',
    [
      `Written by \`npm run bench:storms\` (${measuredOn(pages.version)}); do not edit. The median of ${given.rounds} rounds, each in a page of its own with a whole \`<mcp-client>\`, bundled and minified. The server sends all of it on the stream of one call, as fast as it can. The longest task is that of the page's main thread in Chromium's own trace, in CPU time.`,
      markdownTable(sums),
    ].join('\n\n'),
  );
console.log(`\n${seconds()} s`);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;

async function measure(messages) {
  const url = await endpoint(messages);
  const { context, page } = await pages.openPage('storms');
  const ask = (name, ...args) => page.evaluate(([name, args]) => globalThis.page[name](...args), [name, args]);
  try {
    await page.evaluate(async (file) => {
      globalThis.page = await import(file);
    }, '/storms/index.js');
    await ask('open', url);
    const longest = await longestTask(pages.browser, page, async () => {
      await ask('call');
      // What is refused is told one after the other: until nothing more comes of it.
      for (let before = -1, now = await told(url); before !== now; before = now, now = await told(url))
        await new Promise((resolve) => setTimeout(resolve, 1000));
      await ask('calm');
    });
    return { ...longest, ...(await ask('shown')), told: await told(url) };
  } finally {
    await context.close();
  }
}

async function endpoint(messages) {
  const scenario = {
    replies: {
      'tools/list': { result: { tools: [{ name: 'storm', inputSchema: { type: 'object' } }] } },
      'tools/call': { sse: [...messages, { wait: 120_000 }], end: false },
    },
  };
  const answer = await fetch(`${server.base}/scenarios`, { method: 'POST', body: JSON.stringify(scenario) });
  return (await answer.json()).url;
}

/** Answers and refusals that the server was sent. */
async function told(url) {
  const log = await (await fetch(`${server.base}/log${new URL(url).pathname}`)).json();
  return log.filter(({ body }) => body && !('method' in body)).length;
}

function seconds() {
  return String(Math.round((Date.now() - started) / 1000)).padStart(4);
}

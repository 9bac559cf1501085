// `npm run bench:content`: large content of each kind: when something of it is seen, the longest task of the main thread, and
// what is left in memory once it is gone. Prints the table and writes it into docs/content.md. Exits 1 where a target is missed.
//   npm run bench:content -- --dry           nothing is written
//   npm run bench:content -- --only <scene>  the scenes whose name contains this; nothing is written
//   npm run bench:content -- --rounds <n>    (default: 5)
import { parseArgs } from 'node:util';
import { bundle } from './bundle.mjs';
import { longestTask } from './content/longest-task.mjs';
import { measuredOn, markdownTable, table, writeSection } from './report.mjs';
import { createPages } from './subjects/page-subject.mjs';

const { values: given } = parseArgs({
  options: {
    dry: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
  },
});
/** Milliseconds that one task of the main thread may take: a browser calls more a long task. */
const LONG = 50;
/** How much of the heap before may be left over after. */
const LEFT = 0.05;

const started = Date.now();
const { folder } = await bundle('content/scenes.js', 'browser');
const pages = await createPages({ content: folder });
const chromium = pages.version;
const names = (await inPage(async ({ ask }) => ask('names'))).filter(
  (name) => !given.only || name.includes(given.only),
);

const found = Object.fromEntries(names.map((name) => [name, []]));
for (let round = 0; round < Number(given.rounds); round++)
  for (const name of names) {
    const one = await measure(name);
    found[name].push(one);
    console.error(
      `${seconds()} s  round ${round + 1}, ${name}: painted ${one.painted.toFixed(0)} ms, longest ${one.mount.cpu.toFixed(0)} ms CPU (${one.mount.wall.toFixed(0)}), in use ${one.use.cpu.toFixed(0)} (${one.use.wall.toFixed(0)}), left ${(one.left * 100).toFixed(1)} %`,
    );
  }
await pages.close();

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const of = (name, read) => median(found[name].map(read));
const rows = names.map((name) => {
  const longest = Math.max(
    of(name, ({ mount }) => mount.cpu),
    of(name, ({ use }) => use.cpu),
  );
  const left = of(name, (one) => one.left);
  return {
    met: longest < LONG && left < LEFT,
    cells: [
      name,
      of(name, ({ painted }) => painted).toFixed(0),
      of(name, ({ whole }) => whole).toFixed(0),
      of(name, ({ mount }) => mount.cpu).toFixed(0),
      of(name, ({ use }) => use.cpu).toFixed(0),
      of(name, ({ mount, use }) => mount.over + use.over).toFixed(0),
      `${(left * 100).toFixed(1)} %`,
      longest < LONG && left < LEFT ? 'met' : 'NOT met',
    ],
  };
});
const sums = [
  [
    'content',
    'first seen, ms',
    'all there, ms',
    'longest task until then, CPU ms',
    'longest in use, CPU ms',
    'tasks over 50 ms',
    'heap left after closing',
    `under ${LONG} ms and ${LEFT * 100} %`,
  ],
  ...rows.map(({ cells }) => cells),
];
console.log(`\n${table(sums)}`);
if (!given.dry && !given.only) await writeSection('content.md', 'Bench', section());
console.log(`\n${seconds()} s`);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;

/**
 * A fresh page each time. The same is shown once before: what loads on demand is there then, and the browser has shaped the
 * words, which it keeps. And after that a small one of the kind, so that whatever held the last content would hold that one.
 */
function measure(name) {
  return inPage(async ({ page, ask, heap }) => {
    for (const isSmall of [false, true]) {
      await ask('prepare', name, isSmall);
      await ask('mount', name);
      await ask('use', name);
      await ask('close');
    }
    await ask('prepare', name, false);
    const before = await heap();
    const times = {};
    const mount = await longestTask(pages.browser, page, async () => Object.assign(times, await ask('mount', name)));
    const use = await longestTask(pages.browser, page, () => ask('use', name));
    await ask('close');
    return { ...times, mount, use, left: (await heap()) / before - 1 };
  });
}

async function inPage(act) {
  const { context, page, devtools } = await pages.openPage('content');
  await page.evaluate(async (file) => {
    globalThis.scenes = await import(file);
  }, '/content/index.js');
  const ask = (name, ...args) =>
    page.evaluate(
      ([name, args]) => {
        const one = globalThis.scenes[name];
        return typeof one === 'function' ? one(...args) : one;
      },
      [name, args],
    );
  /** Bytes in use by scripts, the document and buffers, once everything was collected that can be. */
  const heap = async () => {
    for (let times = 0; times < 4; times++) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await devtools.send('HeapProfiler.collectGarbage');
    }
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await devtools.send('Runtime.getHeapUsage');
    return usedSize + embedderHeapUsedSize + backingStorageSize;
  };
  try {
    return await act({ page, ask, heap });
  } finally {
    await context.close();
  }
}

function seconds() {
  return String(Math.round((Date.now() - started) / 1000)).padStart(4);
}

function section() {
  return [
    `Written by \`npm run bench:content\` (${measuredOn(chromium)}); do not edit. The median of ${given.rounds} rounds, each in a page of its own, bundled and minified, in which the same was shown and closed once before. “First seen” is from nothing until a frame with something of it was drawn; “in use” is showing all of it and scrolling to its end. The longest task is that of the page's main thread in Chromium's own trace, in CPU time. The heap is compared with what it was before, the data themselves still held by the page, after collecting.`,
    markdownTable(sums),
  ].join('\n\n');
}

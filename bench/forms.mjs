// `npm run bench:forms`: a form of 200 fields, ours beside react-jsonschema-form, and a key press beside a list of 10 and of
// 5,000 tools. Prints the tables and writes them into docs/forms.md. Exits 1 where a target is missed.
//   npm run bench:forms -- --dry    nothing is written
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { bundle } from './bundle.mjs';
import { createRawServer } from './raw-server.mjs';
import { measuredOn, markdownTable, table, writeSection } from './report.mjs';
import { createPages, threadMs } from './subjects/page-subject.mjs';

const ROUNDS = 9;
const KEYS = 40;
/** Milliseconds after each key: its frame is drawn before the next one. */
const PAUSE = 40;
const FEW = 10;
const MANY = 5000;
/** How much more a key may cost beside many tools, times: more than that is no noise. */
const SAME = 1.3;

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).version;
const FORMS = [
  { id: 'ours', name: 'mcp-embed' },
  { id: 'rjsf', name: `@rjsf/core ${versionOf('@rjsf/core')}` },
  { id: 'box', name: 'one plain box' },
];

const started = Date.now();
const folders = {};
for (const name of [...FORMS.map(({ id }) => id), 'client'])
  folders[name] = (await bundle(`forms/${name}.js`, 'browser')).folder;
const server = await createRawServer();
const pages = await createPages(folders);
const chromium = pages.version;

const forms = Object.fromEntries(FORMS.map(({ id }) => [id, { mount: [], whole: [], key: [], controls: 0 }]));
for (let round = 0; round < ROUNDS; round++)
  for (const { id } of FORMS) {
    const one = await measure(id, []);
    forms[id].mount.push(one.mount);
    forms[id].whole.push(one.whole);
    forms[id].key.push(one.key);
    forms[id].controls = one.controls;
    tell(
      `round ${round + 1}, ${id}: mount ${one.mount.toFixed(1)} ms, whole ${one.whole.toFixed(1)} ms, key ${one.key.toFixed(2)} ms`,
    );
  }
const beside = { [FEW]: [], [MANY]: [] };
for (let round = 0; round < ROUNDS; round++)
  for (const count of [FEW, MANY]) {
    const { key } = await measure('client', [server.url('legacy', String(count)), count]);
    beside[count].push(key);
    tell(`round ${round + 1}, ${count} tools: key ${key.toFixed(2)} ms`);
  }
await pages.close();
server.stop();

const ms = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return { best: sorted[0], median: sorted[Math.floor(sorted.length / 2)] };
};
const cell = (values) => `${ms(values).median.toFixed(1)} (${ms(values).best.toFixed(1)})`;
const net = (id) => ms(forms[id].key).median - ms(forms.box.key).median;
const formsTable = [
  ['200 fields', ...FORMS.map(({ name }) => name)],
  ['mount until drawn, CPU ms', ...FORMS.map(({ id }) => cell(forms[id].mount))],
  ['mount until the last field has come, CPU ms', ...FORMS.map(({ id }) => cell(forms[id].whole))],
  ['one key, CPU ms', ...FORMS.map(({ id }) => cell(forms[id].key))],
  ['the same without what the browser needs for it', ...FORMS.map(({ id }) => net(id).toFixed(1))],
  ['controls on the screen', ...FORMS.map(({ id }) => String(forms[id].controls))],
];
const besideTable = [
  ['complete client', `${FEW} tools`, `${MANY.toLocaleString('en')} tools`],
  ['one key, CPU ms', cell(beside[FEW]), cell(beside[MANY])],
];
const targets = [
  ['mount of 200 fields, until drawn', ms(forms.ours.mount).median, 40, 'ms'],
  ['one key among 200 fields, without the browser’s own', net('ours'), 4, 'ms'],
  [`one key beside ${MANY.toLocaleString('en')} tools`, ms(beside[MANY]).median, 16, 'ms'],
  ['the same, over beside 10 tools', ms(beside[MANY]).median / ms(beside[FEW]).median, SAME, '×'],
];
const targetsTable = [
  ['target', 'at most', 'this run', ''],
  ...targets.map(([what, value, limit, unit]) => [
    what,
    `${limit} ${unit}`,
    `${value.toFixed(unit === '×' ? 2 : 1)} ${unit}`,
    value <= limit ? 'met' : 'NOT met',
  ]),
];
for (const cells of [formsTable, besideTable, targetsTable]) console.log(`\n${table(cells)}`);
if (!process.argv.includes('--dry')) await writeSection('forms.md', 'Bench', section());
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = targets.every(([, value, limit]) => value <= limit) ? 0 : 1;

/** A fresh page each time: everything in it happens for the first time, as it does for a visitor. */
async function measure(id, args) {
  const { context, page, devtools } = await pages.openPage(id);
  await page.evaluate(async (file) => {
    globalThis.form = await import(file);
  }, `/${id}/index.js`);
  await page.evaluate(() => document.body.append(document.createElement('p')));
  await devtools.send('HeapProfiler.collectGarbage');
  const before = await threadMs(devtools);
  await page.evaluate(async (given) => {
    await globalThis.form.mount(...given);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  }, args);
  const mount = (await threadMs(devtools)) - before;
  await page.evaluate(async () => {
    await globalThis.form.complete?.();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
  const whole = (await threadMs(devtools)) - before;
  const controls = await page.evaluate(() => globalThis.form.controlCount?.() ?? 0);
  await page.evaluate(() => globalThis.form.focusTyped());
  await typeKeys(page, 5);
  const unpressed = await threadMs(devtools);
  await typeKeys(page, KEYS);
  const key = ((await threadMs(devtools)) - unpressed) / KEYS;
  const typed = await page.evaluate(() => globalThis.form.typedValue());
  if (typed?.length !== KEYS + 5) throw new Error(`${id}: the keys did not arrive: ${JSON.stringify(typed)}`);
  await context.close();
  return { mount, whole, key, controls };
}

async function typeKeys(page, count) {
  for (let index = 0; index < count; index++) {
    await page.keyboard.press('abcdefghij'[index % 10]);
    await delay(PAUSE);
  }
}

function tell(what) {
  console.error(`${String(Math.round((Date.now() - started) / 1000)).padStart(4)} s  ${what}`);
}

function section() {
  return [
    `Written by \`npm run bench:forms\` (${measuredOn(chromium)}); do not edit. One run, each form bundled and minified in the same way, each mount in a page of its own, in turns. CPU time of the page's main thread, the median of ${ROUNDS} and the best in brackets: a mount from nothing until its second frame, and until all fields are there (ours come by and by where there are many); a key from the press of a real key until its frame is drawn, with what that costs the browser by itself, as in the plain box. The form has 80 texts, 20 whole numbers, 20 numbers, 20 flags, 20 choices, 20 lists and 20 groups (\`bench/forms/schema.js\`); react-jsonschema-form with \`@rjsf/validator-ajv8\` ${versionOf('@rjsf/validator-ajv8')} and React ${versionOf('react')}. Beside the tools it is \`<mcp-client>\`, connected, with one tool's form open.`,
    markdownTable(targetsTable),
    markdownTable(formsTable),
    markdownTable(besideTable),
  ].join('\n\n');
}

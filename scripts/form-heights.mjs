// `npm run check:form-heights -- <file.jsonl>`: how long the form of every tool in a file is at 520 px, and what of it has to be
// scrolled to. The file is as for `npm run check:forms`.
//   --only <name>      the tools whose name contains this
//   --json <file>      the figures of each tool
//   --write            puts the sums into docs/forms.md
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { markdownTable, measuredOn, table, writeSection } from '../bench/report.mjs';
import { measureForms } from './check-forms/check-pages.mjs';
import { readTools } from './check-forms/read-tools.mjs';

/** Two windows of 900 px. */
const LONG_PX = 1_800;
/** The same tools at commit 07c7262, before required fields came first: measured in the same way, in the order of the rows. */
const BEFORE = [23, 7, 49, 1_255, 41, 535, 3_832];

const { values: given, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, json: { type: 'string' }, write: { type: 'boolean', default: false } },
});
if (positionals.length !== 1) {
  console.error('Which file? npm run check:form-heights -- <file.jsonl>');
  process.exit(2);
}

const tools = readTools(positionals[0]).tools.filter(({ name }) => !given.only || name.includes(given.only));
const { version, forms } = await measureForms(tools, (done) => {
  if (done % 100 === 0) process.stderr.write(`${done} of ${tools.length}\n`);
});
const heights = forms.map(({ height }) => height).toSorted((a, b) => a - b);
const count = (isOne) => forms.filter(isOne).length;
const rows = [
  ['forms of more than 1,800 px', count(({ height }) => height > LONG_PX)],
  ['forms with a required field below the first 900 px', count(({ hasRequiredBelow }) => hasRequiredBelow)],
  [
    'forms with a required field after an optional one',
    count(({ hasRequiredAfterOptional }) => hasRequiredAfterOptional),
  ],
  ['radio buttons drawn, in all forms', forms.reduce((sum, { radios }) => sum + radios, 0)],
  ['most radio buttons in one form', Math.max(...forms.map(({ radios }) => radios))],
  ['median height, px', heights[Math.floor(heights.length / 2)]],
  ['largest height, px', heights.at(-1)],
];
console.log(table(rows.map(([what, value]) => [what, String(value)])));
if (given.json)
  writeFileSync(given.json, `${JSON.stringify(forms.map((form, index) => ({ name: tools[index].name, ...form })))}\n`);
if (given.write) {
  const before = tools.length === 505 && !given.only ? BEFORE : [];
  const text = [
    `Measured by \`npm run check:form-heights -- --write <file.jsonl>\` (${measuredOn(version)}); do not edit. ${tools.length} tools, each form alone at 520 px, with the header and the row of actions.`,
    markdownTable([
      ['', 'commit 07c7262', 'this run'],
      ...rows.map(([what, value], index) => [what, String(before[index] ?? '–'), String(value)]),
    ]),
  ].join('\n\n');
  await writeSection('forms.md', 'Length of forms', text);
}

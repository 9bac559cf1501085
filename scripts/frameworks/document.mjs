// docs/frameworks.md: its table comes from the fixture.json of each application of test/frameworks, and its examples are files
// of them, which `npm run test:frameworks` builds and drives. The other words are written by hand.
//   npm run frameworks:table     writes both into the document
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixtures } from './fixtures.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PART = /(<!-- (table|examples): npm run frameworks:table -->\n)[^]*?(<!-- end of (?:table|examples) -->)/g;
const COLUMNS = {
  import: 'Import',
  property: 'Property',
  boolean: 'Boolean',
  event: 'Event',
  types: 'Types',
  notes: 'Notes',
};

/** The document as it should be. @param {string} text its present contents */
export function documentOf(text) {
  const all = fixtures();
  const parts = {
    table: tableOf(all),
    examples: all
      .filter(({ docs }) => docs?.text ?? docs?.examples)
      .map(sectionOf)
      .join('\n\n'),
  };
  return text.replace(PART, (_, start, part, end) => `${start}\n${parts[part]}\n\n${end}`);
}

function sectionOf({ name, title, source, docs: { text, examples = [] } }) {
  const shown = examples.map((file) => {
    const code = readFileSync(path.join(source, file), 'utf8').trimEnd();
    return `[${file}](../test/frameworks/${name}/${file})\n\n\`\`\`${path.extname(file).slice(1)}\n${code}\n\`\`\``;
  });
  return [`## ${title}`, text, ...shown].filter(Boolean).join('\n\n');
}

/** As Prettier would write it. */
function tableOf(all) {
  const cells = [
    ['Application', 'Tested with', ...Object.values(COLUMNS)],
    ...all.map(({ name, title, versions, docs = {} }) => [
      `[${title}](../test/frameworks/${name}/)`,
      Object.entries(versions)
        .map(([tool, version]) => `${tool} ${version}`)
        .join(', '),
      ...Object.keys(COLUMNS).map((key) => (docs[key] ?? '–').replaceAll('|', '\\|')),
    ]),
  ];
  const widths = cells[0].map((_, at) => Math.max(3, ...cells.map((row) => row[at].length)));
  const lineOf = (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [lineOf(cells[0]), lineOf(widths.map((width) => '-'.repeat(width))), ...cells.slice(1).map(lineOf)].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = path.join(root, 'docs/frameworks.md');
  writeFileSync(file, documentOf(readFileSync(file, 'utf8')));
}

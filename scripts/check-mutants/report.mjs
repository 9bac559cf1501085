// What `npm run check:mutants` found, as docs/mutants.md tells it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { measuredCommit, writeSection } from '../../bench/report.mjs';
import { SURVIVORS } from './survivors.mjs';

/** Why the mutant may survive; undefined where nobody has looked, or its line has changed since. */
export function reasonFor({ file, from, to }) {
  return SURVIVORS.find((one) => one.file === file && one.from === from && one.to === to)?.reason;
}

const OUTCOMES = new URL('outcomes.json', import.meta.url);
const isSame = (one, other) => ['id', 'from', 'to'].every((key) => one[key] === other[key]);

/** @type {readonly { file: string, from: string, to: string, id: string, noticed: boolean, by?: string, commit: string }[]} */
let outcomes = existsSync(OUTCOMES) ? JSON.parse(readFileSync(OUTCOMES, 'utf8')) : [];

/** What an earlier run found for this mutant. */
export function outcomeOf(mutant) {
  return outcomes.find((one) => isSame(one, mutant));
}

export function noteOutcome({ file, from, to, id }, { noticed, by }) {
  const others = outcomes.filter((one) => !isSame(one, { from, to, id }));
  const all = [...others, { id, file, from, to, noticed, by, commit: measuredCommit() }];
  outcomes = all.toSorted((a, b) => a.file.localeCompare(b.file) || a.id.localeCompare(b.id));
  writeFileSync(OUTCOMES, `${JSON.stringify(outcomes, undefined, 1)}\n`);
}

/** @param {readonly (import('./draw.mjs').Mutant & { noticed: boolean, by?: string })[]} rows */
export async function writeMutants(rows, { seed, seconds }) {
  const folders = [...new Set(rows.map(({ file }) => folderOf(file)))].toSorted();
  const survivors = rows.filter(({ noticed }) => !noticed);
  const cell = (text) => `\`${text.replaceAll(/\s+/g, ' ').slice(0, 90).replaceAll('|', '\\|').replaceAll('`', '′')}\``;
  const text = [
    `Written by \`npm run check:mutants -- --write\` (${measuredCommit()}, Node ${process.versions.node}; seed ${seed}, ${seconds} s); do not edit.`,
    '',
    '| part | drawn | noticed | survive | without a reason |',
    '| --- | --: | --: | --: | --: |',
    ...[...folders, undefined].map((folder) => {
      const own = rows.filter(({ file }) => folder === undefined || folderOf(file) === folder);
      const alive = own.filter(({ noticed }) => !noticed);
      const open = alive.filter((one) => reasonFor(one) === undefined).length;
      return `| ${folder ?? 'all'} | ${own.length} | ${own.length - alive.length} | ${alive.length} | ${open} |`;
    }),
    '',
    '| place | change | reason |',
    '| --- | --- | --- |',
    ...survivors.map(
      (one) =>
        `| ${one.file}:${one.line} | ${cell(one.from)} → ${cell(one.to)} | ${reasonFor(one) ?? '**none yet**'} |`,
    ),
  ];
  await writeSection('mutants.md', 'Drawn', text.join('\n'));
}

function folderOf(file) {
  return file.split('/').slice(0, -1).join('/');
}

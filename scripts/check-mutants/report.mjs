// What `npm run check:mutants` found, as docs/mutants.md tells it.
import { measuredCommit, writeSection } from '../../bench/report.mjs';
import { SURVIVORS } from './survivors.mjs';

/** Why the mutant may survive; undefined where nobody has looked, or its line has changed since. */
export function reasonFor({ file, from, to }) {
  return SURVIVORS.find((one) => one.file === file && one.from === from && one.to === to)?.reason;
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

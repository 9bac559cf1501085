// `npm run structure`: what the source is made of, what a visitor loads, and what the package weighs. A report, not a limit.
//   npm run structure                    prints it for this checkout
//   npm run structure -- --write         and adds it, under the commit, to docs/structure.json and docs/architecture.md
//   npm run structure -- --tree FOLDER COMMIT [--write]   of another checkout, with its packages installed
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measureSource } from './structure/source.mjs';
import { ARCHITECTURE, FIGURES, rowOf, withTable } from './structure/table.mjs';
import { measureVisits } from './structure/visits.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const isOther = args[0] === '--tree';
const folder = isOther ? path.resolve(args[1]) : root;

function run(command, ...rest) {
  const { status, stdout, stderr } = spawnSync(command, rest, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
  });
  if (status !== 0) throw new Error(`${command} ${rest.join(' ')} failed.\n${stderr}`);
  return stdout;
}

const commit = isOther ? args[2] : run('git', 'rev-parse', '--short=7', 'HEAD').trim();
if (!isOther && args.includes('--write') && run('git', 'status', '--porcelain', 'src', 'components', 'cli').trim())
  throw new Error('Commit src and components first: the row has the name of a commit.');
run(process.execPath, 'scripts/build.mjs');
const [{ size, entryCount }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts'));
const { modules } = JSON.parse(readFileSync(path.join(folder, 'dist/custom-elements.json'), 'utf8'));
const parts = new Set(
  modules.flatMap(({ declarations = [] }) =>
    declarations.filter(({ tagName }) => tagName).flatMap(({ cssParts = [] }) => cssParts.map(({ name }) => name)),
  ),
);
const report = {
  commit,
  source: measureSource(folder),
  parts: parts.size,
  tarball: { bytes: size, files: entryCount },
  visits: await measureVisits(folder),
};

console.log(`The largest files of ${commit}:\n  ${report.source.largest.join('\n  ')}\n`);
for (const [name, value] of Object.entries(rowOf(report))) console.log(`${name.padEnd(40)} ${value}`);

if (args.includes('--write')) {
  const { format, resolveConfig } = await import('prettier');
  const write = async (file, text) => {
    const filepath = path.join(root, file);
    writeFileSync(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  };
  const before = JSON.parse(readFileSync(path.join(root, FIGURES), 'utf8')).filter((one) => one.commit !== commit);
  const all = [...before, report];
  await write(FIGURES, JSON.stringify(all));
  await write(ARCHITECTURE, withTable(readFileSync(path.join(root, ARCHITECTURE), 'utf8'), all));
}

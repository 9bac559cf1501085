// `npm run budget`: what a visitor needs for the list, has loaded once a result is shown, and in the end, by script tag and with the core
// alone, and what each entry weighs. More than bench/budget.json allows fails; a commit that changes the file says why. Then a report, which
// never fails: lines, the tarball, and the ten files that grew most.
//   npm run budget                 compares
//   npm run budget -- --write      writes bench/budget.json
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from './build.mjs';
import { bundleOf } from './bundle-of.mjs';
import { measureVisits } from './visits/measure.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const BUDGET = 'bench/budget.json';
/** Part by which a size may rise without a word. */
const SLACK = 0.02;
const LISTED_FILES = 10;

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const kb = (bytes) => Math.round(bytes / 102.4) / 10;

/** Entry → KB gzip of it and everything that loads with it at once. */
async function measureEntries() {
  const { name, exports } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const sizes = {};
  for (const [entry, target] of Object.entries(exports)) {
    if (!target.default || entry.includes('*') || !target.default.startsWith('./dist/src/')) continue;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    sizes[name + entry.slice(1)] = kb(
      gzipSync((await bundleOf(path.join(root, target.default))).first, { level: 9 }).length,
    );
  }
  return sizes;
}

/** Rows that are more than allowed, and those that only one side has. */
function excessOf(budget, found) {
  const names = new Set([...Object.keys(budget), ...Object.keys(found)]);
  return [...names].flatMap((name) => {
    const [allowed, is] = [budget[name], found[name]];
    if (allowed === undefined) return [`${name} has no row.`];
    if (is === undefined) return [`${name} is not there any more.`];
    const isRequests = name.endsWith('requests');
    return is > (isRequests ? allowed : allowed * (1 + SLACK)) ? [`${name}: ${is}, and ${allowed} is allowed.`] : [];
  });
}

function reportGrowth() {
  const since = lastTag() || git('log', '-1', '--format=%h', '--', BUDGET).trim() || 'HEAD';
  const rows = git('diff', '--numstat', since, '--', 'src', 'components', 'cli')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map(([added, removed, file]) => ({ file, lines: Number(added) - Number(removed) }))
    .filter(({ file }) => !file.startsWith('components/locales/'))
    .toSorted((one, other) => other.lines - one.lines);
  const sum = rows.reduce((total, { lines }) => total + lines, 0);
  console.log(`\nSince ${since}: ${sum >= 0 ? '+' : ''}${sum} lines in src, components and cli.`);
  for (const { file, lines } of rows.slice(0, LISTED_FILES).filter((row) => row.lines > 0))
    console.log(`  +${lines}  ${file}`);
  for (const [folder, lines] of Object.entries(countLines()))
    console.log(`${String(lines).padStart(8)} lines  ${folder}`);
  const [{ size, entryCount }] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      shell: process.platform === 'win32',
    }),
  );
  console.log(`${(size / 1e6).toFixed(2)} MB in ${entryCount} files: the tarball`);
}

/** Empty where there is none yet. */
function lastTag() {
  return git('tag', '--sort=-creatordate', '--merged', 'HEAD').split('\n')[0];
}

/** Lines of code and styles in git. */
function countLines() {
  const lines = {};
  for (const file of git('ls-files', 'src', 'components', 'cli', 'test', 'scripts', 'bench').split('\n')) {
    if (!/\.(?:ts|js|mjs|css)$|locales\/.*\.json$/.test(file)) continue;
    const folder = file.startsWith('components/locales/') ? 'components/locales' : file.split('/')[0];
    lines[folder] = (lines[folder] ?? 0) + readFileSync(path.join(root, file), 'utf8').split('\n').length - 1;
  }
  return lines;
}

await buildIfStale('all');
const found = {};
for (const [page, moments] of Object.entries(await measureVisits()))
  for (const [moment, { requests, bytes }] of Object.entries(moments)) {
    found[`${page}, ${moment}: requests`] = requests;
    found[`${page}, ${moment}: KB`] = kb(bytes);
  }
for (const [entry, size] of Object.entries(await measureEntries())) found[`${entry}: KB`] = size;

if (process.argv.includes('--write'))
  writeFileSync(path.join(root, BUDGET), `${JSON.stringify(found, undefined, 2)}\n`);
const budget = JSON.parse(readFileSync(path.join(root, BUDGET), 'utf8'));
for (const [name, value] of Object.entries(found))
  console.log(`${name.padEnd(42)} ${String(value).padStart(7)}  of ${budget[name] ?? '–'}`);
reportGrowth();
const excess = excessOf(budget, found);
for (const one of excess) console.error(`Too much: ${one}`);
if (excess.length > 0)
  console.error(`Take away, or change ${BUDGET} (npm run budget -- --write) in a commit that says why.`);
process.exitCode = excess.length > 0 ? 1 : 0;

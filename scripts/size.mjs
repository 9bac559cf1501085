// `npm run size`: how much a page loads, by phase, in KB of gzip and files, beside the commit before, with the five modules of each phase that
// grew most; and the core. Writes the two sizes that README.md says. A report, not a limit: a budget in bytes moved code out of reach of
// its own failures.
//   npm run size -- --before <commit>    beside another commit than the one before; `none` for none
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from './build.mjs';
import { bundleOf } from './bundle-of.mjs';
import { bytesByModule, bytesUntilList, phasesOf } from './phases.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const README = path.join(root, 'README.md');
const LISTED_MODULES = 5;
const { values: given } = parseArgs({ options: { before: { type: 'string', default: 'HEAD~1' } } });

await buildIfStale('all');
const dist = path.join(root, 'dist');
const now = measure(root);
const before = given.before === 'none' ? undefined : measureCommit(given.before);
report();
const core = await bundleOf(path.join(dist, 'src/index.js'));
console.log(`\n${kb(gzipSync(core.first, { level: 9 }).length)} KB  core (mcp-embed), one file`);
const classic = gzipSync(readFileSync(path.join(dist, 'mcp-embed.iife.js')), { level: 9 }).length;
console.log(`${kb(classic)} KB  mcp-embed.iife.js`);
const readme = readFileSync(README, 'utf8')
  .replace(/(Connecting and listing takes about )\d+( KB gzip)/, `$1${Math.round(bytesUntilList(dist) / 1024)}$2`)
  .replace(/(all of it in one classic script \(about )\d+( KB gzip)/, `$1${Math.round(classic / 1024)}$2`);
writeFileSync(README, readme);

/** Builds the script-tag files of a checkout aside: maps of the package lead to its modules, line by line, and say less. */
function measure(checkout) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-files-'));
  try {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js');
    const args = [
      'build',
      '--logLevel',
      'error',
      '-c',
      'vite.bundle.config.ts',
      '--mode',
      'module',
      '--outDir',
      folder,
    ];
    execFileSync(process.execPath, [vite, ...args], { cwd: checkout, stdio: 'ignore' });
    return measureFiles(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measureFiles(folder) {
  return phasesOf(folder).map((phase) => ({
    ...phase,
    modules: bytesByModule(folder, phase.files.filter(hasMap(folder))),
  }));
}

/** The words of a language have no map. */
function hasMap(folder) {
  return (file) => existsSync(path.join(folder, `${file}.map`));
}

/** The same of another commit, built with the packages of this one; nothing where it has no such files. */
function measureCommit(commit) {
  const folder = mkdtempSync(path.join(tmpdir(), 'mcp-embed-size-'));
  const git = (...args) => execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('worktree', 'add', '--detach', folder, commit);
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: folder, stdio: 'ignore' });
    return measure(folder);
  } catch (error) {
    console.log(`${commit} could not be measured: ${String(error.message).split('\n')[0]}`);
    return undefined;
  } finally {
    try {
      git('worktree', 'remove', '--force', folder);
    } catch {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

function report() {
  const row = (cells) =>
    console.log(cells.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''));
  row(['phase', 'KB gzip', 'files', ...(before ? ['before', 'grew'] : [])]);
  now.forEach(({ name, gzip, files }, at) => {
    const was = before?.[at].gzip;
    row([name, kb(gzip), String(files.length), ...(was === undefined ? [] : [kb(was), signed(gzip - was)])]);
  });
  if (!before) return;
  // A module that moves from one phase into another has not grown.
  const bytesOf = (phases, module) => phases.reduce((sum, { modules }) => sum + (modules.get(module) ?? 0), 0);
  now.forEach(({ name, modules }) => {
    const grown = [...modules.keys()]
      .map((module) => ({ module, more: bytesOf(now, module) - bytesOf(before, module) }))
      .filter(({ more }) => more > 0)
      .toSorted((one, other) => other.more - one.more)
      .slice(0, LISTED_MODULES);
    if (grown.length > 0) console.log(`\n${name}: what grew most, in KB before compression`);
    for (const { module, more } of grown) console.log(`${signed(more).padStart(8)}  ${module}`);
  });
}

function kb(bytes) {
  return (bytes / 1024).toFixed(1);
}

function signed(bytes) {
  return (bytes >= 0 ? '+' : '') + kb(bytes);
}

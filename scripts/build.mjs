// Builds dist: the npm entries, the script-tag files with their hashes, the types, the element manifest, the licences and the list of
// components.
//   node scripts/build.mjs            all of it
//   node scripts/build.mjs bundles    only the script-tag files: what the demo needs
// Everything is made aside and moved into place when it is whole, so no page and no test meets half a build.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateIfStale } from './generate.mjs';
import { INTEGRITY, writeIntegrity } from './package/integrity.mjs';
import { shareLanguages } from './package/languages.mjs';
import { linkMaps } from './package/maps.mjs';
import { NOTICES, writeNotices } from './package/notices.mjs';
import { SBOM, writeSbom } from './package/sbom.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = path.join(root, 'dist');
const stamps = path.join(root, 'node_modules/.cache/mcp-embed');
const INPUTS = [
  'src',
  'components',
  'cli',
  'scripts/build.mjs',
  'scripts/elements.mjs',
  'scripts/package',
  'scripts/framework-types.mjs',
  'scripts/framework-types',
  'scripts/script-tag-plugins.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vite.config.ts',
  'vite.bundle.config.ts',
  'vite.cli.config.ts',
  'custom-elements-manifest.config.mjs',
];

const vite = (...args) => ['vite/bin/vite.js', 'build', '--logLevel', 'warn', ...args];
const scriptTag = (out) =>
  ['module', 'classic', 'callback'].map((mode) => [
    vite('-c', 'vite.bundle.config.ts', '--mode', mode, '--outDir', out),
  ]);
/** The folder for the types of the command. The compiler also writes those of the core, which another step makes. */
const TYPES_OF_COMMAND = '.cli-types';
/** Lists of steps: the lists run beside each other, the steps of one in turn. */
const plans = {
  bundles: scriptTag,
  all: (out) => [
    ...scriptTag(out),
    [vite('--outDir', out)],
    ...['command', 'relay'].map((mode) => [vite('-c', 'vite.cli.config.ts', '--mode', mode, '--outDir', out)]),
    [vite('-c', 'vite.cli.config.ts', '--mode', 'page', '--outDir', `${out}/cli/page`)],
    [['typescript/bin/tsc', '-p', 'cli/tsconfig.build.json', '--outDir', `${out}/${TYPES_OF_COMMAND}`]],
    [['typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', out]],
    [
      ['@custom-elements-manifest/analyzer/cem.js', 'analyze', '--quiet', '--outdir', out],
      ['./scripts/framework-types.mjs', out],
    ],
  ],
};

/** @param {'all' | 'bundles'} what */
export async function build(what) {
  await generateIfStale();
  const made = fingerprint();
  // Beside dist and not elsewhere: source maps tell the way to the sources from here.
  const out = `dist.${process.pid}`;
  try {
    const results = (await Promise.all(plans[what](out).map(runInTurn))).flat();
    const failed = results.filter((result) => result.code !== 0);
    if (failed.length > 0) throw new Error(failed.map(({ name, words }) => `${name} failed.\n${words}`).join('\n'));
    for (const { words } of results) if (words.trim()) console.warn(words.trim());
    finish(path.join(root, out), what);
    put(path.join(root, out), what);
  } finally {
    rmSync(path.join(root, out), { recursive: true, force: true });
  }
  mkdirSync(stamps, { recursive: true });
  // Script-tag files by themselves are not those of the package: their maps have the sources in them.
  if (what === 'bundles') rmSync(stampOf('all'), { force: true });
  for (const done of what === 'all' ? ['all', 'bundles'] : ['bundles']) writeFileSync(stampOf(done), made);
}

/** Writes the files that need all the builds. */
function finish(out, what) {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const files = writeNotices(out);
  if (what === 'all') {
    cpSync(path.join(root, 'components/themes'), path.join(out, 'themes'), { recursive: true });
    for (const file of ['index.html', 'page.css'])
      cpSync(path.join(root, 'cli/page', file), path.join(out, 'cli/page', file));
    copyTypes(path.join(out, TYPES_OF_COMMAND, 'cli/relay/index.d.ts'), path.join(out, 'cli/relay'));
    rmSync(path.join(out, TYPES_OF_COMMAND), { recursive: true });
    writeSbom(root, out, files);
    linkMaps(out);
    shareLanguages(out);
  }
  writeIntegrity(out, manifest);
}

/** Copies a file of types, and those beside it that it names: the compiler makes them for every module of the program. */
function copyTypes(file, folder) {
  const target = path.join(folder, path.basename(file));
  if (existsSync(target)) return;
  cpSync(file, target);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/from '\.\/([\w-]+)\.js'/g))
    copyTypes(path.join(path.dirname(file), `${name}.d.ts`), folder);
}

/** Builds unless nothing has changed since the last time. @param {'all' | 'bundles'} what */
export async function buildIfStale(what) {
  if (!isStale(what)) return false;
  await build(what);
  return true;
}

function isStale(what) {
  try {
    statSync(path.join(dist, what === 'all' ? 'custom-elements.json' : 'mcp-embed.iife.js'));
    return readFileSync(stampOf(what), 'utf8') !== fingerprint();
  } catch {
    return true;
  }
}

const stampOf = (what) => path.join(stamps, `built-${what}`);

function fingerprint() {
  const parts = [];
  const visit = (file) => {
    const info = statSync(file, { throwIfNoEntry: false });
    if (info?.isDirectory()) for (const name of readdirSync(file).sort()) visit(path.join(file, name));
    else if (info) parts.push(`${path.relative(root, file)} ${info.size} ${info.mtimeMs}`);
  };
  for (const input of INPUTS) visit(path.join(root, input));
  return parts.join('\n');
}

async function runInTurn(steps) {
  const results = [];
  for (const step of steps) {
    results.push(await run(step));
    if (results.at(-1).code !== 0) break;
  }
  return results;
}

/** @param step a script of a package, or of this repository where it begins with a dot, and its arguments */
function run([script, ...args]) {
  const file = path.join(root, script.startsWith('.') ? '' : 'node_modules', script);
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk) => (words += chunk));
  const name = [path.basename(script, '.js'), ...args].join(' ');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ name, code, words }));
  });
}

function put(out, what) {
  if (what === 'all') {
    // Again if another process put a build there in between.
    for (let tries = 3; ; tries--) {
      rmSync(dist, { recursive: true, force: true });
      try {
        return renameSync(out, dist);
      } catch (error) {
        if (tries === 0) throw error;
      }
    }
  }
  mkdirSync(dist, { recursive: true });
  const files = readdirSync(out);
  for (const file of files) renameSync(path.join(out, file), path.join(dist, file));
  // Files of the script tag have a hash in their name: those of the build before would stay.
  for (const file of readdirSync(dist))
    if (/^mcp-embed[-.]/.test(file) && !files.includes(file)) rmSync(path.join(dist, file));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = Date.now();
  const what = process.argv[2] ?? 'all';
  try {
    await build(what);
    if (what === 'all') (await import('./reference.mjs')).writeReference();
    console.log(
      `Built ${what === 'all' ? 'dist' : 'the script-tag files'} in ${((Date.now() - started) / 1000).toFixed(1)} s.`,
    );
    const { html } = JSON.parse(readFileSync(path.join(dist, INTEGRITY), 'utf8'));
    console.log(
      `\nOne file:\n${html.classic}\n\nA module, with the hashes of the files that it loads late:\n${html.module}`,
    );
    console.log(`\nLicences: dist/${NOTICES}.${what === 'all' ? ` Components: dist/${SBOM}.` : ''}`);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

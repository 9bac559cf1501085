// The package as it is installed: packed, unpacked into a folder where its dependencies are found, and bundled from there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { root } from './sources.mjs';

/** @returns the folder of an application that has the package, and of the package in it; `bytes`: of the tarball */
export function unpack() {
  const application = mkdtempSync(path.join(root, 'node_modules/.packed-'));
  const folder = path.join(application, 'node_modules/mcp-embed');
  mkdirSync(folder, { recursive: true });
  const run = (command, ...args) => {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32' && command === 'npm',
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed.\n${stderr}`);
    return stdout;
  };
  const [{ filename, size }] = JSON.parse(
    run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', application),
  );
  run('tar', '-xzf', path.join(application, filename), '-C', folder, '--strip-components=1');
  writeFileSync(path.join(application, 'package.json'), '{ "private": true, "type": "module" }');
  return {
    application,
    folder,
    files: filesIn(folder),
    bytes: size,
    remove: () => rmSync(application, { recursive: true }),
  };
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/**
 * @typedef {{ name: string, code: string, isFirst: boolean }} Chunk `isFirst`: loads at once
 * @typedef {{ minify?: boolean }} Wishes
 */

/**
 * What each bundler makes of a module that imports the package, for a page in production. Not minified unless that is asked for.
 * @type {Record<string, (application: string, entry: string, wishes?: Wishes) => Promise<Chunk[]>>} the chunk of the module comes first
 */
export const BUNDLERS = {
  async Vite(application, entry, { minify = false } = {}) {
    const { output } = await vite({
      root: application,
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify, rolldownOptions: { input: entry }, modulePreload: false },
    });
    return inOrder(
      output
        .filter(({ type }) => type === 'chunk')
        .map(({ fileName, code, imports, isEntry }) => ({ name: fileName, code, imports, isEntry })),
    );
  },
  async esbuild(application, entry, { minify = false } = {}) {
    const { outputFiles, metafile } = await esbuild({
      entryPoints: [entry],
      absWorkingDir: application,
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: path.join(application, 'esbuild'),
      write: false,
      metafile: true,
      minify,
      legalComments: 'none',
      logLevel: 'silent',
    });
    return inOrder(
      Object.entries(metafile.outputs).map(([name, { imports, entryPoint }]) => ({
        name,
        code: outputFiles.find(({ path: file }) => file === path.join(application, name)).text,
        imports: imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path),
        isEntry: entryPoint === path.relative(application, entry),
      })),
    );
  },
  async webpack(application, entry, { minify = false } = {}) {
    const out = path.join(application, 'webpack');
    rmSync(out, { recursive: true, force: true });
    const stats = await new Promise((resolve, reject) => {
      const config = {
        mode: 'production',
        devtool: false,
        context: application,
        entry,
        output: { path: out, filename: 'first.js', publicPath: '' },
        optimization: { minimize: minify },
        performance: false,
      };
      webpack(config, (error, done) => (error ? reject(error) : resolve(done)));
    });
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
    const chunks = readdirSync(out).filter((name) => name.endsWith('.js'));
    return inOrder(
      chunks.map((name) => ({
        name,
        code: readFileSync(path.join(out, name), 'utf8'),
        imports: [],
        isEntry: name === 'first.js',
      })),
    );
  },
};

function inOrder(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.name, chunk]));
  const first = new Set();
  const add = (name) => {
    if (first.has(name) || !byName.has(name)) return;
    first.add(name);
    byName.get(name).imports.forEach(add);
  };
  add(chunks.find(({ isEntry }) => isEntry).name);
  const rest = [...byName.keys()].filter((name) => !first.has(name));
  return [...first, ...rest].map((name) => ({ name, code: byName.get(name).code, isFirst: first.has(name) }));
}

/** The code that loads at once. @param {Chunk[]} chunks */
export const atOnce = (chunks) =>
  chunks
    .filter(({ isFirst }) => isFirst)
    .map(({ code }) => code)
    .join('\n');

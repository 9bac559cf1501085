// The package as it is installed: packed, unpacked into a folder where its dependencies are found, and bundled from there.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import webpack from 'webpack';
import { root } from './sources.mjs';

/** @returns the folder of an application that has the package, and of the package in it */
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
  const [{ filename }] = JSON.parse(
    run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', application),
  );
  run('tar', '-xzf', path.join(application, filename), '-C', folder, '--strip-components=1');
  writeFileSync(path.join(application, 'package.json'), '{ "private": true, "type": "module" }');
  return { application, folder, files: filesIn(folder), remove: () => rmSync(application, { recursive: true }) };
}

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(path.sep).join('/'))
    .sort();

/**
 * What each bundler makes of a module that imports the package: the code that loads at once.
 * @type {Record<string, (application: string, entry: string) => Promise<string>>}
 */
export const BUNDLERS = {
  async Vite(application, entry) {
    const { output } = await vite({
      root: application,
      configFile: false,
      logLevel: 'error',
      build: { write: false, minify: false, rolldownOptions: { input: entry }, modulePreload: false },
    });
    return atOnce(
      output
        .filter(({ type }) => type === 'chunk')
        .map(({ fileName, code, imports, isEntry }) => ({ fileName, code, imports, isEntry })),
    );
  },
  async esbuild(application, entry) {
    const { outputFiles, metafile } = await esbuild({
      entryPoints: [entry],
      absWorkingDir: application,
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: path.join(application, 'esbuild'),
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    return atOnce(
      Object.entries(metafile.outputs).map(([fileName, { imports, entryPoint }]) => ({
        fileName,
        code: outputFiles.find(({ path: file }) => file === path.join(application, fileName)).text,
        imports: imports.filter(({ kind }) => kind === 'import-statement').map((one) => one.path),
        isEntry: entryPoint === path.relative(application, entry),
      })),
    );
  },
  async webpack(application, entry) {
    const out = path.join(application, 'webpack');
    const stats = await new Promise((resolve, reject) => {
      const config = {
        mode: 'production',
        devtool: false,
        context: application,
        entry,
        output: { path: out, filename: 'first.js' },
        optimization: { minimize: false },
      };
      webpack(config, (error, done) => (error ? reject(error) : resolve(done)));
    });
    if (stats.hasErrors()) throw new Error(stats.toString('errors-only'));
    return readFileSync(path.join(out, 'first.js'), 'utf8');
  },
};

/** The code of the chunks that load with the entry. */
function atOnce(chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const seen = new Set();
  const add = (name) => {
    if (seen.has(name) || !byName.has(name)) return;
    seen.add(name);
    byName.get(name).imports.forEach(add);
  };
  add(chunks.find(({ isEntry }) => isEntry).fileName);
  return [...seen].map((name) => byName.get(name).code).join('\n');
}

// Bundles a client as an application does, for a page or for Node. Each client gets the same treatment.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
// For as long as this process runs: two runs beside each other must not meet.
const cache = path.join(root, `node_modules/.cache/mcp-embed/bench-${process.pid}`);
process.once('exit', () => rmSync(cache, { recursive: true, force: true }));

/** @typedef {{ folder: string, first: string[], files: { name: string, min: number, gzip: number }[] }} Bundle */

/**
 * Bundles `bench/<entry>`, minified, into a folder of its own; the entry is index.js in it.
 * @param {string} entry `clients/ours.js`
 * @param {'browser' | 'node'} platform
 * @returns {Promise<Bundle>} `first` names the files that load at once
 */
export async function bundle(entry, platform) {
  const folder = path.join(cache, platform, entry.replace(/\.js$/, ''));
  rmSync(folder, { recursive: true, force: true });
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ...(platform === 'node' && { ssr: { noExternal: true, target: 'node' } }),
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      // As a library: for applications Vite adds a loader of its own to every import().
      lib: { entry: path.join(root, 'bench', entry), formats: ['es'], fileName: 'index' },
      ...(platform === 'node' && { ssr: true }),
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: {
          minify: true,
          // An application is not bundled again: notes for the next bundler are left out of it.
          comments: { annotation: false },
          entryFileNames: 'index.js',
          chunkFileNames: '[name]-[hash].js',
          // As most bundlers do: all code that loads at once is in one file, even if later files need it too.
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
        },
      },
    },
  });
  const { output } = Array.isArray(built) ? built[0] : built;
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const first = new Set();
  const add = (file) => {
    if (first.has(file) || !chunks.has(file)) return;
    first.add(file);
    chunks.get(file).imports.forEach(add);
  };
  add('index.js');
  const files = [...chunks.keys()].map((name) => {
    const bytes = readFileSync(path.join(folder, name));
    return { name, min: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
  });
  return { folder, first: [...first], files };
}

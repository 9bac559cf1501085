// A usual application: the entries of the package, with the defaults of Vite.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

/**
 * @param {string} folder whose packages the application uses, and whose own entries where it is a checkout with a `dist`
 * @param {{ code: string, html: string, codeSplitting?: object }} page the module, the body of the page, and how Vite may split it
 * @returns {Promise<{ folder: string, loadersOf(file: string): string[] }>} the built files, until this process ends;
 *   `loadersOf` names the chunks that load a file late, alone or with others
 */
export async function buildApplication(folder, { code, html, codeSplitting }) {
  const source = mkdtempSync(path.join(folder, 'node_modules/.application-'));
  process.once('exit', () => rmSync(source, { recursive: true, force: true }));
  writeFileSync(path.join(source, 'main.js'), code);
  writeFileSync(
    path.join(source, 'index.html'),
    `<!doctype html><body>${html}<script type="module" src="./main.js"></script>`,
  );
  const { name, exports = {} } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const alias = Object.keys(exports)
    .filter((entry) => exports[entry].types && exports[entry].default && !entry.includes('*'))
    .map((entry) => ({
      find: new RegExp(`^${name}${entry.slice(1)}$`),
      replacement: path.join(folder, exports[entry].default),
    }));
  const out = path.join(source, 'out');
  const { output } = await build({
    root: source,
    base: './',
    configFile: false,
    logLevel: 'error',
    resolve: { alias },
    build: { outDir: out, rolldownOptions: { output: { codeSplitting } } },
  });
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((one) => [one.fileName, one]));
  const closureOf = (file, seen = new Set()) => {
    if (!seen.has(file) && chunks.has(seen.add(file) && file))
      chunks.get(file).imports.forEach((one) => closureOf(one, seen));
    return seen;
  };
  const loadersOf = (file) =>
    [...chunks.values()]
      .filter(({ dynamicImports }) => dynamicImports.some((one) => closureOf(one).has(file)))
      .map(({ fileName }) => fileName);
  return { folder: out, loadersOf };
}

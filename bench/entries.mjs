// `npm run bench:entries`: what an application gets of each entry of the package, packed and bundled in production mode, and what
// lies in the package.
//   node bench/entries.mjs --write               puts both tables into docs/package.md
//   node bench/entries.mjs --bundlers esbuild    only in some of the three, separated by commas: webpack takes most of the time
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { buildIfStale } from '../scripts/build.mjs';
import { listElements } from '../scripts/elements.mjs';
import { BUNDLERS, unpack } from '../test/repo/packed.mjs';
import { markdownTable, measuredCommit, table, writeSection } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { exports, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const versionOf = (name) =>
  JSON.parse(readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8')).version;

/** KB gzip that esbuild made of 0.1.0 (commit 77b79d1). Its `define` registered everything at once. */
const IN_0_1 = {
  '{ connect }': 14.2,
  './schema': 18.1,
  './diagnosis': 20.5,
  './bundle': 60.5,
  './define/all': 255.8,
  './define/mcp-tool-list': 26.6,
  './define/mcp-session': 30.1,
  './define/mcp-connection-status': 71.2,
  './define/mcp-content': 143.6,
  './define/mcp-tool-form': 163.9,
};

/** What lies in the package, in the order of the table, and what it was at commit 5c95ec6: files and KB gzip. */
const KINDS = [
  ['npm entries, code', /^dist\/(?:src|components|internal)\/.*\.js$/, [394, 740.3]],
  ['npm entries, types', /\.d\.ts$/, [400, 298.7]],
  ['npm entries, source maps', /^dist\/(?:src|components|internal)\/.*\.map$/, [384, 1242.9]],
  ['script tag, module and its late files', /^dist\/(?:mcp-embed(?!\.iife)|oauth).*\.(?:js|html)$/, [25, 431.1]],
  ['script tag, their source maps', /^dist\/mcp-embed(?!\.iife).*\.map$/, [21, 1402]],
  ['script tag, one file', /iife\.js$/, [1, 423.2]],
  ['script tag, its source map', /iife\.js\.map$/, [1, 1400.6]],
  ['manifest of the elements, data for editors', /^dist\/(?!integrity|sbom)[^/]*\.json$/, [1, 105.3]],
  ['hashes, components, licences', /^dist\/(?:integrity|sbom|THIRD)|^LICENSE$/, [1, 0.6]],
  ['anything else', /^/, [2, 7.9]],
];

const kb = (bytes) => (bytes / 1024).toFixed(1);
const own = Object.keys(exports).filter((name) => exports[name].types && exports[name].default && !name.includes('*'));
const whole = (name) => `import * as all from 'mcp-embed${name.slice(1)}'; globalThis.all = all;`;
/** @type {[name: string, code: string][]} */
const IMPORTS = [
  ['{ connect }', `import { connect } from 'mcp-embed'; globalThis.connect = connect;`],
  ...own.filter((name) => !/define|bundle|elements/.test(name)).map((name) => [name, whole(name)]),
  ['./elements, nothing used', `import 'mcp-embed/elements'; globalThis.all = 1;`],
  ['./elements, all', whole('./elements')],
  ['./define', `import 'mcp-embed/define';`],
  ['./bundle', whole('./bundle')],
  ['./define/all', `import 'mcp-embed/define/all';`],
  ...listElements(root).map(({ tag }) => [`./define/${tag}`, `import 'mcp-embed/define/${tag}';`]),
];

/** Files and KB gzip of each kind. */
function contents({ folder, files, bytes }) {
  const rest = new Set(files);
  const parts = KINDS.map(([what, pattern, [filesBefore, kbBefore]]) => {
    const these = [...rest].filter((file) => pattern.test(file));
    these.forEach((file) => rest.delete(file));
    const size = these.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);
    return [what, `${these.length}`, kb(size), `${filesBefore}`, kbBefore.toFixed(1)];
  });
  return [
    ['kind', 'files', 'KB gzip', 'files at 5c95ec6', 'KB gzip'],
    ...parts,
    ['**tarball**', `${files.length}`, kb(bytes), '1230', '5677.9'],
  ];
}

await buildIfStale('all');
const packed = unpack();
const chosen = process.argv[process.argv.indexOf('--bundlers') + 1]?.split(',');
const bundlers = Object.keys(BUNDLERS).filter((name) => !process.argv.includes('--bundlers') || chosen.includes(name));
const rows = [];
const inPackage = contents(packed);
try {
  for (const [name, code] of IMPORTS) {
    const entry = path.join(packed.application, 'main.js');
    writeFileSync(entry, code);
    const cells = [];
    for (const bundler of bundlers) {
      const chunks = await BUNDLERS[bundler](packed.application, entry, { minify: true });
      const sizeOf = (some) => some.reduce((sum, one) => sum + gzipSync(one.code, { level: 9 }).length, 0);
      const first = chunks.filter(({ isFirst }) => isFirst);
      const late = chunks.filter(({ isFirst }) => !isFirst);
      cells.push(kb(sizeOf(first)) + (late.length > 0 ? ` + ${kb(sizeOf(late))}` : ''));
    }
    rows.push([name, ...cells, IN_0_1[name]?.toFixed(1) ?? '–']);
    console.error(rows.at(-1).join('  '));
  }
} finally {
  packed.remove();
}

const head = ['import', ...bundlers.map((name) => `${name} ${versionOf(name.toLowerCase())}`), 'esbuild, 0.1.0'];
console.log(table([head, ...rows]));
console.log(`\n${table(inPackage)}`);
if (process.argv.includes('--write')) {
  const written = `Written by \`npm run bench:entries -- --write\` (${measuredCommit()}, Node ${process.versions.node}).`;
  await writeSection(
    'package.md',
    'What an application gets of each entry',
    `${written}

KB gzip of the minified files of an application that imports this and nothing else, installed from the tarball: what loads at once, and after the plus
what may load late, all of it together. \`.\` to \`./transcript\` are imported whole (\`import * as\`); \`{ connect }\` is one function of \`.\`. The last
column is what a review of 0.1.0 measured, where one did; its \`define\` was what \`define/all\` is.

${markdownTable([head, ...rows.map(([name, ...cells]) => [`\`${name}\``, ...cells])])}`,
  );
  await writeSection(
    'package.md',
    'What lies in the package',
    `${written}

Each file is compressed by itself; in the tarball (version ${version}) all of them together.

${markdownTable(inPackage)}`,
  );
}

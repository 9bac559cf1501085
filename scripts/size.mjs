// How much a page loads: `npm run size`, which also writes the two sizes that README.md says. A report, not a limit: a budget in bytes moved code out of reach of its own failures.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildIfStale } from './build.mjs';
import { bundleOf } from './bundle-of.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** @returns {Promise<{ what: string, min: number, gzip: number, brotli: number }[]>} */
async function measure() {
  await buildIfStale('bundles');
  const core = await bundleOf('src/index.ts');
  const dist = (file) => readFileSync(path.join(root, 'dist', file));
  return [
    row('core (mcp-embed)', core.first),
    row('script tag, module (mcp-embed.js)', dist('mcp-embed.js')),
    row('script tag, classic (mcp-embed.iife.js)', dist('mcp-embed.iife.js')),
    ...core.later.map(({ name, bytes }) => row(`core, on demand: ${name}`, bytes)),
    ...readdirSync(path.join(root, 'dist'))
      .filter((name) => /^mcp-embed-.*\.js$/.test(name))
      .map((name) => row(`script tag, on demand: ${name}`, dist(name))),
  ];
}

function row(what, bytes) {
  const gzip = gzipSync(bytes, { level: 9 }).length;
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
  return { what, min: bytes.length, gzip, brotli };
}

/** README.md with the sizes of the two scripts, in KB gzip. `test/repo/package.slow.test.mjs` asks that they are right. */
function readmeWith(rows) {
  const gzip = (what) => Math.round(rows.find((one) => one.what.includes(what)).gzip / 1024);
  return readFileSync(README, 'utf8')
    .replace(/(Connecting and listing takes about )\d+( KB gzip)/, `$1${gzip('mcp-embed.js')}$2`)
    .replace(/(all of it in one classic script \(about )\d+( KB gzip)/, `$1${gzip('mcp-embed.iife.js')}$2`);
}

const README = path.join(root, 'README.md');
const kb = (bytes) => (bytes / 1024).toFixed(1);
const rows = await measure();
const table = [
  ['KB', 'min', 'gzip', 'brotli'],
  ...rows.map((one) => [one.what, kb(one.min), kb(one.gzip), kb(one.brotli)]),
];
const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
for (const cells of table) {
  console.log(
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
  );
}
writeFileSync(README, readmeWith(rows));

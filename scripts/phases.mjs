// The files of the script tag by the phase in which a page asks for them (docs/decisions/0028-the-first-word.md), and what is in them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { decode } from '@jridgewell/sourcemap-codec';

/** Phase → the files that it asks for, by the beginning of their names; all that they import belongs to it too. The rest is `rest`. */
const ROOTS = {
  'first word': ['mcp-embed.js'],
  list: ['mcp-embed-library-', 'mcp-embed-lists-'],
  call: ['mcp-embed-queue-', 'mcp-embed-forms-', 'mcp-embed-content-', 'mcp-embed-elements-'],
};

/**
 * @param {string} dist the folder of the built files
 * @returns {{ name: string, files: string[], gzip: number }[]} each file in the earliest phase that needs it; bytes of gzip
 */
export function phasesOf(dist) {
  const scripts = readdirSync(dist).filter((file) => /^mcp-embed(?:-[\w-]+)?\.js$/.test(file));
  const found = new Set();
  const phase = (name, roots) => {
    const files = [];
    const add = (file) => {
      if (found.has(file) || !scripts.includes(file)) return;
      found.add(file);
      files.push(file);
      const code = readFileSync(path.join(dist, file), 'utf8');
      for (const [, from] of code.matchAll(/(?:from|import)\s?["'`]\.\/([\w.-]+)["'`]/g)) add(from);
    };
    for (const root of roots) for (const file of scripts.filter((one) => one.startsWith(root))) add(file);
    const gzip = files.reduce(
      (sum, file) => sum + gzipSync(readFileSync(path.join(dist, file)), { level: 9 }).length,
      0,
    );
    return { name, files, gzip };
  };
  return [...Object.entries(ROOTS).map(([name, roots]) => phase(name, roots)), phase('rest', ['mcp-embed-'])];
}

/** Bytes of gzip until a list is shown. @param {string} dist */
export function bytesUntilList(dist) {
  const [first, list] = phasesOf(dist);
  return first.gzip + list.gzip;
}

/**
 * How many bytes of some files each module makes, before compression, by their source maps. Modules of packages count as their package.
 * @param {readonly string[]} files
 * @returns {Map<string, number>}
 */
export function bytesByModule(dist, files) {
  const bytes = new Map();
  for (const file of files) {
    const { sources, mappings } = JSON.parse(readFileSync(path.join(dist, `${file}.map`), 'utf8'));
    const lines = readFileSync(path.join(dist, file), 'utf8').split('\n');
    decode(mappings).forEach((segments, line) => {
      segments.forEach(([column, source], at) => {
        if (source === undefined) return;
        const end = segments[at + 1]?.[0] ?? lines[line]?.length ?? column;
        const name = nameOf(sources[source]);
        bytes.set(name, (bytes.get(name) ?? 0) + end - column);
      });
    });
  }
  return bytes;
}

function nameOf(source) {
  const [, inPackage] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
  const [, inSource = source] = /\/((?:src|components)\/.*)/.exec(source) ?? [];
  return inPackage ?? inSource;
}

// What the source of a checkout is made of: files, lines, imports. Nothing here is a limit.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { readSource } from '../../test/repo/sources.mjs';
import { cyclesOf, sideTablesOf } from '../../test/repo/structure-rules.mjs';

/** Lines under which a file counts as a small one. */
const SMALL = 30;
/** Files that are listed as the largest. */
const LARGEST = 10;

/** @param {string} folder a checkout of this repository, of any commit */
export function measureSource(folder) {
  const files = ['src', 'components', 'cli'].flatMap((each) => sourcesIn(folder, each));
  const sources = files.map(({ file, text }) => readSource(file, text));
  const importers = new Map(files.map(({ file }) => [file, new Set()]));
  for (const { file, imports } of sources) for (const one of imports) importers.get(one.file)?.add(file);
  const lines = files.map(({ text }) => text.split('\n').length - 1).toSorted((one, other) => one - other);
  const cycles = cyclesOf(sources);
  return {
    files: files.length,
    lines: lines.reduce((sum, one) => sum + one, 0),
    median: lines[Math.floor(lines.length / 2)],
    small: lines.filter((one) => one < SMALL).length,
    oneImporter: [...importers.values()].filter(({ size }) => size === 1).length,
    imports: sources.reduce((sum, { late }) => sum + late.length, 0),
    cycles: cycles.length,
    inCycles: cycles.flat().length,
    // A schema's tables are keyed by objects too.
    sessionTables: sideTablesOf(sources).filter((one) => !/^src\/(?:schema|util)\//.test(one)).length,
    largest: files
      .map(({ file, text }) => `${file} ${text.split('\n').length - 1}`)
      .toSorted((one, other) => Number(other.split(' ')[1]) - Number(one.split(' ')[1]))
      .slice(0, LARGEST),
  };
}

function sourcesIn(folder, each) {
  return readdirSync(path.join(folder, each), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .map((file) => ({
      file: path.relative(folder, file).split(path.sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }));
}

// Tables, for the terminal and for docs. `npm run figures` says which tables of docs are older than the code they measure.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';

/** Rows of cells as lines of text, the first column to the left, the others to the right. */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  const pad = (cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]));
  return rows.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n');
}

export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

const documentAt = (name) => fileURLToPath(new URL(`../docs/${name}`, import.meta.url));

/** The document with another text under one of its headings. */
export function withSection(document, heading, text) {
  const [before, after] = document.split(`\n## ${heading}\n`);
  if (after === undefined) throw new Error(`There is no section “${heading}”.`);
  const next = after.search(/^## /m);
  return `${before}\n## ${heading}\n\n${text}\n\n${next < 0 ? '' : after.slice(next)}`;
}

/** The text under a heading of a document. */
export function sectionOf(name, heading) {
  const [, after = ''] = readFileSync(documentAt(name), 'utf8').split(`\n## ${heading}\n`);
  return after.split(/^## /m)[0].trim();
}

export async function writeSection(name, heading, text) {
  await writeDocument(name, withSection(readFileSync(documentAt(name), 'utf8'), heading, text));
}

/** Writes a file of docs/ as the formatter wants it. */
export async function writeDocument(name, text) {
  const file = documentAt(name);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}

/** The commit and the machine of the figures, as a part of a sentence. */
export function measuredOn(chromium) {
  const [{ model }] = cpus();
  return `${measuredCommit()}, Node ${process.versions.node}, Chromium ${chromium}, ${cpus().length} × ${model.trim()}`;
}

/** The commit of this checkout, and whether the measured source differs from it. */
export function measuredCommit() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: fileURLToPath(new URL('..', import.meta.url)), encoding: 'utf8' });
  const isChanged = git('status', '--porcelain', '--', 'src', 'components').trim() !== '';
  return `commit ${git('rev-parse', '--short=7', 'HEAD').trim()}${isChanged ? ' with changes' : ''}`;
}

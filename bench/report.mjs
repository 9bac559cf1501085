// Tables, for the terminal and for docs.
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

export async function writeSection(name, heading, text) {
  await writeDocument(name, withSection(readFileSync(documentAt(name), 'utf8'), heading, text));
}

/** Writes a file of docs/ as the formatter wants it. */
export async function writeDocument(name, text) {
  const file = documentAt(name);
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}

/** Where numbers come from, as the end of a sentence. */
export function machine(chromium) {
  const [{ model }] = cpus();
  return `Node ${process.versions.node}, Chromium ${chromium}, ${cpus().length} × ${model.trim()}`;
}

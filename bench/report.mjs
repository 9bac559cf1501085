// Tables, for the terminal and for docs.
import { writeFileSync } from 'node:fs';
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

/** Writes a file of docs/ as the formatter wants it. */
export async function writeDocument(name, text) {
  const file = fileURLToPath(new URL(`../docs/${name}`, import.meta.url));
  const options = await resolveConfig(file);
  writeFileSync(file, await format(text, { ...options, filepath: file }));
}

/** Where numbers come from, as the end of a sentence. */
export function machine(chromium) {
  const [{ model }] = cpus();
  return `Node ${process.versions.node}, Chromium ${chromium}, ${cpus().length} × ${model.trim()}`;
}

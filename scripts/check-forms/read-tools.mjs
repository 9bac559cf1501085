// Tools from a file of one JSON object per line. An invalid line is reported, and the others count.
import { readFileSync } from 'node:fs';

/**
 * @param {string} file
 * @returns {{ tools: { line: number, name: string, server: string | undefined, text: string }[], unreadable: { line: number, why: string }[] }}
 *   `text` is the line as it stands
 */
export function readTools(file) {
  const tools = [];
  const unreadable = [];
  for (const [index, raw] of readFileSync(file, 'utf8').split(/\r?\n/).entries()) {
    const text = index === 0 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() === '') continue;
    const line = index + 1;
    const tool = parse(text);
    if (tool instanceof Error) unreadable.push({ line, why: tool.message });
    else tools.push({ line, name: nameOf(tool) ?? `(line ${line})`, server: textOf(tool.server), text });
  }
  return { tools, unreadable };
}

function parse(text) {
  try {
    const tool = JSON.parse(text);
    const isObject = typeof tool === 'object' && tool !== null && !Array.isArray(tool);
    return isObject ? tool : new Error('This is not an object.');
  } catch (error) {
    return error;
  }
}

const textOf = (value) => (typeof value === 'string' && value !== '' ? value : undefined);
const nameOf = (tool) => textOf(tool.name);

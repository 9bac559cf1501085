import { languageOf, type DiffReading, type TextRows } from '../../src/content/index.js';
import { counted, formatCount } from '../words/counted.js';

/** What people call the languages whose names are more than a capital letter. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'shell',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  html: 'HTML',
  ini: 'settings',
  javascript: 'JavaScript',
  json: 'JSON',
  php: 'PHP',
  scss: 'SCSS',
  sql: 'SQL',
  toml: 'TOML',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};
/** Characters of a language's name that are shown; it may be the server's. */
const MAX_NAME = 30;

/** `TypeScript, 1,234 lines`. */
export function codeWords(language: string, rows: TextRows, isReading: boolean): string {
  const lines = counted(rows.lines, { one: 'line', other: 'lines' }) + (isReading ? ' so far' : '');
  if (language === '') return lines;
  const known = languageOf(language) ?? language.slice(0, MAX_NAME);
  const name = Object.hasOwn(NAMES, known) ? NAMES[known]! : known;
  return `${name.replace(/^[a-z]/, (letter) => letter.toUpperCase())}, ${lines}`;
}

/** `Changes: 3 lines added, 1 removed`. */
export function diffWords({ added, removed }: DiffReading): string {
  return `Changes: ${counted(added, { one: 'line', other: 'lines' })} added, ${formatCount(removed)} removed`;
}

/** Why hunks have neither numbers nor colours. */
export function malformedWords(count: number): string {
  const hunks = counted(count, { one: 'part', other: 'parts' });
  return `${hunks} of these changes ${count === 1 ? 'does' : 'do'} not have the lines that ${count === 1 ? 'its header counts' : 'their headers count'}, and ${count === 1 ? 'is' : 'are'} shown as plain text.`;
}

/** What is not shown. */
export function leftWords(rows: TextRows): string {
  return `The first ${formatCount(rows.count)} rows are shown. ${counted(rows.left, { one: 'character', other: 'characters' })} more can be copied.`;
}

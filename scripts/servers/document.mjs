// docs/servers.md: its words are written by hand, its tables by `npm run servers -- --write`.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { measuredOn, writeDocument } from '../../bench/report.mjs';
import { cache } from './install.mjs';
import { GROUPS } from './setups.mjs';

const FILE = fileURLToPath(new URL('../../docs/servers.md', import.meta.url));
const PART = /(<!-- tables: npm run servers -- --write -->\n)[^]*?(<!-- end of tables -->)/;
const COLUMNS = [
  'Set-up',
  'Package',
  'Started with',
  'Through',
  'Revision',
  'Connect, ms',
  'Tools',
  'Resources',
  'Templates',
  'Prompts',
  'Tool called',
  'Note',
];
/** Characters of a problem that a row quotes. */
const MAX_PROBLEM = 200;

/** Writes the tables. @param {string} sum the last line of the command @param {string} browser its version */
export async function writeTables(rows, { sum, browser }) {
  const groups = GROUPS.map((group) => rows.filter(({ setup }) => setup.group === group));
  const parts = [
    `Written by \`npm run servers -- --write\` (${measuredOn(browser)}); do not edit. ${sum}. ${waysOf(rows)}`,
    ...groups.filter((group) => group.length > 0).map(sectionOf),
  ];
  const text = readFileSync(FILE, 'utf8');
  if (!PART.test(text)) throw new Error('docs/servers.md has no place for the tables.');
  await writeDocument(
    'servers.md',
    text.replace(PART, (_, start, end) => `${start}\n${parts.join('\n\n')}\n\n${end}`),
  );
}

function waysOf(rows) {
  const count = (way) => rows.filter((row) => row.result === 'called' && row.way === way).length;
  return `Of these, ${count('direct')} directly, ${count('CORS relay')} through the relay and ${count('stdio relay')} started by it.`;
}

function sectionOf(rows) {
  const standIns = standInsOf(rows.map(({ setup }) => setup));
  return [`## ${rows[0].setup.group}`, tableOf(rows), standIns].filter(Boolean).join('\n\n');
}

/** Which servers the rows of a table stand for, or nothing. @param {import('./setups.mjs').Setup[]} setups */
export function standInsOf(setups) {
  const lines = setups
    .filter(({ standsFor }) => standsFor)
    .map(({ name, standsFor }) => `- **${name}**: ${standsFor.map(textOf).join('; ')}`);
  return lines.length > 0 ? `Rows that stand for others:\n\n${lines.join('\n')}` : '';
}

const tableOf = (rows) =>
  [COLUMNS, COLUMNS.map((_, at) => (at >= 5 && at <= 9 ? '--:' : '---')), ...rows.map(cellsOf)]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');

function cellsOf(row) {
  const { setup, revision, connectMs, counts = {}, called } = row;
  return [
    ...beginningOf(setup),
    throughOf(row),
    revision,
    connectMs,
    counts.tools,
    counts.resources,
    counts.templates,
    counts.prompts,
    called && calledOf(setup, called),
    noteOf(row),
  ].map((cell) => (typeof cell === 'string' || typeof cell === 'number' ? textOf(cell) : '–'));
}

/** The cells that a row has before any run: a test compares them with the set-up. @param {import('./setups.mjs').Setup} setup */
export function beginningOf({ name, title, packages, python, start }) {
  const [[of, version]] = Object.entries(packages ?? python);
  return [`[${name}](../test/servers/${name}/)`, `${of} ${version}`, `${title}: \`${commandOf(start)}\``].map(textOf);
}

/** The files of a package by their last name: their path says nothing. */
const commandOf = (start) =>
  start.map((word) => word.replace(/^(?:node_modules|\{here\})\/.*\//, '').replace('{here}/', '')).join(' ');

function throughOf({ way, direct }) {
  if (way !== 'CORS relay') return way;
  return direct ? `relay; direct: \`${direct.verdict}\`` : 'relay';
}

function calledOf({ call }, { outcome, ms }) {
  const words = outcome === 'error' && call.expect === 'error' ? 'error of the server, as it must' : outcome;
  return `\`${call.tool}\`: ${words}${ms === undefined ? '' : `, ${ms} ms`}`;
}

function noteOf({ setup, result, problem, counts = {}, called }) {
  const unlisted = Object.values(counts).find((count) => typeof count === 'string');
  const why = result === 'called' ? undefined : (setup.broken ?? problem ?? unlisted ?? called?.words);
  const words = [setup.note, why && (setup.broken ? why : `${result}: ${withoutPlace(why)}`)].filter(Boolean).join(' ');
  return result === 'called' ? words : `**${words}**`;
}

/** Without values that differ from run to run and from machine to machine. */
function withoutPlace(words) {
  const short = words
    .replaceAll(cache, '')
    .replaceAll(path.dirname(path.dirname(path.dirname(cache))), '')
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return short.length > MAX_PROBLEM ? `${short.slice(0, MAX_PROBLEM)} …` : short;
}

/** As a cell: words of servers are text. Links and code of our own stay. */
const textOf = (cell) =>
  String(cell)
    .replaceAll('|', String.raw`\|`)
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ') || '–';

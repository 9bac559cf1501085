// The results of a run, as a table for the terminal and for docs/conformance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { measuredCommit } from '../../bench/report.mjs';
import { UNSCORED } from '../../test/conformance/expected-checks.mjs';

const DOCUMENT = fileURLToPath(new URL('../../docs/conformance.md', import.meta.url));
const MARKED = /(<!-- table:begin[^>]*-->)[^]*(<!-- table:end -->)/;

/** @typedef {{ revision: string, scenario: string, expected: number, succeeded: number, passed: boolean, problems: string[], seconds: number }} Row */

/** @param {readonly Row[]} rows */
export function inTerminal(rows) {
  const table = [
    ['revision', 'scenario', 'checks', 'seconds', ''],
    ...rows.map((row) => [row.revision, nameOf(row), checksOf(row), row.seconds.toFixed(1), verdictOf(row)]),
  ];
  const widths = table[0].map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  const isNumber = (column) => column === 2 || column === 3;
  return table
    .flatMap((cells, index) => [
      cells
        .map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]) : cell.padEnd(widths[column])))
        .join('  ')
        .trimEnd(),
      ...(rows[index - 1]?.problems ?? []).map((problem) => `    ${problem}`),
    ])
    .join('\n');
}

/**
 * Puts the table into the document.
 * @param {readonly Row[]} rows
 * @param {readonly { revision: string, scenarios: readonly string[] }[]} later what is not run yet
 */
export async function writeDocument(rows, later) {
  const lines = [
    '| Revision | Scenario | Checks | |',
    '| --- | --- | ---: | --- |',
    ...rows.map(
      (row) => `| ${row.revision} | \`${row.scenario}\`${noteOf(row)} | ${checksOf(row)} | ${verdictOf(row)} |`,
    ),
    ...later.map(({ revision, scenarios }) => `| ${revision} | \`auth/…\` (${scenarios.length}) | | not yet |`),
  ];
  const text = readFileSync(DOCUMENT, 'utf8').replace(
    MARKED,
    (_, begin, end) =>
      `${begin}\n\nWritten by \`npm run conformance -- --write\` (${measuredCommit()}); do not edit.\n\n${lines.join('\n')}\n\n${end}`,
  );
  writeFileSync(DOCUMENT, await format(text, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }));
}

const noteOf = ({ scenario }) => (UNSCORED.includes(scenario) ? ' (not scored)' : '');
const nameOf = (row) => `${row.scenario}${noteOf(row)}`;
const checksOf = ({ succeeded, expected }) => `${succeeded}/${expected}`;
const verdictOf = ({ passed }) => (passed ? 'passed' : 'FAILED');

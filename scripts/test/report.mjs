// The output of a test run: failures with their file and test, flakes by name, the slowest files, the sum.

/**
 * @typedef {object} Outcome of one lane
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {string[]} failedFiles
 * @property {{ where: string, message: string, stack?: string }[]} failures
 * @property {[file: string, seconds: number][]} seconds that the tests of each file took
 */

const STACK_LINES = 12;
const SLOWEST = 10;

/** @param {readonly Outcome[]} outcomes @returns {Outcome} */
export function addUp(outcomes) {
  const sum = (key) => outcomes.reduce((total, one) => total + one[key], 0);
  const all = (key) => outcomes.flatMap((one) => one[key]);
  return {
    ...{ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') },
    ...{ failedFiles: all('failedFiles'), failures: all('failures'), seconds: all('seconds') },
  };
}

/** @param {import('./node-lane.mjs').FileResult[]} files @returns {Outcome} */
export function outcomeOf(files) {
  const sum = (count) => files.reduce((total, file) => total + count(file), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failures }) => failures.length),
    skipped: sum(({ skipped }) => skipped),
    failedFiles: files.filter(({ failures }) => failures.length > 0).map(({ file }) => file),
    failures: files.flatMap(({ file, failures }) =>
      failures.map(({ name, message, stack }) => ({ where: `${file}: ${name}`, message, stack })),
    ),
    seconds: files.map(({ file, ms }) => [file, ms / 1000]),
  };
}

/** With the first lines of each stack: for a run whose tests print nothing while they run. */
export function printStacks({ failures }) {
  for (const { where, message, stack } of failures)
    console.log(`\n❌ ${where}\n${indent(stack?.includes(message) ? stack : `${message}\n${stack ?? ''}`)}`);
}

/** At the end: of a long output, a reader may see only that. */
export function printFailures({ failures }) {
  if (failures.length === 0) return;
  const lines = failures.map(({ where, message }) => `${where}: ${message.split('\n')[0].slice(0, 300)}`);
  console.log(`\nFailed:\n  ${lines.join('\n  ')}`);
}

/** The candidates for `.slow.test.ts`. */
export function printSlowest({ seconds }) {
  const lines = seconds
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, SLOWEST)
    .map(([file, spent]) => `  ${spent.toFixed(1).padStart(6)}  ${file}`);
  console.log(`\nThe slowest files, in seconds:\n${lines.join('\n')}`);
}

const indent = (text) =>
  text
    .trimEnd()
    .split('\n')
    .slice(0, STACK_LINES)
    .map((line) => `    ${line}`)
    .join('\n');

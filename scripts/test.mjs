// The tests. Which of them run in Node and which in a browser: scripts/test/lanes.mjs. The last line is the sum of both:
// "N passed, N failed".
//   npm test                                      all but the slow ones, Node beside the browser
//   npm test -- test/schema/read-json.test.ts …   only these, slow or not, each in its lane; 'test/schema/*' and a folder, too
//   npm run test:slow                             what takes long by itself, starts processes, visits whole pages or reads dist
//   npm run test:engines [-- files …]             the tests in TypeScript in Chromium, Firefox and WebKit (ENGINE=… chooses)
//   … --again                                     files with a failure run once more by themselves; what passes then is told
//                                                 as a flake. On CI always
//   … --named=docs/threat-model.md                only those that this document names
import { readFileSync } from 'node:fs';
import { buildIfStale } from './build.mjs';
import { runInBrowser } from './test/browser-lane.mjs';
import { isSlow, listTests } from './test/lanes.mjs';
import { runInNode } from './test/node-lane.mjs';
import { COVERAGE } from './test/coverage.mjs';
import { addUp, outcomeOf, printFailures, printSlowest, printStacks } from './test/report.mjs';

/** Files of the Node lane that run at once: the browser has the rest of the machine. */
const NODE_AT_ONCE = 3;

const args = process.argv.slice(2);
const options = new Set(args.filter((one) => one.startsWith('--')));
const document = args.find((one) => one.startsWith('--named='))?.slice('--named='.length);
const wanted = args.filter((one) => !one.startsWith('--'));
const inEngines = options.has('--engines');
const started = Date.now();

const lanes = chooseTests();
const files = [...lanes.node, ...lanes.page];
if (files.length === 0) fail(`There is no such test: ${args.join(' ')}`);
let outcome = await runBuilt(lanes);
const flakes = options.has('--again') || process.env.CI ? await runAgain() : [];

if (files.length > wanted.length) printSlowest(outcome);
// Failed beside the others, and passed by itself.
for (const flake of flakes) console.log(`flake: ${flake}`);
printFailures(outcome);
const { passed, failed, skipped } = outcome;
console.log(`\n${Math.round((Date.now() - started) / 1000)} s${skipped ? `, ${skipped} skipped` : ''}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** @returns {{ node: string[], page: string[] }} */
function chooseTests() {
  const { node, plain, page } = document ? namedIn(document) : listTests();
  // The engines are browsers: tests that could run in Node run in them too.
  if (inEngines) return { node: [], page: [...node, ...page].filter((file) => isWanted(file) ?? true) };
  const isChosen = (file) => isWanted(file) ?? isSlow(file) === options.has('--slow');
  return { node: [...node, ...plain].filter(isChosen), page: page.filter(isChosen) };
}

/** The tests, and those of the folders, that a document names as `test/…`. */
function namedIn(file) {
  const names = [...readFileSync(file, 'utf8').matchAll(/`(test\/[^`*]+)`/g)].map(([, name]) => name);
  const isNamed = (one) => names.some((name) => (name.endsWith('/') ? one.startsWith(name) : one === name));
  return Object.fromEntries(Object.entries(listTests()).map(([lane, all]) => [lane, all.filter(isNamed)]));
}

/** Undefined where no file was named. */
function isWanted(file) {
  if (wanted.length === 0) return undefined;
  return wanted.some(
    (name) => file === name || file.startsWith(`${name.replace(/\/$/, '')}/`) || asPattern(name).test(file),
  );
}

function asPattern(name) {
  const escaped = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('**/', '(?:.*/)?').replace(/(?<![.)])\*+/g, '[^/]*')}$`);
}

/** Builds where a test reads dist, which only slow ones do. */
async function runBuilt(chosen) {
  try {
    if ([...chosen.node, ...chosen.page].some(isSlow)) await buildIfStale('all');
  } catch (error) {
    fail(error.message);
  }
  return runLanes(chosen);
}

async function runLanes({ node, page }) {
  const inNode = () => (node.length > 0 ? nodeOutcome(node) : []);
  const inPages = () =>
    page.length > 0 ? runInBrowser(page, { engines: inEngines ? 'chrome,firefox,webkit' : 'chrome' }) : [];
  // Slow tests start browsers and servers in Node too, which have time limits for each other.
  const outcomes = [...node, ...page].some(isSlow)
    ? [await inNode(), await inPages()]
    : await Promise.all([inNode(), inPages()]);
  return addUp(outcomes.flat());
}

async function nodeOutcome(node) {
  const from = Date.now();
  const results = outcomeOf(
    await runInNode(node, { atOnce: NODE_AT_ONCE, env: COVERAGE && { NODE_V8_COVERAGE: COVERAGE } }),
  );
  printStacks(results);
  const seconds = Math.round((Date.now() - from) / 1000);
  console.log(`In Node: ${results.passed} passed, ${results.failed} failed in ${node.length} files, ${seconds} s.`);
  return results;
}

/** @returns {Promise<string[]>} the flakes */
async function runAgain() {
  const { failedFiles, failures } = outcome;
  if (failedFiles.length === 0) return [];
  console.log(`\nOnce more, by themselves:\n  ${failedFiles.join('\n  ')}`);
  const again = await runLanes({
    node: lanes.node.filter((file) => failedFiles.includes(file)),
    page: lanes.page.filter((file) => failedFiles.includes(file)),
  });
  const still = new Set(again.failures.map(({ where }) => where));
  outcome = {
    ...outcome,
    passed: outcome.passed + Math.max(0, outcome.failed - again.failed),
    failed: again.failed,
    failures: again.failures,
  };
  return failures.map(({ where }) => where).filter((where) => !still.has(where));
}

function fail(message) {
  console.error(message);
  console.log('0 passed, 1 failed');
  process.exit(1);
}

// `npm run check:mutants`: small changes to the source, drawn by a fixed seed over the lines of the parts that protect people, one at
// a time, in a copy. Each should be noticed by a quick test of its part, or by a slow one of its folder or that imports it. A test has
// noticed it when it fails twice with the change and passes without: a busy machine alone makes a test fail now and then.
// Exits 1 where one survives that docs/mutants.md gives no reason for.
//   --count <n>      mutants that are drawn (default: 300)
//   --seed <n>       another seed draws others
//   --from, --to <n> only these of them, counted from 1
//   --jobs <n>       mutants at the same time (default: 2)
//   --continue       leaves out those whose outcome scripts/check-mutants/outcomes.json has: all take hours on a busy machine
//   --write          puts each outcome into that file, and the table into docs/mutants.md
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { SLOW } from './slow-tests.mjs';
import { SourceCopy } from './check-mutations/source-copy.mjs';
import { drawMutants } from './check-mutants/draw.mjs';
import { noteOutcome, outcomeOf, reasonFor, writeMutants } from './check-mutants/report.mjs';
import { TestProcess } from './check-mutants/test-process.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: given } = parseArgs({
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '20260728' },
    from: { type: 'string', default: '1' },
    to: { type: 'string', default: 'Infinity' },
    jobs: { type: 'string', default: '2' },
    continue: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

/** The parts that decide what is stored, shown and allowed, and the tests of each. */
const PARTS = [
  { folder: 'src/approvals', tests: ['approvals', 'session', 'components'] },
  { folder: 'src/auth', tests: ['auth', 'session'] },
  { folder: 'src/content', files: /^(?:sanitize|trusted-html|copied-elements|uri|remote)/, tests: ['content', 'csp'] },
  { folder: 'src/storage', tests: ['storage', 'session', 'transcript'] },
  { folder: 'src/protocol/decode', tests: ['protocol', 'session', 'content'] },
];
/** What the tests of all parts need. */
const COPIED = [
  'src',
  'components',
  'scripts',
  'test',
  'demo',
  'bench',
  'package.json',
  'tsconfig.json',
  'web-test-runner.config.mjs',
  'dist',
];
/** Tests of the sessions and elements that are about each part; without them a survivor would take minutes. */
const ABOUT = {
  'src/approvals':
    /permission|grant|person-calls|audit|unasked|server-requests|roots|page-rules|outgoing|wrong-clock|sign-out|approval/,
  'src/auth': /identit|sign|options|failure-causes/,
  'src/content': /./,
  'src/storage': /stored|storage|cache|tab-|sign-out|wrong-clock|grants|drafts|history|damaged/,
  'src/protocol/decode': /real|session-methods|catalog|resource|completion|tasks|input|content|plan/,
};

await buildIfStale('all');
const mutants = drawMutants(root, PARTS, { count: Number(given.count), seed: Number(given.seed) });
const wanted = mutants.slice(Number(given.from) - 1, Number(given.to));
const outcomes = new Map();
if (given.continue)
  for (const mutant of wanted) {
    const known = outcomeOf(mutant);
    if (known) outcomes.set(mutant, known);
  }
const waiting = wanted.filter((mutant) => !outcomes.has(mutant));
const unchanged = PARTS.filter(({ folder }) => waiting.some(({ file }) => file.startsWith(`${folder}/`)));
const started = Date.now();
const copies = [];
process.on('exit', () => copies.forEach((copy) => copy.remove()));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
await Promise.all(Array.from({ length: Number(given.jobs) }, work));

const rows = wanted.map((mutant) => ({ ...mutant, ...outcomes.get(mutant) }));
const survivors = rows.filter(({ noticed }) => !noticed);
for (const { file, line, from, to } of survivors)
  console.log(`survived  ${file}:${line}  ${JSON.stringify(from.slice(0, 120))} → ${JSON.stringify(to.slice(0, 120))}`);
if (given.write) await writeMutants(rows, { seed: given.seed, seconds: Math.round((Date.now() - started) / 1000) });
const unexplained = survivors.filter((mutant) => reasonFor(mutant) === undefined);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
console.log(`${rows.length - unexplained.length} passed, ${unexplained.length} failed`);
process.exitCode = unexplained.length > 0 || rows.length === 0 ? 1 : 0;

async function work() {
  const copy = new SourceCopy(root, COPIED);
  copies.push(copy);
  const runner = new TestProcess(copy.folder);
  // A test that fails without a change would notice every mutant.
  for (let part = unchanged.shift(); part; part = unchanged.shift()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const by = await firstRealFailure(runner, allTestsOf(part).filter(isQuick));
    if (by !== undefined)
      throw new Error(`The source as it is fails a test of ${part.folder}, so this check says nothing: ${by}`);
    console.error(`as it is: ${part.folder} passes`);
  }
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const change = () => copy.replace(mutant.file, mutant.start, mutant.end, mutant.to);
    change();
    const as = { changed: change, unchanged: () => copy.restore() };
    let by;
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    for (const files of testsOf(mutant)) by ??= await firstRealFailure(runner, files, as);
    copy.restore();
    outcomes.set(mutant, { noticed: by !== undefined, by });
    if (given.write) noteOutcome(mutant, outcomes.get(mutant));
    console.error(
      `${outcomes.size}/${wanted.length} ${by === undefined ? '✗' : '✓'} ${mutant.file}:${mutant.line} ${by ?? 'survives'}`,
    );
  }
  await runner.stop();
}

/**
 * The first test that fails, fails again alone, and passes alone on the source as it is. A file whose test does not is left out.
 * @returns {Promise<string | undefined>}
 */
async function firstRealFailure(runner, files, as) {
  let left = files;
  while (left.length > 0) {
    // oxlint-disable no-await-in-loop -- one after the other
    const { by, file } = await runner.failureIn(left);
    if (by === undefined || file === undefined) return by;
    const again = await runner.failureIn([file]);
    as?.unchanged();
    const without = as && again.by !== undefined ? await runner.failureIn([file]) : {};
    as?.changed();
    if (again.by !== undefined && without.by === undefined) return again.by;
    console.error(`  not counted: ${file}: ${by}`);
    left = left.filter((one) => one !== file);
    // oxlint-enable no-await-in-loop
  }
  return undefined;
}

/** In groups: the quick tests that import the file, the other quick ones of the part, and the slow ones of its own folder. */
function testsOf({ file }) {
  const part = PARTS.find(({ folder }) => file.startsWith(`${folder}/`));
  const all = allTestsOf(part);
  const imported = new RegExp(`/${file.replace(/\.ts$/, '').split('/').slice(1).join('/')}\\.js'`);
  const near = all.filter((one) => imported.test(readFileSync(path.join(root, one), 'utf8')));
  return [
    near.filter(isQuick),
    all.filter((one) => isQuick(one) && !near.includes(one)),
    all.filter((one) => !isQuick(one) && (near.includes(one) || one.startsWith(`test/${part.tests[0]}/`))),
  ];
}

function allTestsOf({ folder, tests }) {
  const own = tests[0];
  return tests
    .flatMap((name) => readdirSync(path.join(root, 'test', name)).map((one) => `test/${name}/${one}`))
    .filter((one) => one.endsWith('.test.ts'))
    .filter((one) => one.startsWith(`test/${own}/`) || ABOUT[folder].test(path.basename(one)));
}

function isQuick(test) {
  return !SLOW.includes(test);
}

// `npm run mutants`: small changes to the source, drawn by a fixed seed over the lines that protect people, one at a time, in a
// copy. Each should be noticed by a quick test of its part, or by a slow one of its folder or that imports it. A test has noticed it
// when it fails twice with the change and passes without: a busy machine alone makes a test fail now and then.
// It prints what was noticed and what was not; all of them take hours on a busy machine. What is found is kept in
// node_modules/.cache while the source and the tests are the same, so a run that was cut goes on.
//   --sample <n>     only so many of those that are drawn, from all parts
//   --part <word>    only those of files whose path has this word
//   --again          forgets what was found before
//   --count <n>      mutants that are drawn (default: 300), and a tenth as many of the guard of presses
//   --seed <n>       another seed draws others
//   --jobs <n>       mutants at the same time (default: 2)
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from './build.mjs';
import { drawMutants } from './mutants/draw.mjs';
import { Results } from './mutants/results.mjs';
import { SourceCopy } from './mutants/source-copy.mjs';
import { TestProcess } from './mutants/test-process.mjs';
import { isSlow } from './test/lanes.mjs';

/**
 * The parts that decide what is stored, shown and allowed, and the tests of each: by folder of test/, the names of the files.
 * Of the first folder the slow tests run too. Without the names, one that nobody notices would take minutes.
 */
const PARTS = [
  {
    folder: 'src/approvals',
    tests: {
      approvals: /./,
      ...each(
        ['session', 'components'],
        /permission|grant|person-calls|audit|unasked|server-requests|roots|page-rules|outgoing|in-the-database|sign-out|approval/,
      ),
    },
  },
  { folder: 'src/auth', tests: { auth: /./, session: /identit|sign|options|failure-causes|cors-lines/ } },
  {
    folder: 'src/content',
    files: /^(?:sanitize|trusted-html|copied-elements|uri|remote)/,
    tests: { content: /./, csp: /./ },
  },
  {
    folder: 'src/storage',
    tests: {
      storage: /./,
      ...each(['session', 'transcript'], /stored|storage|cache|sign-out|in-the-database|grants|drafts|history|damaged/),
    },
  },
  {
    folder: 'src/protocol/decode',
    tests: {
      protocol: /./,
      ...each(['session', 'content'], /real|session-methods|catalog|resource|completion|tasks|input|content|plan/),
    },
  },
];
/** Drawn by itself, so that the draws of the parts stay as they were. */
const PRESSES = { folder: 'components/approval-queue', files: /^press-guard/, tests: { components: /^press-guard/ } };

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: given } = parseArgs({
  options: {
    sample: { type: 'string', default: 'Infinity' },
    part: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '20260728' },
    jobs: { type: 'string', default: '2' },
  },
});
const [count, seed] = [Number(given.count), Number(given.seed)];
const drawn = [
  ...drawMutants(root, PARTS, { count, seed }),
  ...drawMutants(root, [PRESSES], { count: Math.ceil(count / 10), seed }),
]
  .filter(({ file }) => file.includes(given.part))
  // The id is a hash: the first of them are a sample of all parts.
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  .slice(0, Number(given.sample));

await buildIfStale('all');
const results = new Results(root, given);
const waiting = drawn.filter((mutant) => !results.of(mutant));
if (waiting.length < drawn.length) console.error(`${drawn.length - waiting.length} were looked at before`);
const started = Date.now();
const copies = [];
process.on('exit', () => copies.forEach((copy) => copy.remove()));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
await Promise.all(Array.from({ length: Math.min(Number(given.jobs), waiting.length) }, work));
report();

async function work() {
  const copy = new SourceCopy(root);
  copies.push(copy);
  const tests = new TestProcess(copy.folder);
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const by = await whoNotices(mutant, { copy, tests });
    results.note(mutant, { by });
    const done = drawn.filter((one) => results.of(one)).length;
    console.error(
      `${done}/${drawn.length} ${by === undefined ? '✗' : '✓'} ${mutant.file}:${mutant.line} ${by ?? 'not noticed'}`,
    );
  }
  await tests.stop();
}

/** @returns {Promise<string | undefined>} the first test that fails, fails again alone, and passes alone on the source as it is */
async function whoNotices(mutant, { copy, tests }) {
  const failureOf = async (files, isChanged) => {
    if (isChanged) copy.change(mutant);
    const { failed } = await tests.runTests(files);
    copy.restore();
    return failed[0];
  };
  // oxlint-disable no-await-in-loop -- one after the other
  for (const group of testsOf(mutant))
    for (let files = group; files.length > 0;) {
      const failure = await failureOf(files, true);
      if (!failure) break;
      const { file, name } = failure;
      const alone = file ? [file] : files;
      const failsAgain = !file || (await failureOf(alone, true));
      const failsWithout = failsAgain && (await failureOf(alone, false));
      if (failsAgain && !failsWithout) return (file ? `${file}: ${name}` : name).slice(0, 200);
      if (!file) throw new Error(`The tests of ${mutant.file} do not run on the source as it is: ${failsWithout.name}`);
      console.error(`  not counted: ${file}: ${name}`);
      files = files.filter((one) => one !== file);
    }
  // oxlint-enable no-await-in-loop
  return undefined;
}

/** In groups: the quick tests that import the file, the other quick ones of the part, and the slow ones of its own folder. */
function testsOf({ file }) {
  const { tests } = [...PARTS, PRESSES].find(({ folder }) => file.startsWith(`${folder}/`));
  const all = Object.entries(tests).flatMap(([folder, names]) =>
    readdirSync(path.join(root, 'test', folder))
      .filter((name) => name.endsWith('.test.ts') && names.test(name))
      .map((name) => `test/${folder}/${name}`),
  );
  const imported = new RegExp(`/${file.replace(/\.ts$/, '').split('/').slice(1).join('/')}\\.js'`);
  const near = all.filter((one) => imported.test(readFileSync(path.join(root, one), 'utf8')));
  const own = `test/${Object.keys(tests)[0]}/`;
  return [
    near.filter((one) => !isSlow(one)),
    all.filter((one) => !isSlow(one) && !near.includes(one)),
    all.filter((one) => isSlow(one) && (near.includes(one) || one.startsWith(own))),
  ];
}

function report() {
  const part = (word) => JSON.stringify(word.slice(0, 120));
  const missed = drawn.filter((mutant) => results.of(mutant).by === undefined);
  for (const { file, line, from, to } of missed)
    console.log(`not noticed  ${file}:${line}  ${part(from)} → ${part(to)}`);
  if (missed.length > 0) console.log('');
  for (const { folder } of [...PARTS, PRESSES]) {
    const own = drawn.filter(({ file }) => file.startsWith(`${folder}/`));
    const lost = missed.filter((one) => own.includes(one)).length;
    if (own.length > 0) console.log(`${folder}: noticed ${own.length - lost} of ${own.length}`);
  }
  console.log(
    `noticed ${drawn.length - missed.length} of ${drawn.length}, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  process.exitCode = drawn.length === 0 ? 1 : 0;
}

function each(folders, names) {
  return Object.fromEntries(folders.map((folder) => [folder, names]));
}

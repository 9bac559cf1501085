// `npm run bench:keyboard -- <commit>`: what people come for, by keyboard alone, in the demo of another commit and of this one, in
// turns: how many keys they press, and how long it takes. The text of a field is one press.
//   npm run bench:keyboard -- 77b79d1 sampling          the journeys whose name contains this
//   npm run bench:keyboard -- 77b79d1 --in <folder>     the other commit is there already, built
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../scripts/build.mjs';
import { openDemo } from '../test/repo/demo.mjs';
import { createScriptedServer } from '../test/support/scripted-server.mjs';
import { buildOther } from './check-out.mjs';
import { FAILING, JOURNEYS } from './keyboard/journeys.mjs';
import { Person } from './keyboard/person.mjs';
import { markdownTable, measuredOn, table, writeSection } from './report.mjs';
import { medianOf } from './speed.mjs';

const ROUNDS = 5;
const VIEWPORT = { width: 1280, height: 1200 };
const root = fileURLToPath(new URL('..', import.meta.url));

const {
  positionals: [commit, only = ''],
  values: given,
} = parseArgs({ allowPositionals: true, options: { in: { type: 'string' } } });
if (!/^[0-9a-f]{7,40}$/.test(commit ?? '')) throw new Error('Say which commit: npm run bench:keyboard -- 77b79d1');
await buildIfStale('bundles');
const before = given.in ?? buildOther(commit);

const scripted = await createScriptedServer();
const response = await fetch(`${scripted.base}/scenarios`, { method: 'POST', body: JSON.stringify(FAILING) });
const { url: failing } = await response.json();
const demos = { before: await openDemo(before), now: await openDemo(root) };
const version = demos.now.browser.version();
const rows = [];
try {
  for (const journey of JOURNEYS.filter(({ name }) => name.includes(only))) {
    const found = { before: [], now: [] };
    const ways = { before: [], now: [] };
    // The first visit finds the way, and does not count.
    for (let round = 0; round <= ROUNDS; round++)
      for (const [which, demo] of Object.entries(demos)) {
        const result = await go(demo, journey, ways[which]);
        if (round > 0) found[which].push(result);
      }
    rows.push([journey.name, ...[found.before, found.now].flatMap(cellsOf)]);
    console.log(rows.at(-1).join(' | '));
  }
} finally {
  for (const demo of Object.values(demos)) await demo.close();
  scripted.stop();
}

const cells = [['by keyboard', 'presses before', 'ms before', 'presses now', 'ms now'], ...rows];
console.log(`\n${table(cells)}`);
if (only === '')
  await writeSection(
    'bench.md',
    'By keyboard',
    [
      `Written by \`npm run bench:keyboard -- ${commit}\` (${measuredOn(version)}); do not edit. The demo of ${commit} and of this commit, each ${ROUNDS} times in turns, in a window of ${VIEWPORT.width} × ${VIEWPORT.height}: the keys that a person presses who knows the page, where the text of a field is one press, and the median of the milliseconds until what they came for can be read. Somebody reads a question for 0.9 s, which is in no figure. Today a question must stand still for 0.7 s before a press counts.`,
      markdownTable(cells),
    ].join('\n\n'),
  );

/** One journey in a context of its own. @returns {Promise<{ presses: number, ms: number } | undefined>} undefined where there is no way */
async function go({ address, browser }, { start, go: walk }, ways) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const visit = async () => {
    await page.goto(address);
    await page
      .getByText(/^Connected$/)
      .first()
      .waitFor();
  };
  try {
    await visit();
    const servers = await (await page.request.get(new URL('servers.json', address).href)).json();
    const urls = { harbour: servers.find(({ id }) => id === 'modern').url, failing };
    await start(page, urls, visit);
    const person = new Person(page, ways);
    const begun = performance.now();
    await walk(person, urls);
    return { presses: person.presses, ms: performance.now() - begun - person.readMs };
  } catch (error) {
    console.error(error.message);
    return undefined;
  } finally {
    await context.close();
  }
}

function cellsOf(found) {
  const done = found.filter(Boolean);
  if (done.length === 0) return ['no way', '–'];
  return [String(medianOf(done.map(({ presses }) => presses))), String(Math.round(medianOf(done.map(({ ms }) => ms))))];
}

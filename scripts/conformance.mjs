// `npm run conformance`: the official suite against our client in a Chromium page, for each revision that the suite has
// requirements for. The last line is the sum: "N passed, N failed", in scenarios.
//   npm run conformance -- --scenario tools_call    only these (may be repeated)
//   npm run conformance -- --revision 2026-07-28    only this one (may be repeated)
//   npm run conformance -- --auth                   the scenarios about authorization as well, signing in in a window
//   npm run conformance -- --auth --redirect        the page itself goes away to sign in, and comes back
//   npm run conformance -- --relay                  servers without CORS, through the relay of the command
//   npm run conformance -- --places 1               so many scenarios at the same time (4): for a busy machine
//   npm run conformance -- --verbose                with what the suite says
//   npm run conformance -- --write                  puts the table into docs/conformance.md
import { parseArgs } from 'node:util';
import { NOT_JUDGED } from '../test/conformance/expected-authorization.mjs';
import { EXPECTED } from '../test/conformance/expected-checks.mjs';
import { openClientPage } from './conformance/client-page.mjs';
import { inTerminal, writeDocument } from './conformance/report.mjs';
import { startScenarioQueue } from './conformance/scenario-queue.mjs';
import { runSuite, suiteVersion } from './conformance/suite.mjs';
import { judge } from './conformance/verdict.mjs';

const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    revision: { type: 'string', multiple: true },
    auth: { type: 'boolean', default: false },
    redirect: { type: 'boolean', default: false },
    relay: { type: 'boolean', default: false },
    places: { type: 'string', default: '4' },
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (options.write && (options.scenario || options.revision))
  throw new Error('--write is for a whole run: the document would lose what was not run.');
const isAboutAuthorization = (scenario) => scenario.startsWith('auth/');
let chosen = options.scenario;
const isChosen = (scenario) => chosen?.includes(scenario) ?? (options.auth || !isAboutAuthorization(scenario));
const revisions =
  options.revision ?? Object.keys(EXPECTED).filter((revision) => Object.keys(EXPECTED[revision]).some(isChosen));

const started = Date.now();
const client = await openClientPage({ relay: options.relay });
// The suite starts the others as well; their client has nothing to do.
const run = async (job) =>
  isChosen(job.scenario) && !NOT_JUDGED[job.scenario]
    ? client.run({ ...job, way: options.redirect ? 'redirect' : 'popup' })
    : undefined;
const queue = await startScenarioQueue(run, Number(options.places));
console.log(
  `Conformance suite ${suiteVersion}, Chromium ${client.version}, CORS enforced${options.relay ? ', through the relay of the command' : ''}.\n`,
);

const suites = await runSuites(revisions);
const rows = revisions.flatMap((revision, index) => rowsOf(revision, suites[index].checks));
// The suite measures times, and a machine that does something else is late. Whoever is right passes alone.
if (process.env.CI && rows.some(({ passed }) => !passed)) await failedOnceMore();
await client.close();
queue.close();

for (const { words, checks } of suites) if (options.verbose || checks.size === 0) console.log(words);
console.log(inTerminal(rows));
const later = options.auth || options.scenario ? [] : Object.keys(EXPECTED).map(notYet);
for (const { revision, scenarios } of later)
  console.log(
    `\nNot yet in ${revision}: ${scenarios.length} about authorization (--auth runs them)\n  ${scenarios.join(', ')}`,
  );
if (options.write) await writeDocument(rows, later);

const notPassed = rows.filter(({ passed }) => !passed);
const failed = notPassed.length;
// Once more at the end, where a long log is read first.
if (failed > 0) console.log(`\nFailed:\n${inTerminal(notPassed)}`);
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0;
console.log(`${rows.length - failed} passed, ${failed} failed`);

function runSuites(those) {
  return Promise.all(those.map((revision) => runSuite(revision, queue.address)));
}

/** Runs what failed by itself, says so, and puts its new row in the place of the old one. */
async function failedOnceMore() {
  const again = rows.filter(({ passed }) => !passed);
  console.log(`Once more, by themselves:\n${inTerminal(again)}\n`);
  chosen = [...new Set(again.map(({ scenario }) => scenario))];
  const those = [...new Set(again.map(({ revision }) => revision))];
  const results = await runSuites(those);
  for (const row of those.flatMap((revision, index) => rowsOf(revision, results[index].checks))) {
    const place = rows.findIndex(({ revision, scenario }) => revision === row.revision && scenario === row.scenario);
    // One that passed is not judged by its second run.
    if (place >= 0 && !rows[place].passed) rows[place] = row;
  }
}

/** One row for each scenario that we expect something of or that the suite ran. */
function rowsOf(revision, checks) {
  const expected = EXPECTED[revision] ?? {};
  const scenarios = new Set([...Object.keys(expected), ...checks.keys()]);
  return [...scenarios]
    .filter((scenario) => isChosen(scenario) && !NOT_JUDGED[scenario])
    .map((scenario) => {
      const wanted = expected[scenario];
      const { problem, seconds = 0 } = queue.outcomeOf(revision, scenario) ?? {};
      const verdict = judge(wanted ?? [], checks.get(scenario), problem);
      return {
        revision,
        scenario,
        seconds,
        expected: wanted?.length ?? 0,
        ...verdict,
        // A new one of the suite must not pass because nobody said what to expect.
        ...(!wanted && { passed: false, problems: ['test/conformance/expected-checks.mjs does not know it.'] }),
      };
    });
}

function notYet(revision) {
  return { revision, scenarios: Object.keys(EXPECTED[revision] ?? {}).filter(isAboutAuthorization) };
}

// `npm run conformance`: the official suite against our client in a Chromium page, for each revision that the suite has
// requirements for. The last line is the sum: "N passed, N failed", in scenarios.
//   npm run conformance -- --scenario tools_call    only these (may be repeated)
//   npm run conformance -- --revision 2026-07-28    only this one (may be repeated)
//   npm run conformance -- --auth                   the scenarios about authorization as well
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

/** Scenarios in the browser at the same time. */
const PLACES = 4;

const { values: options } = parseArgs({
  options: {
    scenario: { type: 'string', multiple: true },
    revision: { type: 'string', multiple: true },
    auth: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
if (options.write && (options.scenario || options.revision || options.auth))
  throw new Error('--write is for a whole run: the document would lose what was not run.');
const revisions = options.revision ?? Object.keys(EXPECTED);
const isAboutAuthorization = (scenario) => scenario.startsWith('auth/');
const isChosen = (scenario) =>
  options.scenario ? options.scenario.includes(scenario) : options.auth || !isAboutAuthorization(scenario);

const started = Date.now();
const client = await openClientPage();
// The suite starts the others as well; their client has nothing to do.
const run = async (job) => (isChosen(job.scenario) && !NOT_JUDGED[job.scenario] ? client.run(job) : undefined);
const queue = await startScenarioQueue(run, PLACES);
console.log(`Conformance suite ${suiteVersion}, Chromium ${client.version}, CORS enforced.\n`);

const suites = await Promise.all(revisions.map((revision) => runSuite(revision, queue.address)));
const rows = revisions.flatMap((revision, index) => rowsOf(revision, suites[index].checks));
await client.close();
queue.close();

for (const { words, checks } of suites) if (options.verbose || checks.size === 0) console.log(words);
console.log(inTerminal(rows));
const later = options.auth || options.scenario ? [] : revisions.map(notYet);
for (const { revision, scenarios } of later)
  console.log(
    `\nNot yet in ${revision}: ${scenarios.length} about authorization (--auth runs them)\n  ${scenarios.join(', ')}`,
  );
if (options.write) await writeDocument(rows, later);

const failed = rows.filter(({ passed }) => !passed).length;
console.log(`\n${Math.round((Date.now() - started) / 1000)} s`);
process.exitCode = failed > 0 || rows.length === 0 ? 1 : 0;
console.log(`${rows.length - failed} passed, ${failed} failed`);

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

// Measures leaks: 10,000 calls, 1,000 connections each closed again, and the memory in use afterwards.
import { bundle } from './bundle.mjs';
import { createNodeSubject } from './subjects/node-subject.mjs';
import { createPages } from './subjects/page-subject.mjs';

const ERAS = ['legacy', 'modern'];
/** Bytes one call or one connection may leave: less than one small object. */
const KINDS = [
  { kind: 'calls', count: 10_000, limit: 10 },
  { kind: 'connections', count: 1000, limit: 100 },
];
/** Time-outs of messages that want no answer run for 30 s, and may hold something until then. */
const SETTLE_MS = 31_000;

/** @typedef {{ heap: number, listeners?: number, signals?: number }} Remains */

/**
 * Ours, with its own settings, half of it in each era, in Node and in Chromium, beside each other: nothing is timed here.
 * @param {() => Promise<void>} meanwhile done while what is left settles
 * @returns {Promise<{ where: string, kind: string, count: number, before: Remains, after: Remains, perOne: number, flat: boolean }[]>}
 */
export async function measureLeaks(server, meanwhile = async () => {}) {
  const [forPage, forNode] = [await bundle('clients/ours.js', 'browser'), await bundle('clients/ours.js', 'node')];
  const pages = await createPages({ ours: forPage.folder });
  const places = [
    { where: 'Chromium', warmUp: 0.3, make: () => pages.createSubject('ours') },
    // Its heap counts compiled code as well, which comes for as long as something is new.
    { where: 'Node', warmUp: 0.5, make: () => createNodeSubject(`${forNode.folder}/index.js`) },
  ];
  const runs = places.flatMap((place) => KINDS.map((kind) => ({ ...place, ...kind })));
  const carryOut = async ({ subject, kind }, some) => {
    for (const era of ERAS) await subject[kind](server.url(era), {}, some / 2);
  };
  await Promise.all(
    runs.map(async (run) => {
      run.subject = await run.make();
      await carryOut(run, run.count * run.warmUp);
      run.before = await run.subject.remains();
      await carryOut(run, run.count);
      run.atOnce = await run.subject.remains();
    }),
  );
  await Promise.all([meanwhile(), settle()]);
  for (const run of runs) compare(run, await run.subject.remains());
  // A heap wavers by more than a small leak. A real one grows each time.
  const suspects = runs.filter(({ flat }) => !flat);
  await Promise.all(
    suspects.map(async (run) => {
      run.before = run.after;
      await carryOut(run, run.count);
      run.atOnce = await run.subject.remains();
    }),
  );
  if (suspects.length > 0) await settle();
  for (const run of suspects) compare(run, await run.subject.remains());
  for (const { subject } of runs) await subject.close();
  await pages.close();
  return runs;
}

/** Computes the growth of memory and listeners. A leak is there at once and after a while. */
function compare(run, settled) {
  const { before, atOnce, count, limit } = run;
  run.after = settled.heap < atOnce.heap ? settled : atOnce;
  run.perOne = (run.after.heap - before.heap) / count;
  run.flat = run.perOne <= limit && (run.after.listeners ?? 0) <= (before.listeners ?? 0);
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

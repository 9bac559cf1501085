// What stays behind: 10,000 calls, 1,000 connections each closed again, and what is alive afterwards.
import { bundle } from './bundle.mjs';
import { createNodeSubject } from './subjects/node-subject.mjs';
import { createPages } from './subjects/page-subject.mjs';

const ERAS = ['legacy', 'modern'];
/** Bytes one call or one connection may leave: less than one small object, and what a heap wavers by over the whole run. */
const KINDS = [
  { kind: 'calls', count: 10_000, limit: 30 },
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
    { where: 'Chromium', warmUp: 0.1, make: () => pages.createSubject('ours') },
    // Its heap counts compiled code as well, which comes for as long as something is new.
    { where: 'Node', warmUp: 0.5, make: () => createNodeSubject(`${forNode.folder}/index.js`) },
  ];
  const runs = places.flatMap((place) => KINDS.map((kind) => ({ ...place, ...kind })));
  await Promise.all(
    runs.map(async (run) => {
      const { kind, count, warmUp, make } = run;
      run.subject = await make();
      const half = async (some) => {
        for (const era of ERAS) await run.subject[kind](server.url(era), {}, some / 2);
      };
      await half(count * warmUp);
      run.before = await run.subject.remains();
      await half(count);
      run.atOnce = await run.subject.remains();
    }),
  );
  await Promise.all([meanwhile(), new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]);
  const rows = [];
  for (const { where, kind, count, limit, subject, before, atOnce } of runs) {
    const settled = await subject.remains();
    // What leaks is there at both times.
    const after = settled.heap < atOnce.heap ? settled : atOnce;
    const perOne = (after.heap - before.heap) / count;
    const flat = perOne <= limit && (after.listeners ?? 0) <= (before.listeners ?? 0);
    rows.push({ where, kind, count, before, after, perOne, flat });
    await subject.close();
  }
  await pages.close();
  return rows;
}

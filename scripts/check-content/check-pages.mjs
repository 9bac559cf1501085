// Chromium with a few pages side by side. Each takes payloads by the batch, stage by stage; where a batch has anything
// wrong with it, the payloads, and then the fields, are tried one by one.
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { chromeArgs, chromePath } from '../browser.mjs';
import { atMost, bundlePage, openCheckPage } from './check-page.mjs';

const OWN_ARGS = [
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  // The browser asks its maker about forms; and it would start a process for each payload that is shown as a page.
  '--disable-features=AutofillServerCommunication,IsolateSandboxedIframes,Translate,MediaRouter,OptimizationHints',
];
/** Batches after which a page is replaced: the remains of one must not slow down the others. */
const BATCHES_A_PAGE = 8;
/** Times that a run tries parts of a batch; past that, batches are named. */
const TRIES = 300;
/** Times that a page is opened before a run gives up. */
const OPENED_AT_MOST = 5;
/** Payloads of a stage whose field is looked for, for each kind of offence: the others are like them. */
const FIELDS_FOUND_FOR = 3;

/**
 * @param {{ pages: number, timeoutMs: number, entry?: string }} options `entry` is the page, for the check of the check
 * @returns {Promise<{ version: string, stages: { name: string, fields: string[] }[], checkAll: Function, close(): Promise<void> }>}
 */
export async function openCheckPages({ pages, timeoutMs, entry = 'test/content-check/page.ts' }) {
  const modules = await bundlePage(entry);
  const launch = async () =>
    chromium.launch({ executablePath: await chromePath(), args: [...chromeArgs, ...OWN_ARGS] });
  let launched = launch();
  let browser = await launched;
  const version = browser.version();
  let tried = 0;
  const first = await openPage();
  const stages = await first.call('about()');
  await first.close();

  /** A page, also where the last one took its browser along, or the machine is out of memory for a moment. */
  async function openPage() {
    for (let times = 1; ; times++)
      try {
        if (!browser.isConnected() && browser === (await launched)) launched = launch();
        browser = await launched;
        return await openCheckPage(browser, modules);
      } catch (error) {
        if (times === OPENED_AT_MOST) throw error;
        await delay(1000 * times);
      }
  }

  /** One stage with some payloads. The caller replaces a page that does not answer. */
  async function look(open, stage, payloads, fields, turn) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`No end after ${timeoutMs / 1000} s.`)), timeoutMs);
    });
    try {
      const texts = payloads.map(({ payload }) => payload);
      const [name, last] = turn === undefined ? ['check', fields ?? null] : ['checkSpread', turn];
      const asked = open.call(`${name}(...${JSON.stringify([stage.name, texts, last])})`);
      asked.catch(() => {});
      const report = await Promise.race([asked, late]);
      return { ...report, findings: [...report.findings, ...open.take()] };
    } catch (error) {
      const why = error.message.split('\n')[0];
      return {
        findings: [{ wrong: 'broken', detail: why }, ...open.take()],
        lost: true,
        elements: 0,
        frames: 0,
        opened: [],
        ms: 0,
      };
    } finally {
      clearTimeout(timer);
      open.site.forget();
    }
  }

  /**
   * @param {{ size: number, only?: string, tell: Function, turns?: number }} options with `turns`, each field of a stage shows another payload, and
   * each payload is in that many fields of each stage; otherwise each is in all. A batch that has anything wrong with it is done again in full
   */
  async function checkAll(payloads, { size, only, tell, turns }) {
    const wanted = stages.filter(({ name }) => !only || name.includes(only));
    const sums = new Map(
      wanted.map(({ name }) => [name, { elements: 0, frames: 0, ms: 0, shown: 0, opened: new Set() }]),
    );
    const offenders = [];
    const batches = [];
    const step = turns === undefined ? size : size * Math.max(...wanted.map(({ fields }) => fields.length));
    for (let start = 0; start < payloads.length; start += step) batches.push(payloads.slice(start, start + step));
    const waiting = [...batches];
    let done = 0;

    const work = async () => {
      let open = await openPage();
      let used = 0;
      const renew = async () => {
        await open.close();
        open = await openPage();
        used = 0;
      };
      const tryOnce = async (stage, some, fields, turn) => {
        const report = await look(open, stage, some, fields, turn);
        if (report.lost) await renew();
        return report;
      };
      const named = (stage, some, findings, field = '') =>
        void offenders.push({ stage: stage.name, field, payloads: some, findings });
      /** Which field it is that does it. */
      const findField = async (stage, payload, findings) => {
        const alike = offenders.filter(
          (one) => one.stage === stage.name && one.findings[0].wrong === findings[0].wrong,
        );
        if (alike.length >= FIELDS_FOUND_FOR) return named(stage, [payload], findings);
        const before = offenders.length;
        const plain = await tryOnce(stage, [payload], []);
        if (plain.findings.length > 0) return named(stage, [payload], plain.findings, 'with plain words too');
        for (const field of stage.fields) {
          const one = await tryOnce(stage, [payload], [field]);
          if (one.findings.length > 0) named(stage, [payload], one.findings, field);
        }
        if (offenders.length === before) named(stage, [payload], findings);
      };
      /** Finds the payload: by its place, or else by halving the batch. */
      const find = async (stage, some, findings) => {
        const at = ({ payload }) => (some.length === 1 ? 0 : payload);
        for (const index of new Set(findings.map(at)))
          if (index !== undefined)
            await findField(
              stage,
              some[index],
              findings.filter((one) => at(one) === index),
            );
        const unplaced = findings.filter((one) => at(one) === undefined);
        if (unplaced.length === 0) return;
        if (tried >= TRIES) return named(stage, some, unplaced);
        let found = 0;
        for (const half of [some.slice(0, some.length / 2), some.slice(some.length / 2)]) {
          tried++;
          const part = (await tryOnce(stage, half)).findings.filter(
            ({ payload }) => payload === undefined || half.length === 1,
          );
          if (part.length === 0) continue;
          found++;
          await find(stage, half, part);
        }
        // Only together, or only once: named as it was seen.
        if (found === 0) named(stage, some, unplaced, 'together');
      };
      for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
        for (const stage of wanted) {
          if (turns === undefined) await checkBatch(stage, batch);
          else await checkInTurns(stage, batch);
        }
        tell((done += batch.length));
        if (++used >= BATCHES_A_PAGE && waiting.length > 0) await renew();
      }
      await open.close();

      function count(stage, report, shown) {
        const sum = sums.get(stage.name);
        sum.elements += report.elements;
        sum.frames += report.frames;
        sum.ms += report.ms;
        sum.shown += shown;
        for (const url of report.opened) sum.opened.add(url);
      }

      /** Each payload in every field of the stage. */
      async function checkBatch(stage, batch) {
        const report = await tryOnce(stage, batch);
        count(stage, report, batch.length * stage.fields.length);
        if (report.findings.length === 0) return;
        const findings = report.findings.every(isOnce) ? (await tryOnce(stage, batch)).findings : report.findings;
        if (findings.length > 0) await find(stage, batch, findings);
        else tell(done, `${stage.name}, from line ${batch[0].line}: ${report.findings[0].detail} Not the second time.`);
      }

      /** Each payload in some fields of the stage, so many at a time that it has as many boxes as a batch. */
      async function checkInTurns(stage, batch) {
        const own = Math.min(turns, stage.fields.length);
        for (let start = 0; start < batch.length; start += size * stage.fields.length) {
          const some = batch.slice(start, start + size * stage.fields.length);
          for (let turn = 0; turn < own; turn++) {
            const report = await tryOnce(stage, some, undefined, Math.round((turn * stage.fields.length) / own));
            count(stage, report, some.length);
            if (report.findings.length === 0) continue;
            const before = offenders.length;
            for (let at = 0; at < some.length; at += size) await checkBatch(stage, some.slice(at, at + size));
            if (offenders.length === before && !report.findings.every(isOnce))
              named(stage, some, report.findings, 'spread over the fields');
          }
        }
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, Math.min(pages, batches.length)) }, work));
    return { stages: wanted, sums, offenders };
  }

  return { version, stages, checkAll, close: () => atMost(browser.close()) };
}

/** Failures that a busy machine causes too: a page that is late or runs out of memory, a server that got no CPU time. */
const isOnce = ({ wrong, detail }) =>
  wrong === 'broken' && /^(?:No end after|The page crashed|Error: There was never)/.test(detail);

// As missing-files.test.mjs, for each file of each build by itself: it answers 404 or 503, once or for good, from the moment the
// page is connected.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BUILDS, openLateSite } from './late-site.mjs';
import { assertNothingLost, assertNotSent, assertOnlyLoad } from './nothing-lost.mjs';

/** Pages at the same time: each waits more than it works. */
const PAGES = 4;

let site;
before(async () => {
  site = await openLateSite();
});
after(() => site?.close());

/** @returns what is wrong when that file misses, if anything */
async function faultOf(build, lost, status, times) {
  const { page, sent, lose, close } = await site.open(build);
  try {
    await page.evaluate((url) => globalThis.start(url), site.url('everything'));
    lose((file, asked) => (file === lost && asked < times ? status : undefined));
    const results = await page.evaluate(() => globalThis.everyCall());
    assertNothingLost(results);
    const problems = await page.evaluate(() => globalThis.problems());
    assertOnlyLoad(problems);
    // It was asked for once more, and came.
    if (times === 1) {
      assert.equal(results.structured.outputIssues, undefined);
      assert.deepEqual(problems, []);
    }
    const wanted = await page.evaluate(() =>
      globalThis.wantDecision('echo', { message: 'never' }, { startedBy: 'model' }),
    );
    assertNotSent(sent, 'never');
    assert.ok(wanted.asked ? wanted.error.code === 'declined' : wanted.error.code === 'load', wanted.error?.message);
    const question = await page.evaluate(() =>
      globalThis.wantDecision('trigger-sampling-request', { prompt: 'x', maxTokens: 5 }),
    );
    if (!question.asked)
      assert.match(sent.find((body) => body.includes('"error"')) ?? '', /This page could not show the question/);
    if (times === 1) assert.ok(wanted.asked && question.asked, 'the person is asked all the same');
    return undefined;
  } catch (error) {
    return `${lost}: ${error.message.split('\n').slice(0, 4).join(' ')}`;
  } finally {
    await close();
  }
}

for (const build of BUILDS)
  describe(`${build}, a late file that does not come`, () => {
    for (const status of [404, 503])
      for (const [often, times] of [
        ['once', 1],
        ['for good', Infinity],
      ])
        it(`${status} ${often}: no result is lost, nothing is allowed, the server is not blamed`, async () => {
          const files = [...site.lateFiles(build)];
          assert.ok(files.length >= 6, 'the late files were not found');
          const faults = [];
          const next = async () => {
            for (let file = files.pop(); file; file = files.pop())
              // oxlint-disable-next-line no-await-in-loop -- one page after the other
              faults.push(await faultOf(build, file, status, times));
          };
          await Promise.all(Array.from({ length: PAGES }, next));
          assert.deepEqual(
            faults.filter((fault) => fault !== undefined),
            [],
          );
        });
  });

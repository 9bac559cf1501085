// As missing-files.slow.test.mjs, for each file of each build by itself: it answers 404 or 503, once or for good, from the moment the
// page is connected. And for all of them at once, what else may come in the place of a file.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { BUILDS, openLateSite } from './late-site.mjs';
import { assertAllHolds } from './nothing-lost.mjs';

/** Pages at the same time: each waits more than it works. */
const PAGES = 4;

let site;
before(async () => {
  site = await openLateSite();
});
after(() => site?.close());

/** @returns what is wrong when that file misses, if anything */
async function faultOf(build, lost, status, times) {
  try {
    await assertAllHolds(
      site,
      build,
      (file, asked) => (file === lost && asked < times ? status : undefined),
      times === 1,
    );
    return undefined;
  } catch (error) {
    return `${lost}: ${error.message.split('\n').slice(0, 4).join(' ')}`;
  }
}

/** The late files that this page asks for where all come. Another one, such as the words of a language, cannot be missed. */
async function askedFor(build) {
  const asked = new Set();
  await assertAllHolds(site, build, (file) => void asked.add(file));
  return site.lateFiles(build).filter((file) => asked.has(file));
}

for (const build of BUILDS)
  describe(`${build}, a late file that does not come`, () => {
    let asked;
    before(async () => {
      asked = await askedFor(build);
    });

    for (const status of [404, 503])
      for (const [often, times] of [
        ['once', 1],
        ['for good', Infinity],
      ])
        it(`${status} ${often}: no result is lost, nothing is allowed, the server is not blamed`, async () => {
          const files = [...asked];
          assert.ok(files.length > 0, 'no late file was asked for');
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

    for (const fault of ['hangs', 'html', 'html as script', 'wrong type', 'half', 'empty'])
      it(`something else in the place of all of them, ${fault}: the same holds`, async () => {
        const late = new Set(site.lateFiles(build));
        await assertAllHolds(site, build, (file) => (late.has(file) ? fault : undefined));
      });
  });

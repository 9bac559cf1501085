// The demo’s pages in light, dark and 360 px: `demo/serve.mjs`, a real browser, real servers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { openDemo } from './demo.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let demo;

before(async () => {
  demo = await openDemo();
});
after(() => demo?.close());

async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.flat().join(' ')).join(', ')}`);
}

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  '360 px': { viewport: { width: 360, height: 760 } },
};

for (const path of ['/', '/composed.html', '/sign-in.html']) {
  describe(`demo page ${path}`, () => {
    for (const [look, options] of Object.entries(looks))
      it(`has nothing for axe to find, and nothing sideways, in ${look}`, async () => {
        // For axe only: the pages themselves run under their policy in `script-tag.test.mjs`.
        const { page, close } = await demo.visit(path, { ...options, bypassCSP: true });
        assert.deepEqual(await violations(page), []);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.ok(overflow <= 0, `${overflow} px too wide`);
        await close();
      });
  });
}

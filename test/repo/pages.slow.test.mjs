// The demo’s pages in light, dark and 360 px: `demo/serve.mjs`, a real browser, real servers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { themes } from '../../scripts/themes/tokens.mjs';
import { openDemo } from './demo.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let demo;

before(async () => {
  demo = await openDemo();
});
after(() => demo?.close());

async function violations(page) {
  // Colours on their way from one state to the next are the colours of neither.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run());
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.flat().join(' ')).join(', ')}`);
}

const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  '360 px': { viewport: { width: 360, height: 760 } },
};

describe('the demo page in each theme', () => {
  for (const { name } of themes())
    for (const colorScheme of ['light', 'dark'])
      it(`has nothing for axe to find in ${name}, ${colorScheme}, with a tool and a question`, async () => {
        const { page, close } = await demo.visit('/', { colorScheme, bypassCSP: true });
        page.setDefaultTimeout(5_000);
        await page.getByRole('button', { name: 'Your page' }).click();
        await page.locator('#look').selectOption(name);
        await page.reload();
        assert.equal(await page.locator('#look').inputValue(), name);
        assert.deepEqual(await violations(page), []);
        await page.getByRole('option', { name: /^Get Sum/ }).click();
        await page.getByRole('button', { name: /^Run/ }).click();
        await page
          .getByText(/^Fix \d fields/)
          .first()
          .waitFor();
        assert.deepEqual(await violations(page), []);
        await page.getByRole('option', { name: /^Trigger Sampling/ }).click();
        await page
          .getByRole('textbox', { name: /^prompt/i })
          .first()
          .fill('Say hello.');
        await page.getByRole('button', { name: /^Run trigger/ }).click();
        await page.getByRole('alertdialog').waitFor();
        assert.deepEqual(await violations(page), []);
        await close();
      });
});

for (const path of ['/', '/composed.html', '/sign-in.html', '/client-id.html']) {
  describe(`demo page ${path}`, () => {
    for (const [look, options] of Object.entries(looks))
      it(`has nothing for axe to find, and nothing sideways, in ${look}`, async () => {
        // For axe only: the pages themselves run under their policy in `script-tag.slow.test.mjs`.
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

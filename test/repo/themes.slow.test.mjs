// The themes of the package: what they set, and whether it can be read.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chromium } from 'playwright-core';
import { buildIfStale } from '../../scripts/build.mjs';
import { chromeArgs, chromePath } from '../../scripts/browser.mjs';
import { written } from '../../scripts/themes.mjs';
import { contrasts, openThemePage } from '../../scripts/themes/contrast.mjs';
import { HIGH_TEXT, themes, TOKENS } from '../../scripts/themes/tokens.mjs';
import { textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const names = TOKENS.map(({ name }) => name);
const all = themes();
let browser;
let page;

before(async () => {
  await buildIfStale('all');
  browser = await chromium.launch({ executablePath: await chromePath(), args: chromeArgs });
  page = await openThemePage(browser);
});
after(() => browser?.close());

describe('the tokens of the theme', () => {
  const styles = ['styles.ts', 'hues.styles.ts'].map((file) => textOf(`components/internal/${file}`)).join('\n');

  it('are those that the styles read, no more and no fewer', () => {
    assert.deepEqual([...new Set(styles.match(/--mcp-[a-z0-9-]+(?=[,)])/g))].toSorted(), names.toSorted());
  });

  it('are each read under the name that the contrast is computed with', () => {
    none(
      TOKENS.filter(({ name, reader }) => reader && !styles.includes(`${reader}: var(${name},`)).map(
        ({ name }) => name,
      ),
    );
  });

  it('are used: none is for nothing', async () => {
    const { filesIn } = await import('./sources.mjs');
    const rules = filesIn('components', '.ts').map(textOf).join('\n');
    none(TOKENS.filter(({ reader }) => reader && !rules.includes(`var(${reader})`)).map(({ name }) => name));
  });
});

describe('each theme', () => {
  it('is there', () =>
    assert.deepEqual(
      all.map(({ name }) => name),
      ['high-contrast', 'plain', 'soft', 'terminal'],
    ));

  it('sets every token, so that a theme inside another is whole, and nothing that is none', () => {
    for (const { name, css } of all) {
      const set = [...css.matchAll(/^ {2}([a-z-]+):/gm)].map(([, property]) => property);
      assert.deepEqual(set.toSorted(), names.toSorted(), name);
    }
  });

  it('is rules only: nothing that it loads, nothing that a strict policy refuses', () => {
    none(all.filter(({ css }) => /url\(|@import|expression|!important/.test(css)).map(({ name }) => name));
  });

  for (const theme of [{ name: 'no theme', css: '' }, ...all])
    for (const scheme of ['light', 'dark'])
      it(`can be read: ${theme.name}, ${scheme}`, async () => {
        const least = ({ ratio }) => (theme.name === 'high-contrast' && ratio === 4.5 ? HIGH_TEXT : ratio);
        const found = await contrasts(page, { ...theme, scheme });
        none(
          found
            .filter((pair) => pair.contrast < least(pair))
            .map(({ foreground, ground, contrast }) => `${foreground} on ${ground}: ${contrast.toFixed(2)}`),
        );
      });
});

describe('a theme in a page', () => {
  const groundOf = (selector) =>
    page.evaluate((wanted) => {
      const element = document.querySelector(wanted);
      element.style.color = 'var(--_surface)';
      return getComputedStyle(element).color;
    }, selector);
  const rgb = (hex) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

  it('is that of the page where it is linked, of one element where that names it, and of none where the page says default', async () => {
    await contrasts(page, { css: all.map(({ css }) => css).join('\n'), scheme: 'light' });
    await page.evaluate(() => (document.documentElement.dataset.mcpTheme = 'default'));
    assert.equal(await groundOf('mcp-code-view'), rgb('#ffffff'));
    await page.evaluate(() => (document.documentElement.dataset.mcpTheme = 'soft'));
    assert.equal(await groundOf('mcp-code-view'), rgb('#fffdfb'));
    await page.evaluate(() => (document.querySelector('mcp-code-view').dataset.mcpTheme = 'terminal'));
    assert.equal(await groundOf('mcp-code-view'), rgb('#f6f7f0'));
    await page.evaluate(() => (document.querySelector('mcp-code-view').style.colorScheme = 'dark'));
    assert.equal(await groundOf('mcp-code-view'), rgb('#0b0f0b'));
  });

  it('gives way to a person who asks for more contrast', async () => {
    const other = await openThemePage(browser);
    await other.emulateMedia({ contrast: 'more' });
    for (const theme of [{ css: '' }, ...all])
      for (const scheme of ['light', 'dark']) {
        // oxlint-disable-next-line no-await-in-loop -- one page shows them in turn
        const found = await contrasts(other, { ...theme, scheme });
        const quiet = found.filter(({ foreground }) => foreground === '--_text-2' || foreground === '--_line-2');
        none(
          quiet.filter(({ contrast }) => contrast < HIGH_TEXT).map(({ ground }) => `${theme.name} ${scheme} ${ground}`),
        );
      }
  });
});

describe('docs/theming.md', () => {
  it('has the tables as they are now: npm run themes', async () => {
    const other = await openThemePage(browser);
    assert.equal(await written(other), textOf('docs/theming.md'));
  });
});

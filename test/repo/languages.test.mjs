// The whole widget in a language that nobody speaks: each of our words is in brackets and longer than in English, so a word
// without a translation, or one that is put together from pieces, shows. Then from right to left.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDemo, pressWhenReady } from './demo.mjs';
import { readAllMessages } from './messages.mjs';

/** `Reset form` → `⟦Réséét fórm⟧`. Places of params stay. */
function pseudo(message) {
  if (typeof message === 'object')
    return Object.fromEntries(Object.entries(message).map(([category, form]) => [category, pseudo(form)]));
  if (message.trim() === '') return message;
  const longer = message.replaceAll(/\{[^}]*\}|[aeiou]/g, (part) =>
    part.length > 1 ? part : 'áéíóú'['aeiou'.indexOf(part)].repeat(2),
  );
  return `⟦${longer}⟧`;
}

const MESSAGES = Object.fromEntries(readAllMessages().map(({ key, message }) => [key, pseudo(message)]));

let demo;
before(async () => {
  demo = await openDemo();
});
after(() => demo?.close());

/** Opens the demo in that language. */
async function speaking(lang, dir, messages, options = {}) {
  const visit = await demo.visit('/', options);
  await visit.page.evaluate(
    async ({ lang, dir, messages }) => {
      const { registerMessages } = await import('/mcp-embed.js');
      registerMessages(lang, messages);
      const client = document.querySelector('mcp-client');
      client.lang = lang;
      client.dir = dir;
    },
    { lang, dir, messages },
  );
  await visit.page.waitForFunction(() => document.querySelector('mcp-client').shadowRoot.textContent.includes('⟦'));
  return visit;
}

/**
 * Texts on the screen that are not in brackets and not a server’s: those of a server are isolated, or in a place that says
 * that their language is unknown.
 */
function untranslated(page) {
  return page.evaluate(() => {
    const found = new Set();
    const spoken = ['aria-label', 'title', 'placeholder', 'aria-description', 'alt'];
    const ours = (text) => text.replaceAll(/⟦[^⟦⟧]*⟧/g, '').replaceAll(/⟦[^⟧]*⟧/g, '');
    const isWord = (text) => /\p{L}{2}/u.test(text);
    const THEIRS =
      'bdi, [lang=""], [dir="auto"], pre, code, kbd, .mono, time, option, mcp-content, mcp-json-view [role=tree]';
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (['STYLE', 'SCRIPT'].includes(element.localName.toUpperCase())) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        for (const name of spoken) {
          const text = element.getAttribute(name) ?? '';
          // A name may hold a server’s words beside ours: it is ours if brackets are in it.
          if (isWord(text) && !text.includes('⟦') && !element.closest(THEIRS)) found.add(`[${name}] ${text}`);
        }
        if (element.closest(THEIRS)) continue;
        // A sentence may be in several nodes: its brackets are around all of them.
        const block = element.closest(
          'p, li, button, summary, label, h1, h2, h3, h4, dt, dd, span, div, figcaption, legend',
        );
        const whole = block?.textContent ?? '';
        for (const node of element.childNodes) {
          const text = node.nodeType === 3 ? node.data.trim() : '';
          if (!isWord(text) || !isWord(ours(text))) continue;
          const [before, behind] = [
            whole.slice(0, whole.indexOf(text)),
            whole.slice(whole.indexOf(text) + text.length),
          ];
          const isInside = before.lastIndexOf('⟦') > before.lastIndexOf('⟧') && behind.includes('⟧');
          if (!isInside && !text.startsWith('⟦') && !text.endsWith('⟧'))
            found.add(`${element.localName}: ${text.slice(0, 120)}`);
        }
      }
    };
    visit(document.querySelector('mcp-client').shadowRoot);
    return [...found];
  });
}

/** The states of the widget that are looked at, each after the one before. */
const STATES = [
  ['the list of tools', async () => {}],
  [
    'a form',
    async (page) => {
      await page.getByRole('option', { name: /^Get Sum/ }).click();
      await page.getByRole('spinbutton').or(page.getByRole('textbox')).first().waitFor();
    },
  ],
  [
    'a form with errors',
    async (page) => {
      await page.locator('[part~="submit-button"]').first().click();
      await page.locator('[data-name="error-summary"]').waitFor();
    },
  ],
  [
    'a result',
    async (page) => {
      await page.getByRole('option', { name: /^Echo/ }).click();
      await page.getByRole('textbox', { name: /^message/i }).fill('hello');
      await page.locator('[part~="submit-button"]').first().click();
      await page.getByText(/hello/).first().waitFor();
    },
  ],
  [
    'a question about a model',
    async (page) => {
      await page.getByRole('option', { name: /^Trigger Sampling/ }).click();
      await page
        .getByRole('textbox', { name: /^prompt/i })
        .first()
        .fill('Say hello.');
      await page.locator('[part~="submit-button"]').first().click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  [
    'a resource',
    async (page) => {
      await pressWhenReady(page.locator('[part~="decline-button"]').last());
      await page.locator('[data-name="section-button"]').nth(1).click();
      await page.getByRole('option', { name: /architecture/ }).click();
      await page
        .getByText(/Everything/)
        .first()
        .waitFor();
    },
  ],
  [
    'a prompt',
    async (page) => {
      await page.locator('[data-name="section-button"]').nth(2).click();
      await page
        .getByRole('option', { name: /^Arguments/ })
        .first()
        .click();
      await page.getByRole('combobox', { name: /city/i }).waitFor();
    },
  ],
  ['the log', async (page) => page.locator('[data-name="section-button"]').nth(3).click()],
  [
    'the transcript',
    async (page) => {
      await page.locator('[data-name="section-button"]').nth(4).click();
      await page.locator('mcp-transcript').getByRole('option').first().click();
    },
  ],
  [
    'what is known of the server',
    async (page) => {
      await page.locator('[data-name="details-button"], [aria-expanded][part~="details-button"]').first().click();
    },
  ],
];

describe('every word of the widget', () => {
  it('is in a catalogue', async () => {
    const { page, close } = await speaking('en-XA', 'ltr', MESSAGES);
    page.setDefaultTimeout(8000);
    const missed = {};
    for (const [state, go] of STATES) {
      // oxlint-disable-next-line no-await-in-loop -- one state after the other
      await go(page).catch((error) => assert.fail(`${state}: ${error.message}`));
      // oxlint-disable-next-line no-await-in-loop
      const words = await untranslated(page);
      if (words.length > 0) missed[state] = words;
    }
    assert.deepEqual(missed, {});
    await close();
  });
});

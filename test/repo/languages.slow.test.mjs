// The whole widget in a language that nobody speaks: each of our words is in brackets and longer than in English, so a word
// without a translation, or one that is put together from pieces, shows. Then from right to left.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openDemo, pressWhenReady } from './demo.mjs';
import { readAllMessages, readLocale } from './messages.mjs';

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
      const { registerMessages } = await import(`${location.origin}/mcp-embed.esm.js`);
      registerMessages(lang, messages);
      const workspace = document.querySelector('mcp-workspace');
      workspace.lang = lang;
      workspace.dir = dir;
    },
    { lang, dir, messages },
  );
  await visit.page.waitForFunction(() => document.querySelector('mcp-workspace').shadowRoot.textContent.includes('⟦'));
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
    // A level is a word of the protocol, and an address that is an example is the same in every language.
    const THEIRS =
      'bdi, [lang=""], [dir="auto"], pre, code, kbd, .mono, time, .time, .level, option, input[dir="ltr"], mcp-content, mcp-json-view [role=tree]';
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (['STYLE', 'SCRIPT'].includes(element.localName.toUpperCase())) continue;
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        for (const name of spoken) {
          const text = element.getAttribute(name) ?? '';
          // A name may hold a server’s words beside ours: it is ours if brackets are in it.
          // An item is named by its server, and so is the pane that shows it.
          const isItem =
            element.matches('article, [data-name="detail-pane"]') ||
            (name === 'title' && element.matches('[part~="tab"]'));
          if (isWord(text) && !text.includes('⟦') && !element.closest(THEIRS) && !isItem)
            found.add(`[${name}] ${text}`);
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
          // A sentence may have others in it.
          const isInside = before.split('⟦').length > before.split('⟧').length && behind.includes('⟧');
          if (!isInside && !text.startsWith('⟦') && !text.endsWith('⟧'))
            found.add(`${element.localName}: ${text.slice(0, 120)}`);
        }
      }
    };
    visit(document.querySelector('mcp-workspace').shadowRoot);
    return [...found];
  });
}

/**
 * The states of the widget that are looked at, each after the one before.
 * @type {[state: string, go: (page: import('playwright-core').Page) => Promise<unknown>][]}
 */
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
      // The text itself, formatted: the name of the server has the same words.
      await page.locator('[part~="document"] h1').waitFor();
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
    'what is known of the server',
    async (page) => {
      await page.locator('[data-name="details-button"], [aria-expanded][part~="details-button"]').first().click();
    },
  ],
  ['a form with wrong values of every kind', showWrongForm],
];

async function showWrongForm(page) {
  const inputSchema = wrongSchema();
  await page.evaluate((schema) => {
    const definition = { name: 'plan', inputSchema: schema };
    const form = Object.assign(document.createElement('mcp-tool-form'), { definition });
    document.querySelector('mcp-workspace').client.shadowRoot.append(form);
  }, inputSchema);
  const messages = page.locator('mcp-tool-form').last().locator('#message');
  await messages.nth(Object.keys(inputSchema.properties).length - 1).waitFor();
}

/** A server’s own defaults show at once what is wrong with them. */
function wrongSchema() {
  const text = { type: 'string' };
  const wrong = [
    [{ ...text, minLength: 3 }, 'x'],
    [{ ...text, minLength: 2, maxLength: 2 }, 'xxx'],
    ...[
      ['email', 'uri', 'uri-reference', 'date', 'time', 'date-time', 'duration', 'uuid', 'hostname', 'ipv4', 'ipv6'],
      ['json-pointer', 'relative-json-pointer', 'uri-template', 'regex'],
    ]
      .flat()
      .map((format) => [{ ...text, format }, '{(\\']),
    ...['^[A-Z][a-z0-9_-]*\\.(?:png|jpg)$', '^\\d{4}$', '^[a-z]{2,5}$', '^(asc|desc)$', '^cus_', '^(ab|c)+!$'].map(
      (pattern) => [{ ...text, pattern }, '!'],
    ),
    [{ type: 'integer' }, 1.5],
    [{ type: 'integer' }, 'five'],
    [{ type: ['string', 'number'], minimum: 5 }, true],
    [{ type: 'number', minimum: 5 }, 1],
    [{ type: 'number', exclusiveMaximum: 5 }, 9],
    [{ type: 'number', multipleOf: 0.5 }, 0.3],
    [{ enum: ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'] }, 'fg'],
    [{ type: 'array', items: text, minItems: 2 }, ['x']],
    [{ type: 'array', items: text, uniqueItems: true }, ['xx', 'xx']],
    [{ type: 'array', items: text, contains: { ...text, minLength: 9 } }, ['xx']],
    [{ ...text, not: { enum: ['xx', 'yy'] } }, 'xx'],
    [{ ...text, allOf: [{ format: 'email' }, { format: 'ipv4' }] }, 'me@example.com'],
    [{ ...text, anyOf: [{ format: 'email' }, { minLength: 9 }, { pattern: '^(ab|c)+!$' }] }, 'xx'],
    [{ type: 'object', properties: { aa: text, bb: text }, anyOf: [{ required: ['aa'] }, { required: ['bb'] }] }, {}],
    [{ type: 'object', properties: { aa: text }, minProperties: 1 }, {}],
    [
      {
        oneOf: [
          { type: 'array', items: text },
          { type: 'array', maxItems: 3 },
        ],
      },
      ['xx'],
    ],
  ];
  const properties = Object.fromEntries(wrong.map(([schema, value], at) => [`f${at}`, { ...schema, default: value }]));
  return { type: 'object', properties, required: Object.keys(properties) };
}

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

  it('is in its own direction in Arabic, and the words of a server keep theirs', async () => {
    const { page, close } = await demo.visit('/', { viewport: { width: 360, height: 760 } });
    page.setDefaultTimeout(8000);
    await page.evaluate(() => Object.assign(document.querySelector('mcp-workspace'), { lang: 'ar', dir: 'rtl' }));
    await page.waitForFunction(() =>
      /[\u0600-\u06ff]/.test(document.querySelector('mcp-workspace').shadowRoot.textContent),
    );
    await page.getByRole('option', { name: /^Echo/ }).click();
    await page.getByRole('textbox', { name: /^message/i }).fill('hello');
    await page.locator('[part~="submit-button"]').first().click();
    await page
      .getByText(/Echo: hello/)
      .first()
      .waitFor();
    assert.deepEqual(await mixed(page), []);
    await page.locator('[data-name="back-button"]').click();
    await page.getByRole('option', { name: /^Trigger Sampling/ }).click();
    await page
      .getByRole('textbox', { name: /^prompt/i })
      .first()
      .fill('Say hello.');
    assert.deepEqual(await mixed(page), []);
    await page.locator('[part~="submit-button"]').first().click();
    await page.getByRole('alertdialog').waitFor();
    assert.deepEqual(await mixed(page), []);
    // In a question the English words are one press away.
    await pressWhenReady(page.getByRole('button', { name: 'English' }));
    await page.getByRole('heading', { name: 'Reply in place of a model?' }).waitFor();
    await pressWhenReady(page.locator('[part~="decline-button"]').last());
    await showWrongForm(page);
    assert.deepEqual(await mixed(page), []);
    await close();
  });
});

/** Latin words that the Arabic sentences have themselves. */
const LATIN = new Set(
  [...readLocale('ar').values()]
    .flatMap((message) => (typeof message === 'string' ? [message] : Object.values(message)))
    .flatMap((form) => form.replaceAll(/\{[^}]*\}/g, ' ').match(/[A-Za-z]{3,}/g) ?? []),
);

/** Words of a server that stand in our text without being isolated, and what is wider than its place. */
async function mixed(page) {
  const found = await page.evaluate(() => {
    const words = [];
    // What is only for screen readers has no direction on the screen.
    const THEIRS = 'bdi, [dir], [lang=""], pre, code, kbd, .mono, textarea, input, select, .visually-hidden';
    const visit = (root) => {
      for (const element of root.querySelectorAll('*')) {
        if (element.shadowRoot) visit(element.shadowRoot);
        if (element.closest(THEIRS) || element.localName === 'style' || !element.checkVisibility()) continue;
        for (const node of element.childNodes)
          if (node.nodeType === 3 && /[\u0600-\u06ff]/.test(node.data))
            words.push(...(node.data.match(/[A-Za-z]{3,}|\d+\s(?:m?s|[KMG]?B)\b/g) ?? []));
      }
    };
    visit(document.querySelector('mcp-workspace').shadowRoot);
    return { words, isWide: document.documentElement.scrollWidth > innerWidth };
  });
  return [...found.words.filter((word) => !LATIN.has(word)), ...(found.isWide ? ['the page scrolls sideways'] : [])];
}

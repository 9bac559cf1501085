import { expect } from '@open-wc/testing';
import { LitElement } from 'lit';
import { McpElement } from '../../components/internal/mcp-element.js';
import { html } from '../../components/internal/html.js';
import {
  defineMessages,
  errorMessage,
  languageInUse,
  MAX_LANGUAGES,
  registerMessages,
} from '../../components/words/messages.js';
import { dayOf, formatCount } from '../../components/internal/text.js';
import type { Grants } from '../../src/approvals/index.js';
import { McpError, Store } from '../../src/index.js';
import { defineErrorTexts } from '../../src/errors.js';
import { eventually } from '../fixtures/eventually.js';

const t = defineMessages({
  'test.hello': 'Hello',
  'test.ask': '{server} asks for {what}.',
  'test.kept': 'Kept for {days, number} days in {year}.',
  'test.tools': { one: '{count, number} tool of {server}', other: '{count, number} tools of {server}' },
  'test.onlyEnglish': 'Only in English',
  'test.risky': 'Send this to {host}?',
});

class Speaker extends McpElement {
  static override properties = { server: {} };
  declare server: string;

  override render(): unknown {
    return html`<p>${t('test.hello')}</p>
      <p class="ask">${t.rich('test.ask', { server: this.server ?? 'files', what: html`<b>a name</b>` })}</p>
      <p class="tools">${t('test.tools', { count: 5000, server: 'files' })}</p>
      <p class="english">${t('test.onlyEnglish')}</p>`;
  }
}
customElements.define('test-speaker', Speaker);

async function speaker(lang?: string): Promise<LitElement> {
  const element = document.createElement('test-speaker') as LitElement;
  if (lang !== undefined) element.lang = lang;
  document.body.append(element);
  await element.updateComplete;
  return element;
}

const wordsOf = (element: LitElement): string[] =>
  [...element.renderRoot.querySelectorAll('p')].map(({ textContent }) => textContent!.trim());

describe('the words of the elements', () => {
  before(() => {
    registerMessages('de', {
      'test.hello': 'Hallo',
      'test.ask': '{what} möchte {server} haben.',
      'test.kept': '{year}: {days, number} Tage.',
      'test.tools': { one: 'ein Werkzeug von {server}', other: '{count, number} Werkzeuge von {server}' },
      'test.error': 'Kein {thing} in {list}, {size, number} gesucht.',
    });
    registerMessages('ar', {
      'test.tools': {
        zero: 'لا أدوات من {server}',
        one: 'أداة من {server}',
        two: 'أداتان من {server}',
        few: '{count, number} أدوات من {server}',
        many: '{count, number} أداة من {server}',
        other: '{count, number} أداة من {server}',
      },
    });
    registerMessages('zh-Hans', { 'test.hello': '你好' });
  });
  afterEach(() => {
    document.querySelectorAll('test-speaker').forEach((each) => each.remove());
    document.documentElement.removeAttribute('lang');
  });

  it('are English where the page says no language', async () => {
    expect(wordsOf(await speaker())).to.deep.equal([
      'Hello',
      'files asks for a name.',
      '5,000 tools of files',
      'Only in English',
    ]);
  });

  it('are in the language of the element, with its order of words, its numbers and its plurals', async () => {
    const element = await speaker('de');
    expect(wordsOf(element).slice(0, 3)).to.deep.equal([
      'Hallo',
      'a name möchte files haben.',
      '5.000 Werkzeuge von files',
    ]);
    expect(t('test.tools', { count: 1, server: 'x' })).to.equal('ein Werkzeug von x');
    expect(t('test.kept', { days: 1000, year: 2026 })).to.equal('2026: 1.000 Tage.');
    expect(formatCount(1234.5)).to.equal('1.234,5');
    expect(dayOf(Date.UTC(2026, 9, 3, 12))).to.equal('3. Oktober 2026');
  });

  it('have the plural forms of languages with more than two', async () => {
    await speaker('ar');
    const forms = [0, 1, 2, 3, 11, 100].map((count) =>
      t('test.tools', { count, server: 'x' }).replace(/[\d٠-٩]+ /, ''),
    );
    expect(forms).to.deep.equal(['لا أدوات من x', 'أداة من x', 'أداتان من x', 'أدوات من x', 'أداة من x', 'أداة من x']);
  });

  it('a missing sentence is English, with the numbers of English', async () => {
    const element = await speaker('de');
    expect(wordsOf(element).at(-1)).to.equal('Only in English');
    expect(t('test.risky', { host: 'a.example' })).to.equal('Send this to a.example?');
  });

  it('follow the `lang` of the page and of anything around the element', async () => {
    const element = await speaker();
    document.documentElement.lang = 'de-AT';
    await eventually(() => wordsOf(element)[0] === 'Hallo');
    const box = document.createElement('div');
    box.lang = 'en';
    document.body.append(box);
    box.append(element);
    await eventually(() => wordsOf(element)[0] === 'Hello');
    box.lang = 'de';
    await eventually(() => wordsOf(element)[0] === 'Hallo');
    box.remove();
  });

  it('find Simplified Chinese for `zh-CN`, and English for a script that has no words', async () => {
    expect(wordsOf(await speaker('zh-CN'))[0]).to.equal('你好');
    expect(wordsOf(await speaker('zh-TW'))[0]).to.equal('Hello');
  });

  it('an unknown language, or one that is none, is English', async () => {
    for (const lang of ['tlh', 'not a language', '😀', 'x'.repeat(10_000), '']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(wordsOf(await speaker(lang))[0], lang.slice(0, 20)).to.equal('Hello');
      expect(languageInUse()).to.equal('en');
    }
  });

  it('two elements of a page can speak two languages', async () => {
    const [one, other] = await Promise.all([speaker('de'), speaker('en')]);
    expect([wordsOf(one)[0], wordsOf(other)[0]]).to.deep.equal(['Hallo', 'Hello']);
  });

  it('change when a page registers them late', async () => {
    const element = await speaker('fr');
    expect(wordsOf(element)[0]).to.equal('Hello');
    registerMessages('fr', { 'test.hello': 'Bonjour' });
    await eventually(() => wordsOf(element)[0] === 'Bonjour');
  });

  it('a page can change single English sentences', async () => {
    registerMessages('en', { 'test.onlyEnglish': 'Words of the page' });
    expect(wordsOf(await speaker()).at(-1)).to.equal('Words of the page');
    registerMessages('en', { 'test.onlyEnglish': 'Only in English' });
  });

  it('markup in a sentence is text', async () => {
    registerMessages('nl', { 'test.hello': '<img src=x onerror="alert(1)">Hallo' });
    const element = await speaker('nl');
    expect(wordsOf(element)[0]).to.equal('<img src=x onerror="alert(1)">Hallo');
    expect(element.renderRoot.querySelector('img')).to.equal(null);
  });

  it('a name of a server is isolated, and its hidden characters are signs', async () => {
    const element = (await speaker()) as Speaker;
    element.server = 'evil\u202Etxt.exe';
    await element.updateComplete;
    const name = element.renderRoot.querySelector('.ask bdi')!;
    expect(name.textContent).to.not.include('\u202E');
    expect(name.querySelector('.hidden-character')).to.not.equal(null);
  });

  it('a sentence without the params of the English one is not used, and named in the console', async () => {
    const warnings = await warningsDuring(async () => {
      registerMessages('it', { 'test.risky': 'Inviare?', 'test.ask': '{server} chiede {what} a {whom}.' });
      await speaker('it');
      expect(t('test.risky', { host: 'a.example' })).to.equal('Send this to a.example?');
      expect(t('test.ask', { server: 'a', what: 'b' })).to.equal('a asks for b.');
    });
    expect(warnings).to.have.length(2);
    expect(warnings[0]).to.include('"test.ask" in "it" does not have the params {server}, {what}.');
  });

  it('a half catalogue with wrong values keeps what can be used', async () => {
    const wrong = { 'test.hello': 'Olá', 'test.ask': 7, 'test.tools': { one: 'um' }, 'test.kept': 'x'.repeat(5000) };
    const warnings = await warningsDuring(async () => registerMessages('pt-BR', wrong as never));
    expect(warnings).to.have.length(3);
    expect(wordsOf(await speaker('pt-BR'))).to.deep.equal([
      'Olá',
      'files asks for a name.',
      '5,000 tools of files',
      'Only in English',
    ]);
  });

  it('refuses a language that is none, no messages, and too many languages, and says what to do', () => {
    expect(() => registerMessages('not a language', {})).to.throw('Use one such as “de” or “pt-BR”.');
    expect(() => registerMessages('de', null as never)).to.throw('“de” are not an object');
    expect(() => {
      for (let at = 0; at <= MAX_LANGUAGES; at++) registerMessages(`en-x-${at}`, {});
    }).to.throw('100 languages');
  });

  it('errors say their sentence in the language too, in English where it is missing', async () => {
    const texts = defineErrorTexts({
      'test.error': 'No {thing} in {list}, looked for {size, number}.',
      'test.other': 'No.',
    });
    const error = new McpError('internal', texts('test.error', { thing: 'tool', list: ['a', 'b', 'c'], size: 4096 }));
    await speaker('de');
    expect(errorMessage(error)).to.equal('Kein tool in a, b und c, 4.096 gesucht.');
    expect(errorMessage(new McpError('internal', texts('test.other')))).to.equal('No.');
    await speaker('en');
    expect(errorMessage(error)).to.equal('No tool in a, b and c, looked for 4,096.');
    expect(error.message).to.equal('No tool in a, b and c, looked for 4,096.');
  });

  it('a sentence of an error without its params is not used either, and named in the console', async () => {
    const texts = defineErrorTexts({ 'test.refused': '{host} refused ({status}).' });
    const error = new McpError('internal', texts('test.refused', { host: 'a.example', status: 403 }));
    const warnings = await warningsDuring(async () => {
      registerMessages('it', { 'test.refused': 'Rifiutato ({status}).' });
      await speaker('it');
      expect(errorMessage(error)).to.equal('a.example refused (403).');
    });
    expect(
      warnings.filter((each) => each.includes('"test.refused" in "it" does not have the params {host}, {status}.')),
    ).to.have.length(1);
    registerMessages('it', { 'test.refused': '{host} ha rifiutato ({status}).' });
    expect(errorMessage(error)).to.equal('a.example ha rifiutato (403).');
  });
});

async function warningsDuring(run: () => Promise<void>): Promise<readonly string[]> {
  const { warn } = console;
  const warnings: string[] = [];
  console.warn = (text: string) => warnings.push(text);
  try {
    await run();
  } finally {
    console.warn = warn;
  }
  return warnings;
}

describe('a language that comes with the library', () => {
  it('is used where the element asks for it, and not for the language of the page alone, before a native reader has reviewed it', async () => {
    const { McpPermissionsElement } = await import('../../components/index.js');
    if (!customElements.get('mcp-permissions')) customElements.define('mcp-permissions', McpPermissionsElement);
    const element = new McpPermissionsElement();
    const grants = { all: new Store([]), refresh: async () => {} };
    element.grants = grants as unknown as Grants;
    document.documentElement.lang = 'es';
    document.body.append(element);
    await eventually(() => element.renderRoot.textContent?.includes('No decisions yet.'));
    element.lang = 'es-MX';
    await eventually(() => element.renderRoot.querySelector('[part="empty"]')?.textContent?.includes('decisiones'));
    element.remove();
    document.documentElement.removeAttribute('lang');
  });
});

import { expect, fixture, html } from '@open-wc/testing';
import '../../components/define/mcp-json-view.js';
import '../../components/define/mcp-page-view.js';
import '../../components/define/mcp-tool-result.js';
import { errorWords, useLanguage } from '../../components/words/messages.js';
import { formatBytes } from '../../components/internal/text.js';
import { planBlock, type RenderPlan } from '../../src/content/index.js';
import { errorTextOf } from '../../src/errors.js';
import type { ToolResult } from '../../src/index.js';
import { readBlock } from '../../src/protocol/decode/content.js';
import { base64, PNG } from '../content/samples.js';
import { eventually } from '../fixtures/eventually.js';
import { formatted, part, show, showContents, text, words } from './content-harness.js';

const says = (element: Element, sentence: string): Promise<string> =>
  eventually(
    () => words(element),
    (said) => said.includes(sentence),
  );

describe('why content is shown another way', () => {
  afterEach(() => useLanguage('en'));

  it('is said in the language of the element, with sizes as it writes them, and changes with it', async () => {
    const element = await show({ type: 'image', data: PNG, mimeType: 'image/png' }, { limits: { decodedBytes: 10 } });
    await says(element, 'The image has 68 bytes. At most 10 bytes are opened here.');
    element.lang = 'de';
    await says(element, 'Das Bild hat 68 Byte. Hier werden höchstens 10 Byte geöffnet.');
    element.lang = 'ar';
    await says(element, 'حجم الصورة');
    expect(words(element)).to.include('الحد الأقصى لما يُفتح هنا');
    element.lang = 'en';
    await says(element, 'At most 10 bytes are opened here.');
  });

  it('isolates what the server says in it', async () => {
    const element = await showContents({ mimeType: 'application/pdf', blob: base64('only words\n') });
    element.lang = 'de';
    await says(element, 'Der Server nennt application/pdf, aber die Daten sind Text.');
    const note = part(element, 'note')!;
    expect([...note.querySelectorAll('bdi')].map((each) => each.textContent)).to.deep.equal(['application/pdf']);
  });

  it('names kinds of files', async () => {
    const element = await showContents({ mimeType: 'application/zip', blob: base64('PK\x03\x04') });
    element.lang = 'de';
    await says(element, 'ZIP-Archiv · application/zip · 4 Byte');
  });

  it('numbers the places in JSON that is none, and says what is wrong there', async () => {
    const element = await fixture<HTMLElement>(html`<mcp-json-view lang="de" .source=${'{"a":1,}'}></mcp-json-view>`);
    await says(
      element,
      'Dieser Text ist kein gültiges JSON. Zeile 1, Spalte 8: Vor } steht ein Komma zu viel. Es wird angezeigt, wie es kam.',
    );
    element.lang = 'ar';
    await says(element, 'قبل } فاصلة زائدة.');
  });

  it('says why there is no page and no formatted text', async () => {
    const policy = { limits: { htmlCharacters: 200 } };
    const long = 'x'.repeat(1234);
    const page = await fixture<HTMLElement>(
      html`<mcp-page-view lang="de" .text=${long} .policy=${policy}></mcp-page-view>`,
    );
    await says(page, 'Nicht als Seite angezeigt: Sie hat 1.234 Zeichen; die Grenze ist 200.');
    const markdown = await fixture<HTMLElement>(
      html`<mcp-content
        lang="de"
        .contents=${{ uri: 'a://x', mimeType: 'text/markdown', text: long }}
        .policy=${{ limits: { markdownCharacters: 1000 } }}
      ></mcp-content>`,
    );
    await says(markdown, 'Nicht formatiert: Markdown mit 1.234 Zeichen; die Grenze sind 1.000 Zeichen.');
  });

  it('has the plural forms of the language', async () => {
    const deep = `${'> '.repeat(40)}a\n${'> '.repeat(40)}b`;
    const element = await showContents({ mimeType: 'text/markdown', text: deep });
    await formatted(element);
    await says(element, 'Shown as it came: 2 lines that are nested more than 32 deep.');
    element.lang = 'ar';
    await says(element, 'يُعرض كما وصل: سطران بتداخل أعمق من');
  });

  it('says what the formatted text leaves out, and what stands in its places', async () => {
    const source =
      '> [!WARNING]\n> hot\n\n- [x] a\n- [ ] b\n\nc[^1] [d](https://a.example "SECRET") ![e](x.png) ![](y.png)\n\n[^1]: f';
    const element = await showContents({ mimeType: 'text/markdown', text: source });
    const box = await formatted(element);
    const label = (selector: string): string | null | undefined =>
      box.querySelector(selector)?.getAttribute('aria-label');
    await eventually(() => label('.footnotes a'));
    expect([label('li:first-child > input'), label('sup a'), label('.footnotes a')]).to.deep.equal([
      'Done',
      'Footnote 1',
      'Back to where footnote 1 is mentioned',
    ]);
    const alert = (): string => box.querySelector('.alert-title')!.textContent;
    expect(alert()).to.equal('Warning');
    element.lang = 'de';
    await eventually(() => label('sup a') === 'Fußnote 1');
    expect(alert()).to.equal('Warnung');
    expect([label('li:first-child > input'), label('.footnotes a')]).to.deep.equal([
      'Erledigt',
      'Zurück zu der Stelle, die Fußnote 1 nennt',
    ]);
    expect(box.textContent).to.include('Bild wurde nicht geladen: „e“').and.include('Bild wurde nicht geladen.');
    expect(part(element, 'unseen')!.querySelector('pre')!.textContent.trim()).to.equal('Titel eines Links: SECRET');
    element.lang = 'en';
    await eventually(() => label('sup a') === 'Footnote 1');
    expect(box.textContent).to.include('Image was not loaded: “e”');
  });

  it('is said of a block that cannot be read, whoever found it', async () => {
    const element = await show(readBlock({ type: 'text' }));
    element.lang = 'de';
    await says(element, '„text“ fehlt.');
    const result = { content: 5, isError: 'no' } as unknown as ToolResult;
    const shown = await fixture<HTMLElement>(html`<mcp-tool-result lang="de" .result=${result}></mcp-tool-result>`);
    await says(shown, '„isError“ ist ein Text; erwartet: wahr oder falsch. Der Wert: "no"');
    await eventually(() => shown.shadowRoot!.querySelector('mcp-content')?.shadowRoot?.textContent.includes('Zahl'));
    await says(shown.shadowRoot!.querySelector('mcp-content')!, '„content“ ist eine Zahl; erwartet: eine Liste.');
  });

  it('keeps the words of a page for its own blocks, and no markup becomes any', async () => {
    const element = await show({ type: 'unreadable', reason: 'It is <b>mine</b>.', raw: {} });
    element.lang = 'de';
    await says(element, 'It is <b>mine</b>.');
    expect(part(element, 'note')!.querySelector('b')).to.equal(null);
  });

  it('leaves lines and tables their buttons in every language', async () => {
    const element = await showContents({ mimeType: 'text/x-python', text: 'a = 1\nb = 2\n' });
    const shown = (): string[] =>
      [...element.shadowRoot!.querySelectorAll<HTMLElement>('.actions > button')].map((each) => each.dataset['name']!);
    const names = shown();
    element.lang = 'de';
    await says(element, 'Herunterladen');
    expect(shown()).to.deep.equal(names);
  });
});

describe('a plan, in any language', () => {
  afterEach(() => useLanguage('en'));

  it('has the English words, the key and what stands in it', () => {
    const plan = planBlock({ type: 'audio', data: '', mimeType: 'audio/wav' }) as Extract<
      RenderPlan,
      { kind: 'blocked' }
    >;
    expect(plan).to.deep.include({ message: 'The audio is empty.', key: 'content.empty.audio', params: {} });
    expect(errorWords(errorTextOf(plan))).to.equal('The audio is empty.');
  });

  it('writes sizes as the language in use does', () => {
    expect(formatBytes(1_500_000)).to.equal('1.5 MB');
    useLanguage('fr');
    expect(formatBytes(1_500_000)).to.match(/^1,5\sMo$/u);
  });
});

describe('a text block', () => {
  it('without anything to say has no note', async () => {
    expect(part(await show(text('hello')), 'note')).to.equal(null);
  });
});

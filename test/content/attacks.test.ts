import { aTimeout, expect } from '@open-wc/testing';
import { formatMarkdown, offeredScheme, planBlock, readAddress } from '../../src/content/index.js';
import { safeFileName } from '../../src/content/file-name.js';
import { iconCandidates, iconOf } from '../../src/content/icons.js';
import { pageDocument } from '../../src/content/page.js';
import { sanitizeHtml } from '../../src/content/sanitize.js';
import { hasHidden, visibleText } from '../../src/content/hidden-text.js';
import { ADDRESSES, ATTACKS, MARKDOWN_ATTACKS } from './attacks.js';
import { dangers } from './dangers.js';
import { expectFewElements } from './few-elements.js';
import { leftovers } from './hostile.js';
import { base64 } from './samples.js';

const OWN_CLASS = /^class=(?:group|hidden-character)$/;

/** What comes of it in the page: nothing, whatever is done to it. */
async function expectHarmless(root: HTMLElement): Promise<void> {
  delete window.__ran;
  // Two classes are of our own making.
  expect(leftovers(root).filter((one) => !OWN_CLASS.test(one))).to.deep.equal([]);
  document.body.append(root);
  for (const element of root.querySelectorAll('*'))
    for (const type of ['mouseover', 'focus', 'toggle', 'load', 'error']) element.dispatchEvent(new Event(type));
  await aTimeout(0);
  root.remove();
  expect(window.__ran).to.equal(undefined);
  const asked = performance.getEntriesByType('resource').filter(({ name }) => /\/never\/|evil\.example/.test(name));
  expect(asked.map(({ name }) => name)).to.deep.equal([]);
}

describe('attacks on content', () => {
  before(() => performance.clearResourceTimings());

  for (const { title, html } of ATTACKS) {
    it(`${title}: nothing of it in sanitized text`, () => expectHarmless(sanitizeHtml(html)!.root));

    it(`${title}: nothing of it in a page`, async () => {
      const page = await pageDocument(html);
      if (page.kind === 'refused') return;
      const read = new DOMParser().parseFromString(page.html, 'text/html');
      expect(dangers(read)).to.deep.equal([]);
    });
  }

  for (const { title, html } of [...MARKDOWN_ATTACKS, ...ATTACKS])
    it(`${title}: nothing of it in Markdown`, async () => {
      const formatted = await formatMarkdown(html);
      if (formatted.kind === 'formatted') await expectHarmless(formatted.fragment.root);
    });

  it('no address of these is opened, offered, or an icon', () => {
    for (const address of ADDRESSES) {
      expect(readAddress(address).kind, address).to.equal('text');
      expect(offeredScheme(address), address).to.equal(undefined);
      for (const { kind } of iconCandidates([{ src: address }], 'light', 16)) expect(kind, address).to.equal('inline');
    }
  });

  it('an icon is what its bytes are, whatever it says', async () => {
    const html = '<script>1</script>';
    expect(iconOf(`data:image/png;base64,${btoa(html)}`)).to.equal(undefined);
    expect(iconOf(`data:image/svg+xml,${encodeURIComponent(html)}`)).to.equal(undefined);
    expect(iconOf('data:image/png;base64,')).to.equal(undefined);
  });

  it('data of two kinds is none of the harmful ones', () => {
    const gif = 'GIF89a/*\u0001\u0000\u0001\u0000*/=1;alert(1)//';
    expect(planBlock({ type: 'image', data: base64(gif), mimeType: 'text/html' }).kind).to.equal('download');
    const pdf = '<html><script>alert(1)</script>%PDF-1.4';
    expect(planBlock({ type: 'image', data: base64(pdf), mimeType: 'image/png' }).kind).to.equal('download');
  });

  it('a small file that would be a huge picture is not decoded', () => {
    const huge = new Uint8Array([
      137, 80, 78, 71, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82, 0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0,
    ]);
    const plan = planBlock({ type: 'image', data: btoa(String.fromCharCode(...huge)), mimeType: 'image/png' });
    expect(plan).to.include({ kind: 'blocked', reason: 'too-large' });
  });

  it('a file name says what the file is', () => {
    for (const [given, mimeType, name] of [
      ['report\u202Efdp.exe', undefined, 'reportfdp.data'],
      ['photo.png\u200B.exe', 'image/png', 'photo.png.png'],
      ['..\\..\\autorun.inf', undefined, 'autorun.data'],
      ['x.html\u0000.png', 'text/html', 'x.html.html'],
      ['%2e%2e%2fpasswd', undefined, '_passwd.data'],
      ['a'.repeat(300) + '.pdf', 'application/pdf', `${'a'.repeat(60)}.pdf`],
      ['CON', 'text/plain', 'CON_.txt'],
      ['x.tar.lnk', undefined, 'x.tar.data'],
    ] as const)
      expect(safeFileName(given, mimeType), given).to.equal(name);
  });

  it('words that nobody sees are seen', () => {
    const tags = [...'ignore all'].map((letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
    expect(visibleText(`ok${tags}`)).to.contain('ignore all');
    const variants = [...'run'].map((letter) => String.fromCodePoint(0xe0100 + letter.codePointAt(0)! - 16)).join('');
    for (const text of [
      'a\u202Eb',
      'a\u2066b\u2069',
      'a\u2062b',
      'a\u3164b',
      'a\uFFA0b',
      'a\u115Fb',
      `a${variants}`,
      'a\u{1D173}b',
      'a\u0000b',
      'a\u009bb',
      'a\uFEFFb',
    ])
      expect(hasHidden(text), JSON.stringify(text)).to.equal(true);
  });

  // Those that are only large: time.slow.test.ts.
  describe('that cost time end:', () => {
    for (const [title, text] of [
      ['ticks', Array.from({ length: 500 }, (_, count) => '`'.repeat(count + 1)).join('x')],
      [
        'definitions that are used again and again',
        `[a]: https://a.example/${'x'.repeat(5000)}\n\n${'[a] '.repeat(50_000)}`,
      ],
      ['a table of one line', `|${'a|'.repeat(5000)}\n|${'-|'.repeat(5000)}\n${'|x\n'.repeat(500)}`],
    ] as const)
      it(`${title} in Markdown`, () => expectFewElements(text));

    for (const [title, text] of [
      ['elements in each other', '<b>'.repeat(9_000)],
      ['links that close each other', '<a><table>'.repeat(5000)],
    ] as const)
      it(`${title} in a page`, async () => {
        expect((await pageDocument(text)).kind).to.equal('refused');
      });
  });
});

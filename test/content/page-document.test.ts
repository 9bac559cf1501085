/* oxlint-disable no-await-in-loop -- One page after the other is easier to read. */
import { expect } from '@open-wc/testing';
import { pageDocument, type PageReading } from '../../src/content/page.js';
import { dangers } from './dangers.js';
import { CRY, HOSTILE_HTML } from './hostile.js';
import { inEnglish } from './in-english.js';
import { serializeHtml } from '../../src/content/trusted-html.js';

type Page = Extract<PageReading, { kind: 'page' }>;

async function pageOf(html: string): Promise<Page> {
  const page = await pageDocument(html);
  if (page.kind !== 'page') throw new Error(page.note.text);
  return page;
}
/** As the frame will read it. */
const read = async (html: string): Promise<Document> =>
  new DOMParser().parseFromString((await pageOf(html)).html, 'text/html');
const body = async (html: string): Promise<string> => (await read(html)).body.innerHTML;

describe('a page for a frame', () => {
  for (const { title, html } of HOSTILE_HTML)
    it(`has nothing of ${title}`, async () => expect(dangers(await read(html))).to.deep.equal([]));

  it('has its policy before everything, whatever comes first', async () => {
    for (const html of [
      '<!-- <head> --><img src=https://a.example/x>',
      '<body title="<head>">x',
      '<html manifest=x><head><style>@import "https://a.example"</style>',
      '<meta http-equiv=content-security-policy content="default-src *">x',
      '',
    ]) {
      const first = (await read(html)).head.firstElementChild!;
      expect(first.getAttribute('http-equiv')).to.equal('content-security-policy');
      expect(first.getAttribute('content')).to.match(/^default-src 'none';/);
      expect((await read(html)).querySelectorAll('meta')).to.have.length(1);
    }
  });

  it('keeps what it looks like', async () => {
    const html =
      '<h1 class="a" id="t" style="color: red">T</h1><svg viewBox="0 0 8 8"><linearGradient id="g"></linearGradient><circle r="4" fill="url(#g)"></circle></svg><img src="data:image/png;base64,AA==" alt="x"><p data-x="1">a &lt; b &amp; c\u00a0d</p>';
    expect(await body(`<style>.a > b { color: red }</style>${html}`)).to.equal(html.replace('\u00a0', '&nbsp;'));
    expect((await read('<style>.a > b { content: "<" }</style>x')).querySelector('style')!.textContent).to.equal(
      '.a > b { content: "<" }',
    );
    expect(await body('<pre>\n\n x</pre>')).to.equal('<pre>\n x</pre>');
  });

  describe('loads nothing by its styles, apart from its policy', () => {
    const REQUESTS = [
      '@import "https://a.example/x.css";',
      '@IMPORT url(https://a.example);',
      '@\\69mport "https://a.example";',
      'p { background: url(https://a.example) }',
      'p { background: URL( "//a.example" ) }',
      'p { background: u/**/rl(https://a.example) }',
      'p { background: \\75 rl(https://a.example) }',
      'p { background: \\u\\r\\l(https://a.example) }',
      'p { --x: \\000075rl(https://a.example); background: var(--x) }',
      'p { background: image-set("https://a.example" 1x) }',
      "p { background: -webkit-image-set('https://a.example' 1x) }",
      'p { background: image(ltr "https://a.example") }',
      'p { background: src("https://a.example") }',
      '@font-face { font-family: x; src: url(https://a.example) }',
      'p { cursor: url(https://a.example), auto; filter: url(https://a.example#x) }',
      'p { background: url(data:text/html,x) }',
    ];
    for (const css of REQUESTS)
      it(css, async () => {
        for (const html of [`<style>${css}</style>x`, `<svg><style>${css.replace(/</g, '&lt;')}</style></svg>`]) {
          const page = await pageOf(html);
          const shown = new DOMParser().parseFromString(page.html, 'text/html').querySelector('style')!.textContent;
          expect(shown).to.match(/@none|none\(/);
          expect(shown).to.not.match(/@import|(?:url|image-set|image|src)\(/i);
          expect(page.removed).to.be.above(0);
        }
      });

    it('nor by the styles of an element', async () => {
      const shown = await body(
        '<p style="background: url(https://a.example)">x</p><svg><circle fill="url(https://a.example#g)"></circle></svg>',
      );
      expect(shown).to.not.include('url(');
      expect(shown).to.include('none(https://a.example');
    });

    it('but keeps what is inside', async () => {
      const css = `p { background: url(data:image/png;base64,AA==); mask: url( "#m" ); content: "\\201C @ (" }
        @font-face { src: url('data:font/woff2;base64,AA==') } a { background: image-set(linear-gradient(red, blue) 1x) } /* url(x) */`;
      const page = await pageOf(`<style>${css}</style>x`);
      expect(new DOMParser().parseFromString(page.html, 'text/html').querySelector('style')!.textContent).to.equal(css);
      expect(page.removed).to.equal(0);
    });

    it('and ends no element that it did not end', async () => {
      const shown = await read('<style>p { background: url(//a.example) } </\\73tyle><img src=x></style>x');
      expect(shown.querySelector('style')!.textContent).to.equal('');
      expect(shown.querySelector('img')).to.equal(null);
    });
  });

  it('keeps the way it wants to be laid out', async () => {
    expect((await read('<p>x')).compatMode).to.equal('BackCompat');
    expect((await read('<!DOCTYPE html><p>x')).compatMode).to.equal('CSS1Compat');
    expect((await read('<html lang=ar dir=rtl><body class=dark>x')).documentElement.dir).to.equal('rtl');
    expect((await read('<html lang=ar dir=rtl><body class=dark>x')).body.className).to.equal('dark');
  });

  it('says where its links led, and keeps only those inside itself', async () => {
    const page = await pageOf(
      '<a href=" https://a.example/x ">one <b>two</b></a><a href="#top">up</a><map><area href="https://b.example" alt=three></map><svg><a xlink:href="https://c.example"><text>four</text></a></svg><math href="https://d.example"><mi>x</mi></math><a href="javascript:1">five</a>',
    );
    expect(page.links).to.deep.equal([
      { href: 'https://a.example/x', text: 'one two' },
      { href: 'https://b.example', text: 'three' },
      { href: 'https://c.example', text: 'four' },
      { href: 'javascript:1', text: 'five' },
    ]);
    expect(page.html.match(/href="[^"]*"/g)).to.deep.equal(['href="#top"']);
  });

  it('says what is not loaded and what was left out', async () => {
    const page = await pageOf(
      `<title> A\n page </title><img src=https://a.example/1><img src=/2><script>${CRY}</script><form><input></form><iframe></iframe>`,
    );
    expect(page.title).to.equal('A page');
    expect(page.images).to.deep.equal(['https://a.example/1', '/2']);
    expect(page.removed).to.equal(3);
  });

  it('is not fooled by elements that call themselves like members of a form or a document', async () => {
    const names = [
      'attributes',
      'childNodes',
      'localName',
      'replaceWith',
      'removeAttributeNode',
      'nodeType',
      'nodeName',
    ];
    for (const name of names)
      for (const attribute of ['name', 'id']) {
        const html = `<form action=/never onsubmit=${CRY}><input ${attribute}=${name}><img ${attribute}=${name} src=/never/x><a href=//a.example>x</a></form>`;
        expect(dangers(await read(html)), html).to.deep.equal([]);
      }
    for (const name of ['querySelectorAll', 'documentElement', 'compatMode', 'head', 'body', 'querySelector'])
      expect(
        dangers(await read(`<img name=${name} id=${name}><form name=${name}></form><a href=//a.example>x</a>`)),
      ).to.deep.equal([]);
  });

  it('is safe as the frame reads it, also where reading it changes it', async () => {
    for (const { html } of HOSTILE_HTML) {
      const again = (await read(html)).documentElement.outerHTML;
      expect(dangers(new DOMParser().parseFromString(again, 'text/html'))).to.deep.equal([]);
    }
  });

  for (const [title, html] of [
    ['a table in a form in a table', '<table><form><tr><td><form><a href=//a.example>x</a></td></tr></form></table>'],
    [
      'style in MathML',
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;a href=//a.example&gt;">`,
    ],
    ['style in SVG', '<svg><style>&lt;/style>&lt;a href="//a.example">x</style></svg>'],
    ['a closing tag in style', '<svg></p><style><a id="</style><a href=//a.example>x</a>">'],
    ['noscript', '<noscript><style></noscript><a href=//a.example>x</a></style></noscript>'],
    ['a declarative shadow root', '<div><template shadowrootmode=open><a href=//a.example>x</a></template></div>'],
    ['text areas', '<textarea></textarea><textarea>\n</textarea><a href=//a.example>x</a></textarea>'],
    ['names nobody writes', '<a"b href=//a.example>x</a"b><p a"b="1" c<d=2>x</p>'],
    [
      'a list of nested quotes',
      '<p title="&lt;/p&gt;&lt;a href=//a.example&gt;">x</p><p title=\'"><a href=//a.example>\'>',
    ],
    [
      'XML',
      '<?xml version="1.0"?><!DOCTYPE html SYSTEM "x"><html xmlns="http://www.w3.org/1999/xhtml"><body><a href="//a.example"/></body></html>',
    ],
  ] as const)
    it(`has no way out through ${title}`, async () => expect(dangers(await read(html))).to.deep.equal([]));

  it('is refused beyond the limits, with the reason', async () => {
    const long = await pageDocument('x'.repeat(300), { limits: { htmlCharacters: 200 } });
    expect(inEnglish(long)).to.deep.equal({
      kind: 'refused',
      note: 'Not shown as a page: it has 300 characters; the limit is 200.',
    });
    const much = await pageDocument('<b>'.repeat(300), { limits: { htmlTags: 200 } });
    expect(much.kind).to.equal('refused');
    const deep = await pageDocument('<div/>'.repeat(300), { limits: { formattedDepth: 200 } });
    expect(deep.kind).to.equal('refused');
    const drawn = `<ul>${'<li><p>x<br>'.repeat(300)}</ul><svg>${'<path d="M0 0"/>'.repeat(300)}</svg>`;
    expect((await pageDocument(drawn, { limits: { formattedDepth: 200 } })).kind).to.equal('page');
  });
});

describe('a tree written as HTML', () => {
  it('is the same tree when it is parsed: an element without an end tag stays one element', () => {
    const root = document.createElement('div');
    root.innerHTML = 'a<br>b<img alt="x">c<hr><p>d</p>';
    expect(serializeHtml(root)).to.equal('<div>a<br>b<img alt="x">c<hr><p>d</p></div>');
  });
});

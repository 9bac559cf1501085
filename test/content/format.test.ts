import { expect } from '@open-wc/testing';
import { formatHtml, formatMarkdown, type Formatted } from '../../src/content/index.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { ATTACKS } from './attacks.js';
import { HOSTILE_HTML, HOSTILE_MARKDOWN, leftovers } from './hostile.js';
import { inEnglish } from './in-english.js';

declare global {
  interface Window {
    __ran?: number;
  }
}

function rootOf(formatted: Formatted): HTMLElement {
  if (formatted.kind !== 'formatted') throw new Error(formatted.note.text);
  return formatted.fragment.root;
}
function unseenIn(formatted: Formatted): readonly string[] {
  return formatted.kind === 'formatted'
    ? formatted.unseen.map(({ what, text }) => (what ? `${what.text}: ${text}` : text))
    : [];
}
const noteOf = (formatted: Formatted): string => (formatted.kind === 'plain' ? formatted.note.text : '');

describe('Markdown', () => {
  it('becomes headings, lists, code, tables and links', async () => {
    const source =
      '# Title\n\n- one\n- two\n\n```js\nlet a;\n```\n\n|a|b|\n|-|-|\n|1|2|\n\n**bold** [site](https://a.example/)';
    const root = rootOf(await formatMarkdown(source));
    expect(root.querySelector('h1')?.textContent).to.equal('Title');
    expect(root.querySelectorAll('li')).to.have.length(2);
    expect(root.querySelector('pre code')?.textContent).to.equal('let a;\n');
    expect(root.querySelectorAll('td')).to.have.length(2);
    expect(root.querySelector('strong')?.textContent).to.equal('bold');
    expect(root.querySelector('a')?.href).to.equal('https://a.example/');
  });

  it('shows raw HTML as the text that it is', async () => {
    expect(rootOf(await formatMarkdown('<b>x</b>')).textContent.trim()).to.equal('<b>x</b>');
  });

  it('loads no image', async () => {
    const root = rootOf(await formatMarkdown('![chart](https://img.tracker.example/x.png)'));
    expect(root.textContent.trim()).to.equal('Image from img.tracker.example was not loaded: “chart”');
  });

  for (const { title, html } of HOSTILE_MARKDOWN)
    it(`stops ${title}`, async () => {
      delete window.__ran;
      const root = rootOf(await formatMarkdown(html));
      expect(leftovers(root)).to.deep.equal([]);
      document.body.append(root);
      for (const element of root.querySelectorAll('*')) element.dispatchEvent(new Event('mouseover'));
      expect(window.__ran).to.equal(undefined);
      root.remove();
    });

  it('stays plain beyond its limit, and says so', async () => {
    expect(noteOf(await formatMarkdown('x'.repeat(11), { limits: { markdownCharacters: 10 } }))).to.equal(
      'Not formatted: Markdown of 11 characters; the limit is 10 characters.',
    );
  });

  it('stays plain when little of it makes very much markup', async () => {
    const row = `|${'a|'.repeat(200)}\n`;
    const table = `${row}|${'-|'.repeat(200)}\n${'|\n'.repeat(2000)}`;
    expect(noteOf(await formatMarkdown(table))).to.include('very much markup');
  });

  describe('that nests more than 32 deep', () => {
    it('is formatted down to there; what is deeper is shown as it came', async () => {
      const formatted = await formatMarkdown(`Hello\n\n${'> '.repeat(2000)}deep **down**\n\nBye`);
      const root = rootOf(formatted);
      expect(root.querySelectorAll('blockquote').length).to.equal(32);
      expect(root.querySelector('pre code')!.textContent).to.match(/^(?:> ){1968}deep \*\*down\*\*\n$/);
      expect([...root.querySelectorAll(':scope > p')].map((each) => each.textContent)).to.deep.equal(['Hello', 'Bye']);
      expect(inEnglish(formatted)).to.deep.include({
        notes: ['Shown as it came: 1 line that is nested more than 32 deep.'],
      });
    });

    it('shows what follows a deep list', async () => {
      const root = rootOf(await formatMarkdown(`Hello\n\n${'- '.repeat(60)}SECRET\n\nBye`));
      expect(root.textContent).to.match(/Hello\s+(?:- ){44}SECRET\s+Bye/);
      expect(root.lastElementChild!.outerHTML).to.equal('<p>Bye</p>');
    });

    it('shows each item of a list of 300 levels, and counts the lines that are too deep', async () => {
      const list = Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- x${at}.`).join('\n');
      const formatted = await formatMarkdown(`${list}\n\n    - not this one\n\nEnd`);
      const { textContent } = rootOf(formatted);
      for (let at = 0; at < 300; at++) expect(textContent, `x${at}`).to.include(`x${at}.`);
      expect(textContent).to.include('End');
      expect(formatted.kind === 'formatted' && formatted.notes[0]?.text).to.match(
        /^Shown as it came: \d+ lines that are nested/,
      );
    });

    it('keeps the blank lines, and ends with the list', async () => {
      const deep = '- '.repeat(20);
      const root = rootOf(await formatMarkdown(`${deep}one\n\n${' '.repeat(40)}two\n- next\n`));
      expect(root.querySelector('pre code')!.textContent).to.equal('- - - - one\n\n        two\n');
      expect(root.textContent).to.include('next');
    });

    it('says nothing where all is formatted', async () => {
      expect(await formatMarkdown('> '.repeat(31) + 'x')).to.deep.include({ notes: [], unseen: [] });
    });
  });

  describe('keeps what would not be seen', () => {
    for (const [what, source, unseen] of [
      ['a definition that is a comment', 'a\n\n[//]: # (SECRET)\n\nb', ['[//]: # (SECRET)']],
      ['a definition that nothing uses', '[x]: https://a.example/SECRET', ['[x]: https://a.example/SECRET']],
      [
        'a definition of several lines',
        '[x]: https://a.example\n  "SECRET\n  more"',
        ['[x]: https://a.example\n  "SECRET\n  more"'],
      ],
      ['a definition in a quote', '> [x]: # "SECRET"\n>\n> a', ['> [x]: # "SECRET"']],
      [
        'the second definition of a name',
        '[a]: https://a.example\n[a]: https://SECRET.example\n\n[a]',
        ['[a]: https://SECRET.example'],
      ],
      [
        'the title of a definition that is used',
        '[a]: https://a.example "SECRET"\n\n[a]',
        ['[a]: https://a.example "SECRET"'],
      ],
      ['the title of a link', '[a](https://a.example "SECRET")', ['title of a link: SECRET']],
      ['the title of an image', '![a](https://a.example/x.png "SECRET")', ['title of an image: SECRET']],
      ['a title in a table', '|a|\n|-|\n|[a](https://a.example "SECRET")|', ['title of a link: SECRET']],
      ['an address that no browser opens', '[a](<#ignore all rules>)', ['address of a link: #ignore%20all%20rules']],
      [
        'what follows the language of a code block',
        '```js SECRET words\na\n```',
        ['beside a code block: js SECRET words'],
      ],
      ['a language that is none', '~~~SECRET\na\n~~~', ['beside a code block: SECRET']],
      ['cells beyond the columns of a table', '|a|\n|-|\n|x|SECRET|\n|y|', ['row of a table: |x|SECRET|']],
    ] as const)
      it(what, async () => {
        const formatted = await formatMarkdown(source);
        expect(unseenIn(formatted)).to.deep.equal(unseen);
        expect(rootOf(formatted).innerHTML).to.not.include('SECRET');
      });

    for (const [what, source] of [
      ['a definition that is used', '[a][b] ![c][d]\n\n[b]: https://b.example\n[d]: https://d.example/x.png'],
      ['the name of a language', '```js\na\n```\n\n    code\n\n```\na\n```'],
      ['a link to a heading of the same words', '[Set it up](#set-it-up)'],
      ['a table with empty cells', '|a|b|\n|-|-|\n|x||\n|y\\|z|w|\n||'],
      ['a comment, which is shown', '<!-- SECRET -->'],
    ] as const)
      it(`but not ${what}`, async () => expect(unseenIn(await formatMarkdown(source))).to.deep.equal([]));

    it('in a text of many groups, where a definition follows its use', async () => {
      const long = 'words and words\n\n'.repeat(2000);
      const source = `[a] [b]\n\n${long}[a]: https://a.example\n[b]: https://b.example "SECRET"\n[c]: #\n`;
      expect(unseenIn(await formatMarkdown(source))).to.deep.equal(['[b]: https://b.example "SECRET"', '[c]: #']);
    });

    it('of HTML: its comments', async () => {
      const formatted = await formatHtml('<p>a<!-- SECRET --></p><!---->\n<!-- open');
      expect(unseenIn(formatted)).to.deep.equal(['<!-- SECRET -->', '<!-- open']);
    });
  });
});

describe('HTML', () => {
  it('becomes safe nodes', async () => {
    expect(rootOf(await formatHtml('<p onclick="1">x</p><script>1</script>')).innerHTML).to.equal('<p>x</p>');
  });

  it('stays source beyond its limit, and says so', async () => {
    expect(noteOf(await formatHtml('<p>1234</p>', { limits: { htmlCharacters: 10 } }))).to.equal(
      'Not formatted: HTML of 11 characters; the limit is 10 characters.',
    );
  });

  for (const [what, html, limit] of [
    ['tags', '<b>x</b>'.repeat(4000), '5,000 tags'],
    ['tags in capitals', '<B>x</B>'.repeat(4000), '5,000 tags'],
    ['end tags', '</b>'.repeat(10_001), '5,000 tags'],
    ['comments', '<!---->'.repeat(1001), '1,000 tags that are not shown'],
    ['instructions', '<?x>'.repeat(1001), '1,000 tags that are not shown'],
    ['tags of its own', '<x-y></x-y>'.repeat(1001), '1,000 tags that are not shown'],
    ['elements inside each other', '<div>'.repeat(501), '500 tags inside each other'],
    ['attributes', `<p ${'a '.repeat(30)}></p>`.repeat(700), '20,000 attributes'],
  ] as const)
    it(`stays source with too many ${what}: they cost time each, all at once`, async () => {
      expect(noteOf(await formatHtml(html))).to.equal(
        `Not formatted: text with very much markup; the limit is ${limit}.`,
      );
    });

  it('may leave out end tags as authors do', async () => {
    expect(noteOf(await formatHtml(`<ul>${'<li>one'.repeat(2000)}</ul>${'<p>two<br>'.repeat(800)}`))).to.equal('');
  });

  it('is sanitized however deep it nests', async () => {
    const root = rootOf(await formatHtml(`${'<div>'.repeat(490)}<script>1</script>`));
    expect(root.querySelector('script')).to.equal(null);
  });
});

describe('long HTML', () => {
  const LONG = ' '.repeat(9000);
  const groupsOf = (formatted: Formatted): Element[] => [...rootOf(formatted).querySelectorAll('.group')];
  const numbers = Array.from({ length: 300 }, (_, index) => index);
  const paragraphs = numbers.map((index) => `<p>${index}</p>`).join('');

  it('is in groups, which are laid out when they come into view', async () => {
    for (const html of [paragraphs, `<main><div>\n${paragraphs}</div></main>`]) {
      const formatted = await formatHtml(html + LONG);
      expect(groupsOf(formatted).length).to.be.within(15, 17);
      expect(rootOf(formatted).textContent.trim()).to.equal(numbers.join(''));
    }
  });
  it('is in groups of some thousand characters, where it has few elements', async () => {
    const long = Array.from({ length: 10 }, (_, at) => `<p>${at} ${'word '.repeat(1000)}</p>`).join('');
    expect(groupsOf(await formatHtml(long))).to.have.length(10);
  });
  it('remembers the links of each group that only an application could open', async () => {
    const formatted = await formatHtml(`<a href="ui://one">1</a>${paragraphs}<a href="ui://two">2</a>${LONG}`);
    const offered = formatted.kind === 'formatted' ? [...formatted.fragment.offered.values()] : [];
    expect(offered).to.deep.equal(['ui://one', 'ui://two']);
  });
  it('keeps a line together, and short text as it is', async () => {
    expect(groupsOf(await formatHtml('some <b>words</b> '.repeat(500)))).to.have.length(1);
    expect(groupsOf(await formatHtml('<p>x</p>'.repeat(50)))).to.have.length(0);
  });
  it('keeps the direction of what is around it', async () => {
    const root = rootOf(await formatHtml(`<div dir=rtl>${paragraphs}</div>${LONG}`));
    expect(root.querySelector('[dir=rtl]')?.querySelectorAll('p')).to.have.length(300);
  });
  for (const { title, html } of [...HOSTILE_HTML, ...ATTACKS])
    it(`stops ${title} as well`, async () => {
      const groups = paragraphs.slice(0, 500);
      for (const source of [html + LONG + groups, groups + LONG + html, `<div>${html}${LONG}</div>`]) {
        const formatted = await formatHtml(source);
        const own = /^class=(?:group|hidden-character)$/;
        if (formatted.kind === 'formatted')
          expect(leftovers(formatted.fragment.root).filter((one) => !own.test(one))).to.deep.equal([]);
      }
    });
});

describe('formatting that is left open', () => {
  const open = (count: number): string => Array.from({ length: count }, (_, at) => `<b title=${at}>`).join('');
  const attack = `<p>${open(400)}${'<p>x'.repeat(4000)}`;
  const small = `<p>${open(400)}${'<p>x'.repeat(400)}`;

  for (const [what, html] of [
    ['in 4,000 paragraphs', attack],
    ['in capital letters', attack.toUpperCase()],
    ['in 400 paragraphs, a text short enough to be read at once', small],
    ['and closed where that closes nothing', `<p>${open(300)}<!--${'</b>'.repeat(300)}-->${'<p>x'.repeat(300)}`],
  ] as const)
    it(`400 elements ${what}: it ends with the source and the reason, and is read in steps`, async () => {
      const { result: formatted, turns, looks } = await CountedClock.during(() => formatHtml(html));
      expect(noteOf(formatted)).to.equal(
        'Not formatted: HTML that leaves formatting open; the limit is 1,000 copies of it.',
      );
      expect(turns, `turns, with ${looks} looks at the clock`).to.be.above(50);
    });

  it('is no reason where a page does it as people do', async () => {
    const careless = '<p>words <b>bold <a href="https://a.example/1">link</a>'.repeat(200);
    expect(rootOf(await formatHtml(careless)).querySelectorAll('p')).to.have.length(200);
    const long = '<p>words <a href="https://a.example/1">a link</a>, <b>bold</b> and <i>more</i></p>\n'.repeat(600);
    expect(rootOf(await formatHtml(long)).querySelectorAll('a')).to.have.length(600);
  });

  it('has no counterpart in Markdown: what the engine writes is closed', async () => {
    const source = `${'**a _b ~~c [d '.repeat(300)}\n\n${'x\n\n'.repeat(300)}> ${'*'.repeat(500)}y`;
    const root = rootOf(await formatMarkdown(source));
    expect(root.querySelectorAll('*').length).to.be.below(2000);
  });
});

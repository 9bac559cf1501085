import { expect } from '@esm-bundle/chai';
import { hasAnsi, MAX_ANSI_RUNS, readAnsi, withLineFeeds, type AnsiRun } from '../../src/content/index.js';

const ESC = '\u001b';
/** What is shown; the words of signs in brackets. */
const words = (text: string): string =>
  readAnsi(text)
    .map((run) => (run.sign === undefined ? run.text : `[${run.text}]`))
    .join('');
/** Only what is set. */
const looks = (text: string): Partial<AnsiRun>[] =>
  readAnsi(text).map((run) => Object.fromEntries(Object.entries(run).filter(([, value]) => value)));

describe('what a terminal wrote', () => {
  it('is the text itself where there is nothing else', () => {
    expect(readAnsi('plain\r\ntext\ttoo')).to.have.length(1);
    expect(words('plain\r\ntext\ttoo')).to.equal('plain\r\ntext\ttoo');
    expect(hasAnsi('plain\r\ntext\n')).to.equal(false);
  });

  for (const [what, text, run] of [
    ['the eight colours', `${ESC}[31mx`, { colour: 'red' }],
    ['the bright ones', `${ESC}[92mx`, { colour: 'green' }],
    ['grey', `${ESC}[90mx`, { colour: 'grey' }],
    ['black and white as the colour of the text', `${ESC}[30;97mx`, {}],
    ['256 colours', `${ESC}[38;5;196mx`, { colour: 'red' }],
    ['shades of grey', `${ESC}[38;5;244mx`, { colour: 'grey' }],
    ['true colours', `${ESC}[38;2;20;40;220mx`, { colour: 'blue' }],
    ['colons', `${ESC}[38:2::0:200:0mx`, { colour: 'green' }],
    [
      'several at once',
      `${ESC}[1;3;4;9;35mx`,
      { colour: 'magenta', bold: true, italic: true, underline: true, strike: true },
    ],
    ['faint', `${ESC}[2mx`, { faint: true }],
    ['a background', `${ESC}[41mx`, { background: 'red' }],
    ['inverse', `${ESC}[7;32mx`, { background: 'green' }],
    ['inverse of nothing', `${ESC}[7mx`, { background: 'text' }],
    ['the end of inverse', `${ESC}[7;32;27mx`, { colour: 'green' }],
    ['no underline', `${ESC}[4;4:0mx`, {}],
    ['a reset', `${ESC}[1;31m${ESC}[mx`, {}],
    ['what follows a colour that is none', `${ESC}[38;5;999;1mx`, { bold: true }],
    ['the eight-bit form', '\u009b31mx', { colour: 'red' }],
  ] as const)
    it(`reads ${what}`, () => {
      expect(looks(text)).to.deep.equal([{ text: 'x', ...run }]);
    });

  it('never hides words in a colour on the same colour: what is on a colour has no other', () => {
    const [run] = readAnsi(`${ESC}[31;41mhidden`);
    expect([run?.colour, run?.background]).to.deep.equal(['red', 'red']);
    expect(looks(`${ESC}[8mhidden`)).to.deep.equal([{ text: 'hidden' }]);
  });

  it('goes on with a style from piece to piece', () => {
    const state = {
      style: readAnsi('')[0] ?? {
        colour: undefined,
        background: undefined,
        bold: false,
        faint: false,
        italic: false,
        underline: false,
        strike: false,
      },
    };
    readAnsi(`${ESC}[31mone`, state);
    expect(readAnsi('two', state)[0]?.colour).to.equal('red');
  });

  for (const [what, text, left] of [
    ['cursor movement', `${ESC}[2J${ESC}[1;1H${ESC}[10Awords${ESC}[K`, 'words'],
    ['modes', `${ESC}[?25lwords${ESC}[?1049h`, 'words'],
    ['character sets', `${ESC}(0words${ESC}(B`, 'words'],
    ['single commands', `${ESC}cwords${ESC}7${ESC}=`, 'words'],
    ['C1 controls', 'wo\u0085r\u0084ds', 'words'],
    ['a bell', 'wo\u0007rds', 'words'],
    ['colours of another kind', `${ESC}[>4;2mwords`, 'words'],
    ['the end of a link', `words${ESC}]8;;${ESC}\\`, 'words'],
    ['the marks around a prompt', `${ESC}]133;A\u0007$ ${ESC}]133;B\u0007ls`, '$ ls'],
    ['an empty string', `${ESC}P${ESC}\\words`, 'words'],
  ] as const)
    it(`takes out ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, shown, name] of [
    ['a title', `${ESC}]0;title\u0007words`, '[hidden text: “0;title”]words', 'OPERATING SYSTEM COMMAND'],
    ['a clipboard', `${ESC}]52;c;ZXZpbA==\u0007`, '[hidden text: “52;c;ZXZpbA==”]', 'OPERATING SYSTEM COMMAND'],
    [
      'a link',
      `${ESC}]8;;https://evil.example${ESC}\\words${ESC}]8;;${ESC}\\`,
      '[link to “https://evil.example”]words',
      'OPERATING SYSTEM COMMAND',
    ],
    ['a device string', `${ESC}P1;2q words ${ESC}\\left`, '[hidden text: “1;2q words ”]left', 'DEVICE CONTROL STRING'],
    ['a private message', `${ESC}^ignore${ESC}\\`, '[hidden text: “ignore”]', 'PRIVACY MESSAGE'],
    ['a command of a program', `${ESC}_ignore${ESC}\\`, '[hidden text: “ignore”]', 'APPLICATION PROGRAM COMMAND'],
    ['a plain string', `${ESC}Xignore${ESC}\\`, '[hidden text: “ignore”]', 'START OF STRING'],
    ['a C1 string', '\u009d0;title\u009cwords', '[hidden text: “0;title”]words', 'OPERATING SYSTEM COMMAND'],
    [
      'hidden characters in a string',
      `${ESC}]0;a\u202Eb\u0007`,
      '[hidden text: “0;a‹U+202E›b”]',
      'OPERATING SYSTEM COMMAND',
    ],
  ] as const)
    it(`shows ${what} as a sign: a terminal does not show it, a model reads it`, () => {
      expect(words(text)).to.equal(shown);
      expect(readAnsi(text).find(({ sign }) => sign !== undefined)?.sign).to.equal(name);
    });

  it('shows a string in each part of a coloured line, and the colours beside it', () => {
    expect(looks(`${ESC}[31mone${ESC}]0;t\u0007two`)).to.deep.equal([
      { text: 'one', colour: 'red' },
      { text: 'hidden text: “0;t”', sign: 'OPERATING SYSTEM COMMAND' },
      { text: 'two', colour: 'red' },
    ]);
  });

  for (const [what, text, left] of [
    ['escapes', [...'ignore'].map((letter) => ESC + letter).join(''), 'ignore'],
    ['character sets', [...'ignore'].map((letter) => `${ESC}(${letter}`).join(''), '(i(g(n(o(r(e'],
    ['the parameters of a colour', `${ESC}[${'73;71;78;'.repeat(20)}m`, `${'73;71;78;'.repeat(20)}m`],
  ] as const)
    it(`shows words that are spelled by ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, left] of [
    ['a colour', `words${ESC}[31`, 'words'],
    ['an escape', `words${ESC}`, 'words'],
    ['a string: its words are shown, lest it hide them', `${ESC}]0;not a title\nwords`, '0;not a title\nwords'],
    ['a string that another escape breaks', `${ESC}]0;one${ESC}[1m two`, '0;one two'],
    ['a string that is far too long', `${ESC}]${'x'.repeat(5000)}\u0007`, 'x'.repeat(5000)],
    ['a colour that a line breaks', `${ESC}[3\nwords`, '\nwords'],
  ] as const)
    it(`is safe with an unfinished ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, shown] of [
    ['a progress bar', '10%\r50%\r100%\ndone', '[overwritten: “10% 50%”]100%\ndone'],
    ['a line in colours', `${ESC}[31m10%\r${ESC}[32m100%`, '[overwritten: “10%”]100%'],
    ['a command', 'rm -rf / --no-preserve-root\recho hello', '[overwritten: “rm -rf / --no-preserve-root”]echo hello'],
    ['erased characters', 'SECRET\b\b\b\b\b\bls', '[overwritten: “SECRET”]ls'],
    ['erased characters at the end', 'ls SECRET\b\b\b\b\b\b', '[overwritten: “SECRET”]ls '],
    ['the lines of their own', 'one\ntwo\r\rthree\nfour', 'one\n[overwritten: “two”]three\nfour'],
    ['a string in an overwritten line', `${ESC}]0;t\u0007a\rb`, '[overwritten: “a”][hidden text: “0;t”]b'],
    ['hidden characters in it', 'a\u202E\rb', '[overwritten: “a‹U+202E›”]b'],
  ] as const)
    it(`shows what was overwritten as a sign: ${what}`, () => expect(words(text)).to.equal(shown));

  it('counts overwritten text that is long, and shows its beginning', () => {
    const [sign] = readAnsi(`${'x'.repeat(1234)}\rshort`);
    expect(sign?.text).to.equal(`1,234 characters overwritten: “${'x'.repeat(200)}…”`);
    expect(words(`ab${'x'.repeat(5000)}${'\b'.repeat(5000)}y`)).to.match(/^\[5,000 characters overwritten: .*\]aby$/);
  });

  for (const [what, text, left] of [
    ['where nothing was written over it', 'words\r\nmore\r', 'words\nmore'],
    ['where the same was written again, and more', `words\r${ESC}[32mwords and more`, 'words and more'],
    ['where only blanks were overwritten', `one\n    \r${ESC}[Ktwo`, 'one\ntwo'],
    ['of a letter struck over itself', 'N\bNA\bAME', 'NAME'],
    ['of a letter over a low line', '_\bN_\bA', 'NA'],
    ['at the beginning of a line, where a backspace ends', 'one\n\b\b\btwo', 'one\ntwo'],
  ] as const)
    it(`says nothing ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, lines] of [
    ['of a file of an old Mac', 'one\rtwo\rthree\r', 'one\ntwo\nthree\n'],
    ['beside others', 'one\r\ntwo\rthree\nfour', 'one\r\ntwo\nthree\nfour'],
    ['before a whole line end', 'one\rtwo\r\nthree', 'one\ntwo\r\nthree'],
    ['but not in a line for a terminal', `${ESC}[1mone\rtwo\nthree\rfour`, `${ESC}[1mone\rtwo\nthree\nfour`],
    ['but not beside a backspace', 'a\bb\rc', 'a\bb\rc'],
  ] as const)
    it(`takes a carriage return as the end of a line ${what}`, () => {
      expect(withLineFeeds(text)).to.equal(lines);
      expect(withLineFeeds(text)).to.have.length(text.length);
    });

  it('takes no more runs than can be shown; what follows is plain', () => {
    const text = Array.from({ length: 8000 }, (_, at) => `${ESC}[3${1 + (at % 6)}mx`).join('');
    const runs = readAnsi(text);
    expect(runs.length).to.be.at.most(MAX_ANSI_RUNS + 1);
    expect(words(text)).to.equal('x'.repeat(8000));
  });

  describe('ends with half a million characters of', () => {
    for (const part of [
      `${ESC}]`,
      `${ESC}[`,
      'a\b',
      'x\r',
      `${ESC}[31mx\n`,
      '\u009d',
      `${ESC}[1;1;1`,
      `${ESC}(`,
      '\b',
      `\n${ESC}[7mx\r`,
      `${ESC}]x\u0007`,
      'x\r\b',
      `\r\n${ESC}\r`,
    ])
      it(JSON.stringify(part), () => {
        const text = part.repeat(500_000 / part.length);
        expect(readAnsi(text).length).to.be.at.most(MAX_ANSI_RUNS + 1);
        expect(withLineFeeds(text).replaceAll(/[\r\n]/g, '')).to.equal(text.replaceAll(/[\r\n]/g, ''));
      });
  });
});

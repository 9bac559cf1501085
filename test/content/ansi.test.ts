import { expect } from '@open-wc/testing';
import { hasAnsi, MAX_ANSI_RUNS, readAnsi, type AnsiRun } from '../../src/content/index.js';
import { allowing } from '../fixtures/allowing.js';

const ESC = '\u001b';
const words = (text: string): string =>
  readAnsi(text)
    .map((run) => run.text)
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
    ['a link', `${ESC}]8;;https://evil.example${ESC}\\words${ESC}]8;;${ESC}\\`, 'words'],
    ['a title', `${ESC}]0;title\u0007words`, 'words'],
    ['a clipboard', `${ESC}]52;c;ZXZpbA==\u0007words`, 'words'],
    ['cursor movement', `${ESC}[2J${ESC}[1;1H${ESC}[10Awords${ESC}[K`, 'words'],
    ['modes', `${ESC}[?25lwords${ESC}[?1049h`, 'words'],
    ['a device string', `${ESC}P1;2q words ${ESC}\\left`, 'left'],
    ['character sets', `${ESC}(0words${ESC}(B`, 'words'],
    ['single commands', `${ESC}cwords${ESC}7${ESC}=`, 'words'],
    ['C1 controls', 'wo\u0085r\u0084ds', 'words'],
    ['a C1 string', '\u009d0;title\u009cwords', 'words'],
    ['a bell', 'wo\u0007rds', 'words'],
    ['colours of another kind', `${ESC}[>4;2mwords`, 'words'],
  ] as const)
    it(`takes out ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, left] of [
    ['a colour', `words${ESC}[31`, 'words'],
    ['an escape', `words${ESC}`, 'words'],
    ['a string: its words are shown, lest it hide them', `${ESC}]0;not a title\nwords`, '0;not a title\nwords'],
    ['a string that another escape breaks', `${ESC}]0;one${ESC}[1m two`, '0;one two'],
    ['a string that is far too long', `${ESC}]${'x'.repeat(5000)}\u0007`, 'x'.repeat(5000)],
    ['a colour that a line breaks', `${ESC}[3\nwords`, '\nwords'],
  ] as const)
    it(`is safe with an unfinished ${what}`, () => expect(words(text)).to.equal(left));

  for (const [what, text, left] of [
    ['of a progress bar the last state', '10%\r50%\r100%\ndone', '100%\ndone'],
    ['the line where nothing was written over it', 'words\r\nmore\r', 'words\nmore'],
    ['the last state with colours', `${ESC}[31m10%\r${ESC}[32m100%`, '100%'],
    ['the lines before', 'one\ntwo\r\rthree', 'one\nthree'],
    ['one letter of two struck over each other', 'N\bNA\bAME', 'NAME'],
    ['the line before: a backspace ends at its beginning', 'one\n\b\b\btwo', 'one\ntwo'],
  ] as const)
    it(`keeps ${what}`, () => expect(words(text)).to.equal(left));

  it('takes no more runs than can be shown; what follows is plain', () => {
    const text = Array.from({ length: 8000 }, (_, at) => `${ESC}[3${1 + (at % 6)}mx`).join('');
    const runs = readAnsi(text);
    expect(runs.length).to.be.at.most(MAX_ANSI_RUNS + 1);
    expect(words(text)).to.equal('x'.repeat(8000));
  });

  it('takes time with the length of the text, whatever it is made of', () => {
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
    ]) {
      const text = part.repeat(1_000_000 / part.length);
      const began = performance.now();
      readAnsi(text);
      expect(performance.now() - began, JSON.stringify(part)).to.be.below(allowing(3000));
    }
  });
});

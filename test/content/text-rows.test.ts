import { expect } from '@esm-bundle/chai';
import { MAX_TEXT_ROWS, TextRows } from '../../src/content/index.js';

function rowsOf(text: string): TextRows {
  const rows = new TextRows(text);
  for (const _ of rows.read());
  return rows;
}
const texts = (rows: TextRows): string[] => Array.from({ length: rows.count }, (_, row) => rows.textOf(row));

describe('the rows of a text', () => {
  for (const [what, text, lines] of [
    ['lines', 'one\ntwo', ['one', 'two']],
    ['lines of any system', 'one\r\ntwo\r\n', ['one', 'two']],
    ['empty lines', '\n\na\n\n', ['', '', 'a', '']],
    ['nothing', '', []],
    ['no end of a line that a carriage return alone is not', 'a\rb', ['a\rb']],
  ] as const)
    it(`are ${what}`, () => expect(texts(rowsOf(text))).to.deep.equal(lines));

  it('of a very long line are pieces of it, with one number', () => {
    const rows = rowsOf(`a\n${'x'.repeat(2500)}\nb`);
    expect(texts(rows).map(({ length }) => length)).to.deep.equal([1, 1000, 1000, 500, 1]);
    expect([0, 1, 2, 3, 4].map((row) => rows.lineOf(row))).to.deep.equal([1, 2, 2, 2, 3]);
    expect(rows.isFirstOfLine(2)).to.equal(false);
    expect(rows.lines).to.equal(3);
  });

  it('are shorter for letters that take longer to draw', () => {
    expect(texts(rowsOf('漢'.repeat(600))).map(({ length }) => length)).to.deep.equal([250, 250, 100]);
    expect(texts(rowsOf('é'.repeat(600)))).to.have.length(1);
  });

  it('keep characters whole', () => {
    const rows = rowsOf(`x${'😀'.repeat(1000)}`);
    expect(texts(rows).join('')).to.equal(`x${'😀'.repeat(1000)}`);
    for (const text of texts(rows)) expect(() => encodeURIComponent(text)).not.to.throw();
  });

  it('are no more than can be scrolled through', () => {
    const rows = rowsOf('\n'.repeat(MAX_TEXT_ROWS + 7));
    expect(rows.count).to.equal(MAX_TEXT_ROWS);
    expect(rows.left).to.equal(7);
  });

  // Not how long a step takes: the machine may be busy with something else.
  for (const [what, text, count] of [
    ['many lines', 'some words of a line\n'.repeat(200_000), 200_000],
    ['one line', 'x'.repeat(10_000_000), 10_000],
  ] as const)
    it(`of ${what} are found in steps of a thousand at most`, () => {
      const rows = new TextRows(text);
      let before = 0;
      for (const _ of rows.read()) {
        expect(rows.count - before).to.be.within(1, 1000);
        before = rows.count;
      }
      expect(rows.count - before).to.be.at.most(1000);
      expect(rows.count).to.equal(count);
    });
});

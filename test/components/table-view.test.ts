import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../components/define/mcp-table-view.js';
import type { McpTableViewElement } from '../../components/index.js';

/** Slices of work take longer where other tests share the machine. */

async function show(text: string, separator: ',' | '\t' | ';' = ','): Promise<McpTableViewElement> {
  const el = await fixture<McpTableViewElement>(
    html`<mcp-table-view .text=${text} .separator=${separator}></mcp-table-view>`,
  );
  await waitUntil(() => !root(el).querySelector('.waiting'));
  await el.updateComplete;
  return el;
}
const root = (el: McpTableViewElement) => el.shadowRoot!;
const grid = (el: McpTableViewElement) => root(el).querySelector<HTMLElement>('[role="grid"]')!;
const records = (el: McpTableViewElement) => [...root(el).querySelectorAll('.rows [role="row"]')];
const line = (of: Element | null) => (of?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
const cells = (of: Element) => [...of.querySelectorAll('.cell')].map(line);
const table = (el: McpTableViewElement) => records(el).map(cells);
const heads = (el: McpTableViewElement) => [...root(el).querySelectorAll('.head .cell')];
const notes = (el: McpTableViewElement) => [...root(el).querySelectorAll('[part~="note"]:not([data-name])')].map(line);
const words = (el: McpTableViewElement) => line(root(el).querySelector('.bar [role="status"]'));
const active = (el: McpTableViewElement) =>
  line(root(el).getElementById(grid(el).getAttribute('aria-activedescendant') ?? ''));
const column = (el: McpTableViewElement, index: number) => table(el).map((row) => row[index]);

async function press(el: McpTableViewElement, key: string, more: KeyboardEventInit = {}): Promise<void> {
  grid(el).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  await settled(el);
}
async function settled(el: McpTableViewElement): Promise<void> {
  await el.updateComplete;
  await waitUntil(() => grid(el).ariaBusy === 'false');
  await el.updateComplete;
}
async function filter(el: McpTableViewElement, sought: string): Promise<void> {
  const field = root(el).querySelector('input')!;
  field.value = sought;
  field.dispatchEvent(new Event('input'));
  await settled(el);
}
async function sortBy(el: McpTableViewElement, index: number): Promise<void> {
  heads(el)[index]!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await settled(el);
}

const CITIES = 'name,people\nBern,134\nBasel,1000\nAarau,21\n"Zürich",\n';
const rowsOf = (length: number): string =>
  `id,name\n${Array.from({ length }, (_, id) => `${id},item ${id}`).join('\n')}`;
const MANY = rowsOf(50_000);
const WIDE = Array.from({ length: 40 }, (_, row) =>
  Array.from({ length: 500 }, (_, index) => `r${row}c${index}`).join('\t'),
).join('\n');

describe('<mcp-table-view>', () => {
  describe('shows', () => {
    it('the first row as names, or as a row', async () => {
      const el = await show(CITIES);
      expect(heads(el).map(line)).to.deep.equal(['name', 'people']);
      expect(table(el)[0]).to.deep.equal(['Bern', '134']);
      expect(words(el)).to.equal('4 rows');
      root(el).querySelector<HTMLInputElement>('[type="checkbox"]')!.click();
      await el.updateComplete;
      expect(heads(el).map(line)).to.deep.equal(['Column 1', 'Column 2']);
      expect(table(el)[0]).to.deep.equal(['name', 'people']);
      expect(words(el)).to.equal('5 rows');
    });

    it('rows with more or fewer cells, marked', async () => {
      const el = await show('a,b,c\n1,2,3\n4,5\n6,7,8,9\n');
      expect(table(el)).to.deep.equal([
        ['1', '2', '3', 'no cell'],
        ['4', '5', 'no cell', 'no cell'],
        ['6', '7', '8', '9'],
      ]);
      expect(line(records(el)[1]!.querySelector('.number'))).to.equal('2, 2 cells, most rows have 3');
      expect(notes(el)).to.deep.equal([
        '2 rows have more or fewer cells than most, which have 3. The row number is marked.',
      ]);
    });

    it('what comes after a quote that is never closed, and explains it', async () => {
      const el = await show('a,b\n1,"2\n3,4\n');
      expect(table(el)).to.deep.equal([
        ['1', '"2'],
        ['3', '4'],
      ]);
      expect(notes(el)).to.deep.equal([
        'A quote in row 1 is never closed. From there on, quotes are read as ordinary characters.',
      ]);
    });

    it('hidden characters by a sign, markup as text, and new lines in one line', async () => {
      const el = await show('"a\u202Eb"\n"<img src=x onerror=alert(1)>"\n"x\ny"\n');
      expect(line(heads(el)[0]!)).to.contain('U+202E');
      expect(table(el)).to.deep.equal([['<img src=x onerror=alert(1)>'], ['x ⏎ y']]);
      expect(root(el).querySelector('img')).to.equal(null);
    });

    it('the cell where the keyboard is, all of it on request', async () => {
      const el = await show(`name,text\nBern,"one\n${'word '.repeat(200)}"\n`);
      grid(el).focus();
      await press(el, 'ArrowDown');
      await press(el, 'ArrowRight');
      expect(line(root(el).querySelector('.where'))).to.contain('Row 1, text: one word');
      await press(el, 'Enter');
      expect(root(el).querySelector('.whole')!.textContent).to.equal(`one\n${'word '.repeat(200)}`);
    });

    it('text that is too long as text, and nothing as nothing', async () => {
      const el = await show(' '.repeat(20_000_001));
      expect(notes(el)[0]).to.equal('This text is too long to be shown as a table. It is shown as it came.');
      expect(notes(await show(''))).to.deep.equal(['Empty table.']);
    });
  });

  describe('accessibility', () => {
    it('tells how many rows and columns there are, and where each is', async () => {
      const el = await show(WIDE, '\t');
      expect(grid(el).ariaRowCount).to.equal('40');
      expect(grid(el).ariaColCount).to.equal('501');
      const cell = records(el)[2]!.querySelectorAll('.cell')[3]!;
      expect([cell.ariaColIndex, records(el)[2]!.ariaRowIndex]).to.deep.equal(['5', '4']);
    });
  });

  describe('keyboard', () => {
    it('walks over cells, rows and the names above', async () => {
      const el = await show(CITIES);
      grid(el).focus();
      await press(el, 'ArrowDown');
      for (const [key, more, at] of [
        ['ArrowRight', {}, '1000'],
        ['ArrowRight', {}, '1000'],
        ['ArrowDown', {}, '21'],
        ['Home', {}, 'Aarau'],
        ['Home', { ctrlKey: true }, 'Bern'],
        ['ArrowUp', {}, 'name'],
        ['End', {}, 'people'],
        ['End', { ctrlKey: true }, ''],
        ['ArrowLeft', {}, 'Zürich'],
        ['PageUp', {}, 'Bern'],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- a key at a time
        await press(el, key, more);
        expect(active(el), key).to.equal(at);
      }
    });

    it('walks the other way where text runs the other way', async () => {
      const el = await show(CITIES);
      el.dir = 'rtl';
      grid(el).focus();
      await press(el, 'ArrowDown');
      await press(el, 'ArrowLeft');
      expect(active(el)).to.equal('1000');
    });

    it('is one tab stop', async () => {
      const el = await show(CITIES);
      grid(el).focus();
      await sendKeys({ press: 'Tab' });
      expect(root(el).activeElement?.textContent.trim()).to.equal('Copy cell');
    });
  });

  describe('sorting', () => {
    it('goes up, down, and back to how it came', async () => {
      const el = await show(CITIES);
      await sortBy(el, 1);
      expect(column(el, 1)).to.deep.equal(['21', '134', '1000', '']);
      expect(heads(el)[1]!.ariaSort).to.equal('ascending');
      await sortBy(el, 1);
      expect(column(el, 1)).to.deep.equal(['1000', '134', '21', '']);
      expect(heads(el)[1]!.ariaSort).to.equal('descending');
      await sortBy(el, 1);
      expect(column(el, 0)).to.deep.equal(['Bern', 'Basel', 'Aarau', 'Zürich']);
      expect(heads(el)[1]!.ariaSort).to.equal('none');
    });

    it('by key, with the numbers of the rows as they came', async () => {
      const el = await show(CITIES);
      grid(el).focus();
      await press(el, 'ArrowUp');
      expect(active(el)).to.equal('name');
      await press(el, 'Enter');
      expect(column(el, 0)).to.deep.equal(['Aarau', 'Basel', 'Bern', 'Zürich']);
      expect(records(el).map((row) => line(row.querySelector('.number')))).to.deep.equal(['3', '2', '1', '4']);
    });

    it('reads a comma in a number where semicolons separate', async () => {
      const el = await show('n\n1,5;\n1,25;\n10;\n', ';');
      await sortBy(el, 0);
      expect(column(el, 0)).to.deep.equal(['1,25', '1,5', '10']);
    });
  });

  it('copies the cell where the keyboard is, as it came', async () => {
    const el = await show('a\n"say ""hi""\nx"\n');
    grid(el).focus();
    await press(el, 'ArrowDown');
    const event = new ClipboardEvent('copy', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
    grid(el).dispatchEvent(event);
    expect(event.clipboardData!.getData('text/plain')).to.equal('say "hi"\nx');
  });

  describe('with many rows', () => {
    it('filters, counts, and keeps the order', async () => {
      const el = await show(rowsOf(5000));
      await sortBy(el, 0);
      await sortBy(el, 0);
      await filter(el, 'ITEM 499');
      expect(words(el)).to.equal('11 of 5,000 rows');
      expect(table(el)[0]).to.deep.equal(['4999', 'item 4999']);
      expect(root(el).querySelectorAll('mark')).to.have.length(11);
      root(el).querySelector('input')!.focus();
      await sendKeys({ press: 'Escape' });
      await waitUntil(() => words(el) === '5,000 rows');
      expect(table(el)[0]).to.deep.equal(['4999', 'item 4999']);
    });

    it('of 50,000 has only the rows in view in the page, and the one the keyboard is at in view', async () => {
      const el = await show(MANY);
      grid(el).focus();
      await press(el, 'End', { ctrlKey: true });
      await waitUntil(() => active(el) === 'item 49999');
      expect(records(el).length).to.be.below(100);
      const cell = root(el).getElementById('active')!.getBoundingClientRect();
      const box = grid(el).getBoundingClientRect();
      expect(cell.bottom).to.be.at.most(box.bottom + 1);
      await press(el, 'Home', { ctrlKey: true });
      await waitUntil(() => active(el) === '0');
      const head = root(el).querySelector('.head')!.getBoundingClientRect();
      expect(root(el).getElementById('active')!.getBoundingClientRect().top).to.be.at.least(head.bottom - 1);
    });

    it('keeps the names in view', async () => {
      const el = await show(rowsOf(500));
      grid(el).scrollTop = 5000;
      const box = grid(el).getBoundingClientRect();
      expect(root(el).querySelector('.head')!.getBoundingClientRect().top).to.be.closeTo(box.top, 2);
    });
  });

  describe('with 500 columns', () => {
    it('has only the columns in view in the page, wherever it is scrolled to', async () => {
      const el = await show(WIDE, '\t');
      for (const part of [0.3, 1, 0.05]) {
        grid(el).scrollLeft = part * grid(el).scrollWidth;
        // A page in the background is told of no scrolling.
        grid(el).dispatchEvent(new Event('scroll'));
        // oxlint-disable-next-line no-await-in-loop -- one place after the other
        await el.updateComplete;
        const box = grid(el).getBoundingClientRect();
        expect(heads(el).length).to.be.below(60);
        const found = root(el)
          .elementFromPoint(box.right - 30, box.top + 60)
          ?.closest('.cell');
        expect(found, `${part}`).to.not.equal(null);
        const above = heads(el).find((head) => head.ariaColIndex === found!.ariaColIndex)!;
        expect(above.getBoundingClientRect().left).to.be.closeTo(found!.getBoundingClientRect().left, 1);
        expect(line(found!)).to.contain(`c${Number(found!.ariaColIndex) - 2}`);
      }
    });

    it('brings the cell the keyboard goes to into view beside the row numbers', async () => {
      const el = await show(WIDE, '\t');
      grid(el).focus();
      await press(el, 'ArrowDown');
      await press(el, 'End');
      await waitUntil(() => active(el) === 'r2c499');
      await press(el, 'Home');
      await waitUntil(() => active(el) === 'r2c0');
      const number = root(el).querySelector('.rows .number')!.getBoundingClientRect();
      expect(root(el).getElementById('active')!.getBoundingClientRect().left).to.be.at.least(number.right - 1);
    });

    it('scrolls in its own box', async () => {
      const el = await show(WIDE, '\t');
      expect(el.scrollWidth).to.be.at.most(el.clientWidth);
      expect(grid(el).scrollWidth).to.be.above(10_000);
    });
  });
});

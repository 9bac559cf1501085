import { expect } from '@esm-bundle/chai';
import {
  filterTable,
  runInSlices,
  numberInCell,
  readTable,
  sortTable,
  type Table,
  type TableSeparator,
} from '../../src/content/index.js';

async function tableOf(text: string, separator: TableSeparator = ','): Promise<Table> {
  const reading = await runInSlices(readTable(text, separator));
  if (!reading?.ok) throw new Error(reading?.message);
  return reading.table;
}
function rowOf(table: Table, row: number): readonly (string | undefined)[] {
  return Array.from({ length: table.sizeOf(row) }, (_, column) => table.cell(row, column));
}
const rowsOf = (table: Table) => Array.from({ length: table.rows }, (_, row) => rowOf(table, row));
const read = async (text: string, separator?: TableSeparator) => rowsOf(await tableOf(text, separator));

describe('a table', () => {
  describe('is read by RFC 4180', () => {
    it('rows end with CRLF, with LF or with CR; the last one with nothing', async () => {
      expect(await read('a,b\r\nc,d\ne,f\rg,h')).to.deep.equal([
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ]);
      expect(await read('a\n')).to.deep.equal([['a']]);
      expect(await read('a,\n,b')).to.deep.equal([
        ['a', ''],
        ['', 'b'],
      ]);
      expect(await read('')).to.deep.equal([]);
    });

    it('quotes hold separators, new lines and quotes', async () => {
      expect(await read('"a,b","c\nd\r\ne","say ""hi""",""\n"""",x')).to.deep.equal([
        ['a,b', 'c\nd\r\ne', 'say "hi"', ''],
        ['"', 'x'],
      ]);
    });

    it('spaces belong to the cell', async () => {
      expect(await read(' a , b ')).to.deep.equal([[' a ', ' b ']]);
    });

    it('a byte order mark does not', async () => {
      expect(await read('\ufeff"a",b')).to.deep.equal([['a', 'b']]);
    });

    it('with tabs and with semicolons', async () => {
      expect(await read('a\tb,c\n1\t"2\t3"', '\t')).to.deep.equal([
        ['a', 'b,c'],
        ['1', '2\t3'],
      ]);
      expect(await read('a;1,5\n"b;c";2', ';')).to.deep.equal([
        ['a', '1,5'],
        ['b;c', '2'],
      ]);
    });
  });

  describe('that was written badly drops nothing', () => {
    it('rows with more or fewer cells are kept and marked', async () => {
      const table = await tableOf('a,b,c\n1,2,3\n1,2\n1,2,3,4\n\n1,2,3');
      expect(rowOf(table, 2)).to.deep.equal(['1', '2']);
      expect(rowOf(table, 3)).to.deep.equal(['1', '2', '3', '4']);
      expect(table.cell(2, 2)).to.equal(undefined);
      expect(table.columns).to.equal(4);
      expect(table.usual).to.equal(3);
      expect([0, 1, 2, 3, 4, 5].filter((row) => table.isRagged(row))).to.deep.equal([2, 3, 4]);
      expect(table.ragged).to.equal(3);
    });

    it('what most rows have decides, not the first row', async () => {
      const table = await tableOf('Report 2024\na,b\n1,2\n3,4');
      expect(table.usual).to.equal(2);
      expect(table.isRagged(0)).to.equal(true);
    });

    it('a quote that is never closed is a character, and its row is known', async () => {
      const table = await tableOf('a,b\n1,"2\n3,4\n5,6');
      expect(rowsOf(table)).to.deep.equal([
        ['a', 'b'],
        ['1', '"2'],
        ['3', '4'],
        ['5', '6'],
      ]);
      expect(table.unclosed).to.equal(1);
    });

    it('text after a closing quote stays, as it is written', async () => {
      const table = await tableOf('"a"b,c\n"d" ,e\nf"g",h');
      expect(rowsOf(table)).to.deep.equal([
        ['"a"b', 'c'],
        ['"d" ', 'e'],
        ['f"g"', 'h'],
      ]);
      expect([0, 1, 2].map((row) => table.hasBrokenQuote(row))).to.deep.equal([true, true, false]);
    });

    it('a quote by itself is a cell', async () => {
      const table = await tableOf('"\nb');
      expect(rowsOf(table)).to.deep.equal([['"'], ['b']]);
      expect(table.unclosed).to.equal(0);
    });
  });

  describe('against hostile input', () => {
    it('millions of cells in a row: a thousand are kept, the others counted', async () => {
      const table = await tableOf(`${','.repeat(2_000_000)}\na,b`);
      expect(table.columns).to.equal(1000);
      expect(table.widest).to.equal(2_000_001);
      expect(table.sizeOf(0)).to.equal(2_000_001);
      expect(table.cell(0, 999)).to.equal('');
      expect(table.cell(0, 1000)).to.equal(undefined);
      expect(rowOf(table, 1)).to.deep.equal(['a', 'b']);
    });

    it('a million rows: the first 400,000, and it says so', async () => {
      const table = await tableOf('\n'.repeat(1_000_000));
      expect(table.rows).to.equal(400_000);
      expect(table.isCut).to.equal(true);
      expect(table.left).to.be.above(0);
    });

    it('quotes that open again and again are walked over once', async () => {
      const table = await tableOf('"a\n'.repeat(400_001));
      expect(table.rows).to.be.above(100_000);
    });

    it('a text that is too long is refused', async () => {
      const reading = await runInSlices(readTable(' '.repeat(20_000_001), ','));
      expect(reading).to.deep.include({ ok: false, message: 'This text is too long to be shown as a table.' });
    });

    it('hands the thread back all the time', () => {
      const steps = readTable('a,b,c,d\n'.repeat(50_000), ',');
      let count = 0;
      while (!steps.next().done) count++;
      expect(count).to.be.above(100);
    });
  });
});

describe('a number in a cell', () => {
  for (const [cell, value] of [
    ['12', 12],
    [' -3.5 ', -3.5],
    ['1e3', 1000],
    ['+.5', 0.5],
    ['1,234,567.8', 1234567.8],
    ['12 %', 12],
    ['\u22127', -7],
    ['', undefined],
    ['-', undefined],
    ['1,23', undefined],
    ['12a', undefined],
    ['2024-01-05', undefined],
    ['1'.repeat(65), undefined],
  ] as const)
    it(`${JSON.stringify(cell)} is ${value}`, () => expect(numberInCell(cell, false)).to.equal(value));

  it('with a comma where semicolons separate', () => {
    expect(numberInCell('1.234,5', true)).to.equal(1234.5);
    expect(numberInCell('0,5', true)).to.equal(0.5);
    expect(numberInCell('0.5', true)).to.equal(0.5);
  });
});

describe('the order of rows', () => {
  async function sorted(cells: readonly string[], isDescending = false): Promise<readonly string[]> {
    const table = await tableOf(cells.map((cell, row) => `"${cell}",${row}`).join('\n'));
    const rows = Uint32Array.from(cells, (_, row) => row);
    const order = await runInSlices(sortTable(table, rows, { column: 0, isDescending }, false));
    return Array.from(order!, (row) => table.cell(row, 0) ?? '');
  }

  it('numbers are numbers, before texts; empty cells come last either way', async () => {
    const cells = ['10', 'b', '9', '', '-1', 'A', '1e2'];
    expect(await sorted(cells)).to.deep.equal(['-1', '9', '10', '1e2', 'A', 'b', '']);
    expect(await sorted(cells, true)).to.deep.equal(['b', 'A', '1e2', '10', '9', '-1', '']);
  });

  it('numbers too large for a number keep their order', async () => {
    const cells = ['12345678901234567892', '12345678901234567890', '12345678901234567891', '5'];
    expect(await sorted(cells)).to.deep.equal(['5', cells[1], cells[2], cells[0]]);
  });

  it('what is equal stays in its order, either way', async () => {
    const table = await tableOf('a,0\nb,1\na,2\nb,3\na,4');
    const rows = Uint32Array.from([0, 1, 2, 3, 4]);
    for (const [isDescending, expected] of [
      [false, [0, 2, 4, 1, 3]],
      [true, [1, 3, 0, 2, 4]],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other reads best
      const order = await runInSlices(sortTable(table, rows, { column: 0, isDescending }, false));
      expect(Array.from(order!)).to.deep.equal(expected);
    }
  });

  it('the same as that of sort, for 3,000 rows', async () => {
    const cells = Array.from({ length: 3000 }, (_, row) => String((row * 7919) % 1009));
    expect(await sorted(cells)).to.deep.equal(cells.toSorted((one, other) => Number(one) - Number(other)));
  });

  it('a filter looks in every cell, without its quotes, whatever the case', async () => {
    const table = await tableOf('"x ""Y""",1\nz,2\nw,"x ""y"""\n');
    const rows = Uint32Array.from([2, 1, 0]);
    expect(Array.from((await runInSlices(filterTable(table, rows, 'X "y"')))!)).to.deep.equal([2, 0]);
    expect(Array.from((await runInSlices(filterTable(table, rows, ',')))!)).to.deep.equal([]);
  });
});

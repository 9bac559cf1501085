import { expect } from '@esm-bundle/chai';
import {
  runInSlices,
  JsonTreeRows,
  MAX_TREE_DEPTH,
  readJsonTree,
  searchJsonTree,
  type JsonTree,
} from '../../src/content/index.js';

async function treeOf(source: string): Promise<JsonTree> {
  const reading = await runInSlices(readJsonTree(source));
  if (!reading?.ok) throw new Error(reading?.message);
  return reading.tree;
}
async function refusal(source: string): Promise<string> {
  const reading = await runInSlices(readJsonTree(source));
  return reading && !reading.ok ? reading.message : '';
}
const all = (tree: JsonTree) => Array.from({ length: tree.count }, (_, value) => value);
const names = (tree: JsonTree) => all(tree).map((value) => tree.nameOf(value));
const rowsOf = (rows: JsonTreeRows) => Array.from({ length: rows.count }, (_, row) => rows.valueIn(row));
const find = async (tree: JsonTree, sought: string) => Array.from((await runInSlices(searchJsonTree(tree, sought)))!);

describe('JSON as a tree', () => {
  describe('keeps what is written', () => {
    for (const number of ['12345678901234567890', '1e400', '1.0', '-0', '1E+2', '0.1000'])
      it(`the number ${number}`, async () => {
        expect((await treeOf(`[${number}]`)).textOf(1)).to.equal(number);
      });

    it('names given twice, and marks both', async () => {
      const tree = await treeOf('{"a": 1, "b": 2, "\\u0061": 3, "c": {"a": 1}}');
      expect(names(tree)).to.deep.equal([undefined, 'a', 'b', 'a', 'c', 'a']);
      expect(all(tree).filter((value) => tree.isRepeated(value))).to.deep.equal([1, 3]);
      expect(tree.hasRepeatedName(3)).to.equal(true);
      expect(tree.hasRepeatedName(5)).to.equal(false);
    });

    it('the order of names, and names that mean something to JavaScript', async () => {
      const tree = await treeOf('{"b": 1, "__proto__": {"x": 1}, "10": 2, "constructor": 3, "2": 4, "": 5}');
      expect(names(tree)).to.deep.equal([undefined, 'b', '__proto__', 'x', '10', 'constructor', '2', '']);
      expect(({} as Record<string, unknown>)['x']).to.equal(undefined);
    });

    it('texts, with and without escapes', async () => {
      const texts = ['', 'plain', 'a "quote" and a \\ and a / and \n', 'é 😀 \u2028', '\ud800 alone', '\\\\"'];
      const tree = await treeOf(JSON.stringify(texts));
      expect(
        all(tree)
          .slice(1)
          .map((value) => tree.textOf(value)),
      ).to.deep.equal(texts);
      expect((await treeOf('"\\u00e9\\/"')).textOf(0)).to.equal('é/');
    });

    it('values as they stand in the source, white space and all', async () => {
      expect((await treeOf('{"a": [1,  2]}')).rawOf(1)).to.equal('[1,  2]');
    });
  });

  describe('knows where everything is', () => {
    it('size, place, level and what is around', async () => {
      const tree = await treeOf('{"a": [10, {"b": null}], "c": {}}');
      expect(tree.count).to.equal(6);
      expect(all(tree).map((value) => tree.kindOf(value))).to.deep.equal([
        'object',
        'array',
        'number',
        'object',
        'null',
        'object',
      ]);
      expect(all(tree).map((value) => tree.parentOf(value))).to.deep.equal([-1, 0, 1, 1, 3, 0]);
      expect(all(tree).map((value) => tree.sizeOf(value))).to.deep.equal([2, 2, 0, 1, 0, 0]);
      expect(all(tree).map((value) => tree.levelOf(value))).to.deep.equal([0, 1, 2, 2, 3, 1]);
      expect(all(tree).map((value) => tree.positionOf(value))).to.deep.equal([0, 0, 0, 1, 0, 1]);
      expect(all(tree).map((value) => tree.isBranch(value))).to.deep.equal([true, true, false, true, false, false]);
    });

    it('the JSON Pointer to each value', async () => {
      const tree = await treeOf('{"a/b": [{"~": 1}], "": {" ": 2}}');
      expect(all(tree).map((value) => tree.pointerTo(value))).to.deep.equal([
        '',
        '/a~1b',
        '/a~1b/0',
        '/a~1b/0/~0',
        '/',
        '// ',
      ]);
    });
  });

  it('gives the beginning of a long text without cutting a character in two', async () => {
    expect((await treeOf(JSON.stringify('😀'.repeat(50)))).beginningOf(0, 7)).to.equal('😀😀😀');
    expect((await treeOf(`"${'\\u00e9'.repeat(50)}"`)).beginningOf(0, 3)).to.equal('ééé');
    expect((await treeOf(`"${'\\ud83d\\ude00'.repeat(50)}"`)).beginningOf(0, 3)).to.equal('😀');
    expect((await treeOf('"short"')).beginningOf(0, 7)).to.equal('short');
  });

  describe('accepts what JSON.parse accepts, and nothing else', () => {
    const good = [
      '1',
      ' "a" ',
      '[]',
      '{}',
      '[1 , 2]',
      '\t{"a":\r\n[true,false,null]}',
      '-1.5e-3',
      '"\\b\\f\\n\\r\\t\\"\\/\\\\"',
    ];
    const bad = [
      '',
      ' ',
      '01',
      '-',
      '1.',
      '.5',
      '1e',
      '+1',
      'NaN',
      'Infinity',
      'undefined',
      'tru',
      'nulll',
      "'a'",
      '"a',
      '"\\x"',
      '"\\u12g4"',
      '"\n"',
      '"\u0000"',
      '[',
      ']',
      '[1,]',
      '[,1]',
      '[1 2]',
      '[1}',
      '{',
      '}',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{a:1}',
      '{"a":1]',
      '{1:1}',
      '1 2',
      '[] []',
      '// x\n1',
      '"a\\',
      '\u00a01',
      '{"a" 1}',
      '{"a"::1}',
      '[1,,2]',
      '"\\u00',
      '0x1',
      '1_000',
      '[\u2028]',
    ];
    for (const source of [...good, ...bad])
      it(JSON.stringify(source), async () => {
        let accepted = true;
        try {
          JSON.parse(source);
        } catch {
          accepted = false;
        }
        expect((await refusal(source)) === '').to.equal(accepted);
        expect(accepted).to.equal(good.includes(source));
      });

    it('but a byte order mark does no harm', async () => {
      expect((await treeOf('\ufeff[1]')).count).to.equal(2);
    });
  });

  it('says what is wrong and where', async () => {
    expect(await refusal('{"a": 1,\n "b" 2}')).to.equal(
      'This text is not valid JSON. Line 2, column 6: a colon is expected after the name.',
    );
    expect(await refusal('[1,]')).to.contain('a comma too many');
    expect(await refusal('<html>')).to.contain('this is not a JSON value');
  });

  describe('against hostile input', () => {
    it('nesting 100,000 deep costs no stack; what is too deep is one value', async () => {
      const deep = 100_000;
      const tree = await treeOf('['.repeat(deep) + '1' + ']'.repeat(deep));
      expect(tree.count).to.equal(MAX_TREE_DEPTH);
      expect(tree.total).to.equal(deep + 1);
      expect(tree.isTooDeep(MAX_TREE_DEPTH - 1)).to.equal(true);
      expect(tree.isBranch(MAX_TREE_DEPTH - 1)).to.equal(false);
      expect(tree.lengthOf(MAX_TREE_DEPTH - 1)).to.equal(2 * (deep - MAX_TREE_DEPTH + 1) + 1);
      expect(await refusal('{"a":'.repeat(deep))).to.contain('ends too early');
      expect(await refusal('['.repeat(deep) + '}')).to.not.equal('');
    });

    it('a million values: as many as fit, and the number of all', async () => {
      const tree = await treeOf(`{"list": [${'0,'.repeat(1_000_000)}0], "last": 1}`);
      expect(tree.count).to.equal(400_000);
      expect(tree.total).to.equal(1_000_004);
      expect(tree.sizeOf(1)).to.equal(1_000_001);
      expect(tree.isCut(1)).to.equal(true);
      expect(tree.sizeOf(0)).to.equal(2);
    });

    it('a text that is too long, and a number that is', async () => {
      expect(await refusal(' '.repeat(20_000_001))).to.equal('This text is too long to be shown as a tree.');
      expect(await refusal('1'.repeat(2_000_000))).to.contain('more than a million digits');
    });

    it('hands the thread back all the time', () => {
      const steps = readJsonTree(
        JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `item ${id}` }))),
      );
      let count = 0;
      while (!steps.next().done) count++;
      expect(count).to.be.above(100);
    });
  });
});

describe('rows of a tree', () => {
  it('open as many levels as fit, then as one likes', async () => {
    const rows = new JsonTreeRows(await treeOf('{"a": [1, 2, 3], "b": {"c": {"d": 1}}}'));
    rows.openFirst(5);
    expect(rowsOf(rows)).to.deep.equal([0, 1, 5, 6, 7]);
    rows.setOpen(6, false);
    rows.setOpen(1, true);
    expect(rowsOf(rows)).to.deep.equal([0, 1, 2, 3, 4, 5, 6]);
    rows.openAll();
    expect(rows.count).to.equal(8);
    rows.foldAll();
    expect(rowsOf(rows)).to.deep.equal([0, 1, 5]);
    rows.openWayTo(7);
    expect(rowsOf(rows)).to.deep.equal([0, 1, 5, 6, 7]);
    expect(rows.rowOf(7)).to.equal(4);
    expect(rows.rowOf(2)).to.equal(-1);
  });

  it('a value that is no branch cannot be opened', async () => {
    const rows = new JsonTreeRows(await treeOf('[]'));
    rows.setOpen(0, true);
    expect(rows.isOpen(0)).to.equal(false);
  });
});

describe('search in a tree', () => {
  it('finds names and values, whatever their case, and not the quotes around them', async () => {
    const tree = await treeOf('{"Name": "x", "b": ["a NAME", 12345678901234567890, true], "c": "caf\\u00e9"}');
    expect(await find(tree, 'name')).to.deep.equal([1, 3]);
    expect(await find(tree, '5678901')).to.deep.equal([4]);
    expect(await find(tree, 'TRUE')).to.deep.equal([5]);
    expect(await find(tree, 'é')).to.deep.equal([6]);
    expect(await find(tree, '"')).to.deep.equal([]);
  });
});

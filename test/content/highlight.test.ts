import { expect } from '@esm-bundle/chai';
import { CodeColours, grammarOf, isColoured, TextRows, type CodeRun } from '../../src/content/index.js';
import type { LineGrammar } from '../../src/content/highlight/highlight.js';

/** `kind:words` of each run that has a colour. */
async function colours(language: string, text: string): Promise<string[]> {
  const grammar = await grammarOf(language);
  return read(grammar!, text).flatMap((runs) =>
    (runs ?? []).flatMap(({ kind, text: words }) => (kind ? [`${kind}:${words}`] : [])),
  );
}
function read(grammar: LineGrammar, text: string): (readonly CodeRun[] | undefined)[] {
  const rows = new TextRows(text);
  for (const _ of rows.read());
  const reading = new CodeColours(rows, grammar);
  for (const _ of reading.read(0, rows.count));
  return Array.from({ length: rows.count }, (_, row) => reading.runsOf(row));
}

const SAMPLES: readonly (readonly [language: string, text: string, ...some: string[]])[] = [
  ['json', '{"a": 1, "b": true}', 'property:"a"', 'number:1', 'number:true'],
  ['yaml', 'key: "text" # note', 'number:key', 'string:"text"', 'comment:# note'],
  ['xml', '<a b="c">&amp;</a>', 'tag:a', 'property:b', 'string:"c"'],
  ['html', '<p>x</p><script>let a = 1</script><b>', 'tag:p', 'keyword:let', 'number:1', 'tag:b'],
  ['css', 'a { color: red }', 'tag:a', 'property:color'],
  ['js', 'const a = "b"; // note', 'keyword:const', 'string:"b"', 'comment:// note'],
  ['ts', 'interface A { readonly b: string }', 'keyword:interface', 'type:string'],
  ['py', 'def f(x): return "y" # z', 'keyword:def', 'name:f', 'string:"y"', 'comment:# z'],
  ['sh', 'if [ -f "x" ]; then echo hi; fi # z', 'keyword:if', 'string:"x"', 'comment:# z'],
  ['sql', "SELECT 'a' FROM b -- c", 'keyword:SELECT', "string:'a'", 'comment:-- c'],
  ['go', 'func main() { return "x" }', 'keyword:func', 'string:"x"'],
  ['rust', 'fn main() { let a = 1; } // z', 'keyword:fn', 'number:1', 'comment:// z'],
  ['java', 'public class A { int b = 1; }', 'keyword:public', 'name:A', 'number:1'],
  ['c', '#include <a.h>\nint main() { return 0; }', 'type:int', 'keyword:return', 'number:0'],
  ['c++', 'class A { virtual void b(); };', 'keyword:class', 'keyword:virtual'],
  ['c#', 'namespace A { public string B; }', 'keyword:namespace', 'type:string'],
  ['ruby', "def f; 'x'; end # z", 'keyword:def', "string:'x'", 'comment:# z'],
  [
    'php',
    '<b><?php echo $a . "b"; // c ?></b>',
    'meta:<?php',
    'keyword:echo',
    'property:$a',
    'string:"b"',
    'comment:// c ',
    'meta:?>',
  ],
  ['toml', '[a]\nb = "c" # d', 'number:[a]', 'property:b', 'string:"c"'],
  ['ini', '[a]\nb = c\n# d', 'comment:# d'],
  ['dockerfile', 'FROM node:20 # x', 'keyword:FROM'],
  ['md', '# Title\n`code` **bold**\n```\nx\n```', 'heading:# Title', 'string:`code`', 'heading:**bold**', 'string:x'],
  ['diff', '+a\n-b', 'inserted:+a', 'deleted:-b'],
  ['kotlin', 'fun main() { val a = "b" }', 'keyword:fun', 'string:"b"'],
  ['swift', 'func f() { let a = "b" }', 'keyword:func', 'string:"b"'],
];

/** A line that is made of each, over and over, is a line that somebody's pattern has not been tried with. */
const BITS = [...'()[]{}<>"\'`/\\*#$@!%^&-_=+|;:,.?~ \t0aZ'].concat(
  [
    '//',
    '/*',
    '*/',
    '<!--',
    '${',
    '#{',
    '"""',
    "'''",
    '<a ',
    '</',
    '<?',
    '%{',
    '0x',
    '\\"',
    '<<E',
    'if ',
    'x:',
    '- ',
    '&a ',
    'r#"',
    'R"(',
  ],
  [
    '(a,',
    '{a:',
    'a.',
    'a<',
    '&nbsp;',
    '/*a',
    '"a\\',
    ' :',
    '/**',
    '@a(',
    '\u0000',
    '\u202e',
    '\ud800',
    'constructor ',
    '__proto__ ',
  ],
);

/** A pattern of cubic time takes seconds for a line of so many characters, and for all the lines longer than a test may. */
const LONG_LINE = 2000;

describe('colours of source', () => {
  for (const [language, text, ...some] of SAMPLES)
    it(`are those of ${language}`, async () => {
      const found = await colours(language, text);
      for (const one of some) expect(found).to.include(one);
    });

  it('never change the text', async () => {
    for (const [language] of SAMPLES) {
      const grammar = (await grammarOf(language))!;
      for (const [, text] of SAMPLES) {
        const rows = read(grammar, text).map((runs) => (runs ?? []).map((run) => run.text).join(''));
        expect(rows.join('\n'), language).to.equal(text);
      }
    }
  });

  it('are known by the usual names, and otherwise there are none', async () => {
    for (const name of ['TypeScript', 'yml', 'Shell', 'golang', 'svg']) expect(isColoured(name)).to.equal(true);
    for (const name of ['', 'toString', '__proto__', 'latex', 'x'.repeat(1000)]) {
      expect(isColoured(name)).to.equal(false);
      expect(await grammarOf(name)).to.equal(undefined);
    }
  });

  for (const [language] of SAMPLES)
    it(`end in ${language} for lines of anything over and over, which keep their text`, async () => {
      const grammar = (await grammarOf(language))!;
      for (const bit of BITS) {
        const line = bit.repeat(Math.ceil(LONG_LINE / bit.length)).slice(0, LONG_LINE);
        let runs: readonly CodeRun[];
        try {
          runs = grammar.read(line, grammar.start());
        } catch {
          // A grammar that fails leaves the text plain.
          continue;
        }
        expect(runs.map(({ text }) => text).join('')).to.equal(line);
      }
    });

  it('are given up when a grammar fails or stands still', () => {
    const failing: LineGrammar = {
      start: () => ({}),
      copy: (state) => state,
      read: () => {
        throw new Error('no');
      },
    };
    expect(read(failing, 'a\nb')).to.deep.equal([undefined, undefined]);
  });

  it('end with the thousandth character of a line and the 250th piece', async () => {
    const grammar = (await grammarOf('js'))!;
    const long = grammar.read(`${'a '.repeat(495)}"in" ${'x'.repeat(20)} "out"`, grammar.start());
    expect(long.filter(({ kind }) => kind === 'string').map(({ text }) => text)).to.deep.equal(['"in"']);
    expect(grammar.read('1,'.repeat(480), grammar.start()).length).to.be.at.most(251);
  });

  it('know what a line far down is in, from the lines before it', async () => {
    const rows = new TextRows(`/*\n${'words\n'.repeat(3000)}*/\nlet a;`);
    for (const _ of rows.read());
    const reading = new CodeColours(rows, (await grammarOf('js'))!);
    for (const _ of reading.read(2900, 2902));
    expect(reading.runsOf(2900)).to.deep.equal([{ text: 'words', kind: 'comment' }]);
    expect(reading.runsOf(10)).to.equal(undefined);
    for (const _ of reading.read(3000, 3003));
    expect(reading.runsOf(3002)?.[0]).to.deep.equal({ text: 'let', kind: 'keyword' });
  });

  it('begin close by when it is very far down', async () => {
    let lines = 0;
    const counting: LineGrammar = {
      start: () => ({}),
      copy: (state) => state,
      read: (line) => (lines++, [{ text: line, kind: undefined }]),
    };
    const rows = new TextRows('x\n'.repeat(100_000));
    for (const _ of rows.read());
    for (const _ of new CodeColours(rows, counting).read(90_000, 90_050));
    expect(lines).to.equal(250);
  });
});

import { expect } from '@esm-bundle/chai';
import { readDiff, TextRows, type DiffReading } from '../../src/content/index.js';

function read(text: string): { readonly diff: DiffReading; readonly rows: readonly string[] } {
  const rows = new TextRows(text);
  for (const _ of rows.read());
  const steps = readDiff(rows);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const diff = step.value;
  return {
    diff,
    rows: Array.from({ length: rows.count }, (_, row) =>
      [diff.kindOf(row), diff.oldLineOf(row), diff.newLineOf(row)].join(' '),
    ),
  };
}

const GIT = `diff --git a/one b/one
index 12ab..34cd 100644
--- a/one
+++ b/one
@@ -2,3 +2,4 @@ function
 same
-old
+new
+more
 end
`;

describe('a diff', () => {
  it('has files, hunks, and lines with their numbers', () => {
    const { diff, rows } = read(GIT);
    expect(rows).to.deep.equal([
      'file 0 0',
      'file 0 0',
      'file 0 0',
      'file 0 0',
      'hunk 0 0',
      'same 2 2',
      'removed 3 0',
      'added 0 3',
      'added 0 4',
      'same 4 5',
    ]);
    expect([diff.added, diff.removed, diff.malformed, diff.lastLine]).to.deep.equal([2, 1, 0, 5]);
  });

  it('has a line that is no line: what says that the file ends without a new line', () => {
    expect(read('@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file').rows).to.deep.equal([
      'hunk 0 0',
      'removed 1 0',
      'note 0 0',
      'added 0 1',
      'note 0 0',
    ]);
  });

  it('takes a line without its blank for an empty one', () => {
    expect(read('@@ -1,2 +1,2 @@\n\n-a\n+b').rows.slice(1)).to.deep.equal(['same 1 1', 'removed 2 0', 'added 0 2']);
  });

  it('tells a removed line that begins with -- from a file', () => {
    expect(read('@@ -1,2 +1 @@\n--- a comment\n x').rows.slice(1)).to.deep.equal(['removed 1 0', 'same 2 1']);
  });

  it('knows renames, modes and binary files', () => {
    const text = 'diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\nBinary files a and b differ';
    expect(read(text).rows.every((row) => row.startsWith('file'))).to.equal(true);
  });

  for (const [what, text, kinds, [added, removed]] of [
    ['has a line with no sign', '@@ -1,2 +1,2 @@\n a\nwhat', 'hunk same plain', [0, 0]],
    [
      'has fewer lines than it says',
      '--- a/x\n+++ b/x\n@@ -1,3 +1,4 @@\n a\n-b\n+c',
      'file file hunk same removed added',
      [1, 1],
    ],
    [
      'has more lines than it says',
      '@@ -1,1 +1,1 @@\n-a\n+a\n-b\n+c\n d',
      'hunk removed added removed added same',
      [2, 2],
    ],
    ['counts wrong', '@@ -1,1 +1,1 @@\n-a\n-b\n+c', 'hunk removed removed added', [1, 2]],
  ] as const)
    it(`colours and counts a hunk by its signs that ${what}, without numbers, and the next one as ever`, () => {
      const { diff, rows } = read(`${text}\n${GIT}`);
      expect(diff.malformed).to.equal(1);
      const own = rows.slice(0, text.split('\n').length);
      expect(own.map((row) => row.split(' ')[0]).join(' ')).to.equal(kinds);
      expect(own.at(-1)).to.match(/ 0 0$/);
      expect([diff.added, diff.removed]).to.deep.equal([2 + added, 1 + removed]);
      expect(rows.slice(-2)).to.deep.equal(['added 0 4', 'same 4 5']);
    });

  it('is coloured and counted by its signs where it has no hunk header', () => {
    const { diff, rows } = read('-a\n+b\n+c\n d\n');
    expect(rows).to.deep.equal(['removed 0 0', 'added 0 0', 'added 0 0', 'same 0 0']);
    expect([diff.added, diff.removed, diff.malformed]).to.deep.equal([2, 1, 0]);
  });

  it('does not take what stands around it for a change: a list in a message, the signature of a letter', () => {
    const { diff, rows } = read(`From: someone\n\n- one thing\n---\n${GIT}-- \n2.40.1\n`);
    expect(rows.slice(0, 4)).to.deep.equal(Array(4).fill('plain 0 0'));
    expect(rows.slice(-2)).to.deep.equal(Array(2).fill('plain 0 0'));
    expect([diff.added, diff.removed, diff.malformed]).to.deep.equal([2, 1, 0]);
  });

  it('leaves what is no diff plain', () => {
    expect(read('From: someone\n\nwords\n@@@ -1 -1 +1 @@@\n@@ what @@').rows).to.deep.equal(Array(5).fill('plain 0 0'));
  });

  it('gives further pieces of a very long line the kind of the line', () => {
    const { rows, diff } = read(`@@ -1 +1 @@\n-${'x'.repeat(2500)}\n+y`);
    expect(rows).to.deep.equal(['hunk 0 0', 'removed 1 0', 'removed 0 0', 'removed 0 0', 'added 0 1']);
    expect(diff.removed).to.equal(1);
  });

  it('believes no line number that no file has', () => {
    expect(read('@@ -999999999 +1 @@\n-a\n+b').rows[0]).to.equal('plain 0 0');
  });
});

// Where each line lives: rules of the source's structure, and that each of them can fail.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS, limitsText, rowsOfLimits } from '../../scripts/limits.mjs';
import { ARCHITECTURE, FIGURES, risesOf, withTable } from '../../scripts/structure/table.mjs';
import { readSource, textOf } from './sources.mjs';
import {
  capabilityReadersOf,
  cyclesOf,
  knownOffenders,
  partitionsOf,
  sideTablesOf,
  structureToday,
  twinLimitsOf,
  untoldLimitsOf,
  wholeExportsOf,
} from './structure-rules.mjs';

const none = (problems, words) => assert.deepEqual(problems, [], words);
const found = structureToday();
const known = knownOffenders();

describe('the structure of the source', () => {
  it('has a list of those that broke a rule when it was made, for each rule', () => {
    assert.deepEqual(Object.keys(known), Object.keys(found));
  });

  for (const [rule, places] of Object.entries(found)) {
    it(`nothing new is ${rule}`, () => none(places.filter((one) => !known[rule]?.includes(one))));

    it(`what is no longer ${rule} is off the list`, () =>
      none(
        (known[rule] ?? []).filter((one) => !places.includes(one)),
        'Well done. Cut them: node test/repo/structure-rules.mjs --cut',
      ));
  }
});

const read = (files) => Object.entries(files).map(([file, text]) => readSource(file, text));

describe('the rules of structure', () => {
  it('see a cycle of values, of types, of a re-export and of `typeof import()`, and no `import()`', () => {
    const cycle = (a, b) => cyclesOf(read({ 'src/a.ts': a, 'src/b.ts': b }));
    const both = [['src/a.ts', 'src/b.ts']];
    assert.deepEqual(cycle(`import './b.js';`, `import './a.js';`), both);
    assert.deepEqual(cycle(`import type { B } from './b.js';`, `import { type A } from './a.js';`), both);
    assert.deepEqual(cycle(`export * from './b.js';`, `export type B = typeof import('./a.js');`), both);
    assert.deepEqual(cycle(`import './b.js';`, `export const load = () => import('./a.js');`), []);
    assert.deepEqual(cycle(`import './b.js';`, ''), []);
    assert.deepEqual(cycle(`import './a.js';`, ''), [['src/a.ts']]);
  });

  it('see a cycle through three files, and not what only leads to it', () => {
    const files = { 'src/a.ts': 'b', 'src/b.ts': 'c', 'src/c.ts': 'a', 'src/d.ts': 'a' };
    const texts = Object.fromEntries(Object.entries(files).map(([file, to]) => [file, `import './${to}.js';`]));
    assert.deepEqual(cyclesOf(read(texts)), [['src/a.ts', 'src/b.ts', 'src/c.ts']]);
  });

  for (const [text, name] of [
    ['const books = new WeakMap<Session, Book>();', 'books'],
    ['const seen: WeakSet<Requester> = new WeakSet();', 'seen'],
    ['class A { readonly #of = new Map<Session, Book>(); }', '#of'],
    ['const books = new WeakMap<object, Book>();', 'books'],
    ['const books = new WeakMap();', 'books'],
    ['let all: ReadonlyMap<Session | undefined, Book>;', 'all'],
  ])
    it(`see a side table: ${text}`, () =>
      assert.deepEqual(sideTablesOf(read({ 'src/x.ts': text })), [`src/x.ts ${name}`]));

  for (const text of [
    'const guards = new WeakMap<Document, Guard>();',
    'const standing = new WeakMap<HttpSession, Trace>();',
    'const names = new Map<string, Session>();',
    'const words = new Map([[1, 2]]);',
  ])
    it(`let another table be: ${text}`, () => assert.deepEqual(sideTablesOf(read({ 'src/x.ts': text })), []));

  it('see a partition, or a storage, that another module makes', () => {
    const text = 'const a = new IdentityPartition(url); const b = createStorage("local");';
    assert.deepEqual(partitionsOf(read({ 'src/session/user-data.ts': text, 'src/session/partition.ts': text })), [
      'src/session/user-data.ts new IdentityPartition',
      'src/session/user-data.ts createStorage()',
    ]);
  });

  it('see who decides by themselves what the server offers', () => {
    const text = `if (session.server?.capabilities.resources?.subscribe) go(); if (state.server!.capabilities['tools']) go();
      const other = request.capabilities.sampling;`;
    assert.deepEqual(capabilityReadersOf(read({ 'src/session/x.ts': text, 'src/protocol/capabilities.ts': text })), [
      'src/session/x.ts session.server.capabilities.resources.subscribe',
      'src/session/x.ts state.server.capabilities.tools',
    ]);
  });

  it('see an entry that gives out a whole file', () => {
    const text = `export * from './entry.js'; export type * from './types.js'; export { a } from './a.js'; export * from '../x/index.js';`;
    const sources = read({ 'src/transcript/index.ts': text, 'src/transcript/entry.ts': text, 'src/index.ts': text });
    assert.deepEqual(wholeExportsOf(sources), [
      'src/transcript/index.ts ./entry.js',
      'src/transcript/index.ts ./types.js',
      'src/index.ts ./entry.js',
      'src/index.ts ./types.js',
    ]);
  });

  it('see limits that are not told, and two of one name', () => {
    const sources = read({
      'src/a.ts': `/** Things that are kept. */ const MAX_A = 5;
        /** How long it takes. */ export const WAIT_MS: number = 60 * MAX_A; const ROW_BYTES = 1; export const NAMES = [1];`,
      'src/b.ts': `// Things
        const MAX_B = 2 ** 10; /** Bytes of a line. */ const LINE_LENGTH = 10; const LINE_FEED = 10;`,
      'components/c.ts': 'const MAX_A = 5; const ROW_BYTES = 5; const MAX_C = 1;',
    });
    assert.deepEqual(untoldLimitsOf(sources), [
      'src/a.ts WAIT_MS',
      'src/a.ts ROW_BYTES',
      'src/b.ts MAX_B',
      'src/b.ts LINE_LENGTH',
      'components/c.ts MAX_A',
      'components/c.ts MAX_C',
    ]);
    assert.deepEqual(twinLimitsOf(sources), ['src/a.ts MAX_A', 'components/c.ts MAX_A']);
  });

  it('tell a limit in one row: its value with the unit, and the whole docstring', () => {
    const text = `/** Things | of {@link WAIT_MS}. */ const MAX_A: number = 5 * 2_000;
      /** Milliseconds to wait:
       *  the page sleeps. */ export const WAIT_MS = MAX_A - 2 ** 10;`;
    assert.deepEqual(rowsOfLimits(read({ 'src/a/b.ts': text })), [
      { file: 'src/a/b.ts', name: 'MAX_A', value: '10,000 things', doc: 'Things \\| of `WAIT_MS`.' },
      { file: 'src/a/b.ts', name: 'WAIT_MS', value: '8,976 ms', doc: 'Milliseconds to wait: the page sleeps.' },
    ]);
  });
});

/** Rises, of those, that no line of the newest section of the CHANGELOG gives a reason for. */
function unexplained(rises, changes) {
  const [, newest = ''] = changes.split(/^## /m);
  const reasons = newest.split(/^- /m).filter((line) => line.startsWith('Rise:'));
  return rises.filter((name) => !reasons.some((line) => line.replace(/\s+/g, ' ').includes(`“${name}”`)));
}

describe('the document of limits', () => {
  it(`${LIMITS} tells those of the source: npm run limits`, async () => {
    assert.equal(textOf(LIMITS), await limitsText());
  });
});

describe('the figures of structure', () => {
  const reports = JSON.parse(textOf(FIGURES));

  it(`stand in ${ARCHITECTURE} as they were counted: npm run structure -- --write`, () => {
    assert.ok(reports.length > 1);
    const text = textOf(ARCHITECTURE);
    const cells = (page) => page.split('\n').map((line) => line.replaceAll(/-{2,}|\s+/g, ' ').replace(/ ?\| ?/g, '|'));
    assert.deepEqual(cells(text).filter(Boolean), cells(withTable(text, reports)).filter(Boolean));
  });

  it('that rose by more than 5 % have a reason in the CHANGELOG: “Rise: “name of the row” …”', () => {
    none(unexplained(risesOf(reports), textOf('CHANGELOG.md')));
  });

  it('are looked at: a rise is seen, and only its own reason counts', () => {
    const [report] = reports;
    const risen = structuredClone(report);
    risen.tarball.bytes *= 1.06;
    risen.source.files *= 1.04;
    assert.deepEqual(risesOf([report, risen]), ['tarball, MB']);
    assert.deepEqual(risesOf([risen, report]), []);
    assert.deepEqual(
      unexplained(['files', 'tarball, MB'], '## 2\n\n- Rise: “tarball,\n  MB”: maps.\n\n## 1\n\n- Rise: “files”\n'),
      ['files'],
    );
  });
});

// The names of 0.1 that are no more stay away, and whoever comes from 0.1 finds each in the CHANGELOG with the one that it has now.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { buildIfStale } from '../../scripts/build.mjs';
import { CHANGES, namesOf, oldNames, rowsIn, rowsOf } from './old-names.mjs';
import { filesIn, root, textOf } from './sources.mjs';

const names = oldNames();
const none = (problems) => assert.deepEqual(problems, []);
let today;

before(async () => {
  await buildIfStale('all');
  today = namesOf(root, JSON.parse(textOf('dist/custom-elements.json')));
});

/** What tells people how to use it, and what they copy from. */
const documents = [
  'README.md',
  ...filesIn('docs', '.md').filter((file) => !file.startsWith('docs/decisions/')),
  ...filesIn('demo', '.html', '.js', '.mjs'),
];
const codeOf = (text) => [...text.matchAll(/```[^]*?```|`[^`\n]+`/g)].map(([span]) => span).join('\n');
/** How each kind of name is written there; what is also a word counts in code only. */
const WRITTEN = {
  entries: (name) => `${name}(?![\\w/-])`,
  exports: (name) => `\\b${name}\\b`,
  tags: (name) => `\\b${name}(?![\\w-])`,
  attributes: (name) => `<mcp-[a-z-]+[^>]*\\s${name}(?=[=\\s>])`,
  events: (name) => `\\b${name}(?![\\w-])`,
  parts: (name) => `::part\\(${name}\\)`,
};

describe('a name of 0.1 that is no more', () => {
  for (const kind of Object.keys(WRITTEN)) {
    it(`is absent: ${kind}`, () => none(Object.keys(names[kind]).filter((old) => today[kind].includes(old))));

    it(`has one in its place that is there: ${kind}`, () =>
      none(
        Object.values(names[kind])
          // A part may have two roles.
          .flatMap((now) => now?.split(' ') ?? [])
          // A function that became a field of the session.
          .filter((now) => !now.startsWith('session.') && !today[kind].includes(now)),
      ));

    it(`is in no document and no demo: ${kind}`, () => {
      // What only became internal may still be written of.
      const renamed = Object.keys(names[kind]).filter((old) => names[kind][old]);
      none(
        documents.flatMap((file) => {
          const whole = textOf(file);
          const text = kind === 'exports' && file.endsWith('.md') ? codeOf(whole) : whole;
          return renamed
            .filter((old) => new RegExp(WRITTEN[kind](old)).test(text))
            .map((old) => `${file} says ${old}, which is ${names[kind][old]} now`);
        }),
      );
    });
  }

  it('is absent: files', () => none(names.files.filter((file) => existsSync(path.join(root, file)))));

  it('is in the CHANGELOG, with the one that it has now', () => {
    assert.ok(rowsOf(names).length > 50, 'the list was not found');
    assert.deepEqual(rowsIn(textOf(CHANGES)), rowsOf(names), 'Write the table: node test/repo/old-names.mjs');
  });
});

describe('the elements', () => {
  it('tell who writes an attribute of 0.1 which one it is now', () => {
    const told = [...textOf('components/internal/mcp-element.ts').matchAll(/^ {2}\['([a-z-]+)', '([a-z-]+)'\],$/gm)];
    assert.deepEqual(Object.fromEntries(told.map(([, old, now]) => [old, now])), names.attributes);
  });
});

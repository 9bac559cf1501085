// One folder says what is secret: everything else asks it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { filesIn } from './sources.mjs';

const JUDGE = 'src/secrets/';
/** Words of which a rule of its own would be made, where they stand in a regular expression. */
const WORDS =
  /passw|passphrase|secret|api[^a-z]{0,6}key|credentials?\b|bearer|(?<!\{)\btoken|cvv|iban|writeOnly|PRIVATE KEY|\bghp|\beyJ/i;
/** They are about something else: what they do with it is not to decide whether it is secret. */
const OTHERS = [
  // The grammar of a header.
  ['src/transport/challenge.ts', /./],
];
/** Keywords and formats by which schemas declare a secret. */
const DECLARES = /['".](?:writeOnly|password)['"]|\.writeOnly\b/;
/** What they call a control or ask of the browser. */
const CONTROLS = /type=|\.type\b|autocomplete|'password' :|url\.|address\./;

const files = ['src', 'components']
  .flatMap((folder) => filesIn(folder, '.ts'))
  .filter((file) => !file.startsWith(JUDGE));

/** Regular expressions, and texts of which some are made, with their lines. */
function patternsIn(text) {
  return text.split('\n').flatMap((line, at) => {
    if (/^\s*(?:\*|\/\*|\/\/)/.test(line)) return [];
    const literals = [
      ...line.matchAll(/(?<=[=(,:&|!?[\s]|^)\/(?![/*])((?:\\.|\[(?:\\.|[^\]])*\]|[^/\n\\])+)\/[a-z]*/g),
    ];
    const made = [...line.matchAll(/new RegExp\((.*)/g)];
    return [...literals, ...made].map(([, pattern]) => ({ line: at + 1, pattern }));
  });
}

describe('what is secret', () => {
  it('is decided in one folder: no other file has a pattern of names or forms of secrets', () => {
    const found = files.flatMap((file) =>
      patternsIn(readFileSync(file, 'utf8'))
        .filter(({ pattern }) => WORDS.test(pattern))
        .filter(({ pattern }) => !OTHERS.some(([where, what]) => where === file && what.test(pattern)))
        .map(({ line, pattern }) => `${file}:${line} ${pattern}`),
    );
    assert.deepEqual(found, []);
  });

  it('is declared where that folder reads it, and nowhere else', () => {
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          DECLARES.test(line) && !CONTROLS.test(line) && !/^\s*(?:\*|\/\*|\/\/)/.test(line)
            ? [`${file}:${at + 1} ${line.trim()}`]
            : [],
        ),
    );
    assert.deepEqual(found, []);
  });
});

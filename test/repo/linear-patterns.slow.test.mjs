// Our own regular expressions, asked by a tool that searches for texts on which they take long. Exponential ones fail. One that is
// quadratic needs a length before it, and stands here with that.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check } from 'recheck';
import { filesIn, parse } from './sources.mjs';

/** Milliseconds for one. What is not decided by then stands in the table too. */
const TIMEOUT_MS = 60_000;

/** What bounds the text, by the place: file, and a piece of the pattern. */
const BOUNDED = [
  ['src/approvals/roots.ts', '^[ \\t\\r\\n]+', 'twice MAX_ROOT_URI_LENGTH'],
  ['src/auth/errors.ts', '[.]+$', 'MAX_AUTH_MESSAGE_LENGTH'],
  ['src/content/copied-elements.ts', '<(\\/?)', '5,000 for each tag, which a match goes past'],
  ['src/content/diff.ts', '^(?:diff ', 'one line, from its beginning'],
  ['src/content/file-name.ts', '^[\\s.]+', 'MAX_FILE_NAME_READ'],
  ['src/content/inline-pictures.ts', 'data:image', 'a match goes past what it read'],
  ['src/content/markdown-judge.ts', '', 'the beginning of a text: 10,000 characters'],
  ['src/content/markdown.ts', '^ {0,3}\\|?\\s*:?-+', 'one line of a text that is formatted'],
  ['src/content/records.ts', '("(?:', 'JSON that was written here: each quotation mark has its partner'],
  ['src/content/sniff.ts', '', 'the first 1,024 bytes'],
  ['src/diagnosis/probes.ts', '\\/+$', 'MAX_ADDRESS_LENGTH'],
  ['src/schema/name-words.ts', '([A-Z]+)', 'a name of 64 characters'],
  ['src/schema/server-errors.ts', '', '20,000 characters; a place has 1,000'],
  ['src/util/foreign-regex.ts', '', 'MAX_FORM_PATTERN_LENGTH'],
  ['src/util/hosts.ts', '\\.+$', 'MAX_ADDRESS_LENGTH'],
  ['src/secrets/redactor.ts', '=+$', 'base64 that was written here ends with two at most'],
  ['src/util/regex.ts', '^\\{', 'one token of a pattern'],
  ['src/schema/compile/text-hints.ts', '', 'MAX_FORM_DESCRIPTION_LENGTH'],
  ['src/schema/validate/full.ts', '(-?', 'MAX_NUMBERS_LENGTH'],
  ['src/schema/validate/pattern-matcher.ts', '', 'one token of a pattern of MAX_FORM_PATTERN_LENGTH'],
  ['src/schema/validate/pattern-words.ts', '', 'MAX_WORDED_PATTERN_LENGTH'],
  ['src/secrets/addresses.ts', '', 'a piece of an address or a header: 8,192 characters'],
  ['src/secrets/credentials.ts', '', 'each has its own beginning, which a match goes past'],
  ['src/secrets/descriptions.ts', '', 'the descriptions that are judged have a length'],
  ['src/secrets/schema-secrecy.ts', '', 'a name of a field'],
  ['components/internal/html.ts', '', 'our own templates'],
  ['components/internal/confusables.ts', '', 'WORD_READ'],
  ['components/internal/long-text.ts', '\\s+\\S*$', 'the part of a description that is shown'],
  ['components/item-form/not-stored.ts', '', '80 characters between two quotation marks'],
  ['components/schema-field/date-time.ts', '', 'the value of a date input'],
  ['cli/command/arguments.ts', '', 'a line of a file of the person'],
  ['cli/relay/upstream-address.ts', '%', 'an address as DNS gives it'],
];

function literalsIn(file) {
  const found = [];
  const walk = (node) => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return undefined;
    if (node.type === 'Literal' && node.regex) found.push({ file, ...node.regex });
    return Object.values(node).forEach(walk);
  };
  walk(parse(file));
  return found;
}

const whyBounded = ({ file, pattern }) =>
  BOUNDED.find(([place, piece]) => place === file && pattern.includes(piece))?.[2];

describe('our own regular expressions', () => {
  const literals = ['src', 'components', 'cli'].flatMap((folder) => filesIn(folder, '.ts').flatMap(literalsIn));
  for (const [at, one] of literals.entries())
    it(`${at + 1}: ${one.file} /${one.pattern.slice(0, 80)}/`, async () => {
      const { status, complexity } = await check(one.pattern, one.flags, { timeout: TIMEOUT_MS });
      const type = complexity?.type ?? status;
      assert.notEqual(type, 'exponential');
      if (status !== 'safe') assert.ok(whyBounded(one), `${type}: nothing bounds the text`);
    });

  it('are all there: each place of the table has one', () => {
    const gone = BOUNDED.filter(
      ([place, piece]) => !literals.some(({ file, pattern }) => file === place && pattern.includes(piece)),
    );
    assert.deepEqual(gone, []);
  });
});

// What errors say is in catalogues, so that it can be said in any language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { folderOf, formsOf, readErrorTexts } from './error-texts.mjs';
import { camelCase } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const { texts, used, patterns, verbatim } = readErrorTexts();

/** Where words are not ours: somebody else speaks (a server, the browser, an exception), or it is a name of a format. */
const NOT_OURS = [
  'cli/page/page.ts', // words of the relay, in a page of English alone
  'components/tool-form/arguments-draft.ts',
  'src/content/plan.ts',
  'src/content/sniff.ts',
  'src/errors.ts',
  'src/jsonrpc/peer.ts',
  'src/protocol/decode/server.ts',
  'src/schema/state/form-state.ts',
  'src/schema/units.ts',
  'src/session/outgoing-check.ts',
  'src/transport/response-errors.ts',
  'src/util/wrong-value.ts',
];

const unusedIn = ({ texts, used, patterns }) =>
  texts.map(({ key }) => key).filter((key) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)));
const misplacedIn = ({ texts }) =>
  texts
    .filter(({ key, file }) => key !== 'verbatim' && !key.startsWith(`${camelCase(folderOf(file))}.`))
    .map(({ key, file }) => `${key} in ${file}`);
const twiceIn = ({ texts }) => texts.map(({ key }) => key).filter((key, index, all) => all.indexOf(key) !== index);
const brokenIn = ({ texts }) =>
  texts
    .filter(({ template }) =>
      formsOf(template).some((form) =>
        /[{}]/.test(form.replaceAll(/\{\w+(?:, (?:number|bytes|unit|disjunction))?\}/g, '')),
      ),
    )
    .map(({ key }) => key);

describe('what errors say', () => {
  it('is in the catalogues: elsewhere only what others say', () => {
    assert.ok(texts.length > 0);
    none(verbatim.filter(({ file }) => !NOT_OURS.includes(file)));
  });

  it('has keys that begin with their folder, each once', () => {
    none(misplacedIn({ texts }));
    none(twiceIn({ texts }));
  });

  it('has no key that nobody uses', () => none(unusedIn({ texts, used, patterns })));
  it('has templates that can be read', () => none(brokenIn({ texts })));
});

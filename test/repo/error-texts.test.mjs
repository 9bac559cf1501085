// What errors say is in catalogues, so that it can be said in any language.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DOCUMENT, documentText, folderOf, formsOf, readErrorTexts } from './error-texts.mjs';
import { textOf } from './sources.mjs';

const none = (problems) => assert.deepEqual(problems, []);
const { texts, used, patterns, verbatim } = readErrorTexts();

/** Words that are not ours. Each place is one where somebody else speaks (a server, the browser, an exception), or a
 * name of a format. */
const NOT_OURS = [
  'components/tool-form/arguments-draft.ts block.text',
  'src/content/plan.ts media.name',
  "src/content/sniff.ts 'HTML'",
  "src/content/sniff.ts 'XML'",
  'src/errors.ts error instanceof Error ? error.message : String(error)',
  'src/jsonrpc/peer.ts error.message',
  'src/protocol/decode/server.ts words',
  'src/schema/state/form-state.ts message',
  'src/schema/units.ts named',
  'src/schema/units.ts unit',
  'src/session/outgoing-check.ts words',
  'src/transport/response-errors.ts rpc.message',
  'src/util/wrong-value.ts block.reason',
];

const unusedIn = ({ texts, used, patterns }) =>
  texts.map(({ key }) => key).filter((key) => !used.has(key) && !patterns.some((pattern) => pattern.test(key)));
const misplacedIn = ({ texts }) =>
  texts
    .filter(({ key, file }) => key !== 'verbatim' && !key.startsWith(`${folderOf(file)}.`))
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
    assert.ok(texts.length > 400, `${texts.length} texts`);
    assert.deepEqual(verbatim.map(({ file, argument }) => `${file} ${argument}`).sort(), NOT_OURS);
  });

  it('has keys that begin with their folder, each once', () => {
    none(misplacedIn({ texts }));
    none(twiceIn({ texts }));
  });

  it('has no key that nobody uses', () => none(unusedIn({ texts, used, patterns })));
  it('has templates that can be read', () => none(brokenIn({ texts })));

  it('is listed in the documents', async () => {
    assert.equal(textOf(DOCUMENT), await documentText(), 'run `npm run errors:table`');
    assert.match(textOf('README.md'), /\]\(docs\/errors\.md\)/);
  });

  it('would be found wrong by these rules', () => {
    const code = [
      "const errorText = defineErrorTexts({ 'auth.a': 'A', 'auth.b': 'B {', 'auth.c.x': 'C', 'auth.gone': 'D', 'jsonrpc.e': 'E' });",
      "throw new McpError('http', errorText(isA ? 'auth.a' : 'auth.b'));",
      'throw new McpError(errorText(`auth.c.${x}`));',
      "const E = 'jsonrpc.e'; throw new McpError('http', verbatim('No.'));",
    ].join('\n');
    const found = readErrorTexts(['src/auth/x.ts'], () => code);
    assert.deepEqual(unusedIn(found), ['auth.gone']);
    assert.deepEqual(misplacedIn(found), ['jsonrpc.e in src/auth/x.ts']);
    assert.deepEqual(brokenIn(found), ['auth.b']);
    assert.deepEqual(twiceIn({ texts: [...found.texts, ...found.texts] }).length, 5);
    assert.deepEqual(found.verbatim, [{ file: 'src/auth/x.ts', argument: "'No.'" }]);
  });
});

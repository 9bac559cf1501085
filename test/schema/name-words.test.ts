import { expect } from '@esm-bundle/chai';
import { buildForm, FormState } from '../../src/schema/index.js';
import { nameAsWords } from '../../src/schema/name-words.js';

describe('a name without a title', () => {
  for (const [name, words] of [
    ['retry-max-delay', 'Retry max delay'],
    ['retryMaxDelay', 'Retry max delay'],
    ['retry_max_delay', 'Retry max delay'],
    ['RetryMaxDelay', 'Retry max delay'],
    ['MAX_RETRIES', 'Max retries'],
    ['api-key', 'API key'],
    ['userId', 'User ID'],
    ['user_ids', 'User IDs'],
    ['userIDs', 'User IDs'],
    ['HTTPServerURL', 'HTTP server URL'],
    ['x-axis', 'X axis'],
    ['top_10_results', 'Top 10 results'],
    ['line 2 text', 'Line 2 text'],
    ['sha256sum_of_file', 'Sha256sum of file'],
  ] as const)
    it(`is read as words: ${name}`, () => {
      expect(nameAsWords(name)).to.equal(words);
    });

  for (const name of [
    'city',
    'x',
    'a1',
    'a1-b2',
    'x-y',
    'Straße-Nr',
    '名前-名',
    'constructor',
    '__proto__',
    '$ref-name',
    'a<b>-c',
    'my\u202Ename-one',
    `${'long-'.repeat(60)}name`,
    '',
    '-',
    '10-20',
  ])
    it(`stays as it is: ${JSON.stringify(name).slice(0, 40)}`, () => {
      expect(nameAsWords(name)).to.equal(undefined);
    });

  it('is the label of a property, and the exact name stays', () => {
    const form = new FormState(
      buildForm({ type: 'object', properties: { 'retry-max-delay': {}, maxAge: { title: 'AGE' }, city: {} } }),
    );
    expect(form.root.properties.map(({ label, name }) => [label, name])).to.deep.equal([
      ['Retry max delay', 'retry-max-delay'],
      ['AGE', 'maxAge'],
      ['city', 'city'],
    ]);
  });

  it('stays as it was typed where the person chose it', () => {
    const form = new FormState(buildForm({ type: 'object', additionalProperties: { type: 'string' } }), {
      'my-name': 'a',
    });
    expect(form.root.entries[0]?.label).to.equal('my-name');
  });
});

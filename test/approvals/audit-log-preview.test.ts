import { expect } from '@esm-bundle/chai';
import { MAX_AUDIT_VALUE_LENGTH, MAX_AUDIT_VALUES, previewOf } from '../../src/approvals/audit-preview.js';
import { SECRET_SIGN } from '../../src/approvals/index.js';
import { Redactor } from '../../src/secrets/redactor.js';

const one = (value: unknown, name = 'x'): string => previewOf({ [name]: value })[0]!.value;

describe('what is recorded of a value', () => {
  it('its beginning, as text', () => {
    expect(one('tea')).to.equal('tea');
    expect(one(5)).to.equal('5');
    expect(one({ a: [1, true, null] })).to.equal('{"a":[1,true,null]}');
    expect(one('ä'.repeat(MAX_AUDIT_VALUE_LENGTH + 1)))
      .to.have.length(MAX_AUDIT_VALUE_LENGTH)
      .and.match(/…$/);
    expect(one('🌍'.repeat(MAX_AUDIT_VALUE_LENGTH))).not.to.match(/[\uD800-\uDBFF]…/);
  });

  for (const [what, name, value] of [
    ['a password', 'password', 'hunter2'],
    ['a key by its name', 'apiKey', 'abc'],
    ['a number, as text', 'pin', '1234'],
    ['a key by itself', 'note', `my key: sk-${'a'.repeat(30)}`],
    ['a key that goes on beyond the cut', 'note', `${'x '.repeat(95)}ghp_${'b'.repeat(60)}`],
    ['a password in an address', 'url', 'https://ann:hunter2@files.example/'],
    ['one in a list', 'tokens', [`Bearer ${'c'.repeat(20)}`]],
    ['one inside', 'options', { headers: { authorization: `Bearer ${'c'.repeat(20)}` } }],
    ['everything below a secret name', 'credential', { user: 'hunter2', deep: { more: 'hunter2' } }],
    ['a name that is a key', 'map', { [`sk-${'d'.repeat(30)}`]: 1 }],
  ] as const)
    it(`never a secret: ${what}`, () => {
      const text = one(value, name);
      expect(text).to.contain(SECRET_SIGN);
      for (const secret of ['hunter2', '1234', 'sk-aaa', 'sk-ddd', 'ghp_', 'cccc', 'abc'])
        expect(text).not.to.contain(secret);
    });

  it('what the form says is secret, whatever its name', () => {
    expect(previewOf({ x: 'hunter2' }, { schema: { properties: { x: { format: 'password' } } } })).to.deep.equal([
      { name: 'x', value: SECRET_SIGN },
    ]);
  });

  it('numbers under such a name, yes and no, and what the form gives to choose from are none', () => {
    const schema = { properties: { auth: { enum: ['basic', 'bearer'] } } };
    expect(previewOf({ pin: 1234, token: true, auth: 'basic' }, { schema }).map(({ value }) => value)).to.deep.equal([
      '1234',
      'true',
      'basic',
    ]);
  });

  it('what the person had stored as shown is', () => {
    const isShown = (pointer: string): boolean => pointer === '/token';
    const shown = previewOf({ token: 'mine', apiKey: 'mine' }, { isShown }).map(({ value }) => value);
    expect(shown).to.deep.equal(['mine', SECRET_SIGN]);
  });

  it('what was secret once, wherever a server repeats it', () => {
    const schema = { properties: { x: { writeOnly: true }, pin: { format: 'password' } } };
    const redactor = new Redactor();
    previewOf({ password: 'open-sesame-1', x: 'open-sesame-2', pin: 98_765 }, { schema, redactor });
    const one = (value: unknown): string => previewOf({ x: value }, { redactor })[0]!.value;
    for (const secret of ['open-sesame-1', 'open-sesame-2', '98765']) {
      expect(one(`You said ${secret}.`)).to.equal(`You said ${SECRET_SIGN}.`);
      expect(one({ deep: [secret] })).not.to.contain(secret);
    }
    // A short one is in every other word.
    previewOf({ password: 'a' }, { redactor });
    expect(one('a cat')).to.equal('a cat');
  });

  it('an empty secret is no secret', () => {
    expect(one('', 'password')).to.equal('');
  });

  it('so many values, and how many more there were', () => {
    const many = Object.fromEntries(Array.from({ length: MAX_AUDIT_VALUES + 5 }, (_, at) => [`n${at}`, at]));
    expect(previewOf(many)).to.have.length(MAX_AUDIT_VALUES + 1);
    expect(previewOf(many).at(-1)).to.deep.equal({ name: '…', value: '5 more' });
  });

  it('reads a few of many values, a few of their levels, and the beginning of a long text', () => {
    let read = 0;
    const counted = <T extends object>(value: T): T =>
      new Proxy(value, {
        get: (target, key, receiver) => (read++, Reflect.get(target, key, receiver) as unknown),
      });
    let deep: unknown = 'x';
    for (let level = 0; level < 5000; level++) deep = counted({ deep });
    const wide = counted(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`n${at}`, 'y'.repeat(100)])));
    let searched = 0;
    const redactor = new (class extends Redactor {
      override without(...asked: Parameters<Redactor['without']>): string {
        searched += asked[0].length;
        return super.without(...asked);
      }
    })();
    const preview = previewOf({ deep, wide, long: 'z'.repeat(5_000_000) }, { redactor });
    expect(preview.map(({ name }) => name)).to.deep.equal(['deep', 'wide', 'long']);
    expect(read).to.be.below(100);
    expect(searched).to.be.below(100_000);
  });
});

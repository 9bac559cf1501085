import { expect } from '@esm-bundle/chai';
import type { Json } from '../../src/protocol/model.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { redactStored } from '../../src/storage/redacted-storage.js';

const KEY = `sk-${'a1B2'.repeat(8)}`;
const properties = (members: object): object => ({ type: 'object', properties: members });
/** As from a server: names such as `__proto__` are ordinary there. */
const json = (text: string): Json => JSON.parse(text) as Json;

describe('values without secrets', () => {
  const cases: readonly [what: string, schema: unknown, values: Json, left: Json | undefined][] = [
    ['nothing secret', properties({ city: {} }), { city: 'Oslo', days: 3 }, { city: 'Oslo', days: 3 }],
    ['format password', properties({ word: { format: 'password' } }), { word: 'x', a: 1 }, { a: 1 }],
    ['writeOnly, also a whole object', properties({ login: { writeOnly: true } }), { login: { user: 'u' } }, {}],
    ['a name', {}, { apiKey: 'x', api_key: 'x', PASSWORD: 'x', 'access-token': 'x', user: 'u' }, { user: 'u' }],
    ['a number is none by its name', {}, { pin: 1234, token: 5 }, { pin: 1234, token: 5 }],
    ['a number that is declared', properties({ pin: { format: 'password' } }), { pin: 1234, a: 1 }, { a: 1 }],
    ['a value that the schema gives', properties({ auth: { enum: ['basic'] } }), { auth: 'basic' }, { auth: 'basic' }],
    ['a switch is none', {}, { password: true, secret: null, token: '' }, { password: true, secret: null, token: '' }],
    ['a title', properties({ x: { title: 'Your password' } }), { x: 'y' }, {}],
    ['the first sentence about it', properties({ x: { description: 'The API key. Ask Bob.' } }), { x: 'y' }, {}],
    [
      'a later sentence is about others',
      properties({ x: { description: 'A name. No password.' } }),
      { x: 'y' },
      { x: 'y' },
    ],
    [
      'words about the whole tool',
      { title: 'Reset a password', ...properties({ user: {} }) },
      { user: 'u' },
      { user: 'u' },
    ],
    ['what looks like a key, wherever', {}, { note: `use ${KEY}`, list: ['a', KEY] }, { list: ['a', null] }],
    ['a map from keys', {}, { [KEY]: 1, a: 2 }, { a: 2 }],
    [
      'deep inside',
      properties({ a: properties({ b: { items: properties({ c: { format: 'password' } }) } }) }),
      { a: { b: [{ c: 'x', d: 1 }] } },
      { a: { b: [{ d: 1 }] } },
    ],
    [
      'behind a reference',
      { $defs: { 'a/b': { format: 'password' } }, ...properties({ x: { $ref: '#/$defs/a~1b' } }) },
      { x: 'y' },
      {},
    ],
    [
      'in one branch of several',
      properties({ x: { anyOf: [{ type: 'number' }, { allOf: [{ format: 'password' }] }] } }),
      { x: 'y' },
      {},
    ],
    ['where a condition says so', { if: {}, then: properties({ x: { writeOnly: true } }) }, { x: 'y' }, {}],
    [
      'by a pattern of names, whatever it is',
      { patternProperties: { '(a+)+$': { format: 'password' } } },
      { aaaa: 'y' },
      {},
    ],
    ['additional members', { additionalProperties: { format: 'password' } }, { x: 'y' }, {}],
    [
      'items by their place',
      properties({ x: { prefixItems: [{}, { format: 'password' }] } }),
      { x: ['a', 'b'] },
      { x: ['a', null] },
    ],
    ['the whole', { format: 'password' }, 'x', undefined],
    ['a text too long to be searched', {}, { x: 'x'.repeat(100_001), y: 1 }, { y: 1 }],
  ];
  for (const [what, schema, values, left] of cases)
    it(what, () => expect(redactStored(schema, values)).to.deep.equal(left));

  it('names that mean something to JavaScript are ordinary names', () => {
    const values = json(
      '{"__proto__":{"password":"x","a":1},"constructor":"c","hasOwnProperty":"h","toString":{"token":"t"}}',
    );
    const left = redactStored(json('{"properties":{"constructor":{"format":"password"},"__proto__":{}}}'), values);
    expect(JSON.stringify(left)).to.equal('{"__proto__":{"a":1},"hasOwnProperty":"h","toString":{}}');
    expect(Object.getPrototypeOf(left)).to.equal(Object.prototype);
  });

  it('a schema without an end, or one that is none, leaves out rather than lets through', () => {
    const turning = {
      $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
      properties: { x: { $ref: '#/$defs/a' } },
    };
    expect(redactStored(turning, { x: 'y' })).to.deep.equal({ x: 'y' });
    const wide = { anyOf: Array.from({ length: 1000 }, (_, n) => ({ title: String(n) })) };
    expect(redactStored({ properties: { x: wide } }, { x: 'y', z: 1 })).to.deep.equal({ z: 1 });
    for (const schema of [
      undefined,
      null,
      true,
      'x',
      [],
      { properties: 5, allOf: 'x', $ref: '#/%E0%A4%A' },
      { $ref: '#' },
    ])
      expect(redactStored(schema, { x: 'y', password: 'p' })).to.deep.equal({ x: 'y' });
    let deep: Json = KEY;
    for (let n = 0; n < 5000; n++) deep = [deep];
    expect(JSON.stringify(redactStored({}, deep))).not.to.contain('sk-');
  });

  it('and whatever anybody puts there: no draft, argument, preset or view is written with a key in it', async () => {
    const storage = new MemoryStorage();
    const values = { text: KEY, fine: 'x', list: [KEY, 1] };
    const record = { server: 'a', id: '1', at: 1, group: 'g', name: 'n', values, value: values };
    for (const kind of ['draft', 'arguments', 'savedArguments', 'view'] as const) {
      // oxlint-disable-next-line no-await-in-loop
      await storage.put(kind, [record as never]);
      // oxlint-disable-next-line no-await-in-loop
      const kept = JSON.stringify(await storage.get(kind, 'a', '1'));
      expect(kept).not.to.contain('sk-');
      expect(kept).to.contain('fine');
    }
  });
});

import { expect } from '@esm-bundle/chai';
import {
  memberOf,
  schemaPlaceOf,
  secrecyOf,
  secrecyOfPlace,
  secrecyWithin,
  type Secrecy,
} from '../../src/secrets/schema-secrecy.js';
import { redactAddress, secretInAddress, secretsInHeader } from '../../src/secrets/addresses.js';
import { OTHERS, PUBLISHED, type Labelled } from './secret-names.js';

const KEY = `sk-${'a1B2'.repeat(8)}`;

describe('what a server may say back of a header', () => {
  for (const [header, value, secrets] of [
    ['Authorization', 'Bearer abc.def', ['abc.def']],
    ['Authorization', `Basic ${btoa('ada:love:lace')}`, [btoa('ada:love:lace'), 'love:lace']],
    ['authorization', 'basic not-base64!', ['not-base64!']],
    ['X-Api-Key', '12345678', ['12345678']],
    ['Accept', 'application/json', []],
  ] as const)
    it(`${header}: ${value}`, () => expect(secretsInHeader(header, value)).to.deep.equal(secrets));
});

describe('a secret in an address', () => {
  for (const [what, address, redacted] of [
    ['a parameter by its name', 'https://a.example/mcp?api_key=abc&x=1', 'https://a.example/mcp?api_key=secret&x=1'],
    ['a key of a service', 'https://a.example/mcp?key=abc', 'https://a.example/mcp?key=secret'],
    ['a name in camel case', 'https://a.example/?accessToken=abc', 'https://a.example/?accessToken=secret'],
    ['each of the same name', 'https://a.example/?token=a&token=b', 'https://a.example/?token=secret&token=secret'],
    ['a signed address', 'https://a.example/f?X-Amz-Signature=ab12', 'https://a.example/f?X-Amz-Signature=secret'],
    ['a signature of Azure', 'https://a.example/f?sv=2022&sig=ab%2B12', 'https://a.example/f?sv=2022&sig=secret'],
    ['a value by its form', `https://a.example/?q=${KEY}`, 'https://a.example/?q=secret'],
    ['a long random value', 'https://a.example/?q=aB3dE5gH7jK9mN1pQ2rS', 'https://a.example/?q=secret'],
    ['a key as a name', `https://a.example/?${KEY}`, 'https://a.example/?secret'],
    ['a segment by its form', `https://a.example/s/${KEY}/mcp`, 'https://a.example/s/secret/mcp'],
    ['a segment by its form, encoded', `https://a.example/s/%73k-${'a1B2'.repeat(8)}`, 'https://a.example/s/secret'],
    ['a long random segment', 'https://a.example/s/NTk0aB3dE5gH7jK9mN1p/mcp', 'https://a.example/s/secret/mcp'],
    ['a long hexadecimal segment', `https://a.example/s/${'0a1b'.repeat(10)}`, 'https://a.example/s/secret'],
    ['a name and a password', 'https://ada:love@a.example/mcp', 'https://a.example/mcp'],
    ['a token as a name', 'https://tok@a.example/mcp', 'https://a.example/mcp'],
    ['in the fragment', 'https://a.example/#access_token=abc', 'https://a.example/'],
    ['a key in the fragment', `https://a.example/#${KEY}`, 'https://a.example/'],
    ['a webhook', 'https://hooks.slack.com/services/T01/B02/abcdefghij0123456789XYZ', 'https://hooks.slack.com/secret'],
    ['another scheme', 'db://ada:love@host/table', 'db://host/table'],
    ['another scheme, by name', 'notes://all?password=abc', 'notes://all?password=secret'],
    ['a path that names it', 'https://a.example/token/abcdefgh1/mcp', 'https://a.example/token/secret/mcp'],
    ['no address', 'not an address, password=abc1', 'not an address, password=secret'],
    ['a template', '/search{?q}&api_key=abc', '/search{?q}&api_key=secret'],
  ] as const)
    it(`${what}: ${address}`, () => {
      expect(secretInAddress(address)).to.equal(true);
      expect(redactAddress(address)).to.equal(redacted);
      expect(secretInAddress(redacted), 'what is left').to.equal(false);
    });

  for (const address of [
    'https://a.example/mcp',
    'https://a.example/mcp?tenant=1&page=2#top',
    'https://a.example/list?pageToken=abc&cursor=x&maxTokens=5&continuationToken=y',
    'https://a.example/a/6f9619ff-8b86-d011-b42d-00c04fc964ff',
    'https://a.example/the-longest-name-of-a-server-in-2026',
    'https://a.example/tokens/list',
    'https://a.example/press_key?keyboard=de',
    `repo://a/commit/${'0a1b'.repeat(10)}`,
    'file:///home/ada/Passwords%20of%20the%20sea.md',
    'test://one',
    'greeting://{name}',
    'urn:isbn:0451450523',
    '%',
    '',
  ])
    it(`none: ${address}`, () => {
      expect(secretInAddress(address)).to.equal(false);
      expect(redactAddress(address)).to.equal(address);
    });

  for (const address of [
    'https:\\\\user:hunter2pass@a.example/',
    'https:user:hunter2pass@a.example/',
    'https:/\n/user:hunter2pass@a.example/',
    ' https://user:hunter2pass@a.example/',
    'https://user:hunter2pass@a.example\\x',
    'https://a.example/#sig=hunter2pass',
    'https://a.example/#state=1&code=hunter2pass',
  ])
    it(`is found however it is written: ${JSON.stringify(address)}`, () => {
      expect(secretInAddress(address)).to.equal(true);
      expect(redactAddress(address)).not.to.contain('hunter2');
    });

  it('ends in an address of megabytes, which counts as one', () => {
    for (const address of [`https://a.example/${'a/'.repeat(2e6)}`, `https://a.example/?${'a=1&'.repeat(2e6)}`])
      expect(secretInAddress(address)).to.equal(true);
  });
});

const judge = ({ name, schema, beside }: Labelled): Secrecy =>
  secrecyOfPlace(memberOf(schemaPlaceOf({ type: 'object', properties: { ...beside, [name]: schema } }), name));
const wrong = (labelled: readonly Labelled[], isWrong: (found: Secrecy, is: Secrecy) => boolean): readonly string[] =>
  labelled.filter((one) => isWrong(judge(one), one.is)).map((one) => JSON.stringify([one.name, one.schema]));

describe('the names of public tools, judged by hand', () => {
  it('no secret is missed', () => {
    expect(wrong(PUBLISHED, (found, is) => is !== 'none' && found !== is)).to.deep.equal([]);
  });

  it('at most two are taken for a secret that are none', () => {
    const alarms = wrong(PUBLISHED, (found, is) => is === 'none' && found !== is);
    expect(alarms.length, alarms.join(' ')).to.be.at.most(2);
  });
});

describe('the names of secrets', () => {
  for (const one of OTHERS)
    it(`${one.name}, ${JSON.stringify(one.schema)}: ${one.is}`, () => expect(judge(one)).to.equal(one.is));
});

const SECRET = { type: 'string', format: 'password' };
const properties = (members: object): object => ({ type: 'object', properties: members });

describe('a secret that a schema declares', () => {
  for (const [what, schema, value] of [
    ['a member', properties({ x: SECRET }), { x: 'abc' }],
    ['write-only', properties({ x: { writeOnly: true } }), { x: 'abc' }],
    ['a number', properties({ x: { type: 'integer', format: 'password' } }), { x: 4711 }],
    ['by a reference', { $defs: { 'a/b': SECRET }, ...properties({ x: { $ref: '#/$defs/a~1b' } }) }, { x: 'abc' }],
    [
      'by a name',
      { $defs: { a: { $anchor: 'word', ...SECRET } }, ...properties({ x: { $ref: '#word' } }) },
      { x: 'abc' },
    ],
    [
      'by an address',
      { $defs: { a: { $id: 'urn:word', ...SECRET } }, ...properties({ x: { $ref: 'urn:word' } }) },
      { x: 'abc' },
    ],
    [
      'by two references',
      { definitions: { a: { $ref: '#/definitions/b' }, b: SECRET }, ...properties({ x: { $ref: '#/definitions/a' } }) },
      { x: 'abc' },
    ],
    ['allOf', properties({ x: { allOf: [{ type: 'string' }, SECRET] } }), { x: 'abc' }],
    ['anyOf', properties({ x: { anyOf: [{ type: 'null' }, SECRET] } }), { x: 'abc' }],
    ['oneOf', properties({ x: { oneOf: [{ type: 'number' }, SECRET] } }), { x: 'abc' }],
    ['a branch of the whole', { oneOf: [properties({ a: {} }), properties({ x: SECRET })] }, { x: 'abc' }],
    ['nested', properties({ a: properties({ b: properties({ x: SECRET }) }) }), { a: { b: { x: 'abc' } } }],
    ['items', properties({ a: { type: 'array', items: SECRET } }), { a: ['abc'] }],
    ['items by their place', properties({ a: { prefixItems: [{}, SECRET] } }), { a: ['x', 'abc'] }],
    ['items by their place, as before', properties({ a: { items: [{}, SECRET] } }), { a: ['x', 'abc'] }],
    ['further items', properties({ a: { items: [{}], additionalItems: SECRET } }), { a: ['x', 'abc'] }],
    ['objects in a list', properties({ a: { items: properties({ x: SECRET }) } }), { a: [{ x: 'abc' }] }],
    ['a map', { additionalProperties: SECRET }, { any: 'abc' }],
    ['names by a pattern', { patternProperties: { '^x': SECRET } }, { xyz: 'abc' }],
    ['names by a pattern that takes too long', { patternProperties: { '(a+)+$': SECRET } }, { xyz: 'abc' }],
    ['names that nobody evaluated', { unevaluatedProperties: SECRET }, { any: 'abc' }],
    ['a condition', { if: properties({ a: { const: 1 } }), then: properties({ x: SECRET }) }, { a: 1, x: 'abc' }],
    ['the other side of a condition', { if: {}, else: properties({ x: SECRET }) }, { x: 'abc' }],
    ['what depends on another', { dependentSchemas: { a: properties({ x: SECRET }) } }, { a: 1, x: 'abc' }],
    ['the whole object', properties({ login: { writeOnly: true } }), { login: { user: 'u', again: true } }],
    ['a schema without an end', { $ref: '#', ...properties({ x: { allOf: [{ $ref: '#' }, SECRET] } }) }, { x: 'abc' }],
    [
      'one with too much about a place',
      properties({ x: { anyOf: Array.from({ length: 1000 }, (_, n) => ({ minLength: n })) } }),
      { x: 'a' },
    ],
  ] as const)
    it(what, () => expect(secrecyWithin(schemaPlaceOf(schema), value)).to.equal('secret'));

  it('is not what stands beside it', () => {
    for (const [schema, value] of [
      [{ properties: { x: {} }, additionalProperties: SECRET }, { x: 'abc' }],
      [{ patternProperties: { '^x': SECRET } }, { abc: 'x' }],
      [properties({ a: { prefixItems: [{}, SECRET] } }), { a: ['x'] }],
      [{ $ref: '#/nowhere', $defs: { a: SECRET } }, { x: 'y' }],
    ] as const)
      expect(secrecyWithin(schemaPlaceOf(schema), value), JSON.stringify(schema)).to.equal('none');
  });

  it('whatever a stranger calls a schema is taken', () => {
    for (const schema of [undefined, null, true, 'x', [], 5, { properties: 5, allOf: 'x', $ref: '#/%E0%A4%A' }])
      expect(secrecyWithin(schemaPlaceOf(schema), { x: 'y', list: [1, null, true] })).to.equal('none');
  });
});

describe('a value', () => {
  const jwt = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'s'.repeat(43)}`;
  for (const value of [
    KEY,
    jwt,
    `ghp_${'a1B2'.repeat(9)}`,
    `github_pat_${'a1B2'.repeat(8)}`,
    `glpat-${'a1B2'.repeat(5)}`,
    'AKIAIOSFODNN7EXAMPLE',
    `xoxb-${'1234567890-'.repeat(2)}abc`,
    `AIza${'a1B2c'.repeat(7)}`,
    `sk_live_${'a1B2'.repeat(6)}`,
    `npm_${'a1B2'.repeat(9)}`,
    `SG.${'a1B2'.repeat(5)}.${'a1B2'.repeat(10)}`,
    `Bearer ${'a1B2'.repeat(8)}`,
    `Basic ${btoa('ada:lovelace1815')}`,
    'postgres://ada:lovelace@db.example/sea',
    `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END RSA PRIVATE KEY-----`,
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\nabc',
    `https://hooks.slack.com/services/T01/B02/${'a1B2'.repeat(6)}`,
    `in a sentence: ${KEY}.`,
  ])
    it(`is a credential by its form: ${value.slice(0, 40)}`, () => {
      expect(secrecyOf(memberOf(schemaPlaceOf({}), 'note'), value)).to.equal('secret');
      expect(secrecyOf(memberOf(schemaPlaceOf({}), 'password'), value)).to.equal('secret');
    });

  for (const value of [
    'harbour',
    'a sk-8 ski',
    'Basic understanding of it',
    'the token bearer spoke',
    'eyJ',
    '2026-07-28',
    'task-list-of-the-week',
  ])
    it(`is none: ${value}`, () => expect(secrecyOf(memberOf(schemaPlaceOf({}), 'note'), value)).to.equal('none'));

  it('that names a secret within a text may be one', () => {
    for (const value of ['PASSWORD=abc', '{"password": "abc"}', 'Cookie: sid=1', 'https://a.example/?token=abc'])
      expect(secrecyOf(memberOf(schemaPlaceOf({}), 'note'), value), value).to.equal('maybe');
  });

  it('beside the name of a secret may be one: of a header, a variable, a field', () => {
    for (const value of [
      { name: 'Authorization', value: 'abc' },
      { key: 'API_KEY', value: 'abc' },
      { element: 'Password field', text: 'abc' },
      {
        headers: [
          { name: 'a', value: 'b' },
          { name: 'Cookie', value: 'c=d' },
        ],
      },
    ])
      expect(secrecyWithin(schemaPlaceOf({}), value), JSON.stringify(value)).to.equal('maybe');
    expect(secrecyWithin(schemaPlaceOf({}), { name: 'Accept', value: 'abc' })).to.equal('none');
    expect(secrecyWithin(schemaPlaceOf({}), { name: 'A', value: 'abc', isSecret: true })).to.equal('secret');
  });

  it('that a schema gives is known to everybody', () => {
    const schema = properties({ token: { anyOf: [{ enum: ['main', 'other'] }, { type: 'string' }] } });
    expect(secrecyWithin(schemaPlaceOf(schema), { token: 'main' })).to.equal('none');
    expect(secrecyWithin(schemaPlaceOf(schema), { token: 'mine' })).to.equal('maybe');
  });

  it('yes and no, numbers and nothing are none under any name', () => {
    expect(secrecyWithin(schemaPlaceOf({}), { password: true, token: 5, secret: null, apiKey: '' })).to.equal('none');
  });

  it('everything below the name of a secret may be one', () => {
    expect(secrecyWithin(schemaPlaceOf({}), { credentials: { user: { list: [1, 'ada'] } } })).to.equal('maybe');
  });

  describe('the search for one ends, however the text is made:', () => {
    for (const [part, found] of [
      ['key-', 'none'],
      ['fc-', 'none'],
      ['Basic ', 'none'],
      ['Bearer ', 'none'],
      ['eyJ', 'none'],
      ['eyJaaaaaaaaaaa.', 'secret'],
      ['//a:', 'none'],
      ['password=', 'maybe'],
      ['token: ', 'none'],
      ['-----BEGIN PRIVATE KEY-----', 'secret'],
      ['sk-', 'secret'],
      ['a1B', 'none'],
      ['"token":"', 'none'],
      ['SG.', 'none'],
      ['12345678:AA', 'none'],
    ] as const)
      it(`a million characters of ${part}`, () => {
        expect(secrecyOf(memberOf(schemaPlaceOf({}), 'note'), part.repeat(1e6 / part.length))).to.equal(found);
      });
    for (const [words, found] of [
      ['the ', 'none'],
      ['your password not ', 'maybe'],
      ['token to ', 'none'],
      ['key ', 'none'],
      ['optional ', 'none'],
      ['of ', 'none'],
      ['"authorization" ', 'none'],
    ] as const)
      it(`a description with a million characters of ${words}`, () => {
        const schema = { properties: { x: { description: words.repeat(1e6 / words.length) } } };
        expect(secrecyOfPlace(memberOf(schemaPlaceOf(schema), 'x'))).to.equal(found);
      });
    for (const [name, found] of [
      ['aB', 'none'],
      ['token_', 'maybe'],
      ['api ', 'none'],
      ['Key', 'none'],
      [' ', 'none'],
    ] as const)
      it(`a name of 200,000 times “${name}”`, () => {
        expect(secrecyOfPlace(memberOf(schemaPlaceOf({}), name.repeat(200_000)))).to.equal(found);
      });
  });

  it('deeper than anybody looks counts as secret', () => {
    let deep: unknown = 'x';
    for (let n = 0; n < 100; n++) deep = [deep];
    expect(secrecyWithin(schemaPlaceOf({}), deep)).to.equal('secret');
  });
});

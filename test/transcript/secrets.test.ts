import { expect } from '@open-wc/testing';
import { isSecretName } from '../../src/transcript/secret-names.js';
import { Secrets } from '../../src/transcript/secrets.js';
import { secretFieldsOf } from '../../src/transcript/secret-fields.js';
import { writeBody } from '../../src/transcript/write-body.js';
import { SECRET_SIGN } from '../../src/transcript/entry.js';

const written = (value: unknown, secretNames?: readonly string[]): any =>
  JSON.parse(writeBody(value, { secrets: new Secrets(), secretNames: secretNames && new Set(secretNames) }).json);

describe('what is secret in a message', () => {
  for (const name of [
    'password',
    'userPassword',
    'passwd',
    'passphrase',
    'token',
    'accessToken',
    'accesstoken',
    'refresh_token',
    'x-auth-token',
    'apiKey',
    'API_KEY',
    'apikey',
    'client_secret',
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'set-cookie',
    'privateKey',
    'aws_secret_access_key',
    'sessionId',
    'example.com/token',
    'pin',
    'cvv',
    'jwt',
    'bearer',
  ])
    it(`by its name: ${name}`, () => expect(written({ [name]: 'abc' })).to.deep.equal({ [name]: SECRET_SIGN }));

  for (const name of ['progressToken', 'message', 'key', 'cursor', 'nextCursor', 'name', 'tokenCount', 'uri', 'author'])
    it(`not by its name: ${name}`, () => expect(isSecretName(name)).to.equal(false));

  it('everything below such a name, and in lists', () => {
    expect(written({ credentials: { user: 'ada', list: ['x', { deep: 'y' }] } })).to.deep.equal({
      credentials: { user: SECRET_SIGN, list: [SECRET_SIGN, { deep: SECRET_SIGN }] },
    });
  });

  it('the value beside such a name: headers, variables, arguments being completed', () => {
    expect(
      written({ argument: { name: 'apiKey', value: 'ab' }, header: { key: 'Cookie', value: 'x=y' } }),
    ).to.deep.equal({
      argument: { name: 'apiKey', value: SECRET_SIGN },
      header: { key: 'Cookie', value: SECRET_SIGN },
    });
  });

  it('by its schema: format, write-only, title; wherever in it', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', format: 'password' },
        b: { type: 'object', properties: { c: { type: 'string', writeOnly: true } } },
        d: { type: 'array', items: { properties: { e: { title: 'API key' } } } },
        f: { type: 'string' },
      },
    };
    expect([...secretFieldsOf(schema)].toSorted()).to.deep.equal(['a', 'c', 'e']);
    expect(written({ name: 'a', arguments: { a: 'xyz', f: 'open' } }, ['a', 'name'])).to.deep.equal({
      name: 'a',
      arguments: { a: SECRET_SIGN, f: 'open' },
    });
  });

  it('a schema that describes a password is not one; its default is', () => {
    const inputSchema = {
      type: 'object',
      properties: { password: { type: 'string', description: 'The password: 8 letters.', default: 'hunter2' } },
      required: ['password'],
    };
    const { default: given, ...rest } = written({ tools: [{ inputSchema }] }).tools[0].inputSchema.properties.password;
    expect(given).to.equal(SECRET_SIGN);
    expect(rest).to.deep.equal({ type: 'string', description: 'The password: 8 letters.' });
  });

  for (const [what, text, gone] of [
    ['a bearer token', 'Authorization: Bearer abcdef0123456789abcdef', 'abcdef0123456789'],
    ['a password in an address', 'https://ada:lovelace1815@example.com/', 'lovelace1815'],
    ['a token in an address', 'https://example.com/?access_token=abc123&x=1', 'abc123'],
    ['JSON inside of text', '{"user":"ada","password":"lovelace1815"}', 'lovelace1815'],
    ['JSON inside of JSON', JSON.stringify({ body: '{"password":"lovelace1815"}' }), 'lovelace1815'],
    ['a variable', 'PATH=/bin\nGITHUB_TOKEN=zzz999\nHOME=/', 'zzz999'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\nxyz\n-----END RSA PRIVATE KEY-----', 'MIIEabc'],
    ['a signed token', `x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${'s'.repeat(43)} y`, 'sssss'],
    ['a cookie', 'Set-Cookie: sid=31d4d96e407aad42; Path=/', '31d4d96e407aad42'],
  ] as const)
    it(`in a text: ${what}`, () => {
      const safe = written({ text }).text as string;
      expect(safe).not.to.contain(gone);
      expect(safe).to.contain(SECRET_SIGN);
    });

  it('what was secret once is secret wherever it comes back', () => {
    const secrets = new Secrets();
    writeBody({ password: 'correct horse "battery"' }, { secrets });
    writeBody({ pin: 4711 }, { secrets });
    const back = (value: unknown): string => writeBody(value, { secrets }).json;
    for (const value of [
      'You sent correct horse "battery".',
      JSON.stringify({ echo: 'correct horse "battery"' }),
      encodeURIComponent('correct horse "battery"'),
      btoa('correct horse "battery"'),
      { 'correct horse "battery"': 1 },
      ['4711'],
    ])
      expect(back(value), JSON.stringify(value))
        .to.contain(SECRET_SIGN)
        .and.not.match(/horse|4711|b3JzZ/);
    expect(back({ text: 'at 14711 metres' })).to.contain('14711');
  });

  it('plain words about secrets stay', () => {
    for (const text of ['The token: see the manual.', 'Your password is too short.', 'secret santa', 'type: text'])
      expect(written({ text }).text).to.equal(text);
  });

  it('leaves the words of the protocol as they are, whatever somebody has for a password', () => {
    const secrets = new Secrets();
    secrets.add('text');
    const { json } = writeBody({ type: 'text', text: 'some text' }, { secrets });
    expect(JSON.parse(json)).to.deep.equal({ type: 'text', text: `some ${SECRET_SIGN}` });
  });
});

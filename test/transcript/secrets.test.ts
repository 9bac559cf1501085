import { expect } from '@esm-bundle/chai';
import { Redactor, SECRET_SIGN } from '../../src/secrets/redactor.js';
import { writeBody } from '../../src/wire/write-body.js';

const written = (value: unknown, schema?: object): any =>
  JSON.parse(writeBody(value, { redactor: new Redactor(), schemas: { arguments: schema } }).json);

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
    it(`not by its name: ${name}`, () => expect(written({ [name]: 'abc' })).to.deep.equal({ [name]: 'abc' }));

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
    const values = { a: 'xyz', b: { c: 'xyz' }, d: [{ e: 'xyz', f: 'open' }], f: 'open' };
    expect(written({ name: 'a', arguments: values, a: 'open' }, schema)).to.deep.equal({
      name: 'a',
      arguments: { a: SECRET_SIGN, b: { c: SECRET_SIGN }, d: [{ e: SECRET_SIGN, f: 'open' }], f: 'open' },
      a: 'open',
    });
  });

  it('numbers that are declared, and no others', () => {
    const schema = { properties: { pin: { type: 'integer', format: 'password' }, token: { type: 'integer' } } };
    expect(written({ arguments: { pin: 4711, token: 4712, password: true } }, schema)).to.deep.equal({
      arguments: { pin: SECRET_SIGN, token: 4712, password: true },
    });
  });

  it('what comes out of a tool and its schema calls secret, and answers to forms', () => {
    const schema = { properties: { x: { writeOnly: true } } };
    const write = (value: unknown, schemas: object): any =>
      JSON.parse(writeBody(value, { redactor: new Redactor(), schemas }).json);
    expect(write({ structuredContent: { x: 'abc', y: 'z' } }, { structuredContent: schema })).to.deep.equal({
      structuredContent: { x: SECRET_SIGN, y: 'z' },
    });
    expect(write({ action: 'accept', content: { x: 'abc' } }, { content: schema })).to.deep.equal({
      action: 'accept',
      content: { x: SECRET_SIGN },
    });
    const answers = new Map([['form', schema]]);
    const inputResponses = {
      form: { action: 'accept', content: { x: 'abc', y: 'z' } },
      other: { content: { x: 'b' } },
    };
    expect(write({ inputResponses }, { answers }).inputResponses).to.deep.equal({
      form: { action: 'accept', content: { x: SECRET_SIGN, y: 'z' } },
      other: { content: { x: 'b' } },
    });
  });

  it('what the person had stored as shown is, but never what is declared or a credential', () => {
    const schema = { properties: { list: { items: { properties: { token: {} } } }, word: { writeOnly: true } } };
    const key = `sk-${'a1B2'.repeat(8)}`;
    const values = { list: [{ token: 'mine' }, { token: key }], word: 'abc', apiKey: 'other' };
    const shown = ['/list/*/token', '/word'];
    const body = writeBody(
      { arguments: values },
      { redactor: new Redactor(), schemas: { arguments: schema, isShown: (pointer) => shown.includes(pointer) } },
    );
    expect(JSON.parse(body.json)).to.deep.equal({
      arguments: { list: [{ token: 'mine' }, { token: SECRET_SIGN }], word: SECRET_SIGN, apiKey: SECRET_SIGN },
    });
    // So that it is so in a file as well.
    expect(body.shown).to.deep.equal(['/list/*/token']);
  });

  it('in bytes that are text', () => {
    const redactor = new Redactor();
    redactor.add('correct horse');
    const blob = btoa(`${'a picture '.repeat(600)}correct horse`);
    const { json, found } = writeBody({ blob }, { redactor });
    expect(found).to.deep.equal([]);
    expect(JSON.parse(json)).to.deep.equal({ blob: SECRET_SIGN });
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
    const redactor = new Redactor();
    writeBody({ password: 'correct horse "battery"' }, { redactor });
    writeBody({ pin: '4711' }, { redactor });
    const back = (value: unknown): string => writeBody(value, { redactor }).json;
    for (const value of [
      'You sent correct horse "battery".',
      JSON.stringify({ echo: 'correct horse "battery"' }),
      encodeURIComponent('correct horse "battery"'),
      btoa('correct horse "battery"'),
      { 'correct horse "battery"': 1 },
      ['4711'],
      4711,
      btoa('x correct horse "battery"'),
      btoa('xy correct horse "battery"'),
      [...'correct horse "battery"'].map((letter) => letter.charCodeAt(0).toString(16)).join(''),
    ])
      expect(back(value), JSON.stringify(value))
        .to.contain(SECRET_SIGN)
        .and.not.match(/horse|4711|b3JzZ/);
    expect(back({ text: 'at 14711 metres' })).to.contain('14711');
  });

  it('in the address of a resource', () => {
    for (const [uri, left] of [
      ['https://a.example/s/aB3dE5gH7jK9mN1pQ2rS/x', 'https://a.example/s/secret/x'],
      ['https://tok@a.example/x', 'https://a.example/x'],
      ['test://one?sig=abc', 'test://one?sig=secret'],
      ['test://one?page=2', 'test://one?page=2'],
    ])
      expect(written({ uri, contents: [{ uri }] })).to.deep.equal({ uri: left, contents: [{ uri: left }] });
  });

  it('plain words about secrets stay', () => {
    for (const text of ['The token: see the manual.', 'Your password is too short.', 'secret santa', 'type: text'])
      expect(written({ text }).text).to.equal(text);
  });

  it('leaves the words of the protocol as they are, whatever somebody has for a password', () => {
    const redactor = new Redactor();
    redactor.add('text');
    const { json } = writeBody({ type: 'text', text: 'some text' }, { redactor });
    expect(JSON.parse(json)).to.deep.equal({ type: 'text', text: `some ${SECRET_SIGN}` });
  });

  it('but not where a server puts a secret in the place of such a word', () => {
    const redactor = new Redactor();
    redactor.add('hunter2');
    expect(
      JSON.parse(writeBody({ type: 'hunter2', method: 'x/hunter2', mimeType: 'a/hunter2' }, { redactor }).json),
    ).to.deep.equal({ type: SECRET_SIGN, method: `x/${SECRET_SIGN}`, mimeType: `a/${SECRET_SIGN}` });
  });

  it('the longer of two of which one is in the other, and no number of a server’s pushes ours out', () => {
    const redactor = new Redactor();
    redactor.add('harbour');
    redactor.add('harbour-of-the-north');
    for (let n = 0; n < 1000; n++) redactor.add(`a-token-of-theirs-${n}`, 'server');
    expect(redactor.without('to harbour-of-the-north')).to.equal(`to ${SECRET_SIGN}`);
    expect(redactor.without('to harbour')).to.equal(`to ${SECRET_SIGN}`);
  });

  it('what is given to one server is written nowhere of another', () => {
    new Redactor().add('given-to-the-first');
    expect(new Redactor().without('It said given-to-the-first.')).to.equal(`It said ${SECRET_SIGN}.`);
  });
});

// `mcp-embed client-id`: makes a client ID metadata document, and reads one where it is.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { serve } from './check-servers.mjs';
import { runClientId } from './modules.mjs';

const URL_ = 'https://site.example/oauth/client.json';
const RIGHT = ['--url', URL_, '--redirect', 'https://site.example/callback.html', '--name', 'My page'];

async function run(args, fetch) {
  const lines = { out: [], err: [] };
  const code = await runClientId(
    args,
    { print: (more) => lines.out.push(...more), note: (more) => lines.err.push(...more) },
    fetch,
  );
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') };
}
const refusal = async (...args) => {
  const error = await run(args).then(
    () => assert.fail(`${args.join(' ')} was accepted`),
    (thrown) => thrown,
  );
  assert.equal(error.code, 'invalid-input', String(error));
  return `${error.message} ${error.remedy ?? ''}`;
};

describe('a client ID metadata document', () => {
  it('is printed alone, and what to do with it beside it', async () => {
    const { code, out, err } = await run([
      ...RIGHT,
      '--redirect',
      'http://localhost:3000/callback.html',
      '--home',
      'https://site.example/',
    ]);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(out), {
      client_id: URL_,
      client_name: 'My page',
      redirect_uris: ['https://site.example/callback.html', 'http://localhost:3000/callback.html'],
      client_uri: 'https://site.example/',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    for (const words of [`Put it at ${URL_}`, 'Content-Type: application/json', 'Cache-Control: max-age=86400'])
      assert.ok(err.includes(words), words);
    assert.match(err, /clientMetadataUrl: "https:\/\/site\.example\/oauth\/client\.json"/);
  });

  it('has a warning where people come back to another site', async () => {
    const { code, err } = await run([...RIGHT, '--redirect', 'https://other.example/callback.html']);
    assert.equal(code, 0);
    assert.match(err, /^! https:\/\/other\.example\/callback\.html is at another site/);
  });

  for (const [args, words] of [
    [[], /--url is missing: --url https:\/\/site\.example/],
    [RIGHT.slice(0, 2), /--redirect is missing/],
    [RIGHT.slice(0, 4), /--name is missing/],
    [['--url', 'http://site.example/c.json', ...RIGHT.slice(2)], /must be https and have a path/],
    [['--url', 'https://site.example', ...RIGHT.slice(2)], /must be https and have a path/],
    [['--url', 'https://site.example/a/../c.json', ...RIGHT.slice(2)], /“\.\.”/],
    [[...RIGHT, '--redirect', 'http://site.example/callback'], /cannot come back to/],
    [[...RIGHT, '--redirect', 'https://site.example/callback#a'], /cannot come back to/],
    [[...RIGHT, '--logo', 'logo.png'], /logo_uri must be an https address/],
    [[...RIGHT, '--nam', 'x'], /Did you mean --name\?/],
    [[...RIGHT, 'word'], /a word too many: word/],
    [['--check', URL_, '--name', 'x'], /stands alone/],
    [['--check', 'http://site.example/c.json'], /must be https/],
  ])
    it(`is not made of ${args.join(' ') || 'nothing'}`, async () => assert.match(await refusal(...args), words));
});

describe('a document where it is', () => {
  const document = {
    client_id: URL_,
    client_name: 'My page',
    redirect_uris: ['https://site.example/callback.html'],
    token_endpoint_auth_method: 'none',
  };
  /** A real server stands for the site. */
  async function checked(
    t,
    { status = 200, type = 'application/json', text = JSON.stringify(document), headers = {} },
  ) {
    const { origin } = await serve(t, (_, response) =>
      response.writeHead(status, { 'content-type': type, ...headers }).end(text),
    );
    return run(['--check', URL_], (url, init) => fetch(url.replace('https://site.example', origin), init));
  }

  it('is good', async (t) => {
    const { code, out } = await checked(t, { type: 'application/json; charset=utf-8' });
    assert.deepEqual([code, out.split('\n').at(-1)], [0, '✓ Authorization servers can use this document.']);
  });

  for (const [what, answer, words] of [
    ['is not there', { status: 404 }, /status is 404/],
    ['redirects', { status: 302, headers: { location: '/x' } }, /It redirects/],
    ['is HTML', { type: 'text/html', text: '<p>' }, /Content-Type is text\/html[^]*one JSON object/],
    ['is for another address', { text: JSON.stringify({ ...document, client_id: `${URL_}/` }) }, /letter by letter/],
    ['has a secret', { text: JSON.stringify({ ...document, client_secret: 'x' }) }, /client_secret must not be in it/],
    ['is larger than what is read', { text: `${JSON.stringify(document)}${' '.repeat(200_000)}` }, /one JSON object/],
  ])
    it(what, async (t) => {
      const { code, out } = await checked(t, answer);
      assert.equal(code, 1);
      assert.match(out, words);
      assert.match(out, /✗ Authorization servers refuse this document\.$/);
    });

  it('has a warning where nobody may keep it, and is good', async (t) => {
    const { code, out } = await checked(t, { headers: { 'cache-control': 'no-store' } });
    assert.equal(code, 0);
    assert.match(out, /! Cache-Control is no-store/);
  });

  it('cannot be read where nothing answers', async () => {
    const { code, out } = await run(['--check', 'https://localhost:1/client.json']);
    assert.equal(code, 1);
    assert.match(out, /No answer came: /);
  });
});

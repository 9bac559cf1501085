// `mcp-embed check` and `mcp-embed client-id`, run as a person runs them, against the real servers of the demo.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startServers } from '../../demo/servers/start.mjs';
import { run } from './command.mjs';

const ORIGIN = 'http://localhost:8080';
let servers;
before(async () => {
  servers = await startServers({ signIn: true });
});
after(() => servers?.stop());

describe('mcp-embed check', () => {
  /** @type {[id: string, marks: string[], ending: string][]} */
  const working = [
    ['everything', ['– server/discover', '✓ initialize'], `✓ It works from ${ORIGIN}.`],
    ['everything-sse', ['– server/discover', '✓ initialize', 'over HTTP+SSE'], `✓ It works from ${ORIGIN}.`],
    ['modern', ['✓ server/discover', '– initialize'], `✓ It works from ${ORIGIN}.`],
    ['library', ['✓ Sign-in', 'dynamic registration'], `✓ It works from ${ORIGIN}, once a person has signed in.`],
  ];
  for (const [id, marks, ending] of working)
    it(`says that it works: ${id}`, async () => {
      const { code, out, err } = await run(['check', servers.url(id), '--origin', ORIGIN]);
      assert.deepEqual([code, err], [0, '']);
      for (const words of ['✓ Reachable from a page', '✓ CORS', ...marks]) assert.ok(out.includes(words), out);
      assert.equal(out.trimEnd().split('\n').at(-1), ending);
    });

  it('says that it does not from an origin that the server refuses, in its words', async () => {
    const { code, out } = await run(['check', servers.url('modern'), '--origin', 'https://site.example']);
    assert.equal(code, 1);
    assert.match(out, /The server said \(403\): “.*Invalid Origin: site\.example/);
    assert.match(out, /✗ It does not work from https:\/\/site\.example \(preflight-refused\)\.\n$/);
  });

  it('prints JSON and Markdown that a pipe gets whole', async () => {
    const args = ['check', servers.url('library'), '--origin', ORIGIN, '--header', 'Authorization: Bearer t-secret-55'];
    const json = await run([...args, '--json']);
    assert.equal(json.code, 1);
    assert.equal(JSON.parse(json.out).verdict, 'unauthorized');
    const report = await run([...args, '--report']);
    assert.match(report.out, /^## MCP server from a web page: unauthorized\n[^]*```\n$/);
    assert.doesNotMatch(json.out + report.out, /t-secret-55/);
  });

  it('ends with 2 where it was used wrongly, and says with what to write instead', async () => {
    for (const [args, words] of [
      [[], /Give the address of the server to check/],
      [['a.example', '--orign', 'x'], /Did you mean --origin\?/],
      [['--', 'node', 'server.mjs'], /no address that a page could ask/],
    ]) {
      const { code, out, err } = await run(['check', ...args]);
      assert.deepEqual([code, out], [2, '']);
      assert.match(err, words);
    }
    const meant = await run(['chek', 'a.example']);
    assert.equal(meant.code, 1);
    assert.match(meant.err, /Did you mean mcp-embed check\?/);
    assert.match((await run(['check', '--help'])).out, /Exit codes: 0 works/);
  });
});

describe('mcp-embed client-id', () => {
  it('prints the document alone to stdout', async () => {
    const url = 'https://site.example/oauth/client.json';
    const args = ['--url', url, '--redirect', 'https://site.example/callback.html', '--name', 'My page'];
    const { code, out, err } = await run(['client-id', ...args]);
    assert.equal(code, 0);
    assert.equal(JSON.parse(out).client_id, url);
    assert.match(err, /Content-Type: application\/json/);
    const wrong = await run(['client-id', ...args.slice(2)]);
    assert.deepEqual([wrong.code, wrong.out], [2, '']);
    assert.match(wrong.err, /--url is missing/);
  });
});

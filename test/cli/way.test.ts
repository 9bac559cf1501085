import { expect } from '@esm-bundle/chai';
import { reachedServer, serverFetch } from '../../cli/page/server-fetch.js';
import { failureOf, type Found, type ServerOfCommand, wayFor } from '../../cli/page/way.js';

describe('who sends a request of the page of the command', () => {
  const rows: readonly [
    kind: ServerOfCommand['kind'],
    relay: ServerOfCommand['relay'],
    to: 'server' | 'elsewhere',
    found: Found,
    way: ReturnType<typeof wayFor>,
  ][] = [
    ['http', 'auto', 'server', undefined, 'page first'],
    ['http', 'auto', 'server', 'page', 'page'],
    ['http', 'auto', 'server', 'relay', 'relay'],
    ['http', 'always', 'server', undefined, 'relay'],
    ['http', 'never', 'server', undefined, 'page'],
    ['stdio', 'always', 'server', undefined, 'relay'],
    ['http', 'auto', 'elsewhere', undefined, 'page first'],
    ['http', 'auto', 'elsewhere', 'page', 'page'],
    ['http', 'auto', 'elsewhere', 'relay', 'relay'],
    ['http', 'always', 'elsewhere', undefined, 'relay'],
    ['http', 'always', 'elsewhere', 'page', 'page'],
    ['http', 'never', 'elsewhere', 'relay', 'page'],
    ['stdio', 'always', 'elsewhere', undefined, 'page'],
  ];
  for (const [kind, relay, to, found, way] of rows)
    it(`${kind}, relay ${relay}, ${to}, found ${found ?? 'nothing yet'}: ${way}`, () =>
      expect(wayFor({ kind, relay }, to, found)).to.equal(way));
});

describe('an answer to the page of the command', () => {
  for (const [key, status, method, code] of [
    [null, 502, 'tools/call', undefined],
    ['relay.ended', 404, 'tools/call', undefined],
    ['relay.ended', 502, 'tools/call', 'network'],
    ['relay.ended', 504, 'tools/call', 'network'],
    ['relay.ended', 403, 'tools/call', 'load'],
    ['relay.ended', 502, 'initialize', 'load'],
    ['relay.upstreamSilent', 502, 'initialize', 'network'],
  ] as const)
    it(`${status} to ${method}, ${key ?? 'of the server'}: ${code ?? 'is the client’s to read'}`, () =>
      expect(failureOf(key, status, method)).to.equal(code));

  it('that is the relay’s own fails with its words, and is not asked for again', async () => {
    let asked = 0;
    const ask = async (): Promise<Response> => {
      asked++;
      const error = { code: -32000, message: 'It ended.' };
      return Response.json(
        { jsonrpc: '2.0', id: null, error },
        { status: 502, headers: { 'mcp-relay-error': 'relay.ended' } },
      );
    };
    const server: ServerOfCommand = {
      id: '1',
      name: 's',
      kind: 'http',
      relay: 'always',
      path: '/s',
      target: 'http://127.0.0.1/s',
      missing: [],
    };
    const failure = (code: string, words: string): Error => Object.assign(new Error(words), { code });
    const relayed = serverFetch(reachedServer(server, { ask, tell() {}, failure }));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    const error = await relayed('http://127.0.0.1/s', { method: 'POST', body }).catch((thrown: unknown) => thrown);
    expect(error).to.include({ code: 'network', message: 'It ended.' });
    expect(asked).to.equal(1);
  });
});

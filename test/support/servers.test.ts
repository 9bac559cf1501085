import { expect } from '@open-wc/testing';
import { everythingSseUrl, everythingUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};
const post = (url: string, message: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(message),
  });
const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('the servers of the test run', () => {
  it('are reachable from the page, each on an origin of its own', async () => {
    const origins = [everythingUrl, everythingSseUrl, modernUrl, scriptedUrl('html')].map((url) => new URL(url).origin);
    expect(new Set([...origins, location.origin])).to.have.property('size', 5);
    expect((await post(everythingUrl, INITIALIZE)).headers.get('mcp-session-id')).to.be.a('string');
    const stream = new AbortController();
    expect((await fetch(everythingSseUrl, { signal: stream.signal })).status).to.equal(200);
    stream.abort();
    const refusal = (await (await post(modernUrl, INITIALIZE)).json()) as { error: { code: number } };
    expect(refusal.error.code).to.equal(-32022);
  });

  it('the scripted one hands out sessions and keeps a log for each URL', async () => {
    const url = scriptedUrl('rev-2025-06-18');
    const id = (await post(url, INITIALIZE)).headers.get('mcp-session-id')!;
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' };
    expect((await post(url, ping)).status).to.equal(400);
    expect((await post(url, ping, { 'mcp-session-id': 'other' })).status).to.equal(404);
    expect((await post(url, ping, { 'mcp-session-id': id })).status).to.equal(200);
    const log = (await scriptedLog(url)).filter((entry) => entry.method === 'POST');
    expect(log.map((entry) => entry.body.method)).to.deep.equal(['initialize', 'ping', 'ping', 'ping']);
    expect(log[3]!.headers['mcp-session-id']).to.equal(id);
    expect(await scriptedLog(scriptedUrl('rev-2025-06-18'))).to.deep.equal([]);
  });

  it('the scripted one hides what a browser hides', async () => {
    expect(await failure(post(scriptedUrl('dead'), INITIALIZE))).to.be.instanceOf(TypeError);
    expect(await failure(post(scriptedUrl('no-cors'), INITIALIZE))).to.be.instanceOf(TypeError);
    expect((await post(scriptedUrl('session-id-hidden'), INITIALIZE)).headers.get('mcp-session-id')).to.equal(null);
    const old = scriptedUrl('cors-of-2025');
    expect(await failure(post(old, INITIALIZE, { 'mcp-method': 'initialize' }))).to.be.instanceOf(TypeError);
    expect((await post(old, INITIALIZE)).status).to.equal(200);
  });

  it('the scripted one takes a scenario made of data', async () => {
    const url = await script({
      session: false,
      replies: {
        'tools/call': [
          { result: { content: [] } },
          { sse: [{ wait: 20 }, { response: { late: true } }] },
          { hang: true },
        ],
      },
    });
    const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'x' } };
    expect(await (await post(url, call)).json()).to.deep.equal({ jsonrpc: '2.0', id: 7, result: { content: [] } });
    expect(await (await post(url, call)).text()).to.contain('data: {"jsonrpc":"2.0","id":7,"result":{"late":true}}');
    const hangUp = new AbortController();
    setTimeout(() => hangUp.abort(), 50);
    await failure(fetch(url, { method: 'POST', body: JSON.stringify(call), signal: hangUp.signal }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await scriptedLog(url)).at(-1)!.aborted).to.equal(true);
  });
});

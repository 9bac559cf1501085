import { expect } from '@open-wc/testing';
import { gate, gateLog } from '/__servers__.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { diagnose } from '../../src/diagnosis/index.js';

const MINIMAL = [`Access-Control-Allow-Origin: ${location.origin}`, 'Access-Control-Allow-Headers: Content-Type'];

describe('what HTTP+SSE sends', () => {
  const { open } = sessions();

  it('is so little that a server which allows Content-Type alone can be used, whatever revision is agreed', async () => {
    const url = await gate('everything-sse', MINIMAL);
    const session = await open(url);
    expect(session.server?.revision).to.equal('2025-11-25');
    expect((await session.tools.list()).length).to.be.greaterThan(5);
    expect(textOf(await session.tools.call('echo', { message: 'hello' }))).to.equal('Echo: hello');
    await session.close();
    const here = (await gateLog(url)).filter(({ method, path }) => method !== 'OPTIONS' && !path.endsWith('/sse'));
    expect(here.length).to.be.greaterThan(2);
    for (const { headers } of here)
      expect(Object.keys(headers).filter((name) => /^mcp-|last-event-id/.test(name))).to.deep.equal([]);
  });

  it('asks for its stream without a preflight', async () => {
    const url = await gate('everything-sse', MINIMAL);
    await open(url);
    const streams = (await gateLog(url)).filter(({ method, path }) => method === 'GET' && path.endsWith('/sse'));
    expect(streams).to.have.length(1);
    expect(Object.keys(streams[0]!.headers).filter((name) => /^mcp-|content-type/.test(name))).to.deep.equal([]);
  });

  it('is enough for a diagnosis, too', async () => {
    const { verdict, findings } = await diagnose(await gate('everything-sse', MINIMAL));
    expect(verdict, JSON.stringify(findings)).to.equal('works');
    expect(findings.filter(({ severity }) => severity !== 'info')).to.deep.equal([]);
  });
});

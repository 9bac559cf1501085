import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, everythingUrl, modernUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import type { McpError } from '../../src/errors.js';
import { connections, said } from '../fixtures/connections.js';
import { failureOf } from '../fixtures/failure.js';
import { eventually } from '../fixtures/eventually.js';
import { verifies } from '../requirements/verifies.js';

describe('opening a connection', () => {
  const connect = connections();

  describe('to real servers', () => {
    for (const [what, url, opening, era, revision] of [
      ['Streamable HTTP', everythingUrl, 'streamable', 'legacy', '2025-11-25'],
      ['HTTP+SSE', everythingSseUrl, 'http-sse', 'legacy', '2025-11-25'],
      ['2026-07-28', modernUrl, 'modern', 'modern', '2026-07-28'],
    ] as const)
      it(`${what}, found out by ourselves`, async () => {
        const connection = await connect(url);
        expect(connection).to.include({ kind: opening });
        expect(connection.server).to.include({ url, era, revision });
        expect(connection.server.name).not.to.equal('');
        expect(connection.server.capabilities).to.have.property('tools');
      });
  });

  describe('to each revision', () => {
    for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
      it(revision, async () => {
        expect((await connect(scriptedUrl(`rev-${revision}`))).server).to.include({ revision, name: 'scripted' });
      });
  });

  it('asks a modern server one question', async () => {
    const url = scriptedUrl('rev-2026-07-28');
    await connect(url);
    expect(await said(url)).to.deep.equal(['server/discover']);
  });

  it('tries the modern way first, then the handshake', async () => {
    verifies('older-ways-in-order', 'handshake-comes-first');
    const url = scriptedUrl('rev-2025-11-25');
    await connect(url);
    expect(await said(url)).to.deep.equal(['server/discover', 'initialize', 'notifications/initialized']);
  });

  for (const status of [400, 404, 405])
    it(`a POST that is refused with ${status} leads to the oldest shape`, async () => {
      verifies('older-ways-in-order');
      const url = await script({ replies: { '*': { status, text: '' }, GET: { status: 405, text: '' } } });
      const error = await failureOf(connect(url));
      expect(error).to.include({ code: 'http', status });
      expect(await said(url)).to.deep.equal(['server/discover', 'initialize', 'GET']);
    });

  it('also where the refusal speaks of a session', async () => {
    const url = await script({
      replies: { '*': { status: 400, text: 'Missing sessionId' }, GET: { status: 405, text: '' } },
    });
    await failureOf(connect(url));
    expect((await said(url)).at(-1)).to.equal('GET');
  });

  for (const [status, code] of [
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [429, 'http'],
    [500, 'http'],
    [503, 'http'],
  ] as const)
    it(`${status} says nothing of the era: it is not tried any further`, async () => {
      const url = await script({ replies: { '*': { status, text: '' } } });
      expect(await failureOf(connect(url))).to.include({ code, status });
      expect(await said(url)).to.deep.equal(['server/discover']);
    });

  for (const status of [406, 415, 422])
    it(`${status} to the handshake is the server’s word`, async () => {
      const url = await script({ replies: { '*': { status, text: '' } } });
      expect(await failureOf(connect(url))).to.include({ status });
      expect(await said(url)).to.deep.equal(['server/discover', 'initialize']);
    });

  describe('revisions', () => {
    const discover = (supportedVersions: string[]): object => ({ result: { supportedVersions, capabilities: {} } });
    const unsupported = (supported: string[]): object => ({
      status: 400,
      error: { code: -32022, message: 'Unsupported protocol version', data: { supported, requested: '2026-07-28' } },
    });

    it('a server of both eras that names older ones only is greeted in the newest of them', async () => {
      const url = await script({
        revision: '2025-06-18',
        replies: { 'server/discover': discover(['2025-03-26', '2025-06-18']) as never },
      });
      expect((await connect(url)).server.revision).to.equal('2025-06-18');
      const log = await scriptedLog(url);
      expect(log.find(({ body }) => body?.method === 'initialize')!.body.params.protocolVersion).to.equal('2025-06-18');
    });

    it('refused by its name, a server is asked again in one it named, once', async () => {
      verifies('refused-revision-retried-not-downgraded');
      const url = await script({
        revision: '2026-07-28',
        replies: { 'server/discover': [unsupported(['2026-07-28']), discover(['2026-07-28'])] as never },
      });
      expect((await connect(url)).kind).to.equal('modern');
      expect(await said(url)).to.deep.equal(['server/discover', 'server/discover']);
    });

    it('but not again and again, nor with a handshake', async () => {
      verifies('refused-revision-retried-not-downgraded');
      const url = await script({ replies: { 'server/discover': unsupported(['2026-07-28']) as never } });
      expect((await failureOf(connect(url))).rpcCode).to.equal(-32022);
      expect(await said(url)).to.deep.equal(['server/discover', 'server/discover']);
    });

    for (const reply of [discover(['2099-01-01']), unsupported(['2099-01-01'])])
      it(`none in common: ${JSON.stringify(reply).slice(0, 30)}… names both sides’`, async () => {
        verifies('no-shared-revision-names-both-sides');
        const url = await script({ replies: { 'server/discover': reply as never } });
        const error = await failureOf(connect(url));
        expect(error.code).to.equal('unsupported-version');
        expect(error.message).to.contain('2099-01-01').and.to.contain('2026-07-28').and.to.contain('2024-11-05');
        expect(await said(url)).to.deep.equal(['server/discover']);
      });

    it('a modern server that cannot be discovered says what it is when it refuses the handshake', async () => {
      const url = await script({
        revision: '2026-07-28',
        replies: {
          'server/discover': { status: 404, error: { code: -32601, message: 'Method not found' } },
          initialize: unsupported(['2026-07-28']) as never,
        },
      });
      const connection = await connect(url);
      expect(connection.server).to.include({ era: 'modern', revision: '2026-07-28', name: new URL(url).host });
      // It is taken to have everything: its lists will tell.
      expect(connection.server.capabilities).to.have.keys('tools', 'resources', 'prompts', 'completions');
      expect(await said(url)).to.deep.equal(['server/discover', 'initialize']);
    });

    it('one that names revisions nobody here speaks is told so, and is not asked in circles', async () => {
      const url = await script({
        replies: {
          'server/discover': { status: 404, error: { code: -32601, message: 'Method not found' } },
          initialize: unsupported(['2099-01-01']) as never,
        },
      });
      const error = await failureOf(connect(url));
      expect(error.code).to.equal('unsupported-version');
      expect(error.message).to.contain('2099-01-01');
      expect(await said(url)).to.deep.equal(['server/discover', 'initialize']);
    });

    it('offered by the handshake and not ours', async () => {
      const url = scriptedUrl('unknown-revision');
      const error = await failureOf(connect(url));
      expect(error.code).to.equal('unsupported-version');
      // The session it had opened is left.
      await eventually(async () => (await said(url)).includes('DELETE'));
    });
  });

  describe('what is no MCP server', () => {
    for (const [scenario, code, words] of [
      ['html', 'not-mcp', 'text/html'],
      ['plain-text', 'not-mcp', 'text/plain'],
      ['not-found', 'http', 'nothing at this address'],
      ['server-down', 'http', 'failed'],
      ['empty-body', 'bad-message', 'not JSON'],
      ['unauthorized', 'unauthorized', 'a sign-in or an access token'],
      ['forbidden', 'forbidden', 'refuses this page'],
    ] as const)
      it(`${scenario}: ${words}`, async () => {
        const error = await failureOf(connect(scriptedUrl(scenario)));
        expect(error.code).to.equal(code);
        expect(error.message).to.contain(words);
        if (code !== 'bad-message') expect(error.remedy).to.match(/\.$/);
      });
    it('an endless stream of something else is left', async () => {
      const url = await script({
        replies: { '*': { status: 405, text: '' }, GET: { sse: ['data: 1\n\n'], end: false } },
      });
      expect((await failureOf(connect(url))).code).to.be.oneOf(['http', 'not-mcp']);
      await eventually(async () => (await scriptedLog(url)).find(({ method }) => method === 'GET')!.aborted);
    });
    it('a server that never answers', async () => {
      const error = await failureOf(connect(scriptedUrl('never-answers-at-all'), { timeoutMs: 80 }));
      expect(error.code).to.equal('timeout');
    });
  });

  it('the stream of the oldest shape that ends later is told, with its reason', async () => {
    const ends: McpError[] = [];
    // A server of the oldest shape that answers the handshake on its stream and then hangs up.
    const welcome = { protocolVersion: '2024-11-05', capabilities: {}, serverInfo: { name: 'old', version: '1' } };
    const url = await script({
      session: false,
      replies: {
        '*': { status: 404, text: '' },
        GET: {
          sse: [
            'event: endpoint\ndata: ?post\n\n',
            { heard: 'initialize' },
            { jsonrpc: '2.0', id: 1, result: welcome },
            { heard: 'notifications/initialized' },
            // Its answer comes first.
            { wait: 300 },
          ],
        },
        initialize: [
          { status: 404, text: '' },
          { status: 202, text: '' },
        ],
        'notifications/initialized': { status: 202, text: '' },
      },
    });
    const connection = await connect(url, { onStreamEnd: (error) => ends.push(error) });
    expect(connection.server).to.include({ name: 'old', revision: '2024-11-05' });
    await eventually(() => ends.length);
    expect(ends.map(({ code }) => code)).to.deep.equal(['stream-ended']);
  });
});

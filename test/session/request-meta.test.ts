import { expect } from '@esm-bundle/chai';
import { everythingUrl, gate, gateLog, modernUrl } from '/__servers__.js';
import type { JsonObject, OutgoingData, Session, SessionOptions } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Headers: Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version, Mcp-Session-Id',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
];
const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

describe('`_meta` of requests', () => {
  const { open } = sessions();

  /** A session, and the `_meta` of each request of that method, as the server received it. */
  async function opened(
    server: 'everything' | 'modern',
    options: SessionOptions = {},
  ): Promise<{ session: Session; metaOf: (method: string) => Promise<readonly (JsonObject | undefined)[]> }> {
    const url = await gate(server, LINES);
    const session = await open(url, options);
    const metaOf = async (method: string): Promise<readonly (JsonObject | undefined)[]> =>
      (await gateLog(url))
        .map(({ body }) => body as { method?: string; params?: { _meta?: JsonObject } } | undefined)
        .filter((body) => body?.method === method)
        .map((body) => body?.params?._meta);
    return { session, metaOf };
  }

  for (const server of ['everything', 'modern'] as const) {
    describe(`of ${server}`, () => {
      it('is sent with every request where the session has it', async () => {
        const { session, metaOf } = await opened(server, { meta: TRACE });
        await session.tools.list();
        expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
        for (const method of ['tools/list', 'tools/call'])
          for (const meta of await metaOf(method)) expect(meta).to.include(TRACE);
      });

      it('is sent with one call where the call has it, beside that of the session', async () => {
        const { session, metaOf } = await opened(server, { meta: { 'example.com/a': 1, 'example.com/b': 1 } });
        await session.tools.call('echo', { message: 'hi' }, { meta: { 'example.com/b': 2, ...TRACE } });
        await session.tools.call('echo', { message: 'again' });
        const [first, second] = await metaOf('tools/call');
        expect(first).to.include({ 'example.com/a': 1, 'example.com/b': 2, ...TRACE });
        expect(second).to.include({ 'example.com/a': 1, 'example.com/b': 1 }).and.not.to.have.property('traceparent');
      });

      it('goes along with what the client adds for progress', async () => {
        const { session, metaOf } = await opened(server);
        await session.tools.call('echo', { message: 'hi' }, { meta: TRACE, onProgress: () => {} });
        const [meta] = await metaOf('tools/call');
        expect(meta).to.include(TRACE);
        expect(meta).to.have.property('progressToken').that.is.a('string');
      });
    });
  }

  it('is shown to the page before it leaves', async () => {
    const seen: OutgoingData[] = [];
    const policy = { beforeSend: (data: OutgoingData) => void seen.push(data) };
    const session = await open(everythingUrl, { policy });
    await session.tools.call('echo', { message: 'hi' }, { meta: TRACE, initiator: 'page' });
    await session.prompts.get('simple-prompt', {}, { meta: TRACE });
    expect(seen.map(({ params }) => params['_meta'])).to.deep.equal([TRACE, TRACE]);
  });

  it('is shown to the page before it leaves also where it is that of the session, and with lists', async () => {
    const seen: OutgoingData[] = [];
    const policy = { beforeSend: (data: OutgoingData) => void seen.push(data) };
    const session = await open(everythingUrl, { policy, meta: TRACE });
    await session.tools.list();
    await session.tools.call('echo', { message: 'hi' }, { initiator: 'person' });
    const shown = (method: string): readonly unknown[] =>
      seen.filter((data) => data.method === method).map(({ params }) => params['_meta']);
    expect(shown('tools/list')).to.not.be.empty;
    for (const meta of [...shown('tools/list'), ...shown('tools/call')]) expect(meta).to.deep.equal(TRACE);
    expect(shown('tools/call')).to.have.length(1);
  });

  it('of a read is not answered from another read, and that read is not kept', async () => {
    const { session, metaOf } = await opened('everything');
    const { uri } = (await session.resources.list())[0]!;
    await session.resources.read(uri);
    await session.resources.read(uri, { meta: TRACE });
    const asked = await metaOf('resources/read');
    expect(asked.at(-1)).to.deep.equal(TRACE);
    expect(asked.length).to.equal(2);
  });

  for (const [what, meta] of [
    ['the progress token', { progressToken: 'mine' }],
    ['a key of the protocol', { 'io.modelcontextprotocol/protocolVersion': '2024-11-05' }],
    ['a list', []],
    ['a text', 'text'],
  ] as const)
    it(`is refused where it is ${what}, and nothing is sent`, async () => {
      const session = await open(modernUrl);
      const failure = await failureOf(session.tools.call('echo', { message: 'hi' }, { meta: meta as JsonObject }));
      expect(failure.code).to.equal('invalid-input');
      expect(failure.message).to.contain('_meta');
      expect(await failureOf(open(modernUrl, { meta: meta as JsonObject }))).to.have.property('code', 'invalid-input');
    });
});

import { expect } from '@open-wc/testing';
import { everythingSseUrl, script, scriptedLog, type Scenario } from '/__servers__.js';
import type { HttpError, McpError, ProtocolError, Session } from '../../src/index.js';
import { sessions, textOf } from '../fixtures/sessions.js';

type Failure = McpError & Partial<ProtocolError & HttpError>;

/** The names after the name of a header, in the words of a remedy or among header lines. */
function namesIn(text: string, header: string): readonly string[] {
  const found = new RegExp(`${header}: ([^;.]*)`).exec(text)?.[1] ?? '';
  return found.split(',').map((name) => name.trim().toLowerCase());
}

/** The names that a server is told to add, without those words. */
function toAdd(remedy: string): readonly string[] {
  const found = /must add (.*?) to Access-Control-Allow-Headers/.exec(remedy)?.[1] ?? '';
  return found
    .split(/,| and /)
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);
}

const echo = { name: 'echo', inputSchema: { type: 'object' } };
const said = { content: [{ type: 'text', text: 'hello' }] };
const replies: NonNullable<Scenario['replies']> = {
  'tools/list': { result: { tools: [echo] } },
  'tools/call': { result: said },
};

describe('what failures are said to come from', () => {
  const { open, create } = sessions();

  async function failureAt(scenario: Scenario): Promise<Failure> {
    const session = create(await script(scenario));
    return session.connect().then(
      () => expect.fail('connected'),
      (error: Failure) => error,
    );
  }

  async function uses(session: Session): Promise<void> {
    expect((await session.tools.list()).map(({ name }) => name)).to.deep.equal(['echo']);
    expect(textOf(await session.tools.call('echo'))).to.equal('hello');
    await session.close();
  }

  describe('CORS', () => {
    it('a server without any: its operator sends exactly the printed lines, and a whole session works', async () => {
      for (const revision of ['2025-11-25', '2026-07-28']) {
        const capabilities = { tools: {} };
        const { code, remedy } = await failureAt({ revision, capabilities, replies, cors: 'none' });
        expect(code).to.equal('network');
        expect(namesIn(remedy!, 'Access-Control-Allow-Methods')).to.include.members(['get', 'post', 'delete']);
        const allow = namesIn(remedy!, 'Access-Control-Allow-Headers').join(', ');
        const expose = namesIn(remedy!, 'Access-Control-Expose-Headers').join(', ');
        const cors = {
          allow,
          expose,
          methods: namesIn(remedy!, 'Access-Control-Allow-Methods').join(', ').toUpperCase(),
        };
        const url = await script({ revision, capabilities, replies, cors });
        await uses(await open(url));
        const goodbye = (await scriptedLog(url)).filter(({ method }) => method === 'DELETE');
        expect(goodbye.length, revision).to.equal(revision === '2025-11-25' ? 1 : 0);
      }
    });

    it('a list with some of them: all that are missing are named, and none that is there', async () => {
      const capabilities = { tools: {} };
      const known = ['accept', 'content-type', 'mcp-method', 'mcp-protocol-version'];
      const { code, message, remedy } = await failureAt({ capabilities, replies, cors: { allow: known.join(', ') } });
      expect(code).to.equal('network');
      expect(message).to.contain('CORS');
      expect(toAdd(remedy!)).to.have.members(['mcp-session-id', 'mcp-name', 'last-event-id']);
      const allow = [...known, ...toAdd(remedy!)].join(', ');
      await uses(await open(await script({ capabilities, replies, cors: { allow } })));
    });

    for (const missing of ['mcp-session-id', 'mcp-protocol-version'])
      it(`only ${missing} is missing: only that is named`, async () => {
        const all = [
          'content-type',
          'mcp-protocol-version',
          'mcp-session-id',
          'mcp-method',
          'mcp-name',
          'last-event-id',
        ];
        const allow = all.filter((name) => name !== missing).join(', ');
        const { remedy } = await failureAt({ capabilities: {}, cors: { allow } });
        expect(toAdd(remedy!)).to.deep.equal([missing]);
      });

    it('a header of a later request only: the call says which', async () => {
      const allow = 'content-type, mcp-protocol-version, mcp-method';
      const session = await open(
        await script({ revision: '2026-07-28', capabilities: { tools: {} }, replies, cors: { allow } }),
      );
      const error: Failure = await session.tools.call('echo').then(
        () => expect.fail('called'),
        (thrown: Failure) => thrown,
      );
      expect(error.code).to.equal('network');
      expect(toAdd(error.remedy!)).to.include('mcp-name').and.not.to.include('mcp-method');
    });

    it('a server that has answered and no longer does is not said to lack CORS', async () => {
      const session = await open(
        await script({ capabilities: { tools: {} }, replies: { ...replies, '*': { reset: true } } }),
      ).catch(() => undefined);
      // Every further request is broken off, those that look for the cause as well.
      const url = await script({
        capabilities: { tools: {} },
        replies: { 'tools/list': { reset: true }, response: { reset: true } },
      });
      void session?.close();
      const other = await open(url);
      const error: Failure = await other.tools.list().then(
        () => expect.fail('listed'),
        (thrown: Failure) => thrown,
      );
      expect(error.code).to.equal('network');
      expect(`${error.message} ${error.remedy}`).to.contain('answered before').and.not.to.contain('Access-Control');
    });

    it('a request that is broken off, where others are answered, is said to be just that', async () => {
      const session = await open(
        await script({ capabilities: { tools: {} }, replies: { 'tools/list': { reset: true } } }),
      );
      const error: Failure = await session.tools.list().then(
        () => expect.fail('listed'),
        (thrown: Failure) => thrown,
      );
      expect(error.message).to.contain('this one request');
      expect(toAdd(error.remedy!)).to.deep.equal([]);
    });
  });

  describe('a list that the server has no method for', () => {
    const none = { code: -32601, message: 'Method not found' };
    for (const status of [200, 404])
      it(`is none, with status ${status}`, async () => {
        const session = await open(
          await script({
            capabilities: { tools: {}, resources: {}, prompts: {} },
            replies: {
              'tools/list': { status, error: none },
              'resources/list': { status, error: none },
              'resources/templates/list': { status, error: none },
              'prompts/list': { status, error: none },
            },
          }),
        );
        for (const list of [session.tools, session.resources, session.resourceTemplates, session.prompts]) {
          // oxlint-disable-next-line no-await-in-loop -- one list after the other
          expect(await list.list()).to.deep.equal([]);
        }
      });

    it('is none also where there was one before', async () => {
      const session = await open(
        await script({
          capabilities: { tools: {} },
          replies: { 'tools/list': [{ result: { tools: [echo] } }, { error: none }] },
        }),
      );
      expect(await session.tools.list()).to.have.length(1);
      await session.tools.refresh();
      expect(await session.tools.list()).to.deep.equal([]);
    });
  });

  describe('a refusal keeps its cause and its remedy, whatever its body is', () => {
    const bodies = {
      'a JSON-RPC error': { error: { code: -32001, message: 'Unauthorized: Missing bearer token' } },
      'an error of OAuth': { text: '{"error":"invalid_token"}', type: 'application/json' },
      'a web page': { text: '<h1>No</h1>', type: 'text/html' },
      nothing: { text: '' },
      'a very long text': { text: 'no '.repeat(500_000) },
      'a type that is wrong': { text: 'no', type: 'image/png' },
    } as const;
    for (const [what, body] of Object.entries(bodies))
      for (const [status, code, remedy] of [
        [401, 'unauthorized', /token/],
        [403, 'forbidden', /may not allow/],
        [429, undefined, /Wait/],
        [500, undefined, /later/],
        [503, undefined, /later|Wait/],
      ] as const)
        it(`${status} with ${what}`, async () => {
          const error = await failureAt({ session: false, replies: { '*': { status, ...body } } });
          expect(error.status).to.equal(status);
          expect(error.code).to.equal(code ?? ('error' in body ? 'server-error' : 'http'));
          expect(error.remedy).to.match(remedy);
        });

    it('429 says how long, where the server does', async () => {
      const { remedy } = await failureAt({
        cors: { expose: 'retry-after' },
        replies: { '*': { status: 429, text: '', headers: { 'retry-after': '30' } } },
      });
      expect(remedy).to.contain('30 s');
    });
  });

  it('HTTP+SSE sends no header that its server must allow, but the content type', async () => {
    const sent: string[] = [];
    const session = await open(everythingSseUrl, {
      fetch: (input, init) => {
        // What finds out which shape it is goes to the same address first.
        if (init?.method === 'GET') sent.length = 0;
        sent.push(...new Headers(init?.headers).keys());
        return fetch(input, init);
      },
    });
    expect(textOf(await session.tools.call('echo', { message: 'hello' }))).to.contain('hello');
    await session.close();
    expect([...new Set(sent)]).to.have.members(['accept', 'content-type']);
  });
});

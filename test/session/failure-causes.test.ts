import { expect } from '@esm-bundle/chai';
import { everythingSseUrl, script, type Scenario } from '/__servers__.js';
import type { HttpError, McpError, ProtocolError } from '../../src/index.js';
import { sessions, textOf } from '../fixtures/sessions.js';

type Failure = McpError & Partial<ProtocolError & HttpError>;

const echo = { name: 'echo', inputSchema: { type: 'object' } };

describe('what failures are said to come from', () => {
  const { open, create } = sessions();

  async function failureAt(scenario: Scenario): Promise<Failure> {
    const session = create(await script(scenario));
    return session.connect().then(
      () => expect.fail('connected'),
      (error: Failure) => error,
    );
  }

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

import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, scriptedUrl } from '/__servers__.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { MAX_SESSION_PROBLEMS } from '../../src/session/session.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { problemsOf, sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const said = { response: { content: [{ type: 'text', text: 'fine' }] } };

describe('a server that misbehaves', () => {
  const { open } = sessions();

  for (const [scenario, code, words] of [
    ['malformed-json', 'bad-message', 'not JSON'],
    ['malformed-message', 'bad-message', 'not a JSON-RPC 2.0 message'],
    ['wrong-id', 'stream-ended', 'before answering tools/call'],
    ['stream-ends-early', 'stream-ended', 'before answering tools/call'],
    ['tool-error', 'server-error', 'Unknown tool'],
  ] as const)
    it(`${scenario}: a sentence, and the session goes on`, async () => {
      const session = await open(scriptedUrl(scenario));
      const error = await failureOf(session.tools.call('echo', { message: 'x' }));
      expect(error.code).to.equal(code);
      expect(error.message).to.contain(words);
      expect(await session.tools.list()).to.have.length(2);
      expect(session.state.get().phase).to.equal('ready');
    });

  it('malformed-event: the answer after it comes, and the event is a problem', async () => {
    const session = await open(scriptedUrl('malformed-event'));
    expect(textOf(await session.tools.call('echo'))).to.equal('after');
    expect(problemsOf(session).map(({ code }) => code)).to.deep.equal(['bad-message']);
  });

  it('batches of 2025-03-26, as JSON and as events', async () => {
    verifies('batches-are-read');
    const session = await open(scriptedUrl('batch'));
    expect(await session.tools.list()).to.have.length(2);
    expect(textOf(await session.tools.call('echo'))).to.equal('from a batch');
  });

  for (const [scenario, count, words] of [
    ['broken-item', 2, 'cannot be shown'],
    ['broken-item-modern', 2, 'cannot be shown'],
    ['list-not-a-list', 0, 'holds no tools'],
    ['endless-cursor', 1000, 'goes on'],
    ['repeating-cursor', 1, 'same page'],
  ] as const)
    it(`${scenario}: ${count} tools, and a sentence for the rest`, async () => {
      const session = await open(scriptedUrl(scenario));
      expect(await session.tools.list()).to.have.length(count);
      const state = session.tools.state.get();
      expect(state.phase).to.equal('ready');
      expect(state.phase === 'ready' && state.problems.map(({ message }) => message).join()).to.contain(words);
      // A thousand pages, each with its preflight.
    }).timeout(30_000);
  it('three-pages, one of them behind an empty cursor', async () => {
    verifies('cursors-are-opaque');
    const tools = await (await open(scriptedUrl('three-pages'))).tools.list();
    expect(tools.map(({ name }) => name)).to.deep.equal(['first', 'second', 'third']);
  });

  describe('news', () => {
    for (const method of [
      'constructor',
      '__proto__',
      'toString',
      'hasOwnProperty',
      '',
      'notifications/unknown',
      'notifications/progress',
      'notifications/cancelled',
      'notifications/message',
    ])
      it(`“${method}” breaks nothing`, async () => {
        verifies('bad-news-breaks-nothing');
        const news = { jsonrpc: '2.0', method, params: { progressToken: {}, requestId: [], __proto__: null } };
        const bare = { jsonrpc: '2.0', method };
        const url = await script({ replies: { 'tools/call': { sse: [news, bare, said] } } });
        const session = await open(url);
        expect(textOf(await session.tools.call('x', {}, { onProgress: () => {} }))).to.equal('fine');
        expect(problemsOf(session)).to.be.empty;
      });

    for (const [method, list] of [
      ['notifications/tools/list_changed', 'tools'],
      ['notifications/resources/list_changed', 'resources'],
      ['notifications/prompts/list_changed', 'prompts'],
    ] as const)
      it(`${method} on the standing stream has the list fetched again`, async () => {
        const url = await script({
          replies: { GET: { sse: [{ wait: 150 }, { jsonrpc: '2.0', method }], end: false } },
        });
        const session = await open(url);
        session[list].state.subscribe(() => {});
        const asked = async (): Promise<number> =>
          (await scriptedLog(url)).filter(({ body }) => body?.method === `${list}/list`).length;
        await eventually(async () => (await asked()) === 2);
        await pause(30);
        expect(await asked()).to.equal(2);
      });

    it('a modern server is listened to only where it has news, and is asked for just those', async () => {
      const quiet = scriptedUrl('rev-2026-07-28');
      await open(quiet);
      const news = { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' };
      const url = await script({
        revision: '2026-07-28',
        capabilities: { tools: {}, prompts: { listChanged: true }, resources: { listChanged: 'yes' } },
        replies: { 'subscriptions/listen': { sse: [{ wait: 150 }, news], end: false } },
      });
      const session = await open(url);
      session.prompts.state.subscribe(() => {});
      const log = (): ReturnType<typeof scriptedLog> => scriptedLog(url);
      await eventually(async () => (await log()).filter(({ body }) => body?.method === 'prompts/list').length === 2);
      const listen = (await log()).find(({ body }) => body?.method === 'subscriptions/listen')!;
      expect(listen.body.params.notifications).to.deep.equal({ promptsListChanged: true, resourcesListChanged: true });
      expect((await scriptedLog(quiet)).some(({ body }) => body?.method === 'subscriptions/listen')).to.equal(false);
      await session.close();
      await eventually(async () => (await log()).find(({ body }) => body?.method === 'subscriptions/listen')!.aborted);
    });
  });

  describe('progress', () => {
    const progress = (params: object): object => ({ jsonrpc: '2.0', method: 'notifications/progress', params });

    it('what is no number is not told', async () => {
      const url = await script({
        replies: {
          'tools/call': (await import('../fixtures/progress-replies.js')).oddProgress,
        },
      });
      const session = await open(url);
      const seen: unknown[] = [];
      expect(textOf(await session.tools.call('x', {}, { onProgress: (value) => seen.push(value) }))).to.equal('fine');
      expect(seen).to.be.empty;
    });
    it('for tokens of nobody is old news', async () => {
      verifies('stray-progress-ignored');
      const url = await script({
        replies: { 'tools/call': { sse: [progress({ progressToken: 'other', progress: 1 }), said] } },
      });
      const session = await open(url);
      const seen: unknown[] = [];
      await session.tools.call('x', {}, { onProgress: (value) => seen.push(value) });
      expect(seen).to.be.empty;
      expect(problemsOf(session)).to.be.empty;
    });
  });

  it('problems are kept, the newest of them', async () => {
    const bad = Array.from({ length: MAX_SESSION_PROBLEMS + 20 }, (_, n) => `data: bad ${n}\n\n`);
    const session = await open(await script({ replies: { 'tools/call': { sse: [...bad, said] } } }));
    await session.tools.call('x');
    const problems = session.problems.get();
    expect(problems).to.have.length(MAX_SESSION_PROBLEMS);
    expect(problems.at(-1)!.message).to.contain(`bad ${MAX_SESSION_PROBLEMS + 19}`);
  });

  it('pings are answered', async () => {
    verifies('pings-answered');
    const url = scriptedUrl('pings');
    const session = await open(url);
    expect(textOf(await session.tools.call('x'))).to.equal('pinged');
    const answer = (await scriptedLog(url)).find(({ body }) => body && !('method' in body))!;
    expect(answer.body).to.deep.equal({ jsonrpc: '2.0', id: 'ping-1', result: {} });
    expect(answer.headers).to.include({ 'mcp-protocol-version': '2025-11-25' });
    expect(answer.headers['mcp-session-id']).to.be.a('string');
  });

  it('a question that was not offered is refused: −32601', async () => {
    verifies('roots-are-file-folders');
    const url = scriptedUrl('asks-sampling');
    const session = await open(url);
    expect(textOf(await session.tools.call('x'))).to.equal('asked');
    const { body } = (await scriptedLog(url)).find(({ body }) => body && !('method' in body))!;
    expect(body).to.deep.include({ id: 'ask-1' });
    expect(body.error.code).to.equal(-32601);
  });

  it('a question that comes before the server has said who it is, is put to nobody', async () => {
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'x', version: '1' },
    };
    const params = { message: 'Who are you?', requestedSchema: { type: 'object', properties: {} } };
    const early = { jsonrpc: '2.0', id: 'early', method: 'elicitation/create', params };
    const url = await script({
      session: false,
      replies: { initialize: { sse: [early, { wait: 100 }, { response: hello }] } },
    });
    const approvals = new ApprovalQueue();
    let asked = 0;
    approvals.pending.subscribe((waiting) => (asked += waiting.length));
    const session = await open(url, { approvals, capabilities: ['elicitation'] });
    expect(session.server.name).to.equal('x');
    expect(asked).to.equal(0);
    const answer = (await scriptedLog(url)).find(({ body }) => body?.id === 'early')!.body;
    expect(answer.error.code).to.equal(-32603);
  });

  it('cancelling a call takes back its question, and the server is told both', async () => {
    verifies('withdrawn-question-leaves', 'legacy-cancel-is-said');
    const question = {
      jsonrpc: '2.0',
      id: 'q',
      method: 'sampling/createMessage',
      params: { messages: [], maxTokens: 1 },
    };
    const url = await script({ replies: { 'tools/call': { sse: [question], end: false } } });
    let asked: AbortSignal | undefined;
    const session = await open(url, {
      sampler: (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          asked = signal;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const abort = new AbortController();
    const call = failureOf(session.tools.call('x', {}, { signal: abort.signal }));
    await eventually(() => asked);
    abort.abort();
    expect((await call).code).to.equal('cancelled');
    expect(asked!.aborted).to.equal(true);
    const posts = async (): Promise<any[]> =>
      (await scriptedLog(url)).filter(({ method }) => method === 'POST').map(({ body }) => body);
    await eventually(async () => (await posts()).length >= 5);
    const id = (await posts()).find(({ method }) => method === 'tools/call').id;
    expect((await posts()).find(({ method }) => method === 'notifications/cancelled').params.requestId).to.equal(id);
    expect((await posts()).find((body) => !('method' in body)).error.code).to.equal(-32603);
  });
});

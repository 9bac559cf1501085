import { expect } from '@esm-bundle/chai';
import { script, scriptedLog, scriptedUrl, type LoggedRequest } from '/__servers__.js';
import type { Session } from '../../src/index.js';
import { modernEra } from '../../src/protocol/modern.js';
import { ManualClock } from '../fixtures/clock.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { problemsOf, sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const META = 'io.modelcontextprotocol/';
const done = { response: { content: [{ type: 'text', text: 'done' }] } };

/** Everything there is to do with a server, once. */
async function useAll(session: Session): Promise<void> {
  await Promise.all([
    session.tools.list(),
    session.resources.list(),
    session.resourceTemplates.list(),
    session.prompts.list(),
    session.tools.call('echo', { message: 'x' }, { onProgress: () => {} }),
    session.tools.call('echo', { message: 'y' }, { onProgress: () => {} }),
    session.resources.read('test://one'),
    session.prompts.get('greet', { who: 'you' }),
    session.complete({ type: 'ref/prompt', name: 'greet' }, { name: 'who', value: 'y' }),
  ]);
}

async function postsTo(url: string): Promise<LoggedRequest[]> {
  return (await scriptedLog(url)).filter(({ method }) => method === 'POST');
}

/** Less than a call may take that says nothing of it. */
const TIMEOUT_MS = 1000;

describe('what a session says', () => {
  const { open } = sessions();
  const clock = new ManualClock();

  for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
    it(`to a server of ${revision}: each request under an id of its own`, async () => {
      verifies('ids-never-repeat', 'progress-tokens-unique');
      const url = scriptedUrl(`rev-${revision}`);
      await useAll(await open(url));
      const requests = (await postsTo(url)).filter(({ body, headers }) => {
        // The probe went to what may have been another kind of server.
        const isProbe = body.method === 'server/discover' && headers['mcp-protocol-version'] !== revision;
        return body.id !== undefined && !isProbe;
      });
      const ids = requests.map(({ body }) => body.id as unknown);
      expect(ids).to.have.lengthOf.at.least(10);
      expect(new Set(ids)).to.have.property('size', ids.length);
      for (const id of ids) expect(Number.isInteger(id) || typeof id === 'string').to.equal(true);
      const tokens = requests.map(({ body }) => body.params?._meta?.progressToken as unknown).filter(Boolean);
      expect(new Set(tokens)).to.have.property('size', 2);
    });

  it('to a modern server: what the body says, its headers say again', async () => {
    verifies('envelope-on-every-request', 'revision-header-agrees', 'method-and-name-headers');
    const url = scriptedUrl('rev-2026-07-28');
    await useAll(await open(url));
    for (const { headers, body } of await postsTo(url)) {
      expect(body.params._meta).to.include.keys(`${META}protocolVersion`, `${META}clientCapabilities`);
      expect(headers['mcp-protocol-version']).to.equal(body.params._meta[`${META}protocolVersion`]);
      expect(headers['mcp-method']).to.equal(body.method);
      const named = /^(tools\/call|prompts\/get|resources\/read)$/.test(body.method as string);
      expect(headers['mcp-name']).to.equal(named ? (body.params.name ?? body.params.uri) : undefined);
    }
  });

  it('to a modern server, to the end: requests that its revision has, and nothing else', async () => {
    verifies('removed-methods-stay-unsaid', 'modern-cancel-hangs-up');
    const url = scriptedUrl('never-answers-modern');
    const session = await open(url);
    await Promise.all([session.tools.list(), session.prompts.list(), session.resources.read('test://one')]);
    const cancel = new AbortController();
    const calls = [{ signal: cancel.signal }, { timeoutMs: TIMEOUT_MS }, {}].map((options) =>
      failureOf(session.tools.call('echo', {}, options)),
    );
    await eventually(async () => (await postsTo(url)).filter(({ body }) => body.method === 'tools/call').length === 3);
    cancel.abort();
    await clock.advance(TIMEOUT_MS);
    await Promise.all(calls.slice(0, 2));
    await session.close();
    expect((await calls[2]!).code).to.equal('closed');
    const log = (await scriptedLog(url)).filter(({ method }) => method !== 'OPTIONS');
    expect(new Set(log.map(({ method }) => method))).to.deep.equal(new Set(['POST']));
    for (const { body } of log) expect(modernEra.methods).to.include(body.method);
  });

  it('to a server that says nothing but lies about itself: what it says to any other', async () => {
    verifies('server-name-decides-nothing');
    const said = await Promise.all(
      [
        { name: 'scripted', version: '1.0.0' },
        { name: '__proto__', version: '../..' },
        { name: 'mcp-embed' },
        null,
      ].map(async (serverInfo) => {
        const result = { protocolVersion: '2025-11-25', capabilities: { tools: {}, prompts: {} }, serverInfo };
        const url = await script({ session: false, replies: { initialize: { result } } });
        const session = await open(url);
        await session.tools.list();
        await session.tools.call('echo', { message: 'x' });
        return (await postsTo(url)).map(({ body }) => ({ ...body, id: undefined }));
      }),
    );
    for (const other of said.slice(1)) expect(other).to.deep.equal(said[0]);
  });
});

describe('a request that fails on the way', () => {
  const { open } = sessions();

  it('because its answer was lost: it fails, and sent again it has a new id', async () => {
    verifies('lost-answer-asked-under-a-new-id');
    const url = await script({
      revision: '2026-07-28',
      replies: { 'tools/call': [{ sse: [': working\n\n'] }, { sse: [done] }] },
    });
    const session = await open(url);
    expect((await failureOf(session.tools.call('echo'))).code).to.equal('stream-ended');
    const calls = async (): Promise<LoggedRequest[]> =>
      (await postsTo(url)).filter(({ body }) => body.method === 'tools/call');
    // What may have been carried out is not sent again behind the person's back.
    expect(await calls()).to.have.length(1);
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    const [first, second] = await calls();
    expect(second!.body.id).not.to.equal(first!.body.id);
  });

  it('because a legacy stream broke off: that is not said to be cancelled', async () => {
    verifies('dropped-stream-is-not-cancelled');
    const url = scriptedUrl('stream-ends-early');
    const session = await open(url);
    expect((await failureOf(session.tools.call('echo'))).remedy).to.contain('may have been carried out');
    await session.tools.list();
    expect((await postsTo(url)).map(({ body }) => body.method as string)).not.to.include('notifications/cancelled');
  });

  for (const status of [413, 431])
    it(`because it is too large (${status}): only that one fails, with the status`, async () => {
      verifies('too-large-is-told');
      const session = await open(await script({ replies: { 'tools/call': { status, text: 'Too large' } } }));
      const error = await failureOf(session.tools.call('echo', { message: 'x' }));
      expect(error).to.include({ code: 'http', status });
      expect(error.message).to.match(/\.$/);
      expect(await session.tools.list()).to.have.length(2);
    });
});

describe('news of pages that were opened', () => {
  const { open } = sessions();

  it('nobody knows, or that are done, are old news', async () => {
    verifies('unknown-page-end-ignored', 'bad-news-breaks-nothing');
    const method = 'notifications/elicitation/complete';
    const news = [{ elicitationId: 'never-heard-of' }, { elicitationId: 'never-heard-of' }, {}].map((params) => ({
      jsonrpc: '2.0',
      method,
      params,
    }));
    const session = await open(await script({ replies: { 'tools/call': { sse: [...news, done] } } }));
    expect(textOf(await session.tools.call('echo'))).to.equal('done');
    expect(problemsOf(session)).to.be.empty;
  });
});

import { expect } from '@esm-bundle/chai';
import { everythingUrl, type Reply, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import type { HttpError, McpError } from '../../src/index.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { verifies } from '../requirements/verifies.js';

const GONE = { status: 404, error: { code: -32001, message: 'Session not found' } };
const ok = (text: string): { result: object } => ({ result: { content: [{ type: 'text', text }] } });
const count = async (url: string, method: string): Promise<number> =>
  (await scriptedLog(url)).filter((entry) => entry.body?.method === method || entry.method === method).length;

describe('a session the server has forgotten', () => {
  const { open } = sessions();

  it('is replaced, and the call that was refused is sent again', async () => {
    verifies('forgotten-session-starts-anew');
    const url = scriptedUrl('session-lost-once');
    const session = await open(url);
    expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('after the session was renewed');
    expect(session.state.get().phase).to.equal('ready');
    const log = (await scriptedLog(url)).filter(({ method }) => method === 'POST');
    const ids = log.map(({ headers }) => headers['mcp-session-id']);
    const initializes = log.filter(({ body }) => body.method === 'initialize');
    expect(initializes).to.have.length(2);
    for (const { headers } of initializes) expect(headers).not.to.have.property('mcp-session-id');
    expect(new Set(ids.filter(Boolean)).size).to.equal(2);
    const calls = log.filter(({ body }) => body.method === 'tools/call');
    expect(calls[1]!.body.params).to.deep.equal(calls[0]!.body.params);
  });

  describe('is not what a server means', () => {
    const called = async (reply: Reply): Promise<{ error: McpError; calls: number; url: string }> => {
      const url = await script({ replies: { 'tools/call': [reply, ok('a second time')] } });
      const error = await failureOf((await open(url)).tools.call('x'));
      return { error, calls: await count(url, 'tools/call'), url };
    };

    for (const [what, reply, words] of [
      [
        'an error that answers the call and speaks of a session',
        { status: 400, error: { code: -32603, message: 'Order placed, but the session with the printer expired' } },
        'Order placed, but the session with the printer expired',
      ],
      [
        'arguments that it refuses',
        { status: 400, error: { code: -32602, message: 'Argument "session" must be text' } },
        'Argument "session" must be text',
      ],
      [
        'an answer with the status of a lost session',
        { status: 404, error: { code: -32603, message: 'The session of the printer was not found' } },
        'The session of the printer was not found',
      ],
      ['a text', { status: 400, text: 'Tool run_session failed' }, 'Tool run_session failed'],
    ] as const)
      it(`by ${what}: it is sent once, and told as it is`, async () => {
        const { error, calls, url } = await called(reply);
        expect(error.code).not.to.equal('session-lost');
        expect(JSON.stringify([error.message, (error as HttpError).excerpt])).to.contain(
          JSON.stringify(words).slice(1, -1),
        );
        expect(calls).to.equal(1);
        expect(await count(url, 'initialize')).to.equal(1);
      });

    it('in a server without sessions: its error is its own, not one of CORS', async () => {
      const message = 'Unknown session "keynote"';
      const url = await script({
        session: false,
        replies: { 'tools/call': { status: 400, error: { code: -32602, message } } },
      });
      expect(await failureOf((await open(url)).tools.call('x'))).to.include({ code: 'server-error', message });
    });
  });

  it('is what a server means that was started anew', async () => {
    const error = { code: -32000, message: 'Bad Request: Server not initialized' };
    const anew = { status: 400, message: { jsonrpc: '2.0', error, id: null } };
    const url = await script({ replies: { 'tools/call': [anew, ok('again')] } });
    const session = await open(url);
    expect(textOf(await session.tools.call('x'))).to.equal('again');
    expect(await count(url, 'initialize')).to.equal(2);
    expect(session.state.get().phase).to.equal('ready');
  });

  it('by a real server', async () => {
    verifies('forgotten-session-starts-anew');
    let forget = false;
    const session = await open(everythingUrl, {
      fetch: (input, init) => {
        // As if the server had been started anew in between: it does not know this id.
        const headers = new Headers(init!.headers);
        if (headers.has('mcp-session-id') && forget) headers.set('mcp-session-id', crypto.randomUUID());
        return fetch(input, { ...init, headers });
      },
    });
    session.state.subscribe(({ phase }) => {
      if (phase === 'connecting') forget = false;
    });
    forget = true;
    expect(textOf(await session.tools.call('echo', { message: 'hi' }))).to.equal('Echo: hi');
  });

  it('calls that meet the loss together share one new session', async () => {
    const url = await script({
      replies: { 'tools/call': [GONE, GONE, GONE, ok('1'), ok('2'), ok('3')] },
    });
    const session = await open(url);
    const results = await Promise.all([1, 2, 3].map((n) => session.tools.call('x', { n })));
    expect(results.map(textOf)).to.have.members(['1', '2', '3']);
    expect(await count(url, 'initialize')).to.equal(2);
    expect(await count(url, 'tools/call')).to.equal(6);
  });

  it('a call it has not refused comes to its own end: it may have been carried out', async () => {
    const url = await script({
      replies: {
        'prompts/get': { sse: [{ wait: 300 }, { response: { messages: [] } }] },
        'tools/call': [GONE, ok('again')],
      },
    });
    const session = await open(url);
    const slow = session.prompts.get('p');
    await eventually(() => count(url, 'prompts/get'));
    expect(textOf(await session.tools.call('x'))).to.equal('again');
    expect((await slow).messages).to.deep.equal([]);
    expect(await count(url, 'prompts/get')).to.equal(1);
  });

  it('closing ends what is still open on it, too', async () => {
    const url = await script({ replies: { 'prompts/get': { hang: true }, 'tools/call': [GONE, ok('again')] } });
    const session = await open(url);
    const slow = failureOf(session.prompts.get('p'));
    await eventually(() => count(url, 'prompts/get'));
    await session.tools.call('x');
    await session.close();
    expect((await slow).code).to.equal('closed');
    await eventually(async () =>
      (await scriptedLog(url)).some(({ body, aborted }) => body?.method === 'prompts/get' && aborted),
    );
    // Only the session that is known is left.
    expect(await count(url, 'DELETE')).to.equal(1);
  });

  it('its standing stream ends with it', async () => {
    const url = await script({
      replies: { GET: { sse: [': open\n\n'], end: false }, 'tools/call': [GONE, ok('again')] },
    });
    const session = await open(url);
    await eventually(() => count(url, 'GET'));
    await session.tools.call('x');
    await eventually(async () => {
      const gets = (await scriptedLog(url)).filter(({ method }) => method === 'GET');
      return gets.length === 2 && gets[0]!.aborted && !gets[1]!.aborted;
    });
  });

  it('is replaced once for each call, not for ever', async () => {
    const url = await script({ replies: { 'tools/call': GONE } });
    const session = await open(url);
    const error = await failureOf(session.tools.call('x'));
    expect(error).to.include({ code: 'session-lost', remedy: 'Connect again.' });
    expect(await count(url, 'tools/call')).to.equal(2);
    expect(await count(url, 'initialize')).to.equal(2);
  });

  it('where no new one is to be had, the call fails with the reason, and so does the session', async () => {
    const welcome = {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    };
    const url = await script({
      session: false,
      replies: {
        initialize: [
          { result: welcome, headers: { 'mcp-session-id': 'a' } },
          { status: 503, text: '' },
        ],
        'server/discover': [
          { status: 404, text: '' },
          { status: 503, text: '' },
        ],
        'tools/call': GONE,
      },
    });
    const session = await open(url);
    const [one, two] = await Promise.all([failureOf(session.tools.call('x')), failureOf(session.tools.call('y'))]);
    expect([one.code, two.code]).to.include('http');
    const state = session.state.get();
    expect(state.phase === 'failed' && state.error.code).to.equal('http');
  });

  it('is not replaced behind the back of who closes it', async () => {
    const url = await script({ replies: { 'tools/call': { ...GONE, headers: {} } } });
    const session = await open(url);
    const call = failureOf(session.tools.call('x'));
    await session.close();
    expect((await call).code).to.equal('closed');
    await pause(50);
    expect(session.state.get().phase).to.equal('closed');
    expect(await count(url, 'initialize')).to.equal(1);
  });
});

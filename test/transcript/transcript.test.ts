import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl, script } from '/__servers__.js';
import { isFailed, type Transcript, type TranscriptEntry } from '../../src/transcript/index.js';
import type { Session } from '../../src/index.js';
import { pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

const json = (text: string | undefined): any => JSON.parse(text ?? 'null');

describe('the transcript of a session', () => {
  const { create, open } = sessions();

  async function entriesOf(session: Session): Promise<readonly TranscriptEntry[]> {
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    return transcript.entries.get();
  }
  const methods = (entries: readonly TranscriptEntry[]): readonly string[] => entries.map(({ method }) => method);
  const last = (entries: readonly TranscriptEntry[], method: string): TranscriptEntry =>
    entries.findLast((entry) => entry.method === method)!;

  for (const [era, url, revision] of [
    ['the older era', everythingUrl, '2025-11-25'],
    ['the newer era', modernUrl, '2026-07-28'],
  ] as const)
    it(`has each exchange with its answer, its duration and its revision: ${era}`, async () => {
      const session = await open(url);
      const tools = await session.tools.list();
      const name = tools.some((tool) => tool.name === 'echo') ? 'echo' : tools[0]!.name;
      await session.tools.call(name, { message: 'hello' }).catch(() => {});
      const entries = await entriesOf(session);
      const call = last(entries, 'tools/call');
      expect(call).to.include({ direction: 'sent', kind: 'request', subject: name, revision });
      expect(call.duration).to.be.at.least(0);
      expect(json(call.params!.json)).to.deep.include({ name, arguments: { message: 'hello' } });
      expect(call.ended).to.equal('answered');
      expect(json(call.result!.json).content).to.be.an('array');
      expect(json(last(entries, 'tools/list').result!.json).tools).to.have.length(tools.length);
      expect(methods(entries)[0]).to.match(/initialize|discover/);
      expect(entries.map(({ id }) => id)).to.deep.equal(entries.map(({ id }) => id).toSorted());
    });

  it('does not count it as a failure that an older server refuses the first question with a status', async () => {
    const entries = await entriesOf(await open(everythingUrl));
    expect(methods(entries)[0]).to.equal('server/discover');
    expect(entries.filter(isFailed)).to.deep.equal([]);
  });

  it('has the size of each body in bytes, as it was sent', async () => {
    const session = await open(everythingUrl);
    await session.tools.call('echo', { message: 'Grüße "😀"\n' });
    const call = last(await entriesOf(session), 'tools/call');
    const { params } = call;
    expect(params!.size).to.equal(new TextEncoder().encode(params!.json).length);
  });

  it('ties progress and log lines to the call that they came on', async () => {
    const session = await open(everythingUrl);
    await session.tools.call('trigger-long-running-operation', { duration: 0.4, steps: 3 }, { onProgress() {} });
    const entries = await entriesOf(session);
    const call = last(entries, 'tools/call');
    const progress = entries.filter(({ method }) => method === 'notifications/progress');
    expect(progress).to.have.length(3);
    expect(new Set(progress.map(({ about }) => about))).to.deep.equal(new Set([call.id]));
  });

  it('counts what comes again and again instead of listing it', async () => {
    const updates = Array.from({ length: 200 }, (_, progress) => ({
      jsonrpc: '2.0',
      method: 'notifications/progress',
      params: { progressToken: '$progressToken', progress },
    }));
    const sse = [...updates, { response: { content: [] } }];
    const session = await open(await script({ replies: { 'tools/call': { sse } } }));
    await session.tools.call('x', {}, { onProgress() {} });
    const progress = (await entriesOf(session)).filter(({ method }) => method === 'notifications/progress');
    expect(progress).to.have.length(20);
    expect(progress.reduce((sum, { times = 1 }) => sum + times, 0)).to.equal(200);
    expect(json(progress.at(-1)!.params!.json).progress).to.equal(199);
  });

  it('says how each exchange ended', async () => {
    const url = await script({
      replies: {
        'tools/call': [
          { error: { code: -32602, message: 'No such thing.' } },
          { result: { isError: true, content: [] } },
          { sse: ['\n'] },
          { status: 500, text: 'broken' },
          { hang: true },
        ],
      },
    });
    const session = await open(url);
    for (let call = 0; call < 4; call++) await session.tools.call('x').catch(() => {});
    const life = new AbortController();
    const hanging = failureOf(session.tools.call('x', {}, { signal: life.signal }));
    await pause(50);
    life.abort();
    await hanging;
    await failureOf(session.tools.call('x', {}, { timeoutMs: 200 }));
    const calls = (await entriesOf(session)).filter(({ method }) => method === 'tools/call');
    expect(calls.map(({ ended }) => ended)).to.deep.equal([
      'error',
      'answered',
      'stream-ended',
      'failed',
      'cancelled',
      'timed-out',
    ]);
    expect(json(calls[0]!.error!.json)).to.deep.equal({ code: -32602, message: 'No such thing.' });
    expect(calls[1]!.isToolError).to.equal(true);
    expect(calls[3]!.problem).to.contain('500');
  });

  it('pairs what the server asks with what we answered, and says during what', async () => {
    const session = await open(everythingUrl, { elicitor: async () => ({ action: 'decline' }) });
    await session.tools.call('trigger-elicitation-request', {});
    const entries = await entriesOf(session);
    const question = last(entries, 'elicitation/create');
    expect(question).to.include({ direction: 'received', kind: 'request', ended: 'answered' });
    expect(json(question.result!.json)).to.deep.equal({ action: 'decline' });
    expect(question.about).to.equal(last(entries, 'tools/call').id);
  });

  it('begins with the first word of a session that was made before anybody looked', async () => {
    const session = create(everythingUrl);
    const transcript = (await session.transcript.load()) as Transcript;
    expect(transcript.entries.get()).to.deep.equal([]);
    await session.connect();
    await transcript.flush();
    expect(transcript.entries.get()[0]!.at).to.be.closeTo(Date.now(), 5000);
  });

  it('is not kept where the page does not want one', async () => {
    const session = await open(everythingUrl, { transcript: false });
    expect(await session.transcript.load()).to.equal(undefined);
  });
});

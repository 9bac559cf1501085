import { VERSION } from '../../src/util/version.js';
import { expect } from '@esm-bundle/chai';
import { everythingUrl, modernUrl } from '/__servers__.js';
import {
  type ExportLevel,
  openRecording,
  Recording,
  saveHar,
  type SaveOptions,
  saveRecording,
  type Transcript,
} from '../../src/transcript/index.js';
import { itemsOf, Session } from '../../src/index.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions, textOf } from '../fixtures/sessions.js';

describe('a recording', () => {
  const { open } = sessions();

  async function record(session: Session, options: SaveOptions = {}): Promise<string> {
    const transcript = (await session.transcript.load()) as Transcript;
    await transcript.flush();
    const { name, title, version } = session.server;
    const pieces = await saveRecording(transcript.entries.get(), {
      server: { name, title, version },
      blob: (hash) => transcript.blob(hash),
      ...options,
    });
    return pieces!.join('');
  }
  async function play(text: string): Promise<Session> {
    return open(await openRecording(text));
  }
  const listsOf = async (session: Session): Promise<object> => {
    const some = [session.tools, session.resources, session.resourceTemplates, session.prompts];
    await Promise.allSettled(some.map((list) => (list as typeof session.tools).list()));
    return some.map((list) => itemsOf((list as typeof session.tools).state.get()));
  };

  for (const [era, url, call, args] of [
    ['the older era', everythingUrl, 'get-sum', { a: 2, b: 3 }],
    ['the newer era', modernUrl, 'tide-table', {}],
  ] as const)
    for (const level of ['values', 'shapes'] as const)
      it(`shows the same server and the same lists without it: ${era}, ${level}`, async () => {
        const session = await open(url);
        const lists = await listsOf(session);
        const tools = itemsOf(session.tools.state.get());
        const tool = tools.find(({ name }) => name === call) ?? tools[0]!;
        const result = await session.tools.call(tool.name, args);
        const { name, version, revision, era: spoken, capabilities } = session.server;
        const text = await record(session, { level });
        await session.close();

        const played = await play(text);
        expect(played.server).to.deep.include({ name, version, revision, era: spoken, capabilities });
        expect(played.url).to.match(/^port:Recording\u00a0of\u00a0.+,\u00a0\d/);
        expect(await listsOf(played)).to.deep.equal(lists);
        const again = await played.tools.call(tool.name, args).catch((error: unknown) => error);
        if (level === 'values') expect(again).to.deep.equal(result);
        else expect(JSON.stringify(again)).to.contain('(text, ').and.not.to.contain(textOf(result));
        const { message } = await failureOf(played.tools.call(tool.name, { other: 'arguments' }));
        expect(message).to.equal(`This recording has no answer to tools/call ${tool.name} with these arguments.`);
        expect(played.problems.get()).to.deep.equal([]);
      });

  it('gives each time what it gave that time, and the last answer from then on', async () => {
    const session = await open(everythingUrl);
    await session.tools.call('toggle-simulated-logging', {});
    await session.tools.call('toggle-simulated-logging', {});
    const texts = async (of: Session): Promise<string[]> => {
      const all: string[] = [];
      for (let call = 0; call < 3; call++) all.push(textOf(await of.tools.call('toggle-simulated-logging', {})));
      return all;
    };
    const played = await play(await record(session, { level: 'values' }));
    const [first, second, third] = await texts(played);
    expect(first).not.to.equal(second);
    expect(third).to.equal(second);
  });

  it('plays progress, pictures, errors and questions that were answered then', async () => {
    const session = await open(everythingUrl, { elicitor: async () => ({ action: 'decline' }) });
    const run = async (of: Session): Promise<object[]> => {
      const seen: object[] = [];
      await of.tools.call(
        'trigger-long-running-operation',
        { duration: 0.2, steps: 2 },
        { onProgress: (one) => seen.push(one) },
      );
      seen.push(await of.tools.call('get-tiny-image', {}));
      seen.push(await of.tools.call('trigger-elicitation-request', {}));
      seen.push(
        await of.resources
          .read('demo://resource/static/document/features.md')
          .catch((error: unknown) => error as object),
      );
      const { message, code } = await failureOf(of.request('resources/read', { uri: 'nowhere://at-all' }));
      seen.push({ message, code });
      return seen;
    };
    const before = await run(session);
    const played = await play(await record(session, { level: 'values' }));
    expect(JSON.stringify(await run(played))).to.equal(JSON.stringify(before));
  });

  it('is opened again after it was closed, by as many sessions as there are', async () => {
    const session = await open(everythingUrl);
    const recording = await openRecording(await record(session));
    const one = await open(recording);
    const two = await open(recording);
    await one.close();
    await one.connect();
    expect([one, two].map(({ state }) => state.get().phase)).to.deep.equal(['ready', 'ready']);
  });

  it('has a password neither in the question nor in the answer, and still finds its answer', async () => {
    const session = await open(everythingUrl);
    const args = { message: 'hello', password: 'argument-secret-7' };
    const result = await session.tools.call('echo', args);
    await session.tools.call('echo', { message: 'You said argument-secret-7' });
    const text = await record(session, { level: 'values' });
    expect(text).not.to.contain('argument-secret');
    const played = await play(text);
    expect(await played.tools.call('echo', args)).to.deep.equal(result);
  });

  for (const level of ['shapes', 'values'] as readonly ExportLevel[])
    it(`keeps to what it says it holds: ${level}`, async () => {
      const session = await open(everythingUrl);
      await session.tools.call('echo', { message: 'a private thought' });
      await session.request('resources/read', { uri: 'file:///home/ada/diary' }).catch(() => {});
      const [json, har] = [await record(session, { level }), await harOf(session, level)];
      for (const text of [json, har])
        expect(/a private thought/.test(text) && /ada\/diary/.test(text)).to.equal(level === 'values');
      if (level === 'shapes') {
        expect(json).to.contain('(text, 17 characters)').and.not.to.contain('private');
        expect(har).not.to.contain('private').and.not.to.contain('diary');
      }
    });

  async function harOf(session: Session, level: ExportLevel): Promise<string> {
    const transcript = (await session.transcript.load()) as Transcript;
    await transcript.flush();
    return (await saveHar(transcript.entries.get(), { level }))!.join('');
  }

  it('has each entry as the transcript has it: how it ended, what it belongs to, how often it came, sizes, times', async () => {
    const session = await open(everythingUrl, { elicitor: async () => ({ action: 'decline' }) });
    await session.tools.call('trigger-long-running-operation', { duration: 1, steps: 40 }, { onProgress: () => {} });
    await session.tools.call('trigger-elicitation-request', {});
    await session.tools.call('get-tiny-image', {});
    await session.tools.call('echo', { message: 'x '.repeat(300_000) });
    await failureOf(session.request('resources/read', { uri: 'nowhere://at-all' }));
    const late = session.tools.call('trigger-long-running-operation', { duration: 9, steps: 2 }, { timeoutMs: 200 });
    await failureOf(late);
    const transcript = (await session.transcript.load()) as Transcript;
    await transcript.flush();
    const { entries } = (await openRecording(await record(session, { level: 'values' }))).file;
    const original = transcript.entries.get().map((entry) => ({ ...entry, server: '' }));
    expect(original.map(({ ended }) => ended)).to.include.members(['answered', 'error', 'timed-out']);
    expect(original.some(({ times = 1 }) => times > 1) && original.some(({ params }) => params?.isCut)).to.equal(true);
    for (const [index, entry] of original.entries()) expect(entries[index]).to.deep.equal(entry);
  });

  it('as HAR 1.2 has all that the format asks for, and makes nothing up', async () => {
    const session = await open(everythingUrl);
    await session.tools.call('echo', { message: 'hi' });
    const { log } = JSON.parse(await harOf(session, 'values')) as { log: any };
    expect(log.version).to.equal('1.2');
    expect(log.creator).to.deep.equal({ name: 'mcp-embed', version: VERSION });
    const last = log.entries.at(-1);
    for (const { startedDateTime, time, request, response, cache, timings } of log.entries) {
      expect(new Date(startedDateTime).toISOString()).to.equal(startedDateTime);
      expect(time).to.equal(timings.send + timings.wait + timings.receive);
      expect(request).to.include({ method: 'POST', url: everythingUrl, headersSize: -1, bodySize: -1 });
      for (const key of ['cookies', 'headers', 'queryString']) expect(request[key]).to.deep.equal([]);
      expect(response).to.include({ status: 0, statusText: '', redirectURL: '', headersSize: -1, bodySize: -1 });
      expect(response.comment).to.contain('The status is not known.');
      expect(cache).to.deep.equal({});
    }
    expect(JSON.parse(last.request.postData.text).params.arguments).to.deep.equal({ message: 'hi' });
    expect(JSON.parse(last.response.content.text).result.content[0].text).to.contain('hi');
    expect(last.time).to.be.above(0);
  });

  it('never has what an address carries for a secret', async () => {
    const session = await open(`${everythingUrl}?api_key=address-secret-8`);
    for (const text of [await record(session, { level: 'values' }), await harOf(session, 'values')])
      expect(text).not.to.contain('address-secret');
  });

  it('is an endpoint like a worker', async () => {
    const session = await open(everythingUrl);
    const recording = await openRecording(new Blob([await record(session)]));
    expect(recording).to.be.instanceOf(Recording);
    expect(() => new Session(recording)).not.to.throw();
  });
});

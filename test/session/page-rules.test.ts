import { expect } from '@esm-bundle/chai';
import { script, scriptedLog } from '/__servers__.js';
import type { ApprovalPolicy, Session } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';

const CONTENTS = { result: { contents: [{ uri: 'file:///docs/a', text: 'hello' }] } };
const serve = (revision = '2025-11-25'): Promise<string> =>
  script({
    revision,
    capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
    replies: {
      'resources/read': CONTENTS,
      'resources/list': { result: { resources: [{ uri: 'file:///secret/b', name: 'b' }] } },
      'prompts/get': { result: { messages: [] } },
      'completion/complete': { result: { completion: { values: ['x'] } } },
    },
  });
const sentTo = async (url: string, method: string): Promise<number> =>
  (await scriptedLog(url)).filter(({ body }) => body?.method === method).length;

describe('rules of the page for resources and prompts', () => {
  const { open } = sessions();
  const withPolicy = async (policy: ApprovalPolicy): Promise<readonly [Session, string]> => {
    const url = await serve();
    return [await open(url, { policy }), url];
  };
  const resources = { deny: ['file:///secret/*'] };

  it('what is forbidden is not read, by nobody and in no way', async () => {
    const [session, url] = await withPolicy({ resources });
    for (const read of [
      () => session.resources.read('file:///secret/b'),
      () => session.resources.read('file:///secret/b', { initiator: 'person' }),
      () => session.request('resources/read', { uri: 'file:///secret/b' }),
      () => session.request('resources/read', { uri: ['file:///secret/b'] }),
      () => session.request('resources/subscribe', { uri: 'file:///secret/b' }),
      () => session.resources.subscribe('file:///secret/b', () => {}),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await failureOf(read());
      expect(error).to.include({ code: 'declined' });
      expect(error.message).to.match(/^This page does not allow the resource/);
    }
    expect(await sentTo(url, 'resources/read')).to.equal(0);
    expect(await sentTo(url, 'resources/subscribe')).to.equal(0);
    expect(await session.resources.read('file:///docs/a')).to.have.length(1);
    expect(await session.resources.list()).to.have.length(1);
  });

  for (const disguise of [
    'FILE:///secret/b',
    'file:///docs/../secret/b',
    'file:///docs/%2e%2e/secret/b',
    'file:///docs/..%2Fsecret/b',
    'file:///%73ecret/b',
    'file:///%2573ecret/b',
    'file:\\\\\\secret\\b',
    'file://localhost/secret/b',
    ' file:///secret/b',
    'file:///sec\tret/b',
  ])
    it(`a forbidden address in the clothes of another one is forbidden: ${disguise}`, async () => {
      const [session, url] = await withPolicy({ resources });
      expect((await failureOf(session.resources.read(disguise))).code).to.equal('declined');
      const [other, otherUrl] = await withPolicy({ resources: { allow: ['file:///docs/*'] } });
      expect((await failureOf(other.resources.read(disguise))).code).to.equal('declined');
      expect((await sentTo(url, 'resources/read')) + (await sentTo(otherUrl, 'resources/read'))).to.equal(0);
    });

  it('`allow` lets what it names pass, also with encoded characters, and nothing else', async () => {
    const [session] = await withPolicy({ resources: { allow: ['file:///my%20docs/*', 'note:*', 'urn:plain'] } });
    for (const uri of ['file:///my%20docs/a', 'file:///my docs/a', 'file:///my%20docs/100%25', 'note:x', 'urn:plain'])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await session.resources.read(uri), uri).to.have.length(1);
    for (const uri of ['file:///other/a', 'urn:plain2', ''])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect((await failureOf(session.resources.read(uri))).code, uri).to.equal('declined');
  });

  it('an address that is encoded again and again is not allowed where there are rules', async () => {
    const [session] = await withPolicy({ resources });
    expect((await failureOf(session.resources.read(`file:///%${'25'.repeat(40)}73ecret/b`))).code).to.equal('declined');
  });

  it('ends with ten thousand patterns and a long address, which none of them forbids', async () => {
    const [session] = await withPolicy({
      resources: { deny: Array.from({ length: 10_000 }, () => `${'*a'.repeat(50)}x`) },
    });
    expect(await session.resources.read(`file:///${'a'.repeat(5000)}`)).to.have.length(1);
  });

  it('what is forbidden is not shown from an earlier visit either', async () => {
    const url = await serve();
    const storage = new MemoryStorage();
    const first = await open(url, { storage });
    await first.resources.read('file:///secret/b');
    await eventually(async () => first.resources.stored('file:///secret/b'));
    await first.close();
    const second = await open(url, { storage, policy: { resources } });
    expect(await second.resources.stored('file:///secret/b')).to.equal(undefined);
    expect((await failureOf(second.resources.read('file:///secret/b'))).code).to.equal('declined');
  });

  it('a subscription of an earlier visit is not taken up again', async () => {
    const url = await serve();
    const storage = new MemoryStorage();
    const first = await open(url, { storage });
    await (await first.storage.ready())!.subscriptions.add('file:///secret/b');
    await first.close();
    const { followedResources } = await import('../../components/resource-view/subscription.js');
    const second = await open(url, { storage, policy: { resources } });
    const { states } = followedResources(second);
    await eventually(() => states.get().get('file:///secret/b')?.phase === 'failed');
    expect(await sentTo(url, 'resources/subscribe')).to.equal(0);
  });

  it('a prompt that is forbidden is not got and not completed', async () => {
    const [session, url] = await withPolicy({ prompts: { allow: ['read_*'], deny: ['read_mail'] } });
    for (const act of [
      () => session.prompts.get('write'),
      () => session.prompts.get('read_mail'),
      () => session.request('prompts/get', { name: 'write' }),
      () => session.complete({ type: 'ref/prompt', name: 'write' }, { name: 'a', value: 'b' }),
      () => session.request('completion/complete', { ref: { type: 'ref/prompt', name: 'write' } }),
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const error = await failureOf(act());
      expect(error).to.include({ code: 'declined' });
      expect(error.message).to.match(/^This page does not allow the prompt/);
    }
    expect((await sentTo(url, 'prompts/get')) + (await sentTo(url, 'completion/complete'))).to.equal(0);
    await session.prompts.get('read_news');
    await session.complete({ type: 'ref/prompt', name: 'read_news' }, { name: 'a', value: 'b' });
    expect(await sentTo(url, 'completion/complete')).to.equal(1);
  });

  it('a template is not completed where no address of it is allowed', async () => {
    const [session, url] = await withPolicy({ resources: { allow: ['docs://*'] } });
    const complete = (uri: string): Promise<unknown> =>
      session.complete({ type: 'ref/resource', uri }, { name: 'page', value: 'b' });
    expect((await failureOf(complete('file:///{page}'))).code).to.equal('declined');
    await complete('docs://{page}');
    expect(await sentTo(url, 'completion/complete')).to.equal(1);
  });

  it('rules for one kind say nothing about the others', async () => {
    const [session] = await withPolicy({ resources: { allow: [] }, prompts: { allow: ['p'] }, tools: { deny: ['x'] } });
    expect((await failureOf(session.resources.read('file:///docs/a'))).code).to.equal('declined');
    await session.prompts.get('p');
    await session.tools.call('y').catch((error: Error) => expect(error.message).not.to.include('allow'));
  });
});

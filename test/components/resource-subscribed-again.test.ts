import { aTimeout, expect } from '@open-wc/testing';
import { script, scriptedLog } from '/__servers__.js';
import { followedResources } from '../../components/resource-view/subscription.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import type { Session } from '../../src/index.js';

const uri = 'test://one';

describe('a resource that the person follows', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const serving = (subscribe: object = { result: {} }): Promise<string> =>
    script({
      capabilities: { resources: { subscribe: true } },
      replies: { 'resources/subscribe': subscribe as never, 'resources/unsubscribe': { result: {} } },
    });
  const visit = (url: string, namespace: string): Promise<Session> => open(url, { storage: 'local', namespace });
  const subscribed = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => body?.method === 'resources/subscribe').length;
  const kept = async (session: Session): Promise<readonly string[]> =>
    (await session.storage.ready())!.subscriptions.list();

  it('is followed again at the next visit, until they stop it', async () => {
    const [url, namespace] = [await serving(), databaseName()];
    const first = await visit(url, namespace);
    await followedResources(first).follow(uri);
    await eventually(async () => (await kept(first)).includes(uri));
    await first.close();

    const next = await visit(url, namespace);
    const followed = followedResources(next);
    await eventually(() => followed.states.get().get(uri)?.phase === 'on');
    expect(await subscribed(url)).to.equal(2);
    followed.unfollow(uri);
    await eventually(async () => (await kept(next)).length === 0);
    await next.close();

    const last = await visit(url, namespace);
    followedResources(last);
    await aTimeout(100);
    expect(await subscribed(url)).to.equal(2);
  });

  it('that the server refuses is not asked for again and again', async () => {
    const [url, namespace] = [await serving({ error: { code: -32002, message: 'No such resource' } }), databaseName()];
    const session = await visit(url, namespace);
    await (await session.storage.ready())!.subscriptions.add(uri);
    const followed = followedResources(session);
    await eventually(() => followed.states.get().get(uri)?.phase === 'failed');
    await eventually(async () => (await kept(session)).length === 0);
  });
});

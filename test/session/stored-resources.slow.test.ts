import { expect } from '@open-wc/testing';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import type { Session, SessionOptions } from '../../src/index.js';
import { MAX_CACHED_RESOURCE_CHARACTERS } from '../../src/session/server-cache.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { failureOf } from '../fixtures/failure.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';

const MODERN = '2026-07-28';
const HOUR = 3_600_000;
const URI = 'test://one';
const KEY = `sk-${'a1B2'.repeat(8)}`;
const says = (text: string, hints: object = {}): Reply => ({
  result: { resultType: 'complete', contents: [{ uri: URI, mimeType: 'text/plain', text }], ...hints },
});
const asks: Reply = { result: { resultType: 'input_required', requestState: 'state' } };
/** A server of 2026-07-28 that reads resources like this, one after the other. */
const server = (...replies: Reply[]): Promise<string> =>
  script({ revision: MODERN, replies: { 'resources/read': replies } });
const timesAsked = async (url: string): Promise<number> =>
  (await scriptedLog(url)).filter(({ body }) => body?.method === 'resources/read').length;

describe('a resource that was read', () => {
  const { create, open } = sessions();
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });
  const visitor = (url: string, options: SessionOptions = {}): Promise<Session> => open(url, { storage, ...options });
  const text = async (session: Session): Promise<string | undefined> => (await session.resources.read(URI))[0]!.text;
  const keptText = async (session: Session): Promise<string | undefined> =>
    (await session.resources.stored(URI))?.contents[0]?.text;
  const stored = async (): Promise<readonly { readonly id: string }[]> => storage.list('resource');
  /** Writes are behind; this one is over. */
  const written = (count = 1): Promise<unknown> => eventually(stored, ({ length }) => length === count);

  it('can be looked at on the next visit before the server answers, and without it', async () => {
    const url = await server(says('harbour'));
    const before = Date.now();
    const first = await visitor(url);
    await text(first);
    await written();
    await first.close();
    const next = create(url, { storage });
    const kept = await next.resources.stored(URI);
    expect(kept!.contents).to.deep.equal([{ uri: URI, mimeType: 'text/plain', text: 'harbour' }]);
    expect(kept!.fetchedAt).to.be.within(before, Date.now());
    expect((await failureOf(next.resources.read(URI))).code).to.equal('closed');
    expect(await timesAsked(url)).to.equal(1);
  });

  it('is in the database, not in the page', async () => {
    const namespace = names();
    const url = await server(says('harbour'));
    const first = await open(url, { storage: 'local', namespace });
    await text(first);
    const next = create(url, { storage: 'local', namespace });
    await eventually(
      () => keptText(next),
      (found) => found === 'harbour',
    );
  });
  const names = tempDatabases();

  it('is asked for anew, unless the server said that it holds', async () => {
    verifies('results-kept-while-fresh');
    const url = await server(says('one'), says('two', { ttlMs: HOUR, cacheScope: 'private' }), says('three'));
    await text(await visitor(url));
    expect(await text(await visitor(url))).to.equal('two');
    await eventually(
      () => stored(),
      ([record]) => (record as { expiresAt?: number }).expiresAt! > Date.now(),
    );
    expect(await text(await visitor(url))).to.equal('two');
    expect(await timesAsked(url)).to.equal(2);
  });

  it('does not hold any longer once there was news, and can still be looked at', async () => {
    verifies('news-end-freshness');
    const url = await server(says('old', { ttlMs: HOUR }), says('new'));
    await text(await visitor(url));
    await written();
    const told = await visitor(url);
    // Without having read it at this visit.
    told.resources.changed('test://');
    await eventually(
      () => stored(),
      ([record]) => !('expiresAt' in record!) || record.expiresAt === undefined,
    );
    expect(await keptText(await visitor(url))).to.equal('old');
    expect(await text(await visitor(url))).to.equal('new');
  });

  it('news of others change nothing', async () => {
    const url = await server(says('old', { ttlMs: HOUR }), says('new'));
    const session = await visitor(url);
    await text(session);
    await written();
    session.resources.changed('test://two');
    await pause(50);
    expect(await text(await visitor(url))).to.equal('old');
  });

  it('news that come after the answer are about it', async () => {
    verifies('news-end-freshness');
    const url = await server(says('old', { ttlMs: HOUR }), says('new'));
    const session = await visitor(url);
    await text(session);
    session.resources.changed(URI);
    await written();
    await pause(50);
    expect(await text(await visitor(url))).to.equal('new');
  });

  it('is not kept where answers of ours went into it', async () => {
    verifies('answered-results-not-kept');
    const url = await server(asks, says('for you', { ttlMs: HOUR }));
    await text(await visitor(url));
    await pause(100);
    expect(await stored()).to.deep.equal([]);
  });

  for (const [what, uri, secret, options] of [
    ['a key', URI, KEY, {}],
    ['what a header says', URI, 'a-secret-of-ours', { headers: { authorization: 'Bearer a-secret-of-ours' } }],
    ['a secret as bytes', URI, btoa(`x ${KEY} x`), {}],
  ] as const)
    it(`is not kept with ${what} in it`, async () => {
      const isBytes = what.includes('bytes');
      const contents = [{ uri, ...(isBytes ? { blob: secret } : { text: `my ${secret} is` }) }];
      const url = await server(says('harmless'), { result: { resultType: 'complete', contents } });
      const session = await visitor(url, { ...options, identity: 'me' });
      await session.resources.read(uri);
      await written();
      await session.resources.read(uri, { cache: 'refresh' });
      // Neither does what it held before stay: it would be taken for it.
      await written(0);
    });

  for (const address of [`${URI}?q=${KEY}`, `${URI}?api_key=abc`, `test://${KEY}/one`, 'test://ada:love@one'])
    it(`is not kept with a secret in its address, and neither is that it is followed: ${address}`, async () => {
      const session = await visitor(await server(says('harmless')));
      const { subscriptions } = (await session.storage.ready())!;
      await session.resources.read(address);
      await subscriptions.add(address);
      await text(session);
      await subscriptions.add(URI);
      await written();
      expect((await stored())[0]!.id).to.equal(URI);
      expect(await subscriptions.list()).to.deep.equal([URI]);
    });

  it('is not kept with a password in it that somebody typed into a form', async () => {
    const url = await script({
      revision: MODERN,
      replies: {
        'tools/list': {
          result: {
            resultType: 'complete',
            tools: [
              {
                name: 'login',
                inputSchema: { type: 'object', properties: { word: { type: 'string', format: 'password' } } },
              },
            ],
          },
        },
        'tools/call': { result: { resultType: 'complete', content: [] } },
        'resources/read': says('your word is hunter2-hunter2'),
      },
    });
    const session = await visitor(url);
    await session.tools.list();
    await session.tools.call('login', { word: 'hunter2-hunter2' });
    await text(session);
    await pause(150);
    expect(await stored()).to.deep.equal([]);
    const written = JSON.stringify(
      await Promise.all(['message', 'blob', 'resource'].map((kind) => storage.list(kind as 'message'))),
    );
    expect(written).not.to.contain('hunter2');
  });

  it('is not kept without a transcript: nobody would know what is secret', async () => {
    const url = await server(says('harbour'));
    await text(await visitor(url, { transcript: false }));
    await pause(100);
    expect(await stored()).to.deep.equal([]);
  });

  it(`is not kept beyond ${MAX_CACHED_RESOURCE_CHARACTERS} characters`, async () => {
    const url = await server(says('small'), says('x'.repeat(MAX_CACHED_RESOURCE_CHARACTERS)));
    const session = await visitor(url);
    await text(session);
    await written();
    await text(session);
    await written(0);
  });

  it('is that of whoever is signed in', async () => {
    verifies('private-results-stay-private');
    const url = await server(says('mine', { ttlMs: HOUR }), says('theirs'));
    await text(await visitor(url, { identity: 'me' }));
    await written();
    const other = await visitor(url, { identity: 'them' });
    expect(await keptText(other)).to.equal(undefined);
    expect(await text(other)).to.equal('theirs');
  });

  it('is nothing where the store fails: reading goes on', async () => {
    const url = await server(says('harbour'));
    const failing = { get: fails, list: fails, put: fails, remove: fails, usage: fails, forget: fails };
    const session = await open(url, { storage: failing as never });
    expect(await text(session)).to.equal('harbour');
    expect(await session.resources.stored(URI)).to.equal(undefined);
  });
});

async function fails(): Promise<never> {
  throw new Error('The store is broken.');
}

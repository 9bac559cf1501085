import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { everythingUrl, modernUrl } from '/__servers__.js';
import { fitting, Timeline, Transcript, type TranscriptEntry } from '../../src/transcript/index.js';
import { transcriptsIn } from '../../src/session/stored-transcripts.js';
import { createStorage } from '../../src/storage/storage.js';
import type { Storage } from '../../src/storage/types.js';
import { runInSlices } from '../../src/util/async.js';
import { replaced } from '../fixtures/broken-apis.js';
import { CountedClock } from '../fixtures/counted-clock.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const SERVER = 'https://a.example/mcp';
const entryAt = (at: number, more: Partial<TranscriptEntry> = {}): TranscriptEntry => ({
  id: `${String(at).padStart(9, '0')}-0-s`,
  session: 's',
  server: SERVER,
  at,
  clock: at,
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  subject: `tool-${at % 7}`,
  params: {
    json: JSON.stringify({ name: `tool-${at % 7}`, arguments: { text: `${at} ${'word '.repeat(100)}` } }),
    size: 600,
  },
  result: {
    json: JSON.stringify({ content: [{ type: 'text', text: `answer ${at} ${'more '.repeat(80)}` }] }),
    size: 500,
  },
  duration: 5,
  ended: 'answered',
  ...more,
});
const many = (count: number): readonly TranscriptEntry[] => Array.from({ length: count }, (_, at) => entryAt(at + 1));

/** Everything in the databases of this test, as text. */
async function everythingStored(namespace: string): Promise<string> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(nameOfDatabase(namespace, 'storage'));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error!));
  });
  const all = await Promise.all(
    [...database.objectStoreNames].map(
      (store) =>
        new Promise((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll();
          request.addEventListener('success', () => resolve(request.result));
        }),
    ),
  );
  database.close();
  return `${JSON.stringify(all)} ${JSON.stringify({ ...localStorage })} ${JSON.stringify({ ...sessionStorage })}`;
}

describe('transcripts in the database', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const openStorage = (): Storage => createStorage('local', databaseName(), () => {});

  it('are there at the next visit, newest first, page by page', async () => {
    const store = transcriptsIn(openStorage());
    await store.appendTranscript(many(600), []);
    const transcript = new Transcript({ server: SERVER, store });
    const timeline = new Timeline(transcript);
    await timeline.readMore();
    const first = timeline.state.get();
    expect(first.entries.length).to.be.within(200, 300);
    expect(first.entries.at(-1)!.at).to.equal(600);
    expect(first.hasMore).to.equal(true);
    await timeline.readAll();
    expect(timeline.state.get().entries.map(({ at }) => at)).to.deep.equal(many(600).map(({ at }) => at));
    expect(timeline.state.get().hasMore).to.equal(false);
  });

  it('ten thousand entries are opened by the page, searched in steps, and removed a hundred at a time', async function () {
    this.timeout(60_000);
    const storage = openStorage();
    const store = transcriptsIn(storage);
    const all = many(10_000);
    for (let at = 0; at < all.length; at += 1000) await store.appendTranscript(all.slice(at, at + 1000), []);
    const timeline = new Timeline(new Transcript({ server: SERVER, store }));
    await timeline.readMore();
    expect(timeline.state.get().entries.length).to.be.within(200, 300);
    await timeline.readAll();
    const { entries } = timeline.state.get();
    expect(entries).to.have.length(10_000);
    const search = fitting(entries, { text: 'answer 9999 tool-3' });
    const { result: found, turns } = await CountedClock.during(() => runInSlices(search));
    expect(found!.map(({ at }) => at)).to.deep.equal([9999]);
    expect(turns).to.be.above(10);
    // WebKitGTK takes 15 ms to remove one record of any database, and longer on a busy machine.
    const isSlow = /AppleWebKit(?!.*Chrome)/.test(navigator.userAgent);
    const removals: number[] = [];
    const remove = storage.remove.bind(storage);
    replaced(storage, 'remove', {
      value: (...asked: Parameters<Storage['remove']>) => (removals.push(asked[1].length), remove(...asked)),
    });
    if (!isSlow) await store.trimTranscript(SERVER, { entries: 9999, characters: Infinity });
    expect(
      removals.every((count) => count <= 100),
      removals.join(),
    ).to.equal(true);
    const left = await store.pageTranscript(SERVER, { limit: 20_000 });
    expect(left).to.have.length(isSlow ? 10_000 : 8999);
    expect(left.at(-1)!.at).to.equal(isSlow ? 1 : 1002);
  });

  it('drop the blobs that no entry has any more, and keep those that one still has', async () => {
    const store = transcriptsIn(openStorage());
    const withBlob = (at: number, hash: string): TranscriptEntry =>
      entryAt(at, { result: { json: `"mcp-embed-blob:${hash}"`, size: 1, blobs: [hash] } });
    const blob = (hash: string): { hash: string; text: string } => ({ hash, text: hash.repeat(100) });
    await store.appendTranscript([withBlob(1, 'a'), withBlob(2, 'b')], [blob('a'), blob('b')]);
    await store.appendTranscript([withBlob(3, 'b'), ...many(20).slice(3)], [blob('b')]);
    await store.trimTranscript(SERVER, { entries: 20 - 1, characters: Infinity });
    expect(await store.getTranscriptBlob(SERVER, 'a')).to.equal(undefined);
    await store.trimTranscript(SERVER, { entries: 10, characters: Infinity });
    expect(await store.getTranscriptBlob(SERVER, 'b')).to.equal(undefined);
  });

  it('count for what they take: with their blobs', async () => {
    const store = transcriptsIn(openStorage());
    const large = (at: number): TranscriptEntry =>
      entryAt(at, { result: { json: '"x"', size: 1_000_000, blobs: ['a'.repeat(64)] } });
    await store.appendTranscript([large(1), large(2), large(3), entryAt(4)], []);
    await store.trimTranscript(SERVER, { entries: 100, characters: 2_500_000 });
    const left = await store.pageTranscript(SERVER, { limit: 10 });
    expect(left.map(({ at }) => at)).to.deep.equal([4, 3, 2]);
  });

  it('one damaged entry hides no other', async () => {
    const storage = openStorage();
    const store = transcriptsIn(storage);
    await store.appendTranscript(many(3), []);
    await storage.put('message', [{ server: SERVER, id: 'x', at: 2, group: 's', body: '{' }]);
    expect(await store.pageTranscript(SERVER, { limit: 10 })).to.have.length(3);
  });

  it('erased, nothing of them is left, and what went on then is not', async () => {
    const namespace = databaseName();
    const session = await open(everythingUrl, { storage: 'local', namespace });
    await session.tools.call('echo', { message: 'a word that goes' });
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    expect(await everythingStored(namespace)).to.contain('a word that goes');
    await transcript.erase();
    expect(transcript.entries.get()).to.deep.equal([]);
    expect(await everythingStored(namespace)).not.to.contain('a word that goes');
    await session.tools.call('echo', { message: 'a word that stays' });
    await transcript.flush();
    expect(await everythingStored(namespace)).to.contain('a word that stays');
  });

  it('are written by themselves, many at a time', async () => {
    const namespace = databaseName();
    const session = await open(everythingUrl, { storage: 'local', namespace });
    await session.tools.call('echo', { message: 'written by itself' });
    await eventually(
      () => everythingStored(namespace),
      (text) => text.includes('written by itself'),
    );
  });

  it('hold no header, no password, no token and no elicited secret: nothing that is stored does', async () => {
    const namespace = databaseName();
    const session = await open(everythingUrl, {
      storage: 'local',
      namespace,
      identity: 'ada',
      headers: { Authorization: 'Bearer header-secret-1234567890', 'X-Api-Key': 'header-secret-2' },
      elicitor: async () => ({
        action: 'accept',
        content: { name: 'Ada', password: 'elicited-secret-3', check: true },
      }),
    });
    await session.tools.call('echo', { message: 'Bearer header-secret-1234567890, header-secret-2' });
    await session.tools.call('echo', { message: 'hello', password: 'argument-secret-4' }).catch(() => {});
    await session.tools.call('echo', { message: 'You said argument-secret-4.' });
    await session.tools.call('get-env', {}).catch(() => {});
    await session.tools.call('trigger-elicitation-request', {});
    await session.request('tools/call', {
      name: 'echo',
      arguments: { message: 'x' },
      _meta: { token: 'meta-secret-5' },
    });
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    const stored = await everythingStored(namespace);
    expect(stored).to.contain('tools/call').and.to.contain('elicitation/create');
    for (const secret of ['header-secret', 'argument-secret', 'elicited-secret', 'meta-secret'])
      expect(stored, secret).not.to.contain(secret);
  });

  it('nor what is asked for within a call, in the newer era', async () => {
    const namespace = databaseName();
    const session = await open(modernUrl, {
      storage: 'local',
      namespace,
      elicitor: async () => ({
        action: 'accept',
        content: { day: '2026-12-24', password: 'round-secret-6', confirm: true },
      }),
    });
    await session.tools.call('book-berth', { length: 12 }).catch(() => {});
    await (await session.transcript.load())!.flush();
    const stored = await everythingStored(namespace);
    expect(stored).to.contain('inputResponses').and.not.to.contain('round-secret');
  });

  it('of a session with a header and without a name are not stored at all', async () => {
    const namespace = databaseName();
    const session = await open(everythingUrl, { storage: 'local', namespace, headers: { Authorization: 'Bearer x' } });
    await session.tools.call('echo', { message: 'for one person' });
    const transcript = (await session.transcript.load())!;
    await transcript.flush();
    expect(JSON.stringify(transcript.entries.get())).to.contain('for one person');
    expect(await everythingStored(namespace)).not.to.contain('for one person');
  });
});

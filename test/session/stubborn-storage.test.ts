import { expect } from '@esm-bundle/chai';
import { eraseStored } from '../../src/session/person/index.js';
import { transcriptsIn } from '../../src/session/stored-transcripts.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import type { StoredKinds, Storage, Kind, Wanted } from '../../src/storage/types.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { everythingUrl } from '/__servers__.js';
import { sessions, textOf } from '../fixtures/sessions.js';
import { failureOf } from '../fixtures/failure.js';

const SERVER = 'https://a.example/mcp';
/** Readings after which it fails: a loop that does not end must not take the browser with it. */
const MOST_READINGS = 300;

/** A storage of a page’s own that removes nothing, and takes no notice of where a page is to begin. */
class StubbornStorage extends MemoryStorage {
  readings = 0;

  override async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    if (++this.readings > MOST_READINGS) throw new Error(`It was read ${MOST_READINGS} times.`);
    const { before: _, ...rest } = wanted;
    return super.list(kind, rest as Wanted);
  }

  override async remove(): Promise<void> {}
}

describe('a storage of a page’s own that does not do what it is told', () => {
  const filled = async (): Promise<StubbornStorage> => {
    const storage = new StubbornStorage();
    await storage.put(
      'message',
      Array.from({ length: 400 }, (_, at) => ({
        server: SERVER,
        id: String(at),
        at,
        group: 'g',
        body: JSON.stringify({ id: String(at), at, server: SERVER, session: 'g' }),
      })),
    );
    await storage.put('view', [{ server: SERVER, id: '', at: 1, value: 'x' }]);
    return storage;
  };

  it('is not asked for ever to erase a transcript: that fails, and says so', async () => {
    const storage = await filled();
    const error = await failureOf(transcriptsIn(storage).eraseTranscript(SERVER));
    expect(error.code).to.equal('storage');
    expect(storage.readings).to.be.lessThan(5);
  });

  it('nor to erase one kind', async () => {
    const storage = await filled();
    const error = await failureOf(eraseStored(storage, { server: SERVER, kind: 'view' }, { storage }));
    expect(error.code).to.equal('storage');
    expect(storage.readings).to.be.lessThan(5);
  });

  it('nor read for ever to trim a transcript', async () => {
    const storage = await filled();
    await transcriptsIn(storage).trimTranscript(SERVER, { entries: 10, characters: Infinity });
    expect(storage.readings).to.be.lessThan(5);
  });
});

describe('a storage of a page’s own that gives back junk', () => {
  const { open } = sessions();
  const junk: readonly (readonly [what: string, answer: unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['numbers', 7],
    ['lists of nulls', [null]],
    ['objects of other kinds', { id: 7, server: {}, at: 'x', items: 5, profile: 'p', values: [] }],
  ];
  for (const [what, answer] of junk)
    it(`${what}: the session connects, has its tools, and a call works`, async () => {
      const none = async (): Promise<void> => {};
      const storage = {
        ...{ get: async () => answer, list: async () => answer, usage: async () => answer },
        ...{ put: none, remove: none, forget: none },
      } as unknown as Storage;
      const approvals = new ApprovalQueue();
      approvals.pending.subscribe(() => {});
      const session = await open(everythingUrl, { storage, approvals });
      expect((await session.tools.list()).length).to.be.greaterThan(3);
      const call = session.tools.call('echo', { message: 'hello' }, { initiator: 'person' });
      expect(textOf(await call)).to.contain('hello');
      expect(await session.storage.drafts.get({ kind: 'tool', name: 'echo' })).to.equal(undefined);
      expect(await session.storage.history.list({ kind: 'tool', name: 'echo' })).to.deep.equal([]);
      expect(await (await session.transcript.load())!.older()).to.deep.equal([]);
    });
});

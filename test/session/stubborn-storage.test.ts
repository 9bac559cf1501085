import { expect } from '@open-wc/testing';
import { eraseStored } from '../../src/storage/index.js';
import { transcriptsIn } from '../../src/session/stored-transcripts.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import type { StoredKinds, Kind, Wanted } from '../../src/storage/types.js';
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

import { expect } from '@open-wc/testing';
import { FallbackStorage } from '../../src/storage/storage.js';
import { StorageChanges } from '../../src/storage/storage-changes.js';
import type { StorageChange } from '../../src/storage/types.js';
import { eventually } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { grant } from './records.js';

describe('changes of what is stored', () => {
  const name = tempDatabases();

  it('are told to whoever follows in this page: what is written, removed and erased', async () => {
    const storage = new FallbackStorage(name());
    const heard: StorageChange[] = [];
    const end = storage.follow((change) => heard.push(change));
    const change = { kind: 'grant', server: 'a', isElsewhere: false };
    await storage.put('grant', [grant('1', 'a')]);
    await eventually(() => heard.length === 1);
    await storage.remove('grant', [{ server: 'a', id: '1' }]);
    await eventually(() => heard.length === 2);
    expect(heard).to.deep.equal([change, change]);
    end();
  });

  it('of another tab are heard while anybody follows; then the channel is closed, for an open one keeps a page out of the back/forward cache', () => {
    const { close } = BroadcastChannel.prototype;
    const closed: string[] = [];
    BroadcastChannel.prototype.close = function closeNoted() {
      closed.push(this.name);
      close.call(this);
    };
    try {
      const channel = name();
      const changes = new StorageChanges(channel);
      const [first, second] = [changes.follow(() => {}), changes.follow(() => {})];
      first();
      expect(closed).to.deep.equal([]);
      second();
      expect(closed).to.deep.equal([channel]);
    } finally {
      BroadcastChannel.prototype.close = close;
    }
  });

  it('of another tab are heard also after nobody followed for a while', async () => {
    const channel = name();
    const [here, there] = [new StorageChanges(channel), new StorageChanges(channel)];
    const heard: StorageChange[] = [];
    here.follow(() => {})();
    const end = here.follow((change) => heard.push(change));
    there.tell('grant', 'a');
    await eventually(() => heard.length > 0);
    expect(heard).to.deep.equal([{ kind: 'grant', server: 'a', isElsewhere: true }]);
    end();
  });
});

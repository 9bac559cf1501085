import { expect } from '@esm-bundle/chai';
import { pause } from '../fixtures/eventually.js';
import type { LogMessage } from '../../src/protocol/model.js';
import { MAX_LOG_CHARACTERS, NotificationLog } from '../../src/session/notifications.js';
import { Store } from '../../src/util/store.js';

describe('the kept log', () => {
  const logged = (data: string | number) => ({ level: 'info', data });

  it('is one change for what comes together', async () => {
    const shown = new Store<readonly LogMessage[]>([]);
    let changes = 0;
    shown.subscribe(() => changes++);
    const log = new NotificationLog(shown);
    for (let n = 0; n < 100; n++) log.add(logged(n));
    expect(changes).to.equal(0);
    await pause(10);
    expect(changes).to.equal(1);
    expect(shown.get().map(({ data }) => data)).to.deep.equal(Array.from({ length: 100 }, (_, n) => n));
  });

  it('keeps the last thousand, and hides none of a storm from who follows', async () => {
    const shown = new Store<readonly LogMessage[]>([]);
    const seen = new Set<LogMessage>();
    shown.subscribe((messages) => messages.forEach((message) => seen.add(message)));
    const log = new NotificationLog(shown);
    for (let n = 0; n < 3500; n++) log.add(logged(n));
    await pause(10);
    expect(shown.get()).to.have.length(1000);
    expect(shown.get().at(-1)!.data).to.equal(3499);
    expect([...seen].map(({ data }) => data)).to.deep.equal(Array.from({ length: 3500 }, (_, n) => n));
  });

  it('keeps fewer when they are large', async () => {
    const shown = new Store<readonly LogMessage[]>([]);
    const log = new NotificationLog(shown);
    const size = 50_000;
    for (let n = 0; n < 300; n++) {
      log.add(logged('x'.repeat(size)));
      if (n % 50 === 0) await pause(5);
    }
    await pause(10);
    expect(shown.get()).to.have.length(Math.floor(MAX_LOG_CHARACTERS / size));
    log.add(logged('last'));
    await pause(10);
    expect(shown.get().at(-1)!.data).to.equal('last');
    expect(shown.get()).to.have.length(Math.floor(MAX_LOG_CHARACTERS / size));
  });
});

import { expect } from '@open-wc/testing';
import { eventually } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { args, grant, message } from './records.js';
import { tabs, type Tab } from './tabs.js';

describe('tabs that share what is kept', function () {
  this.timeout(30_000);
  const databaseName = tempDatabases();
  const open = tabs();

  for (const count of [2, 5])
    it(`${count} of them hear of each change of another, whatever its kind, and read it`, async () => {
      const name = databaseName();
      const all: Tab[] = [];
      for (let n = 0; n < count; n++)
        // oxlint-disable-next-line no-await-in-loop
        all.push(await open('tab', 'local', name));
      if (navigator.userAgent.includes('Chrome')) expect(all.every(({ isReal }) => isReal)).to.equal(true);
      const heardIn = async (tab: Tab, kind: string): Promise<boolean> =>
        (await tab.heard()).some((change) => change.kind === kind && change.server === 'a');
      for (const [turn, tab] of all.entries()) {
        const others = all.filter((one) => one !== tab);
        const kind = (['grant', 'message', 'draft', 'savedArguments', 'view'] as const)[turn]!;
        const typed = { values: {}, name: 'n', group: 's' };
        const record = { ...message('a', `of ${turn}`, turn), ...grant(`of ${turn}`, 'a', turn), ...typed };
        // oxlint-disable-next-line no-await-in-loop
        await tab.put(kind, [record as never]);
        // oxlint-disable-next-line no-await-in-loop
        await Promise.all(others.map((other) => eventually(() => heardIn(other, kind))));
        // oxlint-disable-next-line no-await-in-loop
        for (const other of others) expect((await other.list(kind)).map(({ id }) => id)).to.deep.equal([`of ${turn}`]);
        // oxlint-disable-next-line no-await-in-loop
        await others[0]!.remove(kind, [{ server: 'a', id: `of ${turn}` }]);
        // oxlint-disable-next-line no-await-in-loop
        await eventually(() => heardIn(tab, kind));
        // oxlint-disable-next-line no-await-in-loop
        expect(await tab.list(kind)).to.deep.equal([]);
      }
      await all[0]!.put('arguments', [args('a', 'echo', 1), args('b', 'echo', 1)]);
      await all.at(-1)!.forget('a');
      await eventually(() => heardIn(all[0]!, 'arguments'));
      expect((await all[0]!.usage()).map(({ server }) => server)).to.deep.equal(['b']);
    });

  it('they write at the same time, and nothing of any is lost', async () => {
    const name = databaseName();
    const all = await Promise.all(Array.from({ length: 5 }, () => open('frame', 'local', name)));
    await Promise.all(
      all.flatMap((tab, n) =>
        Array.from({ length: 20 }, (_, at) => tab.put('message', [message('a', `${n}-${at}`, at)])),
      ),
    );
    expect(await all[0]!.list('message', { server: 'a', group: 's' })).to.have.length(100);
  });

  it('one is closed in the middle of a write: what it was told is kept is kept, and each write is whole or not there', async () => {
    const name = databaseName();
    const other = await open('tab', 'local', name);
    for (let round = 0; round < 5; round++) {
      // oxlint-disable-next-line no-await-in-loop
      const killed = await open('tab', 'local', name);
      const told: number[] = [];
      for (let at = 0; at < 40; at++) {
        const pair = [1, 2].map((half) => message('a', `${round}-${at}-${half}`, at, 'x'.repeat(20_000)));
        void killed.put('message', pair).then(
          () => told.push(at),
          () => {},
        );
      }
      // oxlint-disable-next-line no-await-in-loop
      await eventually(() => told.length > 2);
      killed.close();
      const toldThen = [...told];
      // oxlint-disable-next-line no-await-in-loop
      const ids = new Set((await other.list('message')).map(({ id }) => id));
      for (const at of toldThen) expect(ids.has(`${round}-${at}-1`), `${round}-${at}`).to.equal(true);
      for (let at = 0; at < 40; at++)
        expect(ids.has(`${round}-${at}-1`), `both of ${at}`).to.equal(ids.has(`${round}-${at}-2`));
    }
  });
});

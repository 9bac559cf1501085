import { expect } from '@open-wc/testing';
import { tempDatabases } from '../fixtures/temp-database.js';
import { Random } from '../support/random.js';
import { message } from './records.js';
import { Tab } from './tabs.js';
import { WhatMayBeThere } from './what-may-be-there.js';

const ROUNDS = 500;
const SERVERS = ['a', 'b'];
const IDS = ['1', '2', '3', '4'];

describe('writes, crashes and reloads of two to five tabs', () => {
  const databaseName = tempDatabases();

  it(`${ROUNDS} rounds in any order: nothing is lost that was said to be kept, and nothing erased comes back`, async function () {
    this.timeout(180_000);
    // To see a failure again, put its seed here.
    const seed = Math.floor(Math.random() * 2 ** 31);
    const chance = new Random(seed);
    const random = (): number => chance.next();
    const anyOf = <T>(all: readonly T[]): T => chance.pick(all);
    const name = databaseName();
    const model = new WhatMayBeThere();
    const open = (): Promise<Tab> => Tab.open('frame', 'local', name);
    const tabs = [await open(), await open()];
    const counts = { writes: 0, crashes: 0, reloads: 0 };

    /** Something is put, removed or forgotten, and nobody waits for it. */
    const act = (tab: Tab): Promise<void> => {
      counts.writes++;
      const [server, id, kind] = [anyOf(SERVERS), anyOf(IDS), random()];
      if (kind < 0.03) {
        const done = IDS.map((one) => model.begin(`${server} ${one}`, undefined));
        return tab.forget(server).then(() => done.forEach((each) => each()));
      }
      const body = kind < 0.2 ? undefined : `${counts.writes} ${'x'.repeat(random() * 3000)}`;
      const end = model.begin(`${server} ${id}`, body);
      return (
        body === undefined
          ? tab.remove('message', [{ server, id }])
          : tab.put('message', [message(server, id, counts.writes, body)])
      ).then(() => end());
    };

    try {
      for (let round = 0; round < ROUNDS; round++) {
        const acts = tabs.flatMap((tab) =>
          Array.from({ length: Math.floor(random() * 3) }, () => [tab, act(tab)] as const),
        );
        const event = random();
        let killed: Tab | undefined;
        if (event < 0.12 && tabs.length > 1) {
          // It is gone at once, or when some of what it does is done.
          if (random() < 0.7) await new Promise((resolve) => setTimeout(resolve, random() * 6));
          killed = tabs.splice(Math.floor(random() * tabs.length), 1)[0]!;
          killed.close();
          counts.crashes++;
        }
        await Promise.all(acts.flatMap(([tab, done]) => (tab === killed ? [] : [done])));
        if (event > 0.88 && tabs.length < 5) tabs.push(await open());
        else if (event > 0.84) {
          tabs.shift()!.close();
          tabs.push(await open());
          counts.reloads++;
        }
        if (tabs.length < 2) tabs.push(await open());
        const found = new Map(
          (await anyOf(tabs).list('message')).map(({ server, id, body }) => [`${server} ${id}`, body]),
        );
        for (const key of new Set([...model.keys, ...found.keys()]))
          expect(
            model.mayBe(key, found.get(key), false),
            `seed ${seed}, round ${round}, ${key}: ${found.get(key)?.slice(0, 10)}`,
          ).to.equal(true);
      }
      expect(counts.writes).to.be.greaterThan(ROUNDS);
      expect(counts.crashes).to.be.greaterThan(20);
      expect(counts.reloads).to.be.greaterThan(5);
    } finally {
      tabs.forEach((tab) => tab.close());
    }
  });
});

import { expect } from '@esm-bundle/chai';
import { RedactedStorage } from '../../src/storage/redacted-storage.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { Redactor, SECRET_SIGN } from '../../src/secrets/redactor.js';
import { CountedClock } from '../fixtures/counted-clock.js';

const SECRET = 'given-to-the-server';
const of = (id: string, more: object = {}): any => ({ server: 'a', id, at: 1, ...more });

describe('what a session stores', () => {
  let inner: MemoryStorage;
  let storage: RedactedStorage;
  beforeEach(() => {
    inner = new MemoryStorage();
    const redactor = new Redactor();
    redactor.add(SECRET);
    storage = new RedactedStorage(inner, redactor);
  });

  it('is without what was secret in it, in names too; words of the protocol stay', async () => {
    const profile = { name: `of ${SECRET}`, [SECRET]: 1, type: 'object', deep: [{ title: `in ${btoa(SECRET)}` }] };
    await storage.put('server', [of('', { opening: 'x', profile })]);
    const { profile: kept } = (await inner.get('server', 'a'))!;
    expect(kept).to.deep.include({ name: `of ${SECRET_SIGN}`, [SECRET_SIGN]: 1, type: 'object' });
    expect(JSON.stringify(kept)).not.to.contain(btoa(SECRET).slice(0, 12));
  });

  it('what has nothing of it is as it was', async () => {
    const values = { form: { fields: [['city', { text: 'Oslo', of: 'string' }]] } };
    await storage.put('draft', [of('tool x', { values })]);
    expect((await inner.get('draft', 'a', 'tool x'))!.values).to.deep.equal(values);
  });

  it('a record with it in its id or group, or with a secret address for an id, is not written', async () => {
    await storage.put('resource', [
      of(`test://${SECRET}`, { contents: [] }),
      of('test://a?api_key=x', { contents: [] }),
    ]);
    await storage.put('subscription', [of('https://ada:love@a.example/'), of('test://fine')]);
    await storage.put('arguments', [of('1', { group: `tool ${SECRET}`, values: {} })]);
    expect(await inner.list('resource')).to.deep.equal([]);
    expect((await inner.list('subscription')).map(({ id }) => id)).to.deep.equal(['test://fine']);
    expect(await inner.list('arguments')).to.deep.equal([]);
  });

  it('a list that repeats it does not hold as long as the server says; addresses with a secret are not in it', async () => {
    const items = [{ name: 'a', description: SECRET }, { uri: 'test://a?token=x' }, { uri: 'test://b' }];
    await storage.put('list', [
      of('resources', { items, expiresAt: 99 }),
      of('tools', { items: [{ name: 'b' }], expiresAt: 99 }),
    ]);
    const changed = await inner.get('list', 'a', 'resources');
    expect(changed!.items).to.deep.equal([{ name: 'a', description: SECRET_SIGN }, { uri: 'test://b' }]);
    expect(changed!.expiresAt).to.equal(undefined);
    expect((await inner.get('list', 'a', 'tools'))!.expiresAt).to.equal(99);
  });

  it('tells of what other tabs change, and of damage, as what is inside does', () => {
    const heard: unknown[] = [];
    const told = Object.assign(new MemoryStorage(), {
      follow: (changed: (change: unknown) => void) => (changed('a change'), () => {}),
      hadDamage: (...asked: unknown[]) => asked.join() === 'grant,a',
    });
    const outer = new RedactedStorage(told as never, new Redactor());
    outer.follow?.((change) => heard.push(change));
    expect(heard).to.deep.equal(['a change']);
    expect([outer.hadDamage?.('grant', 'a'), outer.hadDamage?.('grant', 'b')]).to.deep.equal([true, false]);
    expect(storage.hadDamage).to.equal(undefined);
  });

  it('lists are written in the order in which they came, and what is forgotten stays so', async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => ({ name: `n${at}`, description: `x ${SECRET}` }));
    void storage.put('list', [of('tools', { items: long })]);
    await storage.put('list', [of('tools', { items: [{ name: 'last' }] })]);
    expect((await inner.get('list', 'a', 'tools'))!.items).to.deep.equal([{ name: 'last' }]);
    void storage.put('list', [of('tools', { items: long })]);
    await storage.forget('a');
    expect(await inner.list('list')).to.deep.equal([]);
  });

  it('a list of 10,000 tools with 100 secrets is looked through once, tool by tool, with turns of the page', async () => {
    let looks = 0;
    const redactor = new (class extends Redactor {
      override without(...asked: Parameters<Redactor['without']>): string {
        looks++;
        return super.without(...asked);
      }
    })();
    for (let n = 0; n < 100; n++) redactor.add(`a-secret-of-ours-${n}-${'x'.repeat(20)}`);
    const items = Array.from({ length: 10_000 }, (_, at) => ({
      name: `tool-${at}`,
      description: 'Reads what is there, and says so. '.repeat(8),
      inputSchema: { type: 'object', properties: { token: { type: 'string' } } },
    }));
    const many = new RedactedStorage(new MemoryStorage(), redactor);
    const { turns } = await CountedClock.during(async () => many.put('list', [of('tools', { items })]));
    expect(looks).to.equal(items.length);
    expect(turns).to.be.at.least(items.length / 8 - 1);
  });
});

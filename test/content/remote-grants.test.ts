import { expect } from '@open-wc/testing';
import { HostGrants, type HostMemory, MAX_REMOTE_HOSTS } from '../../src/content/remote-hosts.js';
import { rememberedHosts } from '../../src/session/server-cache.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { failureOf } from '../fixtures/failure.js';
import { tempDatabases } from '../fixtures/temp-database.js';

function memoryOf(...kept: unknown[]): HostMemory & { kept: readonly unknown[]; reads: number } {
  return {
    kept,
    reads: 0,
    async getHosts() {
      this.reads++;
      return this.kept as readonly string[];
    },
    async setHosts(hosts) {
      this.kept = hosts;
    },
  };
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('the sites that a person allowed', () => {
  it('are none at first, and nothing is read before somebody asks', async () => {
    const memory = memoryOf();
    const grants = new HostGrants(async () => memory);
    await settled();
    expect(memory.reads).to.equal(0);
    expect(grants.allows('a.example')).to.equal(false);
    expect(grants.allows('a.example')).to.equal(false);
    await settled();
    expect(memory.reads).to.equal(1);
  });

  it('are those of the last visit, and whoever follows them hears of it', async () => {
    const grants = new HostGrants(async () => memoryOf('a.example'));
    const heard: (readonly string[])[] = [];
    grants.hosts.subscribe((hosts) => heard.push(hosts));
    await settled();
    expect(heard).to.deep.equal([['a.example']]);
    expect(grants.allows('a.example')).to.equal(true);
    expect(grants.allows('b.a.example')).to.equal(false);
    expect(grants.allows('a.example:8443')).to.equal(false);
  });

  it('are kept, and forgotten, as the person says', async () => {
    const memory = memoryOf('a.example');
    const grants = new HostGrants(async () => memory);
    await grants.allow('b.example');
    await grants.allow('b.example');
    expect(memory.kept).to.deep.equal(['a.example', 'b.example']);
    await grants.revoke('a.example');
    expect(memory.kept).to.deep.equal(['b.example']);
    expect(grants.allows('a.example')).to.equal(false);
    expect(grants.hosts.get()).to.deep.equal(['b.example']);
  });

  it('are never of this machine or a private network, also where a database says so', async () => {
    const memory = memoryOf('localhost:3000', 7, 'a.example');
    const grants = new HostGrants(async () => memory);
    for (const host of ['localhost', '127.0.0.1', '[::1]', 'router', '192.168.0.1:80'])
      // oxlint-disable-next-line no-await-in-loop
      expect((await failureOf(grants.allow(host))).code).to.equal('invalid-input');
    expect(grants.hosts.get()).to.deep.equal([]);
    await grants.revoke('x.example');
    expect(memory.kept).to.deep.equal(['a.example']);
  });

  it(`are ${MAX_REMOTE_HOSTS} at most: the oldest goes first`, async () => {
    const memory = memoryOf(...Array.from({ length: MAX_REMOTE_HOSTS }, (_, index) => `h${index}.example`));
    await new HostGrants(async () => memory).allow('new.example');
    expect(memory.kept).to.have.length(MAX_REMOTE_HOSTS);
    expect(memory.kept.at(0)).to.equal('h1.example');
    expect(memory.kept.at(-1)).to.equal('new.example');
  });
});

describe('where they are kept', () => {
  const databaseName = tempDatabases();
  const grantsFor = (url: string, options: Parameters<typeof rememberedHosts>[1]): HostGrants =>
    new HostGrants(async () => rememberedHosts(url, options));
  /** Whether a second visit still knows what a first one allowed. */
  async function lasts(
    options: Parameters<typeof rememberedHosts>[1],
    later = options,
    url = 'https://a.test/mcp',
  ): Promise<boolean> {
    await grantsFor('https://a.test/mcp', options).allow('img.example');
    const next = grantsFor(url, later);
    // Ends when what is kept has been read.
    await next.revoke('other.example');
    return next.allows('img.example');
  }

  it('is the database, for this server', async () => {
    const namespace = databaseName();
    expect(await lasts({ namespace })).to.equal(true);
    expect(await lasts({ namespace }, { namespace }, 'https://b.test/mcp')).to.equal(false);
  });
  it('is nowhere without storage, or where somebody unknown is signed in', async () => {
    expect(await lasts({ storage: 'none' })).to.equal(false);
    expect(await lasts({ namespace: databaseName(), headers: { authorization: 'x' } })).to.equal(false);
  });
  it('is apart for each identity', async () => {
    const namespace = databaseName();
    expect(await lasts({ namespace, identity: 'ann' })).to.equal(true);
    expect(await lasts({ namespace, identity: 'ann' }, { namespace, identity: 'bob' })).to.equal(false);
  });
  it('is a storage of the page’s own, where that can', async () => {
    const storage = new MemoryStorage();
    expect(await lasts({ storage })).to.equal(true);
    const older = Object.assign(new MemoryStorage(), { get: undefined, put: undefined });
    expect(await lasts({ storage: older as never })).to.equal(false);
  });
});

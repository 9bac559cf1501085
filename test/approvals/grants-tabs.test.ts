import { aTimeout, expect } from '@open-wc/testing';
import { type GrantedCall, Grants, type GrantStore } from '../../src/approvals/index.js';
import { Roots } from '../../src/approvals/roots.js';
import { grantsIn, rootsIn } from '../../src/session/approvals.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { broadcast } from '../../src/util/tab-coordination.js';
import { eventually } from '../fixtures/eventually.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const call = (name: string): GrantedCall => {
  const tool = { name, inputSchema: { type: 'object' } } as const;
  return {
    server: 'https://notes.example/mcp',
    serverName: 'notes',
    tool,
    arguments: {},
    tools: [tool],
    isConfirmed: true,
  };
};
const ALWAYS = { scope: 'tool', duration: 'always' } as const;

/** A tab: a connection of its own to the one database, and how often it reads the decisions. */
class Tab implements GrantStore {
  readonly grants: Grants;
  reads = 0;
  readonly #store: GrantStore;
  readonly putGrant: GrantStore['putGrant'];
  readonly removeGrants: GrantStore['removeGrants'];
  readonly follow: GrantStore['follow'];

  constructor(storage: FallbackStorage) {
    this.#store = grantsIn(storage);
    ({ putGrant: this.putGrant, removeGrants: this.removeGrants, follow: this.follow } = this.#store);
    this.grants = new Grants(this, 'https://page.example');
  }

  listGrants: GrantStore['listGrants'] = () => {
    this.reads++;
    return this.#store.listGrants();
  };
}

describe('decisions made in one tab, seen in another', () => {
  const databaseName = tempDatabases();
  let tabs: Tab[];
  let name: string;
  let here: Grants;
  let there: Grants;
  let end: () => void;
  const tab = (name: string): Tab => new Tab(new FallbackStorage(name));
  const reads = (): number => tabs.reduce((sum, one) => sum + one.reads, 0);
  const names = (grants: Grants): readonly string[] => grants.all.get().map(({ tools }) => tools[0]!.name);

  beforeEach(() => {
    name = databaseName();
    tabs = [tab(name), tab(name)];
    [here, there] = tabs.map(({ grants }) => grants) as [Grants, Grants];
    end = here.all.subscribe(() => {});
  });
  afterEach(() => end());

  it('appear at once where they are shown', async () => {
    await there.remember(call('search'), 'allow', ALWAYS);
    await eventually(() => names(here).includes('search'));
  });

  it('go at once where they are taken back', async () => {
    const granted = await there.remember(call('search'), 'allow', ALWAYS);
    await eventually(() => names(here).length === 1);
    await there.revoke(granted!.id);
    await eventually(() => names(here).length === 0);
    expect(await here.find(call('search'))).to.equal(undefined);
  });

  it('are not looked at any more once whoever showed them has gone, by whichever way', async () => {
    end();
    const gone = new AbortController();
    here.all.subscribe(() => {}, { signal: gone.signal });
    await there.remember(call('notes'), 'allow', ALWAYS);
    await eventually(() => names(here).includes('notes'));
    gone.abort();
    await there.remember(call('search'), 'allow', ALWAYS);
    await aTimeout(100);
    expect(names(here)).to.deep.equal(['notes']);
  });

  it('hold at the next call where nobody shows them', async () => {
    end();
    const granted = await there.remember(call('search'), 'allow', ALWAYS);
    expect((await here.find(call('search')))?.verdict).to.equal('allow');
    await there.revoke(granted!.id);
    expect(await here.find(call('search'))).to.equal(undefined);
  });

  it('of this visit stay in their tab', async () => {
    const before = reads();
    await there.remember(call('search'), 'allow', { scope: 'tool', duration: 'session' });
    await aTimeout(50);
    expect(names(here)).to.be.empty;
    expect(reads() - before, 'read by the tab that decided only').to.equal(1);
  });

  it('many taken back at once are told once', async () => {
    for (let at = 0; at < 20; at++) await there.remember(call(`tool-${at}`), 'allow', ALWAYS);
    await eventually(() => names(here).length === 20);
    await aTimeout(50);
    const before = reads();
    await there.revokeAll();
    await eventually(() => names(here).length === 0);
    // Before and after in the tab that takes them back, once here.
    expect(reads() - before).to.equal(3);
  });

  it('told again and again are read one after the other, and the last of it is read', async () => {
    const noise = new BroadcastChannel(`mcp-embed storage ${name}`);
    const before = reads();
    for (let at = 0; at < 200; at++) broadcast(noise, [{ kind: 'grant' }]);
    noise.close();
    await there.remember(call('search'), 'allow', ALWAYS);
    await eventually(() => names(here).includes('search'));
    expect(reads() - before).to.be.lessThan(205);
  });

  it('are not listened to where nobody looks any more', async () => {
    end();
    await there.remember(call('search'), 'allow', ALWAYS);
    await aTimeout(50);
    expect(names(here)).to.be.empty;
    end = here.all.subscribe(() => {});
    await there.remember(call('list'), 'allow', ALWAYS);
    await eventually(() => names(here).length === 2);
  });

  it('taken back there while it falls for one tool here: it does not rise again', async () => {
    const tools = ['search', 'list'].map((name) => ({
      name,
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    }));
    const all = { ...call('search'), tool: tools[0]!, tools };
    await there.remember(all, 'allow', { scope: 'read-only', duration: 'always' });
    const [tab] = tabs;
    const read = tab!.listGrants;
    tab!.listGrants = async () => {
      const kept = await read();
      await there.revokeAll();
      return kept;
    };
    const changed = { ...tools[0]!, description: 'Deletes everything.' };
    expect((await here.find({ ...all, tool: changed }))?.verdict).to.equal('changed');
    expect(await there.refresh()).to.be.empty;
  });

  it('of another namespace are none of ours', async () => {
    // The first reading of each tab may still be under way.
    await Promise.all([here.refresh(), there.refresh()]);
    const before = reads();
    await tab(databaseName()).grants.remember(call('search'), 'allow', ALWAYS);
    await aTimeout(50);
    expect(reads()).to.equal(before);
  });
});

describe('roots kept in one tab, seen in another', () => {
  const databaseName = tempDatabases();

  it('what one tab adds the other is told of, and no change of another tab is lost', async () => {
    const uris = (roots: Roots): string[] => roots.state.get().roots.map(({ uri }) => uri);
    const name = databaseName();
    const tab = (): Roots => new Roots('a', rootsIn(new FallbackStorage(name)));
    const [here, there] = [tab(), tab()];
    const end = here.state.subscribe(() => {});
    await there.add('file:///theirs');
    await eventually(() => uris(here).length === 1);
    await here.add('file:///ours');
    await there.add('file:///more');
    expect((await here.refresh()).roots.map(({ uri }) => uri)).to.deep.equal([
      'file:///theirs',
      'file:///ours',
      'file:///more',
    ]);
    end();
  });
});

import { aTimeout, expect } from '@open-wc/testing';
import { TabNews } from '../../src/util/tab-changes.js';
import { type Grant, type GrantedCall, Grants, type GrantStore } from '../../src/approvals/index.js';
import { eventually } from '../fixtures/eventually.js';

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

/** Where decisions lie, for as many tabs as look at it. */
class Shelf implements GrantStore {
  readonly kept = new Map<string, Grant>();
  reads = 0;
  listGrants = async (): Promise<readonly Grant[]> => {
    this.reads++;
    return [...this.kept.values()];
  };
  putGrant = async (grant: Grant): Promise<void> => void this.kept.set(grant.id, grant);
  removeGrant = async (id: string): Promise<void> => void this.kept.delete(id);
}

describe('decisions made in one tab, seen in another', () => {
  let shelf: Shelf;
  let name: string;
  let here: Grants;
  let there: Grants;
  let end: () => void;
  const tab = (): Grants => new Grants(shelf, 'https://page.example', new TabNews(name));
  const names = (grants: Grants): readonly string[] => grants.all.get().map(({ tools }) => tools[0]!.name);

  beforeEach(() => {
    shelf = new Shelf();
    name = `test ${crypto.randomUUID()}`;
    [here, there] = [tab(), tab()];
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
    const before = shelf.reads;
    await there.remember(call('search'), 'allow', { scope: 'tool', duration: 'session' });
    await aTimeout(50);
    expect(names(here)).to.be.empty;
    expect(shelf.reads - before, 'read by the tab that decided only').to.equal(1);
  });

  it('a hundred taken back at once are told once', async () => {
    for (let at = 0; at < 100; at++) await there.remember(call(`tool-${at}`), 'allow', ALWAYS);
    await eventually(() => names(here).length === 100);
    await aTimeout(50);
    const before = shelf.reads;
    await there.revokeAll();
    await eventually(() => names(here).length === 0);
    // Before and after in the tab that takes them back, once here.
    expect(shelf.reads - before).to.equal(3);
  });

  it('told again and again are read one after the other, and the last of it is read', async () => {
    const noise = new TabNews(name);
    const before = shelf.reads;
    for (let at = 0; at < 200; at++) noise.tell();
    await there.remember(call('search'), 'allow', ALWAYS);
    await eventually(() => names(here).includes('search'));
    expect(shelf.reads - before).to.be.lessThan(205);
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
    const read = shelf.listGrants;
    shelf.listGrants = async () => {
      const kept = await read();
      shelf.kept.clear();
      return kept;
    };
    const changed = { ...tools[0]!, description: 'Deletes everything.' };
    expect((await here.find({ ...all, tool: changed }))?.verdict).to.equal('changed');
    expect(shelf.kept.size).to.equal(0);
  });

  it('of another namespace are none of ours', async () => {
    const before = shelf.reads;
    await new Grants(new Shelf(), 'https://page.example', new TabNews(`${name} other`)).remember(
      call('search'),
      'allow',
      ALWAYS,
    );
    await aTimeout(50);
    expect(shelf.reads).to.equal(before);
  });
});

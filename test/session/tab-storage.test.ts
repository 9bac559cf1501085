import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { expect } from '@open-wc/testing';
import { scriptedUrl } from '/__servers__.js';
import { openGrants } from '../../src/approvals/index.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const databases = async (): Promise<string[]> => (await indexedDB.databases()).map(({ name }) => name!);

describe('a session that keeps things as long as its tab', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  after(async () => {
    for (const name of await databases()) if (name.includes(' of tab ')) indexedDB.deleteDatabase(name);
  });

  it('remembers its server, its lists and decisions in a database of the tab, and nowhere else', async () => {
    const namespace = databaseName();
    const url = scriptedUrl('rev-2025-11-25');
    const session = await open(url, { storage: 'session', namespace });
    await session.tools.list();
    const { storage, server } = session.partition!;
    expect(server).to.equal(url);
    await eventually(() => storage.get('list', url, 'tools'));
    const tool = { name: 'x', inputSchema: {} };
    const call = { server, serverName: 's', tool, arguments: {}, tools: [tool], isConfirmed: true } as never;
    await openGrants({ storage: 'session', namespace }).remember(call, 'allow', { scope: 'tool', duration: 'always' });
    expect(await storage.list('grant')).to.have.length(1);
    expect((await databases()).filter((name) => name.includes(namespace))).to.have.length(1);
    expect(await databases()).not.to.include(nameOfDatabase(namespace, 'storage'));
  });

  it('of somebody nobody named: in the memory of the page, each session its own', async () => {
    const namespace = databaseName();
    const options = { storage: 'session', namespace, headers: { Authorization: 'Bearer x' } } as const;
    const [one, other] = [
      await open(scriptedUrl('rev-2025-11-25'), options),
      await open(scriptedUrl('rev-2025-11-25'), options),
    ];
    expect(one.partition!.storage).not.to.equal(other.partition!.storage);
    expect((await databases()).filter((name) => name.includes(namespace))).to.deep.equal([]);
  });
});

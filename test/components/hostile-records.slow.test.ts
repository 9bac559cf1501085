import { expect } from '@open-wc/testing';
import { script } from '/__servers__.js';
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import { KINDS } from '../../src/storage/retention.js';
import type { Kind } from '../../src/storage/types.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { eventually, pause } from '../fixtures/eventually.js';
import { deepJson, hostileRecords, oddRecords, recordJson } from '../fixtures/hostile-records.js';
import { openRaw, rowsOf } from '../fixtures/raw-databases.js';
import { textOf } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { putRaw } from '../storage/raw-database.js';
import { uncaughtDuring } from './bad-values.js';

const TOOL = {
  name: 'echo',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } } },
};
const SERVER = {
  capabilities: { tools: {} },
  replies: {
    'tools/list': { result: { tools: [TOOL] } },
    'tools/call': { result: { content: [{ type: 'text', text: 'it answered' }] } },
  },
};

/** Where the client looks for the one record of its kind; of others there are many, by any id. */
const ONLY: { readonly [K in Kind]?: string } = {
  server: '',
  list: 'tools',
  hosts: '',
  roots: location.origin,
  draft: 'tool echo',
  view: 'client',
};

/** What the views of a client may hold that is not theirs. */
const VIEWS: readonly string[] = [
  'null',
  '7',
  '[]',
  '{"chosen":null}',
  '{"chosen":7,"section":{},"showing":[]}',
  '{"chosen":{"tools":7,"resources":null},"section":"__proto__","showing":"nothing"}',
  '{"section":"tools","showing":"list","chosen":{},"lists":null}',
  '{"section":"tools","showing":"list","chosen":{},"lists":{"mcp-tool-list":null,"mcp-prompt-list":{"sought":7,"top":"x"}}}',
  `{"section":"tools","showing":"list","chosen":{},"lists":{"mcp-tool-list":{"sought":"","top":1e300}}}`,
];

const ENTRIES: readonly string[] = [
  '7',
  'null',
  '{}',
  '{{{',
  '[]',
  '{"id":7,"at":"x","direction":"sent","kind":"request","method":"ping"}',
  '{"id":"a","session":"s","server":"s","at":1e300,"clock":1,"direction":"sent","kind":"request","method":"ping"}',
  '{"id":"a","session":"s","server":"s","at":1,"clock":1,"direction":"up","kind":"request","method":"ping"}',
  '{"id":"a","session":"s","server":"s","at":1,"clock":1,"direction":"sent","kind":"request","method":"ping","params":7}',
  '{"id":"a","session":"s","server":"s","at":1,"clock":1,"direction":"sent","kind":"request","method":"ping","result":{"json":7,"size":"x","blobs":7}}',
  deepJson(100_000),
];

const PANELS = ['mcp-permissions', 'mcp-storage', 'mcp-roots', 'mcp-log', 'mcp-allowed-hosts'] as const;

describe('<mcp-client> with records in the database that are none', function () {
  this.timeout(120_000);
  const databaseName = tempDatabases();
  let namespace: string;
  let url: string;
  let client: ClientHarness | undefined;
  beforeEach(async () => {
    namespace = databaseName();
    url = await script(SERVER);
    await new FallbackStorage(nameOfDatabase(namespace, 'storage')).usage();
  });
  afterEach(() => client?.remove());

  const put = (kind: Kind, id: string, json: string, row: object = {}): Promise<void> =>
    putRaw(nameOfDatabase(namespace, 'storage'), {
      ...{ server: url, kind, id, at: 1, bytes: 1, json },
      ...(/"group":"([^"]*)"/.test(json) && { group: /"group":"([^"]*)"/.exec(json)![1] }),
      ...row,
    });
  const rows = async (): Promise<readonly { kind: string; id: string; json: string }[]> => {
    const database = await openRaw(nameOfDatabase(namespace, 'storage'));
    const all = await rowsOf<{ kind: string; id: string; json: string }>(database, 'records');
    database.close();
    return all.map(({ value }) => value);
  };

  /** Opens the client with all its panels: nothing is thrown, the tools are there, and a call works. */
  async function works(what: string): Promise<void> {
    const { error, warn } = console;
    const logged: string[] = [];
    console.error = console.warn = (...words: unknown[]) => void logged.push(words.map(String).join(' '));
    const uncaught = await uncaughtDuring(async () => {
      client = await ClientHarness.connect(url, {
        storage: 'local',
        transcript: true,
        capabilities: 'roots',
        sessionOptions: { namespace },
      });
      await client.choose('Tools', 'echo');
      const session = client.element.session!;
      const call = session.tools.call('echo', { message: 'hello' }, { initiator: 'person' });
      expect(textOf(await call), what).to.equal('it answered');
      await client.press(/^Run echo/);
      await client.reads('it answered');
      for (const tag of PANELS) {
        const element = document.createElement(tag);
        Object.assign(element, { session });
        client.element.append(element);
      }
      await pause(100);
    });
    client?.remove();
    client = undefined;
    Object.assign(console, { error, warn });
    // An element that fails is contained, and says so there.
    expect([...uncaught, ...logged.filter((line) => line.startsWith('mcp-embed: <'))], what).to.deep.equal([]);
  }

  for (const kind of Object.keys(KINDS) as Kind[]) {
    const only = ONLY[kind];
    it(`${kind}: it opens, its tools are there, a call works, and the record is gone`, async () => {
      const at = { server: url, id: only ?? 'x' };
      if (only === undefined) {
        const all = hostileRecords(kind, at);
        for (const [index, { json }] of all.entries())
          // oxlint-disable-next-line no-await-in-loop
          await put(kind, `x${index}`, json.replaceAll('"id":"x"', `"id":"x${index}"`));
        await works('all of them');
        return;
      }
      // Of a kind with one record, some: the readers of records have a test for each.
      const some = hostileRecords(kind, at).filter((_, index) => index % 6 === 0);
      for (const { what, json } of some) {
        // oxlint-disable-next-line no-await-in-loop
        await put(kind, only, json);
        // oxlint-disable-next-line no-await-in-loop
        await works(what);
        // oxlint-disable-next-line no-await-in-loop
        await eventually(async () => (await rows()).every((row) => row.json !== json));
      }
    });

    it(`${kind}: one that is only odd does no harm`, async () => {
      for (const { what, json } of oddRecords(kind, { server: url, id: only ?? 'x' })) {
        // oxlint-disable-next-line no-await-in-loop
        await put(kind, only ?? 'x', json);
        // oxlint-disable-next-line no-await-in-loop
        await works(what);
      }
    });
  }

  it('all kinds at once', async () => {
    for (const kind of Object.keys(KINDS) as Kind[])
      // oxlint-disable-next-line no-await-in-loop
      await put(kind, ONLY[kind] ?? 'x', 'null');
    await works('all kinds');
  });

  it('a view that another page wrote, or nobody', async () => {
    for (const view of VIEWS) {
      // oxlint-disable-next-line no-await-in-loop
      await put('view', 'client', recordJson('view', { server: url, id: 'client' }, 'value', view));
      // oxlint-disable-next-line no-await-in-loop
      await works(view);
    }
  });

  it('an entry of a transcript that is none is left out and removed', async () => {
    for (const [index, entry] of ENTRIES.entries())
      // oxlint-disable-next-line no-await-in-loop
      await put(
        'message',
        `m${index}`,
        recordJson('message', { server: url, id: `m${index}` }, 'body', JSON.stringify(entry)),
        {
          group: 's',
        },
      );
    await works('entries');
    await eventually(async () => (await rows()).every(({ id }) => !/^m\d+$/.test(id)));
  });

  it('sizes and times in the index that are none', async () => {
    const json = recordJson('hosts', { server: url, id: '' });
    for (const row of [
      { bytes: 'x' },
      { bytes: -1e300 },
      { bytes: [1] },
      { at: 1e300 },
      { at: -1e300 },
      { bytes: Infinity },
      { server: 5 },
      { id: [1] },
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      await put('hosts', '', json, row);
      // oxlint-disable-next-line no-await-in-loop
      await works(JSON.stringify(row));
    }
  });
});

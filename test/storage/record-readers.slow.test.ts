import { expect } from '@open-wc/testing';
import type { McpError } from '../../src/errors.js';
import { KINDS } from '../../src/storage/retention.js';
import { FallbackStorage } from '../../src/storage/storage.js';
import type { Kind, Storage } from '../../src/storage/types.js';
import { CheckedStorage } from '../../src/storage/checked-storage.js';
import { MAX_RECORD_CHARACTERS, readRecord } from '../../src/storage/record-readers.js';
import { eventually } from '../fixtures/eventually.js';
import { hostileRecords, oddRecords, recordJson } from '../fixtures/hostile-records.js';
import { openRaw, rowsOf } from '../fixtures/raw-databases.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { putRaw } from './raw-database.js';

const ALL = Object.keys(KINDS) as Kind[];
const AT = { server: 'https://notes.example/mcp', id: 'x' };

async function kindsIn(name: string): Promise<readonly string[]> {
  const database = await openRaw(name);
  const rows = await rowsOf<{ kind: string }>(database, 'records');
  database.close();
  return rows.map(({ value }) => value.kind);
}

describe('a record that is none', function () {
  this.timeout(60_000);
  const databaseName = tempDatabases();

  for (const kind of ALL)
    it(`${kind}: is dropped and deleted, said once, and the others are read`, async () => {
      const name = databaseName();
      const problems: McpError[] = [];
      const storage = new FallbackStorage(name, (problem) => problems.push(problem));
      await storage.usage();
      const row = { server: AT.server, kind, at: 1, bytes: 1 };
      const hostile = hostileRecords(kind, AT);
      for (const [index, { json }] of hostile.entries())
        // oxlint-disable-next-line no-await-in-loop
        await putRaw(name, { ...row, id: `x${index}`, json: json.replaceAll('"id":"x"', `"id":"x${index}"`) });
      await putRaw(name, { ...row, id: 'right', json: recordJson(kind, { ...AT, id: 'right' }) });
      await putRaw(name, { ...row, kind: 'future', id: 'x', json: '{"of":"a newer version"}' });
      const found = await storage.list(kind, { server: AT.server });
      const left = found.map(({ id }) => id).filter((id) => id !== 'right');
      expect(left.map((id) => hostile[Number(id.slice(1))]!.what)).to.deep.equal([]);
      expect(found).to.have.length(1);
      await eventually(async () => (await kindsIn(name)).length === 2);
      expect([...(await kindsIn(name))].toSorted()).to.deep.equal([kind, 'future'].toSorted());
      expect(problems.map(({ message }) => message)).to.deep.equal(['A stored record was damaged, and was removed.']);
    });

  for (const kind of ALL)
    it(`${kind}: one by one, it is dropped and deleted too`, async () => {
      const name = databaseName();
      const storage = new FallbackStorage(name);
      await storage.usage();
      const { json } = hostileRecords(kind, AT)[0]!;
      await putRaw(name, { ...AT, kind, at: 1, bytes: 1, json });
      expect(await storage.get(kind, AT.server, AT.id)).to.equal(undefined);
      await eventually(async () => (await kindsIn(name)).length === 0);
    });

  for (const kind of ALL)
    it(`${kind}: one that is only odd is kept as it is`, () => {
      for (const { what, json } of oddRecords(kind, AT)) {
        const record = readRecord(kind, JSON.parse(json)) as unknown as Record<string, unknown>;
        expect(record, what).to.exist;
        if (json.includes('"future":{')) expect(record['future']).to.deep.equal({ a: [1, null] });
      }
      expect(({} as { polluted?: unknown }).polluted).to.equal(undefined);
    });

  it('is not taken for damaged where it was written anew meanwhile', async () => {
    const name = databaseName();
    const storage = new FallbackStorage(name);
    await storage.usage();
    await putRaw(name, { ...AT, kind: 'hosts', at: 1, bytes: 1, json: '{' });
    const read = storage.get('hosts', AT.server, AT.id);
    const written = storage.put('hosts', [{ ...AT, at: 2, hosts: ['new.example'] }]);
    await Promise.all([read, written]);
    await storage.usage();
    expect((await storage.get('hosts', AT.server, AT.id))?.hosts).to.deep.equal(['new.example']);
  });

  it('is larger than any that this library writes', async () => {
    const name = databaseName();
    const storage = new FallbackStorage(name);
    await storage.usage();
    const json = recordJson('draft', AT, 'future', JSON.stringify('x'.repeat(MAX_RECORD_CHARACTERS)));
    await putRaw(name, { ...AT, kind: 'draft', at: 1, bytes: 1, json });
    expect(await storage.get('draft', AT.server, AT.id)).to.equal(undefined);
    await eventually(async () => (await kindsIn(name)).length === 0);
  });
});

describe('one bad part of a record that is right', () => {
  const read = (kind: Kind, field: string, json: string): Record<string, unknown> =>
    readRecord(kind, JSON.parse(recordJson(kind, AT, field, json))) as unknown as Record<string, unknown>;

  it('a list: the tool is left out, the others stay', () => {
    const { items } = readRecord('list', {
      ...{ server: 's', id: 'tools', at: 1 },
      items: [null, { name: 'a', inputSchema: {} }, { name: 7, inputSchema: {} }, { name: 'b', inputSchema: {} }],
    })!;
    expect(items.map((item) => (item as { name: string }).name)).to.deep.equal(['a', 'b']);
  });

  it('a list of 10,000 tools is given as it is, and each is read once', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 6 }, (_, n) => [`p${n}`, { type: 'string', description: 'What it is about.' }]),
    );
    let reads = 0;
    const items = Array.from(
      { length: 10_000 },
      (_, n) =>
        new Proxy(
          {
            name: `tool-${n}`,
            description: 'Does something with it.',
            inputSchema: { type: 'object', properties: structuredClone(properties) },
          },
          { get: (target, key, receiver) => (reads++, Reflect.get(target, key, receiver) as unknown) },
        ),
    );
    const record = { server: 's', id: 'tools', at: 1, items };
    const read = readRecord('list', record)!;
    // A dozen looks at the members of a tool.
    expect(reads).to.be.at.most(12 * items.length);
    expect(read.items.every((item, index) => item === items[index])).to.equal(true);
  });

  it('a folder is left out, and a consent that cannot be read is none', () => {
    expect(read('roots', 'roots', '[{"uri":"file:///a"},{"uri":"https://x"},7]')['roots']).to.deep.equal([
      { uri: 'file:///a' },
    ]);
    expect(read('roots', 'consent', '{"verdict":"allow"}')).not.to.have.property('consent');
  });

  it('a host, and a part of a resource', () => {
    expect(read('hosts', 'hosts', '["a.example",7,null]')['hosts']).to.deep.equal(['a.example']);
    expect(read('resource', 'contents', '[null,{"uri":"a","text":"b"},{"uri":7}]')['contents']).to.deep.equal([
      { uri: 'a', text: 'b' },
    ]);
    expect(read('resource', 'scope', '"everybody"')).not.to.have.property('scope');
  });

  it('a form: what is no field makes it none, what was left out is told as far as it can be read', () => {
    const rows = '{"form":{"rows":[{"text":"a","of":"string"},{"nothing":1}]}}';
    expect(readRecord('draft', JSON.parse(recordJson('draft', AT, 'values', rows)))).to.equal(undefined);
    const notStored = '{"json":"{}","notStored":[null,{"label":"Key","why":"secret"},{"label":7,"why":"file"}]}';
    expect(read('draft', 'values', notStored)['values']).to.deep.equal({
      json: '{}',
      notStored: [{ label: 'Key', why: 'secret' }],
    });
  });
});

describe('the storage of a page that gives back anything', () => {
  const none = async (): Promise<never[]> => [];
  const made = (
    answers: Partial<Record<'get' | 'list', unknown>>,
  ): { storage: CheckedStorage; removed: unknown[]; problems: McpError[] } => {
    const removed: unknown[] = [];
    const problems: McpError[] = [];
    const own = {
      get: async () => answers.get,
      list: async () => answers.list,
      put: async () => {},
      remove: async (...asked: unknown[]) => void removed.push(asked),
      usage: none,
      forget: async () => {},
    } as unknown as Storage;
    return { storage: new CheckedStorage(own, (problem) => problems.push(problem)), removed, problems };
  };

  for (const kind of ALL)
    it(`${kind}: what is no record is dropped and deleted`, async () => {
      const bad = hostileRecords(kind, AT).flatMap(({ what, json }) => {
        try {
          return [{ what, record: JSON.parse(json) as unknown }];
        } catch {
          return [];
        }
      });
      for (const { what, record } of bad) {
        const { storage, removed } = made({ get: record });
        // oxlint-disable-next-line no-await-in-loop
        expect(await storage.get(kind, AT.server, AT.id), what).to.equal(undefined);
        expect(removed, what).to.deep.equal(record === null ? [] : [[kind, [AT]]]);
      }
      const right = JSON.parse(recordJson(kind, AT)) as unknown;
      // In a list, another record is not the one that was asked for, and is right.
      const broken = bad.filter(({ what }) => !what.startsWith('another')).map(({ record }) => record);
      const { storage, problems } = made({ list: [...broken, right, undefined] });
      expect(await storage.list(kind, { server: AT.server })).to.deep.equal([right]);
      expect(problems).to.have.length(1);
    });

  it('says what it lost, where it knows', () => {
    const own = {
      hadDamage: (kind: string, server: string) => `${kind} ${server}` === 'grant a',
    } as unknown as Storage;
    const storage = new CheckedStorage(own, () => {});
    expect([storage.hadDamage('grant', 'a'), storage.hadDamage('grant', 'b')]).to.deep.equal([true, false]);
    expect(made({}).storage.hadDamage('grant', 'a')).to.equal(false);
  });

  it('is not asked to remove the same again and again', async () => {
    const { storage, removed } = made({ list: [{ ...AT, at: 1, hosts: 7 }] });
    await storage.list('hosts');
    await storage.list('hosts');
    expect(removed).to.have.length(1);
  });

  for (const list of [undefined, null, 7, {}])
    it(`has no records where its list is ${JSON.stringify(list) ?? 'undefined'}`, async () => {
      expect(await made({ list }).storage.list('grant')).to.deep.equal([]);
    });
});

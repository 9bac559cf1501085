import { expect } from '@esm-bundle/chai';
import { DAY_MS } from '../../src/util/async.js';
import { AuditLog, AUDIT_DAYS, MAX_AUDIT_ENTRIES } from '../../src/approvals/index.js';
import { eventually } from '../fixtures/eventually.js';
import { entry, RecordShelf } from '../fixtures/record-shelf.js';

const ORIGIN = 'https://page.example';

const daysAgo = (days: number): number => Date.now() - days * DAY_MS;

describe('AuditLog', () => {
  let shelf: RecordShelf;
  let record: AuditLog;
  beforeEach(() => {
    shelf = new RecordShelf();
    record = new AuditLog(shelf, ORIGIN);
  });
  const abouts = (of: AuditLog = record): readonly string[] => of.all.get().map(({ about }) => about);
  const tools = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);

  it('has what was noted at once, newest first', () => {
    record.add(entry({ about: 'one' }));
    record.add(entry({ about: 'two' }));
    expect(abouts()).to.deep.equal(['two', 'one']);
  });

  it('keeps it for the next visit, with how it ended', async () => {
    const id = record.add(entry());
    record.end(id, 'done', 120);
    await eventually(() => shelf.kept.get(id)?.outcome === 'done');
    const [found] = await new AuditLog(shelf, ORIGIN).refresh();
    expect(found).to.include({ id, about: 'search', outcome: 'done', took: 120, origin: ORIGIN });
  });

  it('shows nothing of another page origin', async () => {
    record.add(entry());
    await record.refresh();
    expect(await new AuditLog(shelf, 'https://elsewhere.example').refresh()).to.be.empty;
  });

  it('has what another tab noted after the next look, and keeps its own', async () => {
    const beside = new AuditLog(shelf, ORIGIN);
    record.add(entry({ about: 'here' }));
    beside.add(entry({ about: 'there' }));
    await Promise.all([record.refresh(), beside.refresh()]);
    await Promise.all([record.refresh(), beside.refresh()]);
    expect(abouts()).to.deep.equal(['there', 'here']);
    expect(abouts(beside)).to.deep.equal(['there', 'here']);
  });

  it('writes also what came while it was writing, without waiting for more', async () => {
    let begins!: () => void;
    let ends!: () => void;
    const begun = new Promise<void>((resolve) => (begins = resolve));
    const ended = new Promise<void>((resolve) => (ends = resolve));
    const { putEntries } = shelf;
    shelf.putEntries = async (entries) => {
      begins();
      await ended;
      await putEntries(entries);
    };
    record.add(entry({ about: 'one' }));
    await begun;
    record.add(entry({ about: 'two' }));
    ends();
    await eventually(() => [...shelf.kept.values()].map(({ about }) => about).join() === 'one,two');
  });

  it('a thousand entries in a moment are few writes', async () => {
    for (const about of tools(1000, 't')) record.add(entry({ about }));
    await eventually(() => shelf.kept.size === 1000);
    expect(shelf.writes).to.be.lessThan(5);
  });

  it('holds so many and no more; the oldest goes first, also from the store', async () => {
    for (const about of tools(MAX_AUDIT_ENTRIES + 2, 't')) record.add(entry({ about }));
    await record.refresh();
    expect(record.all.get()).to.have.length(MAX_AUDIT_ENTRIES);
    expect(shelf.kept.size).to.equal(MAX_AUDIT_ENTRIES);
    expect(abouts()).not.to.include('t1').and.not.to.include('t0');
  });

  it('a server that asks all the time pushes out its own entries, not those of others', () => {
    record.add(entry({ about: 'kept', server: 'https://quiet.example/mcp' }));
    for (const about of tools(MAX_AUDIT_ENTRIES + 50, 't')) record.add(entry({ about }));
    expect(abouts()).to.include('kept');
    expect(abouts()).to.have.length(MAX_AUDIT_ENTRIES);
  });

  it('an entry goes when its time is over, also from the store', async () => {
    record.add(entry({ about: 'old', at: daysAgo(AUDIT_DAYS + 3) }));
    record.add(entry({ about: 'young', at: daysAgo(AUDIT_DAYS - 1) }));
    record.add(entry({ about: 'yesterday', at: daysAgo(1) }));
    record.add(entry({ about: 'today' }));
    await record.refresh();
    expect(abouts()).to.deep.equal(['today', 'yesterday', 'young']);
    expect(shelf.kept.size).to.equal(3);
  });

  for (const days of [-365 * 70, 365 * 50])
    it(`a clock that is wrong for a day removes nothing: ${days < 0 ? '2100' : '1970'}`, async () => {
      record.add(entry({ about: 'before', at: daysAgo(3) }));
      record.add(entry({ about: 'yesterday', at: daysAgo(1) }));
      const { now } = Date;
      try {
        const then = daysAgo(days);
        Date.now = () => then;
        record.add(entry({ about: 'meanwhile', at: then }));
        await record.refresh();
      } finally {
        Date.now = now;
      }
      record.add(entry({ about: 'today' }));
      await record.refresh();
      expect(abouts()).to.include.members(['before', 'yesterday', 'today']);
    });

  describe('the same again', () => {
    const refused = { authorizedBy: 'policy', answer: 'refused' } as const;
    it('counts up where nobody decided anew', () => {
      const [first, second] = [record.add(entry(refused)), record.add(entry(refused))];
      expect(second).to.equal(first);
      expect(record.all.get()).to.have.length(1);
      expect(record.all.get()[0]).to.include({ times: 2 });
    });
    for (const [what, some] of [
      ['other arguments', { ...refused, shown: [{ name: 'query', value: 'coffee' }] }],
      ['another tool', { ...refused, about: 'other' }],
      ['another server', { ...refused, server: 'https://other.example/mcp' }],
      ['a minute later', { ...refused, at: Date.now() + 600_000 }],
      ['a person’s word', { authorizedBy: 'person', answer: 'refused' }],
    ] as const)
      it(`is an entry of its own: ${what}`, () => {
        record.add(entry(refused));
        record.add(entry(some));
        expect(record.all.get()).to.have.length(2);
      });
    it('a person who decides twice is two entries', () => {
      record.add(entry());
      record.add(entry());
      expect(record.all.get()).to.have.length(2);
    });
  });

  describe('erasing', () => {
    it('one: here, in the store, and its end is noted nowhere', async () => {
      const [gone, kept] = [record.add(entry({ about: 'gone' })), record.add(entry({ about: 'kept' }))];
      await record.refresh();
      await record.erase(gone);
      record.end(gone, 'done', 1);
      expect(abouts()).to.deep.equal(['kept']);
      await record.refresh();
      expect([...shelf.kept.keys()]).to.deep.equal([kept]);
    });
    it('all of one server, also what another tab noted', async () => {
      const beside = new AuditLog(shelf, ORIGIN);
      beside.add(entry({ about: 'there' }));
      await beside.refresh();
      record.add(entry({ about: 'other', server: 'https://other.example/mcp' }));
      await record.eraseAll('https://notes.example/mcp');
      expect([...shelf.kept.values()].map(({ about }) => about)).to.deep.equal(['other']);
      await record.eraseAll();
      expect(shelf.kept.size).to.equal(0);
      expect(record.all.get()).to.be.empty;
    });
  });

  it('what the store does not take holds for this page, and is written when it takes it', async () => {
    const { putEntries } = shelf;
    shelf.putEntries = () => Promise.reject(new Error('full'));
    record.add(entry({ about: 'one' }));
    await record.refresh();
    expect(abouts()).to.deep.equal(['one']);
    shelf.putEntries = putEntries;
    record.add(entry({ about: 'two' }));
    await eventually(() => shelf.kept.size === 2);
  });

  it('a store that cannot be read takes nothing away', async () => {
    record.add(entry());
    shelf.listEntries = () => Promise.reject(new Error('gone'));
    expect(await record.refresh()).to.have.length(1);
  });

  it('ends with the page where there is no store', async () => {
    const visit = new AuditLog(undefined, ORIGIN);
    const id = visit.add(entry());
    visit.end(id, 'failed', 5);
    expect(await visit.refresh()).to.have.length(1);
    await visit.eraseAll();
    expect(visit.all.get()).to.be.empty;
  });
});

import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { everythingUrl } from '/__servers__.js';
import '../../components/define/mcp-log.js';
import '../../components/define/mcp-session.js';
import type { McpLogElement, McpSessionElement } from '../../components/index.js';
import { AuditLog, type NewAuditEntry } from '../../src/approvals/index.js';
import { decisionsAsJson } from '../../components/log/decision.js';
import { entry, RecordShelf } from '../fixtures/record-shelf.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { verifies } from '../requirements/verifies.js';

describe('<mcp-log> of decisions', () => {
  const databaseName = tempDatabases();
  let shelf: RecordShelf;
  let record: AuditLog;
  let element: McpLogElement;

  const show = async (entries: readonly NewAuditEntry[], quiet = false): Promise<void> => {
    shelf = new RecordShelf();
    record = new AuditLog(shelf, 'https://page.example');
    entries.forEach((one) => record.add(one));
    element = await fixture(html`<mcp-log .auditLog=${record} ?quiet=${quiet}></mcp-log>`);
    await settled();
    await waitUntil(() => quiet || titles().length >= Math.min(20, entries.length), 'it is shown');
  };
  const settled = async (): Promise<void> => {
    await aTimeout(20);
    await element.updateComplete;
  };
  const root = (): ShadowRoot => element.shadowRoot!;
  const text = (): string => root().textContent!.replace(/\s+/g, ' ');
  const all = (name: string): HTMLElement[] => [
    ...root().querySelectorAll<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`),
  ];
  const titles = (): readonly string[] =>
    [...root().querySelectorAll('.decision .rest')].map((each) => each.textContent!.trim()).toReversed();
  /** Opens the details of a decision, the newest one by default. */
  const openDetail = async (row = root().querySelectorAll<HTMLElement>('.decision').length - 1): Promise<void> => {
    root().querySelectorAll<HTMLElement>('.decision')[row]!.click();
    await settled();
  };
  const press = async (button: HTMLElement | undefined): Promise<void> => {
    button!.focus();
    button!.click();
    await settled();
  };
  const choose = async (part: string, words: string): Promise<void> => {
    const select = all(part)[0] as HTMLSelectElement;
    select.selectedIndex = [...select.options].findIndex((one) => one.textContent!.includes(words));
    select.dispatchEvent(new Event('change'));
    await settled();
  };
  const MIXED: readonly NewAuditEntry[] = [
    entry({ about: 'search' }),
    entry({ about: 'delete', answer: 'refused', authorizedBy: 'remembered', server: 'https://b.example/mcp' }),
    entry({ kind: 'sampling', about: 'sampling/createMessage', initiator: 'server', during: 'tools/call plan' }),
    entry({ kind: 'elicitation', about: 'elicitation/create', initiator: 'server', answer: 'withdrawn' }),
    entry({ kind: 'roots', about: 'roots/list', initiator: 'server', authorizedBy: 'policy' }),
  ];

  it('says who wanted what, what was decided on whose word and when, and how it ended', async () => {
    verifies('tool-use-is-recorded');
    await show([entry({ outcome: 'done', took: 120, given: [{ name: 'query', value: 'coffee' }] })]);
    expect(titles()).to.deep.equal(['Run search']);
    expect(text()).to.contain('You allowed it after 3.2 s · Done in 120 ms');
    await openDetail();
    expect(text()).to.contain('You allowed it after 3.2 s. Done in 120 ms.');
    expect(text()).to.contain('Started by a model · Notes notes.example');
    expect(text()).to.match(/What was to be decided query tea .*What was answered query coffee/);
    expect(root().querySelector('time')!.dateTime).to.match(/^\d{4}-/);
  });

  for (const [some, words] of [
    [{ authorizedBy: 'button' }, 'Run by you'],
    [{ authorizedBy: 'remembered' }, 'Allowed by what you decided earlier'],
    [{ authorizedBy: 'remembered', answer: 'refused' }, 'Refused by what you decided earlier'],
    [{ authorizedBy: 'policy' }, 'Allowed by this page’s rules'],
    [{ authorizedBy: 'page' }, 'Run by this page'],
    [{ authorizedBy: 'nobody', answer: 'refused' }, 'there was nobody to ask'],
    [{ answer: 'withdrawn' }, 'Nobody decided before it ended'],
    [{ outcome: 'tool-error', took: 5 }, 'The tool said after 5 ms that it failed'],
    [{ outcome: 'failed', took: 5 }, 'Failed after 5 ms'],
    [{}, 'No end is known'],
    [{ kind: 'sampling', answer: 'allowed' }, 'You answered it after'],
  ] as const)
    it(`in words: ${words}`, async () => {
      await show([entry(some)]);
      expect(text()).to.contain(words);
    });

  it('names what a server asked for in the language of the element, and arguments as the server does', async () => {
    const shown = [
      { name: 'system prompt', value: 'Be kind.' },
      { name: 'messages', value: '2' },
    ];
    await show([
      entry({ kind: 'sampling', about: 'sampling/createMessage', initiator: 'server', shown }),
      entry({ about: 'search', shown: [{ name: 'messages', value: 'all' }] }),
      entry({ kind: 'elicitation', initiator: 'server', shown: [], given: [{ name: 'page', value: '7' }] }),
    ]);
    element.lang = 'de';
    const names: (string | null)[] = [];
    for (const row of [2, 1, 0]) {
      await openDetail(row);
      await waitUntil(() => text().includes('Abgespielt') || text().includes('Eintrag löschen'), 'in German');
      names.push(...[...root().querySelectorAll('dt')].map((each) => each.textContent));
      await press(all('close-button')[0]);
    }
    expect(names).to.deep.equal(['page', 'messages', 'Systemprompt', 'Nachrichten']);
  });

  it('is searched, and filtered by what, decision and server', async () => {
    await show(MIXED);
    expect(titles()).to.have.length(5);
    await choose('kind-select', 'Decisions');
    expect(titles()).to.have.length(5);
    await choose('answer-select', 'Refused');
    expect(titles()).to.deep.equal(['Run delete']);
    await choose('answer-select', 'all');
    await choose('server-select', 'b.example');
    expect(titles()).to.deep.equal(['Run delete']);
    await choose('server-select', 'all');
    const search = all('search')[0] as HTMLInputElement;
    search.value = 'PLAN model';
    search.dispatchEvent(new Event('input'));
    await settled();
    expect(titles()).to.deep.equal(['Ask your model']);
    search.value = 'nowhere';
    search.dispatchEvent(new Event('input'));
    await settled();
    expect(text()).to.contain('No entries match');
    await press([...root().querySelectorAll('button')].find((each) => each.textContent!.includes('Show all')));
    expect(titles()).to.have.length(5);
  });

  it('erases one after a question, and keeps it on second thoughts', async () => {
    await show([entry({ about: 'one' }), entry({ about: 'two' })]);
    await openDetail();
    await press(all('erase-entry-button')[0]);
    expect(root().activeElement).to.equal(all('keep-button')[0]);
    await press(all('keep-button')[0]);
    expect(root().activeElement).to.equal(all('erase-entry-button')[0]);
    expect(titles()).to.have.length(2);
    await press(all('erase-entry-button')[0]);
    await press(all('confirm-button')[0]);
    await waitUntil(() => titles().join() === 'Run one', 'the other one is gone');
    await waitUntil(() => shelf.kept.size === 1, 'one is kept');
    expect(root().activeElement).not.to.equal(null);
  });

  it('erases all after a question', async () => {
    await show(MIXED);
    await press(all('erase-all-button')[0]);
    expect(text()).to.contain('Erase 5 decisions for good?');
    await press(all('confirm-button')[0]);
    await waitUntil(() => shelf.kept.size === 0, 'none is kept');
    await waitUntil(() => text().includes('Nothing is recorded.'));
    expect(text()).to.contain('Erased.');
    expect(root().activeElement).not.to.equal(null);
  });

  it('is saved as JSON that other programs read', async () => {
    await show(MIXED);
    const saved = JSON.parse(decisionsAsJson(record.all.get())) as { entries: Record<string, unknown>[] };
    expect(saved.entries).to.have.length(5);
    expect(saved.entries[4]).to.deep.include({
      about: 'search',
      authorizedBy: 'person',
      shown: [{ name: 'query', value: 'tea' }],
    });
    expect(saved.entries[4]!['at']).to.match(/^\d{4}-.*Z$/);
  });

  it('has what happens now at once, and what another tab noted when the person is back', async () => {
    await show([entry()]);
    record.add(entry({ about: 'now' }));
    await waitUntil(() => titles().includes('Run now'));
    const beside = new AuditLog(shelf, 'https://page.example');
    beside.add(entry({ about: 'beside' }));
    await beside.refresh();
    window.dispatchEvent(new Event('focus'));
    await waitUntil(() => titles().includes('Run beside'));
  });

  it('of a thousand entries only those in view are in the page', async () => {
    await show(Array.from({ length: 1000 }, (_, at) => entry({ about: `t${at}` })));
    expect(titles().length).to.be.within(20, 100);
    expect(text()).to.contain('1,000 entries');
  });

  it('is a fold with their number where it is quiet', async () => {
    await show(MIXED, true);
    await waitUntil(() => root().querySelector('summary')!.textContent === 'Log (5 entries)');
  });

  it('what a server wrote stays text, and hidden characters show', async () => {
    await show([
      entry({
        about: '<b>x</b>\u202e',
        serverName: '<img src=x>',
        shown: [{ name: '<script>', value: '<i>\u200b</i>' }],
      }),
    ]);
    await openDetail();
    expect(root().querySelector('b, img, script, i')).to.equal(null);
    expect(root().querySelectorAll('.hidden-character')).to.have.length.at.least(2);
  });

  it('inside a session, what happened in it', async () => {
    const around = await fixture<McpSessionElement>(
      html`<mcp-session .url=${everythingUrl} .sessionOptions=${{ namespace: databaseName() }}
        ><mcp-log></mcp-log
      ></mcp-session>`,
    );
    element = around.querySelector('mcp-log')!;
    await waitUntil(() => around.status === 'ready', 'connected');
    await around.session!.tools.call('echo', { message: 'hello' }, { initiator: 'person' });
    await waitUntil(() => text().includes('Run by you · Done in'));
    expect(titles()).to.deep.equal(['Run echo']);
  });
});

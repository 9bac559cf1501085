import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { ManualClock } from '../fixtures/clock.js';
import { script } from '/__servers__.js';
import { Session } from '../../src/index.js';
import type { ListKind } from '../../components/catalog-list/list-kind.js';
import { TYPE_AHEAD_MS } from '../../components/list/list.js';
import { ShownRows } from '../../components/catalog-list/shown-rows.js';
import '../../components/define/mcp-tool-form.js';
import type { McpToolFormElement, McpToolListElement } from '../../components/index.js';
import type { PortTool } from '../fixtures/port-server.js';
import {
  active,
  closeAll,
  connected,
  labels,
  listbox,
  listOf,
  loaded,
  options,
  root,
  serving,
  servingLists,
  tool,
  type,
  words,
} from '../support/harness/tool-list.js';

const hinted = (name: string, annotations: object): PortTool => tool(name, { annotations });
const part = <E extends HTMLElement>(el: HTMLElement, name: string): E =>
  root(el).querySelector<E>(`[data-name="${name}"]`)!;

async function view(el: McpToolListElement): Promise<void> {
  part(el, 'view-button').click();
  await el.updateComplete;
}

async function select(el: McpToolListElement, name: string, text: string): Promise<void> {
  const field = part<HTMLSelectElement>(el, name);
  field.selectedIndex = [...field.options].findIndex((option) => option.text === text);
  field.dispatchEvent(new Event('change'));
  await el.updateComplete;
}

const choices = (el: HTMLElement): string[] =>
  [...root(el).querySelectorAll('.filter label')].map((label) => label.textContent.replace(/\s+/g, ' ').trim());

async function choose(el: McpToolListElement, label: string): Promise<void> {
  [...root(el).querySelectorAll<HTMLLabelElement>('.filter label')]
    .find((each) => each.textContent.includes(label))!
    .querySelector('input')!
    .click();
  await el.updateComplete;
}

/** The rows as somebody sees them: `▾ github 3` for the head of a group. */
const rows = (el: HTMLElement): string[] =>
  [...root(el).querySelectorAll<HTMLElement>('.item')].map((row) => {
    const label = row.querySelector('.label')!.textContent;
    const isOpen = row.getAttribute('aria-expanded');
    return isOpen === null
      ? label
      : `${isOpen === 'true' ? '▾' : '▸'} ${label} ${row.querySelector('.quiet')!.textContent}`;
  });

const mixed = (): MessagePort =>
  serving(
    hinted('look', { readOnlyHint: true }),
    hinted('drop', { destructiveHint: true }),
    hinted('both', { readOnlyHint: true, destructiveHint: true }),
    hinted('write', { readOnlyHint: false }),
    tool('silent'),
  );

const grouped = (): MessagePort =>
  serving(
    ...['git_push', 'slack_post', 'git_log', 'echo', 'slack_list', 'git_commit', 'sum', 'git_tag'].map((name) =>
      tool(name),
    ),
  );

describe('the view of a list', () => {
  afterEach(closeAll);

  describe('marks of what the server says', () => {
    it('stand beside what can delete and what writes, as a claim, and beside nothing else', async () => {
      const el = await loaded(mixed());
      const marks = options(el).map((option) => option.querySelector<HTMLElement>('.claim')?.title);
      expect(marks).to.deep.equal([
        undefined,
        'Server says: can delete or overwrite',
        'Server says: can delete or overwrite',
        'Server says: writes data',
        undefined,
      ]);
      const mark = options(el)[1]!.querySelector('.claim')!;
      expect(mark.textContent.trim()).to.equal('Can delete');
      expect(mark.getAttribute('role')).to.equal('img');
      expect(mark.getAttribute('aria-label')).to.equal(', Server says: can delete or overwrite,');
    });

    it('are absent where annotations are of the wrong type', async () => {
      const el = await loaded(
        serving(
          tool('a', { annotations: 'readOnlyHint' }),
          tool('b', { annotations: { readOnlyHint: 'true', destructiveHint: 1 } }),
          tool('c', { annotations: [true] }),
        ),
      );
      expect(labels(el)).to.deep.equal(['a', 'b', 'c']);
      expect(root(el).querySelector('.claim') === null).to.equal(true);
    });
  });

  it('a tool that runs says so in its row, also while another one is looked at, until it ends', async () => {
    const slowest = `slow${'_and_slower'.repeat(8)}`;
    const never = (): Promise<unknown> => new Promise(() => {});
    const el = await loaded(serving(tool(slowest, { title: 'slow', call: never }), tool('other')));
    const slow = (): string => options(el)[0]!.textContent.replace(/\s+/g, ' ').trim();
    const form = await fixture<McpToolFormElement>(
      html`<mcp-tool-form tool=${slowest} .session=${el.session}></mcp-tool-form>`,
    );
    const press = (name: string): void => form.renderRoot.querySelector<HTMLElement>(`[part~="${name}"]`)!.click();
    await waitUntil(() => form.renderRoot.querySelector('[part~="submit-button"]'), 'a form');
    expect(slow()).to.equal(`slow ${slowest}`);
    press('submit-button');
    await waitUntil(() => slow() === `slow Running · ${slowest}`, 'the row says so');
    const name = options(el)[0]!.querySelector('code')!;
    const line = name.parentElement!.getBoundingClientRect();
    expect(name.getBoundingClientRect().right, 'its name is cut off at its own end').to.be.at.most(line.right + 1);
    form.tool = 'other';
    await form.updateComplete;
    expect(slow()).to.equal(`slow Running · ${slowest}`);
    form.tool = slowest;
    await form.updateComplete;
    press('cancel-button');
    await waitUntil(() => slow() === `slow ${slowest}`, 'and no longer');
  });

  describe('filter', () => {
    it('offers what the server says of its tools, with numbers', async () => {
      const el = await loaded(mixed());
      await view(el);
      expect(root(el).querySelector('legend')!.textContent).to.equal('The server says');
      expect(choices(el)).to.deep.equal([
        'All 5',
        'Reads only 1',
        'Can delete or overwrite 2',
        'Writes data 1',
        'No hints 1',
      ]);
    });

    it('shows only those, says so, and shows all again', async () => {
      const el = await loaded(mixed());
      await view(el);
      await choose(el, 'Can delete');
      expect(labels(el)).to.deep.equal(['drop', 'both']);
      expect(root(el).querySelector('.count')!.textContent.trim()).to.equal('2 of 5 tools · Can delete or overwrite');
      expect(options(el)[1]!.getAttribute('aria-setsize')).to.equal('2');
      await type(el, 'dro');
      expect(labels(el)).to.deep.equal(['drop']);
      await type(el, 'zz');
      expect(words(el)).to.contain('No tool matches “drozz” among “Can delete or overwrite”.');
      part(el, 'show-all-button').click();
      await el.updateComplete;
      expect(words(el)).to.contain('No tool matches “drozz”.');
      expect(root(el).activeElement).to.equal(root(el).querySelector('input'));
    });

    it('is not offered where all tools are alike', async () => {
      const el = await loaded(serving(...Array.from({ length: 4 }, (_, at) => tool(`t${at}`))));
      expect(part(el, 'view-button') === null).to.equal(true);
    });

    it('that no tool of the list answers to lets all through', async () => {
      const el = await loaded(mixed());
      el.arrangement = { hint: 'unheard', sort: 'server', group: 'none', folded: [] };
      await el.updateComplete;
      expect(labels(el)).to.have.length(5);
    });
  });

  describe('order', () => {
    it('is the server’s, or by name with numbers as numbers', async () => {
      const el = await loaded(serving(...['t10', 'b', 't9', 'a', 'c'].map((name) => tool(name))));
      await view(el);
      await select(el, 'sort-select', 'By name');
      expect(labels(el)).to.deep.equal(['a', 'b', 'c', 't9', 't10']);
      await select(el, 'sort-select', 'Server’s order');
      expect(labels(el)).to.deep.equal(['t10', 'b', 't9', 'a', 'c']);
    });
  });

  describe('groups', () => {
    const inGroups = async (): Promise<McpToolListElement> => {
      const el = await loaded(grouped());
      await view(el);
      await select(el, 'group-select', 'By first word');
      return el;
    };

    it('are by the first word that several names have, the others last', async () => {
      const el = await inGroups();
      expect(rows(el)).to.deep.equal([
        ...['▾ git 4', 'git_push', 'git_log', 'git_commit', 'git_tag'],
        ...['▾ slack 2', 'slack_post', 'slack_list'],
        ...['▾ Other 2', 'echo', 'sum'],
      ]);
    });

    it('are a tree, with the place in the group', async () => {
      const el = await inGroups();
      expect(listbox(el).getAttribute('role')).to.equal('tree');
      const [, , log, , , slack] = [...root(el).querySelectorAll('.item')];
      const place = (row: Element | undefined): (string | null)[] =>
        ['role', 'aria-level', 'aria-posinset', 'aria-setsize'].map((name) => row!.getAttribute(name));
      expect(place(log)).to.deep.equal(['treeitem', '2', '2', '4']);
      expect(place(slack)).to.deep.equal(['treeitem', '1', '2', '3']);
    });

    it('close and open with a press, and with the arrows at the sides', async () => {
      const el = await inGroups();
      root(el).querySelector<HTMLElement>('.group')!.click();
      await el.updateComplete;
      expect(rows(el).slice(0, 3)).to.deep.equal(['▸ git 4', '▾ slack 2', 'slack_post']);
      listbox(el).focus();
      for (const [key, at] of [
        ['Home', 'git'],
        ['ArrowRight', 'git'],
        ['ArrowRight', 'git_push'],
        ['ArrowDown', 'git_log'],
        ['ArrowLeft', 'git'],
        ['End', 'sum'],
      ] as const) {
        await sendKeys({ press: key });
        await waitUntil(() => active(el) === at, `${key} leads to ${at}`);
      }
      await sendKeys({ press: 'ArrowLeft' });
      await sendKeys({ press: 'ArrowLeft' });
      await waitUntil(() => rows(el).at(-1) === '▸ Other 2');
      expect(active(el)).to.equal('Other');
      await sendKeys({ press: 'Enter' });
      await waitUntil(() => rows(el).at(-1) === 'sum');
    });

    it('close and open all at once', async () => {
      const el = await inGroups();
      part(el, 'fold-all-button').click();
      await el.updateComplete;
      expect(rows(el)).to.deep.equal(['▸ git 4', '▸ slack 2', '▸ Other 2']);
      part(el, 'unfold-all-button').click();
      await el.updateComplete;
      expect(rows(el)).to.have.length(11);
    });

    it('that are closed hide nothing from the search, and Enter takes the first tool', async () => {
      const el = await inGroups();
      part(el, 'fold-all-button').click();
      await el.updateComplete;
      await type(el, 'slack_l');
      expect(rows(el)).to.deep.equal(['▾ slack 1', 'slack_list']);
      await sendKeys({ press: 'Enter' });
      await el.updateComplete;
      expect(el.selected).to.equal('slack_list');
    });

    it('can be by what the server says', async () => {
      const el = await loaded(
        serving(...Array.from({ length: 8 }, (_, at) => hinted(`t${at}`, at % 2 ? { readOnlyHint: true } : {}))),
      );
      await view(el);
      await select(el, 'group-select', 'By server hints');
      expect(rows(el).filter((row) => row.startsWith('▾'))).to.deep.equal(['▾ Reads only 4', '▾ No hints 4']);
    });

    it('are not offered where all names begin alike', async () => {
      const el = await loaded(serving(...Array.from({ length: 20 }, (_, at) => tool(`same_${at}`))));
      await view(el);
      expect(part(el, 'group-select') === null).to.equal(true);
      expect(part(el, 'sort-select') === null).to.equal(false);
    });

    it('show their name as text, hidden characters as signs', async () => {
      const el = await loaded(
        serving(...Array.from({ length: 9 }, (_, at) => tool(at % 2 ? `\u202Egit_${at}` : `<b>x_${at}`))),
      );
      await view(el);
      await select(el, 'group-select', 'By first word');
      const heads = [...root(el).querySelectorAll('.group .label')];
      expect(heads.map((head) => head.textContent)).to.deep.equal(['<b>x', 'U+202Egit']);
    });
  });

  it('opens and closes with the button, and Escape closes it', async () => {
    const el = await loaded(grouped());
    await view(el);
    expect(part(el, 'view-button').getAttribute('aria-expanded')).to.equal('true');
    part(el, 'sort-select').focus();
    await sendKeys({ press: 'Escape' });
    await el.updateComplete;
    expect(part(el, 'view') === null).to.equal(true);
    expect(root(el).activeElement).to.equal(part(el, 'view-button'));
  });

  it('that a page sets to anything is as the server lists', async () => {
    const el = await loaded(grouped());
    for (const given of [5, null, 'x', [], { sort: '__proto__', group: 'toString', folded: 7, hint: {} }]) {
      el.arrangement = given as never;
      await el.updateComplete;
      expect(labels(el)).to.have.length(8);
    }
  });

  it('of 1,000 tools with one prefix has few of them in the page', async () => {
    const name = (at: number): string => `same_${at % 50}_${at}`;
    const el = await loaded(
      serving(...Array.from({ length: 1000 }, (_, at) => tool(name(at), { title: `${'t'.repeat(300)}${at}` }))),
    );
    await view(el);
    await select(el, 'sort-select', 'By name');
    await type(el, 'same_4');
    expect(options(el).length).to.be.below(200);
    expect(words(el)).to.contain('of 1,000 tools');
  });

  it('prepares each item once, whatever is typed, folded or grouped', () => {
    let prepared = 0;
    const kind: ListKind<string> = {
      noun: 'tool',
      catalog: () => expect.fail(),
      key: (item) => item,
      label: (item) => (prepared++, item),
      raw: (item) => item,
      description: () => undefined,
      hints: { title: '', all: new Map([['x', { label: 'x' }]]), of: () => (prepared++, 'x') },
      chosen: () => expect.fail(),
    };
    const content = new ShownRows([kind]);
    const items = [Array.from({ length: 1000 }, (_, at) => `${at % 7}_${at}`)];
    for (const query of ['', '1', '12'])
      for (const group of ['none', 'name'] as const)
        for (const folded of [[], ['1']]) content.update(items, query, { sort: 'name', group, folded });
    expect(prepared).to.equal(2000);
    expect(content.rows[0]!.group?.key).to.equal('0');
  });

  describe('reading the list again', () => {
    const announced = (el: HTMLElement): string => root(el).querySelector('.age [role="status"]')!.textContent.trim();

    it('is a button beside the time; it says that it reads, and what came', async () => {
      const el = await loaded(servingLists([tool('one')], [tool('one'), tool('two')]));
      expect(words(el)).to.match(/Updated \d\d:\d\d/);
      const button = part(el, 'refresh-button');
      button.focus();
      button.click();
      await el.updateComplete;
      expect(announced(el)).to.equal('Reading the tools again.');
      expect(button.getAttribute('aria-disabled')).to.equal('true');
      expect(button.textContent.trim()).to.equal('Reading…');
      await waitUntil(() => labels(el).join() === 'one,two');
      await waitUntil(() => announced(el) === 'The list was read again: 2 tools.');
      expect(root(el).activeElement).to.equal(part(el, 'refresh-button'));
    });

    it('that fails keeps the list, says why and offers another try', async () => {
      const el = await loaded(servingLists([tool('one')], new Error('No list today'), [tool('two')]));
      part(el, 'refresh-button').click();
      await waitUntil(() => words(el).includes('The tools could not be refreshed.'));
      expect(words(el)).to.contain('No list today');
      expect(labels(el)).to.deep.equal(['one']);
      root(el).querySelector<HTMLElement>('[part~="retry-button"]')!.click();
      await waitUntil(() => labels(el).join() === 'two');
    });

    it('is offered for a list of which a part is missing', async () => {
      const el = await loaded(servingLists([tool('one'), {} as PortTool], [tool('one'), tool('two')]));
      part(el, 'read-again-button').click();
      await waitUntil(() => labels(el).join() === 'one,two');
      expect(part(el, 'read-again-button') === null).to.equal(true);
    });

    it('is offered for an empty list, and not without a connection', async () => {
      const session = await connected(serving());
      const el = await listOf(session);
      await waitUntil(() => words(el).includes('This server has no tools at the moment.'));
      expect(part(el, 'refresh-button') === null).to.equal(false);
      await session.close();
      await el.updateComplete;
      expect(part(el, 'refresh-button') === null).to.equal(true);
    });
  });

  describe('what changed since the last visit', () => {
    const marks = (el: HTMLElement): (string | undefined)[] =>
      options(el).map((option) => option.querySelector('.mark')?.textContent);

    it('is marked as new or changed until it is opened; at a first visit nothing is', async () => {
      const url = await script({
        replies: {
          'tools/list': [
            { result: { tools: [tool('same', { _meta: { at: 1 } }), tool('other', { description: 'Adds' })] } },
            {
              result: {
                tools: [tool('same', { _meta: { at: 2 } }), tool('other', { description: 'Deletes' }), tool('fresh')],
              },
            },
          ],
        },
      });
      const namespace = `changes-${Math.random()}`;
      const first = new Session(url, { storage: 'local', namespace });
      await first.connect();
      const before = await listOf(first);
      await waitUntil(() => options(before).length === 2);
      expect(marks(before)).to.deep.equal([undefined, undefined]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      await first.close();
      const session = new Session(url, { storage: 'local', namespace });
      await session.connect();
      const el = await listOf(session);
      await waitUntil(() => options(el).length === 3);
      await waitUntil(() => marks(el).join() === ',Changed,New');
      expect(options(el)[1]!.textContent.replace(/\s+/g, ' ')).to.contain('Changed · Deletes');
      options(el)[1]!.click();
      await el.updateComplete;
      expect(marks(el)).to.deep.equal([undefined, undefined, 'New']);
      expect(session.tools.changes.get().get('other')).to.deep.include({ kind: 'changed', isSeen: true });
      await session.close();
    });

    it('is a sentence where a server changes everything each time', async () => {
      const all = (at: number): PortTool[] =>
        Array.from({ length: 200 }, (_, index) => tool(`t${index}`, { description: `${at}` }));
      const session = await connected(servingLists(all(1), all(2), all(3)));
      const el = await listOf(session);
      await waitUntil(() => options(el).length > 0);
      await session.tools.refresh();
      await session.tools.refresh();
      await waitUntil(() => words(el).includes('200 tools new or changed since you last looked.'));
      expect(root(el).querySelector('.mark') === null).to.equal(true);
    });
  });

  describe('letters', () => {
    const clock = new ManualClock();

    it('lead to a title and to a name', async () => {
      const el = await loaded(
        serving(tool('alpha', { title: 'Zebra' }), tool('beta', { title: 'Yak' }), tool('gamma', { title: 'Xerus' })),
      );
      listbox(el).focus();
      await sendKeys({ type: 'be' });
      await el.updateComplete;
      expect(active(el)).to.equal('Yak');
      await clock.advance(TYPE_AHEAD_MS);
      await sendKeys({ type: 'xe' });
      await el.updateComplete;
      expect(active(el)).to.equal('Xerus');
    });
  });
});

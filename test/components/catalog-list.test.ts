import { aTimeout, expect, oneEvent, waitUntil, fixture, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { everythingUrl, script } from '/__servers__.js';
import type {
  McpToolSelectEvent,
  McpPromptListElement,
  McpPromptSelectEvent,
  McpToolListElement,
} from '../../components/index.js';
import {
  active,
  closeAll,
  labels,
  listbox,
  loaded,
  options,
  root,
  search,
  serving,
  tool,
  type,
  words,
  connected,
  listOf,
  servingLists,
} from '../support/harness/tool-list.js';
import '../../components/define/mcp-prompt-list.js';
import { Session, type Endpoint } from '../../src/index.js';
import type { PortTool } from '../fixtures/port-server.js';

/* What the lists of tools, resources and prompts share, shown on the list of tools. */
describe('every list', () => {
  afterEach(closeAll);

  describe('search', () => {
    const three = (): MessagePort =>
      serving(
        tool('read_file', { description: 'Returns text' }),
        tool('other', { title: 'Text tools', description: 'Nothing' }),
        tool('delete', { description: 'Deletes a file' }),
      );

    it('looks in titles, names and descriptions, and counts', async () => {
      const el = await loaded(three());
      expect(search(el).placeholder).to.equal('Search 3 tools');
      await type(el, 'TEXT');
      expect(labels(el)).to.deep.equal(['Text tools', 'read_file']);
      expect(root(el).querySelector('.count')!.textContent.trim()).to.equal('2 of 3 tools');
    });

    it('wants every word', async () => {
      const el = await loaded(three());
      await type(el, 'file del');
      expect(labels(el)).to.deep.equal(['delete']);
    });

    it('says when nothing matches, and clears', async () => {
      const el = await loaded(three());
      await type(el, 'zzz');
      expect(words(el)).to.contain('No tool matches “zzz”.');
      root(el).querySelector<HTMLButtonElement>('.empty button')!.click();
      await el.updateComplete;
      expect(labels(el)).to.have.length(3);
      expect(root(el).activeElement).to.equal(search(el));
    });

    it('clears with Escape, and goes to the list with Arrow down', async () => {
      const el = await loaded(three());
      await type(el, 'file');
      await sendKeys({ press: 'ArrowDown' });
      await el.updateComplete;
      expect(root(el).activeElement).to.equal(listbox(el));
      expect(active(el)).to.equal('read_file');
      search(el).focus();
      await sendKeys({ press: 'Escape' });
      await el.updateComplete;
      expect(search(el).value).to.equal('');
      expect(labels(el)).to.have.length(3);
    });

    it('chooses the first match with Enter', async () => {
      const el = await loaded(three());
      await type(el, 'deletes');
      setTimeout(() => void sendKeys({ press: 'Enter' }));
      expect((await oneEvent<McpToolSelectEvent>(el, 'mcp-tool-select')).tool.name).to.equal('delete');
    });
  });

  describe('keyboard', () => {
    const five = (): MessagePort => serving(...['apple', 'beta', 'banana', 'cherry', 'date'].map((name) => tool(name)));

    it('walks with arrows, Home and End', async () => {
      const el = await loaded(five());
      listbox(el).focus();
      for (const [key, name] of [
        ['ArrowDown', 'beta'],
        ['End', 'date'],
        ['ArrowDown', 'date'],
        ['ArrowUp', 'cherry'],
        ['Home', 'apple'],
        ['ArrowUp', 'apple'],
        ['PageDown', 'date'],
      ] as const) {
        await sendKeys({ press: key });
        // Firefox tells that a key was pressed before the page has heard of it.
        await waitUntil(() => active(el) === name, `${key} leads to ${name}`);
      }
    });

    it('goes where letters lead', async () => {
      const el = await loaded(five());
      listbox(el).focus();
      await sendKeys({ type: 'ba' });
      await el.updateComplete;
      expect(active(el)).to.equal('banana');
    });

    it('walks through what starts with the same letter', async () => {
      const el = await loaded(five());
      listbox(el).focus();
      await sendKeys({ type: 'bb' });
      await el.updateComplete;
      expect(active(el)).to.equal('banana');
    });

    it('chooses with Enter and with Space', async () => {
      const el = await loaded(five());
      listbox(el).focus();
      for (const key of ['Enter', ' ']) {
        await sendKeys({ press: 'ArrowDown' });
        setTimeout(() => void sendKeys({ press: key }));
        expect((await oneEvent<McpToolSelectEvent>(el, 'mcp-tool-select')).tool.name).to.equal(active(el));
      }
    });
  });

  describe('with many tools', () => {
    const many = (length: number): MessagePort =>
      serving(...Array.from({ length }, (_, index) => tool(`tool-${index}`, { description: `Number ${index}` })));

    it('has only those of 5,000 in the page that can be seen, and reaches the last one', async () => {
      const el = await loaded(many(5000));
      expect(search(el).placeholder).to.equal('Search 5,000 tools');
      expect(options(el).length).to.be.below(200);
      listbox(el).focus();
      await sendKeys({ press: 'End' });
      await waitUntil(() => active(el) === 'tool-4999');
      const row = root(el).querySelector('.active')!.getBoundingClientRect();
      const box = listbox(el).getBoundingClientRect();
      expect(row.bottom).to.be.at.most(box.bottom + 1);
      expect(row.top).to.be.at.least(box.top - 1);
      expect(options(el).length).to.be.below(200);
    });

    it('brings into sight what a page or a link has chosen, before and after it is read', async () => {
      const inSight = (): boolean => {
        const row = root(el).querySelector('[aria-selected="true"]')?.getBoundingClientRect();
        const box = listbox(el).getBoundingClientRect();
        return row !== undefined && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
      };
      const el = await loaded(many(500));
      el.selected = 'tool-250';
      await waitUntil(inSight, 'down');
      listbox(el).scrollTop = 0;
      listbox(el).dispatchEvent(new Event('scroll'));
      await el.updateComplete;
      expect(inSight(), 'scrolling away is left alone').to.equal(false);
      el.selected = 'tool-3';
      await waitUntil(inSight, 'up');
      el.session = await connected(many(400));
      el.selected = 'tool-399';
      await waitUntil(inSight, 'once it is read');
    });

    it('has rows wherever it is scrolled to', async () => {
      const el = await loaded(many(500));
      for (const part of [0.1, 0.5, 0.77, 1, 0.3]) {
        listbox(el).scrollTop = part * listbox(el).scrollHeight;
        // A page in the background is told of no scrolling.
        listbox(el).dispatchEvent(new Event('scroll'));
        await el.updateComplete;
        const box = listbox(el).getBoundingClientRect();
        for (const y of [box.top + 4, (box.top + box.bottom) / 2, box.bottom - 4]) {
          const hit = root(el).elementFromPoint(box.left + 20, y);
          expect(hit?.closest('[role="option"]'), `at ${part}`).to.not.equal(null);
        }
      }
    });

    it('renders nothing while the page around it changes', async () => {
      const el = await loaded(many(500));
      let renders = 0;
      const render = el.render.bind(el);
      el.render = () => (renders++, render());
      const input = document.createElement('input');
      el.before(input);
      // What the list itself still had to do after it was filled, measuring its rows for one, is not what is meant.
      for (let before = -1; before !== renders;) {
        before = renders;
        // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
        await aTimeout(100);
      }
      renders = 0;
      input.focus();
      await sendKeys({ type: 'typing beside it' });
      await el.updateComplete;
      expect(renders).to.equal(0);
    });
  });
});

const opened: Session[] = [];

async function promptsOf(server: Endpoint): Promise<McpPromptListElement> {
  const session = new Session(server, { storage: 'none' });
  opened.push(session);
  await session.connect();
  return fixture<McpPromptListElement>(html`<mcp-prompt-list .session=${session}></mcp-prompt-list>`);
}

const optionsOf = (el: HTMLElement): HTMLElement[] => [
  ...el.shadowRoot!.querySelectorAll<HTMLElement>('[role="option"]'),
];

describe('<mcp-prompt-list>', () => {
  afterEach(() => {
    for (const session of opened.splice(0)) void session.close();
  });

  it('lists the prompts of a real server', async () => {
    const el = await promptsOf(everythingUrl);
    await waitUntil(() => optionsOf(el).length > 0);
    expect(el.shadowRoot!.textContent).to.contain('simple-prompt');
  });

  it('tells the page which prompt was chosen', async () => {
    const el = await promptsOf(await script({}));
    await waitUntil(() => optionsOf(el).length > 0);
    setTimeout(() => optionsOf(el)[0]!.click());
    const { prompt } = await oneEvent<McpPromptSelectEvent>(el, 'mcp-prompt-select');
    expect(prompt.name).to.equal('greet');
    await el.updateComplete;
    expect(el.getAttribute('selected')).to.equal('greet');
  });

  it('says that a server offers none', async () => {
    const el = await promptsOf(serving());
    await waitUntil(() => el.shadowRoot!.textContent.includes('This server offers no prompts.'));
  });
});

const list = (...names: string[]): PortTool[] => names.map((name) => tool(name));

describe('a list that changes while somebody is at it', () => {
  afterEach(async () => {
    await sendMouse({ type: 'move', position: [0, 0] });
    closeAll();
  });

  /** Shows the first of these lists; looking again gives the next. */
  const shows = async (
    ...lists: (PortTool[] | Error)[]
  ): Promise<{ el: McpToolListElement; look: () => Promise<void> }> => {
    const session = await connected(servingLists(...lists));
    const el = await listOf(session);
    await waitUntil(() => options(el).length > 0, 'listed');
    return {
      el,
      look: async () => {
        await session.tools.refresh();
        await el.updateComplete;
      },
    };
  };
  const point = async (at: HTMLElement): Promise<void> => {
    const { left, top, width, height } = at.getBoundingClientRect();
    await sendMouse({ type: 'move', position: [Math.round(left + width / 2), Math.round(top + height / 2)] });
  };
  const button = (el: McpToolListElement): HTMLElement | null =>
    root(el).querySelector('[data-name~=show-changes-button]');

  it('under the pointer nothing moves; what has changed is said, and shown once the pointer is away', async () => {
    const { el, look } = await shows(list('b', 'c'), list('a', 'b', 'd'));
    await point(options(el)[1]!);
    const before = options(el)[1]!.getBoundingClientRect().top;
    await look();
    expect(labels(el)).to.deep.equal(['b', 'c']);
    expect(options(el)[1]!.getBoundingClientRect().top).to.equal(before);
    expect(words(el)).to.contain('The list has changed: 2 tools more, 1 gone.');
    await sendMouse({ type: 'move', position: [0, 0] });
    await waitUntil(() => labels(el).join() === 'a,b,d', 'shown');
    expect(button(el) === null).to.equal(true);
  });

  it('with the keyboard in it nothing moves either; it is shown on request', async () => {
    const { el, look } = await shows(list('b', 'c'), list('a', 'b'));
    listbox(el).focus();
    await look();
    expect(labels(el)).to.deep.equal(['b', 'c']);
    button(el)!.click();
    await el.updateComplete;
    expect(labels(el)).to.deep.equal(['a', 'b']);
  });

  it('what comes at the end, and what says something else in its place, is shown at once', async () => {
    const { el, look } = await shows(list('a', 'b'), list('a', 'b', 'c'));
    await point(options(el)[0]!);
    await look();
    expect(labels(el)).to.deep.equal(['a', 'b', 'c']);
    expect(button(el) === null).to.equal(true);
  });

  it('where nobody is, everything is shown at once', async () => {
    const { el, look } = await shows(list('b'), list('a', 'b'));
    await look();
    expect(labels(el)).to.deep.equal(['a', 'b']);
  });

  it('how old it is stands below: its coming and going moves no row', async () => {
    const { el, look } = await shows(list('a', 'b'), new Error('no'), list('a', 'b'));
    const top = (): number => options(el)[0]!.getBoundingClientRect().top - el.getBoundingClientRect().top;
    const before = top();
    const age = root(el).querySelector('.age')!;
    await look();
    expect(age.textContent).to.match(/Updated/);
    // Firefox measures in sixtieths of a pixel.
    expect(age.getBoundingClientRect().top + 0.1).to.be.above(listbox(el).getBoundingClientRect().bottom);
    await look();
    expect(top()).to.equal(before);
  });
});

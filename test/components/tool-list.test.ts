import { expect, oneEvent, waitUntil } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { everythingUrl, script, scriptedUrl } from '/__servers__.js';
import type { McpErrorEvent, McpToolSelectEvent } from '../../components/index.js';
import { ApprovalQueue } from '../../src/approvals/index.js';
import { Session } from '../../src/index.js';
import {
  active,
  closeAll,
  connected,
  labels,
  listOf,
  listbox,
  loaded,
  options,
  root,
  search,
  serving,
  servingLists,
  tool,
  type,
  words,
} from '../support/harness/tool-list.js';

const six = (): MessagePort =>
  serving(
    ...['echo', 'get-env', 'get-sum', 'trigger', 'toggle', 'annotated'].map((name) =>
      tool(name, { title: `The ${name}` }),
    ),
  );

describe('<mcp-tool-list>', () => {
  afterEach(closeAll);

  describe('accessibility', () => {
    it('is one tab stop, and tells the active tool and its place', async () => {
      const el = await loaded(six());
      root(el).querySelector<HTMLElement>('[data-name="refresh-button"]')!.focus();
      await sendKeys({ press: 'Tab' });
      await waitUntil(
        () => root(el).activeElement === listbox(el) && active(el) === labels(el)[0],
        'the list is active',
      );
      expect(options(el)[2]!.getAttribute('aria-posinset')).to.equal('3');
      expect(options(el)[2]!.getAttribute('aria-setsize')).to.equal(String(options(el).length));
    });
  });

  it('says that the server asks something before it gives its list', async () => {
    const params = { message: 'Which folder?', requestedSchema: { type: 'object', properties: {} } };
    const url = await script({
      replies: {
        'tools/list': {
          sse: [
            { jsonrpc: '2.0', id: 'q', method: 'elicitation/create', params },
            { heard: 'response' },
            { response: { tools: [{ name: 'after', inputSchema: { type: 'object' } }] } },
          ],
        },
      },
    });
    const approvals = new ApprovalQueue();
    approvals.pending.subscribe(() => {});
    const session = new Session(url, { storage: 'none', approvals, capabilities: ['elicitation'] });
    const el = await listOf(session);
    void session.connect();
    await waitUntil(() => words(el).includes('The server asks you something first. Then it gives its tools.'), 'said', {
      timeout: 10_000,
    });
    approvals.accept(approvals.pending.get()[0]!.id, {});
    await waitUntil(() => labels(el).length === 1, 'the list', { timeout: 10_000 });
    expect(words(el)).not.to.contain('asks you something');
    await session.close();
  });

  describe('what it shows', () => {
    it('shows the name for people, the raw name and one line of the description', async () => {
      const el = await loaded(
        serving(
          tool('create_issue', { title: 'Create issue', description: 'Opens an issue.\nSecond line.' }),
          tool('plain'),
          tool('annotated', { annotations: { title: 'From annotations' } }),
        ),
      );
      expect(labels(el)).to.deep.equal(['Create issue', 'plain', 'From annotations']);
      expect(options(el)[0]!.querySelector('.line')!.textContent).to.equal(
        'create_issue · Opens an issue. Second line.',
      );
      expect(options(el)[1]!.querySelector('.line')).to.equal(null);
    });

    it('shows what a server says as text, never as markup', async () => {
      const el = await loaded(serving(tool('x', { title: '<img src=x onerror=alert(1)>' })));
      expect(labels(el)).to.deep.equal(['<img src=x onerror=alert(1)>']);
      expect(root(el).querySelector('img')).to.equal(null);
    });

    it('cuts a name and a description that nobody could read', async () => {
      const long = 'x'.repeat(1_000_000);
      const el = await loaded(serving(tool('a', { title: long, description: long })));
      expect(options(el)[0]!.textContent.length).to.be.below(500);
    });

    it('says what would be here without a session', async () => {
      expect(words(await listOf(undefined))).to.contain('No server yet');
    });

    it('says that a session is not connected', async () => {
      const el = await listOf(new Session(everythingUrl, { storage: 'none' }));
      expect(words(el)).to.contain('Not connected');
    });

    it('says that a server has no tools, and that it offers none', async () => {
      const none = await listOf(await connected(serving()));
      await waitUntil(() => words(none).includes('This server has no tools at the moment.'));
      const never = await listOf(await connected(await script({ capabilities: { prompts: {} } })));
      await waitUntil(() => words(never).includes('This server offers no tools.'));
    });

    it('holds the place of the tools while they load', async () => {
      const url = await script({ replies: { 'tools/list': { hang: true } } });
      const el = await listOf(await connected(url));
      await waitUntil(() => root(el).querySelector('.skeleton'));
      expect(words(el)).to.contain('Loading tools.');
    });

    it('shows the tools it can and says which it cannot', async () => {
      const el = await loaded(scriptedUrl('broken-item'));
      expect(labels(el)).to.deep.equal(['echo', 'add']);
      expect(root(el).querySelector('summary')!.textContent.trim()).to.equal('2 of 4 tools could not be shown');
      expect(root(el).querySelector('.problems')!.textContent).to.contain('Item 3 cannot be shown: it has no name.');
    });

    it('says what went wrong, tells the page, and loads again when asked to', async () => {
      const session = await connected(servingLists(new Error('No list today'), [tool('late')]));
      const el = await listOf(undefined);
      setTimeout(() => (el.session = session));
      const { error } = await oneEvent<McpErrorEvent>(el, 'mcp-error');
      expect(error.message).to.contain('No list today');
      await waitUntil(() => words(el).includes('The tools could not be loaded.'));
      expect(words(el)).to.contain('No list today');
      const retry = root(el).querySelector<HTMLButtonElement>('[part~="retry-button"]')!;
      retry.focus();
      retry.click();
      await waitUntil(() => options(el).length > 0);
      expect(labels(el)).to.deep.equal(['late']);
      expect(root(el).activeElement, 'the focus is not lost with the button').to.not.equal(null);
    });

    it('shows the list of an earlier visit at once, with its age, while it asks again', async () => {
      const url = await script({
        replies: { 'tools/list': [{ result: { tools: [tool('remembered')] } }, { hang: true }] },
      });
      const first = await connected(url, 'local');
      await first.tools.list();
      await first.close();
      // The list is written behind: the next visit comes later than a test would.
      await new Promise((resolve) => setTimeout(resolve, 300));
      const el = await listOf(await connected(url, 'local'));
      await waitUntil(() => options(el).length > 0);
      expect(labels(el)).to.deep.equal(['remembered']);
      expect(words(el)).to.match(/Updated \d\d:\d\d, checking for changes\./);
    });
  });

  describe('properties and events', () => {
    it('dispatches mcp-tool-select with the tool, out of shadow trees, and reflects what is selected', async () => {
      const el = await loaded(six());
      setTimeout(() => options(el)[1]!.click());
      const event = await oneEvent<McpToolSelectEvent>(el, 'mcp-tool-select');
      expect(event.bubbles && event.composed).to.equal(true);
      expect(event.cancelable).to.equal(false);
      await el.updateComplete;
      expect(el.getAttribute('selected')).to.equal(event.tool.name);
      expect(options(el)[1]!.getAttribute('aria-selected')).to.equal('true');
    });

    it('chooses what is pressed, wherever the list is scrolled to', async () => {
      const el = await loaded(serving(...Array.from({ length: 60 }, (_, index) => tool(`tool-${index}`))));
      listbox(el).scrollTop = 600;
      const { left, top } = listbox(el).getBoundingClientRect();
      const under = root(el)
        .elementFromPoint(left + 30, top + 100)!
        .closest<HTMLElement>('[role="option"]')!;
      setTimeout(() => void sendMouse({ type: 'click', position: [Math.round(left + 30), Math.round(top + 100)] }));
      const { tool: chosen } = await oneEvent<McpToolSelectEvent>(el, 'mcp-tool-select');
      expect(under.textContent).to.contain(chosen.name);
      expect(listbox(el).scrollTop).to.equal(600);
    });

    it('shows what the page selects, without an event', async () => {
      const el = await loaded(six());
      let told = 0;
      el.addEventListener('mcp-tool-select', () => told++);
      el.selected = 'echo';
      await el.updateComplete;
      expect(root(el).querySelector('[aria-selected="true"] code')!.textContent).to.equal('echo');
      expect(told).to.equal(0);
    });

    it('follows a session that is replaced', async () => {
      const el = await loaded(serving(tool('one')));
      await type(el, 'one');
      el.session = await connected(serving(tool('two')));
      await waitUntil(() => labels(el)[0] === 'two');
      expect(search(el).value).to.equal('');
    });
  });

  describe('parts', () => {
    it('names search, list and items for the page', async () => {
      const el = await loaded(six());
      for (const part of ['search', 'list', 'item', 'count'])
        expect(
          root(el).querySelector(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`),
          part,
        ).to.not.equal(null);
    });
  });
});

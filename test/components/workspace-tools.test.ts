import { sendKeys } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { everythingUrl, gate, modernUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpWorkspaceElement, WorkspaceServer } from '../../components/index.js';
import { messageLogOf } from '../../src/messages/index.js';
import { eventually } from '../fixtures/eventually.js';
import { Reader } from '../support/harness/reader.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

describe('<mcp-workspace>: tools of all servers, export, servers in this page', function () {
  let reader: Reader<McpWorkspaceElement>;
  const workers: Worker[] = [];
  let here: string;
  let there: string;
  before(async () => {
    [here, there] = await Promise.all([script({}), script({})]);
  });
  afterEach(() => {
    reader.remove();
    for (const worker of workers.splice(0)) worker.terminate();
  });

  async function open(
    servers: readonly WorkspaceServer[],
    settings: Partial<McpWorkspaceElement> = {},
  ): Promise<McpWorkspaceElement> {
    const element = document.createElement('mcp-workspace');
    element.storage = 'none';
    Object.assign(element, settings, { servers });
    document.body.append(element);
    reader = new Reader(element);
    await reader.until(() => element.client?.status === 'ready', 'connected');
    return element;
  }
  const worker = (): Worker => {
    const made = new Worker('/__worker-server__.js', { type: 'module' });
    workers.push(made);
    return made;
  };
  const choose = async (element: McpWorkspaceElement, name: RegExp): Promise<void> => {
    await reader.press(name);
    await reader.until(() => element.client?.status === 'ready', 'connected');
  };

  it('gives a client the height that the page gives to the workspace', async () => {
    const element = await open([{ url: here, name: 'First' }]);
    const heightAt = async (blockSize: string): Promise<number> => {
      element.style.blockSize = blockSize;
      await element.updateComplete;
      return element.client!.offsetHeight;
    };
    const usual = await heightAt('');
    const head = element.offsetHeight - usual;
    const least = Math.ceil(18 * parseFloat(getComputedStyle(element).fontSize));
    for (const height of [head + least + 50, head + innerHeight - 20]) {
      expect(await heightAt(`${height}px`), `${height} px`).to.be.closeTo(height - head, 1);
      expect(element.offsetHeight, 'nothing stands out below').to.equal(height);
    }
  });

  it('searches what all connected servers offer, and shows what is chosen', async () => {
    const element = await open([
      { url: everythingUrl, name: 'First' },
      { url: modernUrl, name: 'Second' },
    ]);
    const first = element.client!;
    const top = first.getBoundingClientRect().top;
    await reader.until(() => first.session!.tools.state.get().phase === 'ready', 'the tools');
    await choose(element, /^Second/);
    await reader.until(() => element.session!.tools.state.get().phase === 'ready', 'the tools');
    await reader.fill('Search tools and commands', 'echo');
    await reader.reads(/\d+ matches/);
    await reader.fill('Search tools and commands', '');
    expect(element.client!.getBoundingClientRect().top, 'nothing moved').to.equal(top);
    expect(reader.all('[part~="tab"]')[1]!.textContent, 'the name that was given').to.include('Second');
    await reader.fill('Search tools and commands', 'echo');
    const found = reader.all('[data-name="found"]').filter((each) => each.textContent.includes('tool ·'));
    // The same name in two servers: each says whose it is.
    expect(found.map((each) => each.textContent).join())
      .to.contain('First')
      .and.to.contain('Second');
    found.find((each) => each.textContent.includes('First'))!.click();
    await reader.until(() => element.client === first, 'the other server');
    await reader.until(() => first.location?.item === 'echo', 'the tool');
    await reader.fill('Search tools and commands', 'no such tool');
    await reader.reads('0 matches');
  });

  const openPalette = async (): Promise<void> => {
    await sendKeys({ down: 'Control' });
    await sendKeys({ press: 'k' });
    await sendKeys({ up: 'Control' });
  };

  it('has a palette of commands, servers and what they offer: Ctrl K, arrows, Enter, Escape', async () => {
    const element = await open([{ url: everythingUrl, name: 'First' }]);
    await reader.until(() => element.session?.state.get().phase === 'ready', 'the server');
    element.client!.show({ section: 'tools', item: 'echo' });
    const box = await reader.until(() => reader.all<HTMLTextAreaElement>('textarea')[0], 'the form');
    box.focus();
    const focused = (): Element | null => element.shadowRoot!.activeElement;
    await openPalette();
    const input = element.shadowRoot!.querySelector<HTMLInputElement>('.palette input')!;
    await reader.until(() => focused() === input, 'the palette has the focus');
    const found = (): string[] =>
      reader.all('[data-name="found"]').map((each) => each.textContent.replaceAll(/\s+/g, ' ').trim());
    await reader.until(() => found().includes('Add a server command'), 'a command');
    expect(found().some((each) => each.startsWith('First (127.0.0.1'))).to.equal(true);
    expect(found()).to.include.members(['Save as mcp.json command', 'Go to: Prompts command', 'Go to: Log command']);
    await sendKeys({ press: 'Escape' });
    await reader.until(() => found().length === 0, 'it is closed');
    expect(focused(), 'the focus is where it was').to.equal(element.client);
    await openPalette();
    await reader.until(() => focused() === input, 'the palette has the focus');
    await sendKeys({ type: 'get-sum' });
    await reader.until(() => found().length > 0 && found()[0]!.startsWith('Get Sum Tool'), 'the tool');
    const option = element.shadowRoot!.querySelector(`#${input.getAttribute('aria-activedescendant')}`);
    expect(option?.getAttribute('aria-selected')).to.equal('true');
    await sendKeys({ press: 'Enter' });
    await reader.until(() => element.client!.location?.item === 'get-sum', 'it is shown');
    const inClient = (): Element | null => element.client!.shadowRoot!.activeElement;
    await reader.until(() => inClient()?.getAttribute('data-name') === 'detail-pane', 'and has the focus');
    await openPalette();
    await sendKeys({ type: 'prompts' });
    await reader.until(() => found()[0]?.startsWith('Go to: Prompts'), 'the place');
    await sendKeys({ press: 'ArrowDown' });
    await sendKeys({ press: 'ArrowUp' });
    await sendKeys({ press: 'Enter' });
    await reader.until(() => element.client!.location?.section === 'prompts', 'the prompts');
  });

  it('saves the list as mcp.json: without tokens, with the names of the variables', async () => {
    const { click } = HTMLAnchorElement.prototype;
    const saved: string[] = [];
    HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
      if (!this.download) return click.call(this);
      void fetch(this.href)
        .then((answer) => answer.text())
        .then((text) => saved.push(text));
    };
    try {
      const url = await gate(here, LINES, { token: 'a-token-of-mine' });
      await open([
        { url, name: 'Mine', headers: { Authorization: 'Bearer a-token-of-mine' } },
        { url: there, name: 'Other' },
        { endpoint: worker(), name: 'In page' },
      ]);
      await reader.press('More');
      await reader.press('Save as mcp.json');
      await reader.reads(
        /Saved mcp\.json with 2 servers, without secrets\. Whoever uses it must set this variable: .*_TOKEN/,
      );
      await eventually(() => saved.length === 1);
      expect(saved[0]).to.contain('Bearer ${').and.not.to.contain('a-token-of-mine');
      const { mcpServers } = JSON.parse(saved[0]!) as { mcpServers: Record<string, { url: string }> };
      expect(Object.values(mcpServers).map((server) => server.url)).to.deep.equal([url, there]);
    } finally {
      HTMLAnchorElement.prototype.click = click;
    }
  });

  it('takes servers in this page by name, beside others, each by itself', async () => {
    const [one, two] = [worker(), worker()];
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = ({ data }) => two.postMessage(data, {});
    two.onmessage = ({ data }) => port2.postMessage(data, {});
    const element = await open([
      { endpoint: one, name: 'Worker' },
      { endpoint: port1, name: 'Port' },
      { url: here, name: 'Far' },
    ]);
    await reader.until(() => element.session!.tools.state.get().phase === 'ready', 'the tools');
    const first = element.session!;
    expect(first.server.name).to.equal('small');
    await choose(element, /Port/);
    expect(element.session).not.to.equal(first);
    const again = await element.session!.tools.call('echo', { message: 'hi' });
    expect(JSON.stringify(again)).to.contain('Echo: hi');
    await reader.press(/^Worker/);
    expect(element.session).to.equal(first);
    // It has no address to type, to copy or to link to.
    expect(element.shadowRoot!.querySelector<HTMLInputElement>('#url')!.value).to.equal('');
  });

  it('connects to none before somebody chooses, with select="none", and tells which is shown', async () => {
    const element = document.createElement('mcp-workspace');
    const shown: unknown[] = [];
    element.addEventListener('mcp-server-change', ({ url, name }) => shown.push([url, name]));
    Object.assign(element, {
      storage: 'none',
      select: 'none',
      servers: [
        { url: here, name: 'First' },
        { url: there, name: 'Second' },
      ],
    });
    document.body.append(element);
    reader = new Reader(element);
    await reader.reads('Choose a server above.');
    expect(element.session).to.equal(undefined);
    await reader.press(/^Second/);
    await reader.until(() => element.client?.status === 'ready', 'connected');
    expect(element.session!.url).to.equal(there);
    expect(shown.at(-1)).to.deep.equal([there, 'Second']);
    expect(reader.shows('Choose a server above.')).to.equal(false);
  });

  it('gives messages and the report to each server that is shown', async () => {
    const element = await open([{ url: here }, { url: there }], { messages: true, serverReport: true });
    await reader.press(/About this server/);
    await reader.reads('What its tools cost a model');
    expect(messageLogOf(element.session!).count).to.be.greaterThan(2);
    const first = messageLogOf(element.session!);
    await choose(element, /127\.0\.0\.1|localhost/).catch(() => {});
    element.open({ url: there });
    await reader.until(() => element.session?.url === there && element.client?.status === 'ready', 'the other');
    expect(messageLogOf(element.session!)).not.to.equal(first);
  });
});

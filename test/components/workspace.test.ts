import { expect, fixture, html } from '@open-wc/testing';
import { everythingUrl, gate, modernUrl, script, scriptedUrl } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpClientElement, McpWorkspaceElement, WorkspaceServer } from '../../components/index.js';
import { databaseName as nameOfDatabase } from '../../src/storage/database-name.js';
import { MAX_WORKSPACE_SERVERS } from '../../components/workspace/workspace.js';
import { MAX_RECENT_SERVERS, RecentServers } from '../../src/session/person/index.js';
import { eventually } from '../fixtures/eventually.js';
import { dumpDatabase } from '../fixtures/raw-databases.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

describe('<mcp-workspace>', () => {
  const databaseName = tempDatabases();
  let namespace: string;
  beforeEach(() => (namespace = databaseName()));
  let here: string;
  let there: string;
  before(async () => {
    const small = { capabilities: { tools: {} } };
    [here, there] = await Promise.all([script(small), script(small)]);
  });

  const workspace = async (servers: readonly WorkspaceServer[] = []): Promise<McpWorkspaceElement> =>
    fixture(html`<mcp-workspace .servers=${servers} .sessionOptions=${{ namespace }}></mcp-workspace>`);
  const all = <T extends HTMLElement>(el: HTMLElement, selector: string): T[] =>
    [...el.shadowRoot!.querySelectorAll<T>(selector)].filter((each) => each.checkVisibility());
  const field = (el: HTMLElement, id: string): HTMLInputElement =>
    el.shadowRoot!.querySelector<HTMLInputElement>(`#${id}`)!;
  const named = (el: HTMLElement, name: string): HTMLElement => all(el, `[data-name="${name}"]`)[0]!;
  const text = (el: HTMLElement): string => el.shadowRoot!.textContent.replaceAll(/\s+/g, ' ');
  const type = (el: HTMLElement, id: string, value: string): void => {
    field(el, id).value = value;
    field(el, id).dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  };
  const connect = async (el: McpWorkspaceElement, url: string): Promise<void> => {
    el.focusAddress();
    type(el, 'url', url);
    await el.updateComplete;
    all(el, '[data-name="connect-button"]')[0]!.click();
    await el.updateComplete;
  };
  const paste = async (el: McpWorkspaceElement, words: string): Promise<void> => {
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // Firefox gives out no data of an event that a script made.
    Object.defineProperty(event, 'clipboardData', { value: { getData: () => words } });
    field(el, 'url').dispatchEvent(event);
    await el.updateComplete;
  };
  const clients = (el: HTMLElement): McpClientElement[] => [
    ...el.shadowRoot!.querySelectorAll<McpClientElement>('mcp-client'),
  ];
  const isReady = (el: McpWorkspaceElement): Promise<unknown> => eventually(() => el.client?.status === 'ready');
  const tabs = (el: HTMLElement): string[] =>
    all(el, '[part~="tab"]').map((tab) => tab.textContent.replaceAll(/\s+/g, ' ').trim());

  it('without a server says what to do, and has the address field', async () => {
    const el = await workspace();
    expect(text(el)).to.include('No server yet');
    expect(clients(el)).to.have.length(0);
    el.focusAddress();
    await el.updateComplete;
    expect(el.shadowRoot!.activeElement).to.equal(field(el, 'url'));
  });

  it('shows the first server of the page at once, and another one when it is chosen; both stay connected', async () => {
    const el = await workspace([
      { url: everythingUrl, name: 'First' },
      { url: modernUrl, name: 'Second' },
    ]);
    await isReady(el);
    expect(clients(el)).to.have.length(1);
    const first = el.session;
    all(el, '[part~="tab"]')[1]!.click();
    await isReady(el);
    expect(el.session).not.to.equal(first);
    expect(first?.state.get().phase).to.equal('ready');
    expect(all(el, 'mcp-client')).to.have.length(1);
    all(el, '[part~="tab"]')[0]!.click();
    await el.updateComplete;
    expect(el.session).to.equal(first);
    expect(all(el, '[part~="tab"]').map((tab) => tab.ariaCurrent)).to.deep.equal(['true', 'false']);
    expect(tabs(el).every((words) => words.endsWith(', connected'))).to.equal(true);
  });

  it('connects to an address as people type it, without a scheme', async () => {
    const el = await workspace();
    await connect(el, here.replace('http://', ''));
    await isReady(el);
    expect(field(el, 'url').value).to.equal(here);
    // The same once more is the same server.
    await connect(el, here);
    expect(tabs(el)).to.have.length(1);
  });

  it('leads from the address to the server that it was typed for, once that is connected', async () => {
    const el = await workspace();
    el.focusAddress();
    await connect(el, here);
    await isReady(el);
    await eventually(() => el.shadowRoot!.activeElement === el.client);
    expect(el.client!.shadowRoot!.activeElement?.className).to.equal('frame');
    // The same once more, although it is connected already.
    el.focusAddress();
    await connect(el, here);
    await eventually(() => el.shadowRoot!.activeElement === el.client);
  });

  it('leaves the focus with whoever types the next address meanwhile, or went elsewhere', async () => {
    const el = await workspace();
    el.focusAddress();
    await connect(el, here);
    type(el, 'url', 'https://next.example/mcp');
    await isReady(el);
    await el.updateComplete;
    expect(el.shadowRoot!.activeElement).to.equal(field(el, 'url'));
    const other = document.createElement('input');
    document.body.append(other);
    await connect(el, here);
    other.focus();
    await isReady(el);
    await el.updateComplete;
    expect(document.activeElement).to.equal(other);
    other.remove();
  });

  for (const [typed, words] of [
    ['', 'Type the address of a server'],
    ['ftp://example.com', 'This is not an http or https address'],
    ['javascript:alert(1)', 'This is not an http or https address'],
  ] as const)
    it(`says what is wrong with “${typed}”, and has the focus there`, async () => {
      const el = await workspace();
      await connect(el, typed);
      expect(text(el)).to.include(words);
      expect(el.shadowRoot!.activeElement).to.equal(field(el, 'url'));
      expect(clients(el)).to.have.length(0);
    });

  it('offers a token to a server that wants one and says nowhere how to sign in; with it, it connects', async () => {
    const url = await gate(here, LINES, { token: 'a-token-of-mine' });
    const el = await workspace();
    // A person types the address.
    field(el, 'url').focus();
    await connect(el, url);
    await eventually(() => el.shadowRoot!.activeElement === field(el, 'token'));
    type(el, 'token', 'a-token-of-mine');
    await connect(el, url);
    await isReady(el);
    expect(tabs(el)).to.have.length(1);
  });

  it('names a program behind a relay by its command, and not by the address of the relay', async () => {
    const el = await workspace([
      { url: here, name: 'Files', command: 'npx -y @example/files /srv' },
      { url: there, name: 'Other' },
    ]);
    await isReady(el);
    const [first] = tabs(el);
    expect(first).to.include('Files').and.include('npx -y @example/files /srv');
    expect(first).not.to.include(new URL(here).host);
    expect(field(el, 'url').value).to.equal('');
  });

  it('gives the headers of a server to it alone, and stores them nowhere', async () => {
    const secret = 'only-for-the-first';
    const heard = new Map<string, (string | null)[]>();
    const listening: typeof fetch = async (input, init) => {
      const { host } = new URL(input instanceof Request ? input.url : String(input));
      heard.set(host, [...(heard.get(host) ?? []), new Headers(init?.headers).get('authorization')]);
      return fetch(input, init);
    };
    const el = await workspace();
    el.sessionOptions = { namespace, fetch: listening };
    const url = await gate(here, LINES, { token: secret });
    type(el, 'token', secret);
    await connect(el, url);
    await isReady(el);
    // Whoever goes on to another address does not take the token along, and finds it again at the first.
    type(el, 'url', there);
    await el.updateComplete;
    expect(field(el, 'token').value, 'at once').to.equal('');
    type(el, 'url', url);
    await el.updateComplete;
    expect(field(el, 'token').value).to.equal(secret);
    await connect(el, there);
    await isReady(el);
    expect(heard.get(new URL(url).host)).to.include(`Bearer ${secret}`);
    expect(new Set(heard.get(new URL(there).host))).to.deep.equal(new Set([null]));
    // The first is shown again as it was, with its token.
    const { session } = all<McpClientElement>(el, 'mcp-client')[0]!;
    type(el, 'url', url);
    await connect(el, url);
    await isReady(el);
    expect(session?.state.get().phase).to.equal('ready');
    await eventually(async () => (await new RecentServers({ namespace }).list()).length > 0);
    expect(await new RecentServers({ namespace }).list(), 'nothing of a server with a token').to.deep.equal([there]);
    const stored = await dumpDatabase(nameOfDatabase(namespace, 'storage'));
    expect(stored).not.to.include(new URL(url).host).and.not.include(secret);
  });

  for (const [id, value, words] of [
    ['headers', 'X-Good: 1\nno header', 'Line 2 is no header'],
    ['headers', 'Cookie: a=b', 'Browsers let no page send the header “Cookie”'],
    ['token', 'a\u0000b', 'characters that a header cannot carry'],
    ['timeout', 'soon', 'Write a number of seconds'],
    ['timeout', '-1', 'Write a number of seconds'],
    ['meta', '{"a": ', 'This cannot be sent as _meta.'],
    ['meta', '[1]', '`_meta` must be a JSON object.'],
    ['meta', '{"progressToken": 1}', 'the client sets it itself. Choose a key of your own'],
  ] as const)
    it(`sends nothing while a field cannot be used: ${id} ${JSON.stringify(value)}`, async () => {
      const el = await workspace();
      type(el, id, value);
      await connect(el, here);
      expect(clients(el)).to.have.length(0);
      expect(text(el)).to.include(words);
      await eventually(() => el.shadowRoot!.activeElement === field(el, id));
      expect(field(el, id).ariaInvalid).to.equal('true');
    });

  it('warns of a token that everybody on the way can read', async () => {
    const el = await workspace();
    type(el, 'url', 'http://example.com/mcp');
    type(el, 'token', 'x');
    await el.updateComplete;
    expect(text(el)).to.include('everybody on the way can read the token');
    type(el, 'url', 'https://example.com/mcp');
    await el.updateComplete;
    expect(text(el)).not.to.include('everybody on the way');
  });

  it('asks for the revision that was chosen, with the time-out and the _meta that were given', async () => {
    const el = await workspace();
    named(el, 'options-button').click();
    await el.updateComplete;
    field(el, 'revision').value = '2025-06-18';
    field(el, 'revision').dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    type(el, 'timeout', '7.5');
    type(el, 'meta', '{"example.com/tenant": "docs"}');
    await connect(el, everythingUrl);
    await isReady(el);
    expect(el.session!.state.get()).to.have.nested.property('server.revision', '2025-06-18');
    expect(el.session!.options).to.include({ timeoutMs: 7500, connectTimeoutMs: 7500 });
    expect(el.session!.options.meta).to.deep.equal({ 'example.com/tenant': 'docs' });
    // Another server has its own.
    el.open({ url: modernUrl });
    await el.updateComplete;
    expect([field(el, 'revision').value, field(el, 'timeout').value]).to.deep.equal(['', '']);
    all(el, '[part~="tab"]')[0]!.click();
    await el.updateComplete;
    expect([field(el, 'revision').value, field(el, 'timeout').value]).to.deep.equal(['2025-06-18', '7.5']);
  });

  it('remembers the addresses of a person, the newest first, and forgets them on a press', async () => {
    const before = await workspace();
    await connect(before, here);
    await connect(before, 'https://secret.example/mcp?api_key=sk-12345678901234567890');
    await eventually(async () => (await new RecentServers({ namespace }).list()).length === 1);
    const el = await workspace();
    await eventually(() => named(el, 'recent-button'));
    expect(named(el, 'recent').textContent).not.to.include('secret.example');
    named(el, 'recent-button').click();
    await isReady(el);
    expect(named(el, 'recent')).to.equal(undefined);
    named(el, 'remove-button').click();
    await eventually(() => named(el, 'forget-button'));
    expect(text(el)).to.include('No server yet');
    named(el, 'forget-button').click();
    await eventually(async () => (await new RecentServers({ namespace }).list()).length === 0);
    expect(named(el, 'recent')).to.equal(undefined);
  });

  it('keeps so many addresses and no more, and takes what is none of them for nothing', async () => {
    const recent = new RecentServers({ namespace });
    // oxlint-disable-next-line no-await-in-loop -- in this order
    for (let number = 0; number < MAX_RECENT_SERVERS + 3; number++) await recent.add(`https://${number}.example/`);
    expect(await recent.list()).to.have.length(MAX_RECENT_SERVERS);
    expect((await recent.list())[0]).to.equal(`https://${MAX_RECENT_SERVERS + 2}.example/`);
    await recent.add('javascript:alert(1)');
    expect((await recent.list()).some((one) => one.startsWith('javascript:'))).to.equal(false);
  });

  it('takes a list of servers that is pasted: those at an address can be added, the others are told with their command', async () => {
    const el = await workspace();
    const list = JSON.stringify({
      mcpServers: {
        here: { url: here, headers: { 'X-Mine': '1' } },
        there: { url: there },
        files: { command: 'npx', args: ['-y', 'files server'], env: { KEY: 'a-secret' } },
        bad: { url: 'ftp://x' },
      },
    });
    await paste(el, list);
    expect(text(el)).to.include('3 servers in what you pasted').and.include('The pasted text: bad is left out');
    expect(text(el)).to.include(`npx mcp-embed -e KEY="$KEY" -- npx -y 'files server'`).and.not.include('a-secret');
    expect(field(el, 'url').value).to.equal('');
    await connect(el, '{"mcpServers":{"a":{"command":"x"}}}');
    expect(field(el, 'url').value, 'also where it was typed').to.equal('');
    expect(text(el)).to.include('1 server in what you pasted');
    await paste(el, list);
    named(el, 'add-all-button').click();
    await isReady(el);
    expect(tabs(el)).to.have.length(2);
    expect(field(el, 'headers').value).to.equal('X-Mine: 1');
    named(el, 'close-button').click();
    await el.updateComplete;
    expect(named(el, 'pasted')).to.equal(undefined);
  });

  it('asks for the values that a pasted list needs, and keeps them in memory', async () => {
    const url = await gate(here, LINES, { token: 'typed-later' });
    const el = await workspace();
    await paste(el, JSON.stringify({ servers: { mine: { url, headers: { Authorization: 'Bearer ${MY_KEY}' } } } }));
    const button = named(el, 'add-button') as HTMLButtonElement;
    expect(button.ariaDisabled).to.equal('true');
    button.click();
    expect(clients(el)).to.have.length(0);
    const [input] = all<HTMLInputElement>(el, '[data-name="variable MY_KEY"]');
    input!.value = 'typed-later';
    input!.dispatchEvent(new Event('input', { bubbles: true }));
    await el.updateComplete;
    expect(named(el, 'variable MY_KEY'), 'it can be corrected').to.equal(input);
    (named(el, 'add-button') as HTMLButtonElement).click();
    await isReady(el);
  });

  it('keeps each value at its variable, whichever is filled in first', async () => {
    const el = await workspace();
    const headers = { 'X-One': '${ONE}', 'X-Two': '${TWO}' };
    await paste(el, JSON.stringify({ servers: { mine: { url: here, headers } } }));
    for (const [name, value] of [
      ['TWO', '2'],
      ['ONE', '1'],
    ] as const) {
      const input = named(el, `variable ${name}`) as HTMLInputElement;
      input.value = value;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await el.updateComplete;
    }
    named(el, 'add-button').click();
    await eventually(() => el.client);
    expect(field(el, 'headers').value).to.equal('X-One: 1\nX-Two: 2');
  });

  it('adds of a pasted list what can be used, says what is wrong with the rest, and remembers each', async () => {
    const el = await workspace();
    const servers = {
      bad: { url: here, headers: { Cookie: 'a=b' } },
      one: { url: here },
      two: { url: there },
    };
    await paste(el, JSON.stringify({ servers }));
    expect(text(el)).to.include('Browsers let no page send the header “Cookie”');
    expect(named(el, 'pasted').parentElement!.querySelector('[role="status"]')?.textContent).to.include('3 servers');
    named(el, 'add-all-button').click();
    await isReady(el);
    expect(tabs(el)).to.have.length(2);
    expect(all(el, '[data-name="add-button"]').map((each) => each.textContent.trim())).to.deep.equal([
      'Add',
      'Added',
      'Added',
    ]);
    await eventually(async () => (await new RecentServers({ namespace }).list()).length === 2);
  });

  it('sends a pasted key without a scheme as it is', async () => {
    const el = await workspace();
    await paste(el, JSON.stringify({ servers: { mine: { url: here, headers: { Authorization: 'raw-key' } } } }));
    await eventually(() => el.client);
    expect(field(el, 'token').value).to.equal('');
    expect(el.client!.headers).to.deep.equal({ Authorization: 'raw-key' });
  });

  it('takes a link of a site that installs a server for that server, and asks the site nothing', async () => {
    const el = await workspace();
    const config = btoa(JSON.stringify({ url: here }));
    await connect(el, `https://cursor.com/install-mcp?name=notes&config=${encodeURIComponent(config)}`);
    await isReady(el);
    expect(field(el, 'url').value).to.equal(here);
  });

  it('connects to the one server of a pasted command, also where it was typed', async () => {
    const el = await workspace();
    await connect(el, `claude mcp add --transport http notes ${here}`);
    await isReady(el);
    expect(field(el, 'url').value).to.equal(here);
  });

  it('shows a pasted header that no page can send, with what is wrong, and connects to nothing', async () => {
    const el = await workspace();
    await paste(el, JSON.stringify({ servers: { mine: { url: here, headers: { Cookie: 'a=b' } } } }));
    await eventually(() => text(el).includes('Browsers let no page send the header “Cookie”'));
    expect(field(el, 'headers').value).to.equal('Cookie: a=b');
    expect(clients(el)).to.have.length(0);
    expect(tabs(el)).to.deep.equal([]);
  });

  it('remembers no address of a server of which nothing is to be kept', async () => {
    const el = await workspace();
    field(el, 'storage').value = 'none';
    field(el, 'storage').dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await connect(el, here);
    await isReady(el);
    expect(await new RecentServers({ namespace }).list()).to.deep.equal([]);
  });

  it('says why nothing was read from what was pasted', async () => {
    const el = await workspace();
    await paste(el, '{"mcpServers": {');
    expect(text(el)).to.include('No server was read from what you pasted').and.include('line 1, column');
  });

  it('tells servers apart that have one name, and shows names as text', async () => {
    const other = await gate(here, LINES);
    const el = await workspace([
      { url: here, name: '<b>Same</b>' },
      { url: other, name: '<b>Same</b>' },
      { url: `${other}?of=another`, name: '<b>Same</b>' },
    ]);
    await el.updateComplete;
    expect(el.shadowRoot!.querySelector('b')).to.equal(null);
    const [, second, third] = tabs(el);
    expect(second).not.to.equal(third);
    expect(third).to.include('of=another');
  });

  it('says where there are too many servers to list, and takes another when one is gone', async () => {
    const many = Array.from({ length: MAX_WORKSPACE_SERVERS - 1 }, (_, at) => ({
      url: `${scriptedUrl('not-found')}${at}`,
    }));
    const el = await workspace(many);
    await connect(el, here);
    await isReady(el);
    await connect(el, there);
    expect(tabs(el)).to.have.length(MAX_WORKSPACE_SERVERS);
    expect(text(el)).to.include('50 servers are listed, and no more');
    named(el, 'remove-button').click();
    await el.updateComplete;
    await connect(el, there);
    await isReady(el);
    expect(named(el, 'full')).to.equal(undefined);
  });

  it('keeps what the person added when the page changes its own servers', async () => {
    const el = await workspace([{ url: here }]);
    await isReady(el);
    const { session } = el;
    await connect(el, there);
    await isReady(el);
    el.servers = [{ url: here }, { url: scriptedUrl('not-found'), name: 'New' }];
    await el.updateComplete;
    expect(tabs(el)).to.have.length(3);
    all(el, '[part~="tab"]')[0]!.click();
    await el.updateComplete;
    expect(el.session).to.equal(session);
    expect(session?.state.get().phase).to.equal('ready');
  });

  it('keeps what code opened, also before the first drawing, and two servers of one address', async () => {
    const el = document.createElement('mcp-workspace');
    el.sessionOptions = { namespace };
    document.body.append(el);
    el.open({ url: there });
    await isReady(el);
    el.servers = [
      { url: here, name: 'one', headers: { 'X-Account': '1' } },
      { url: here, name: 'two', headers: { 'X-Account': '2' } },
    ];
    await el.updateComplete;
    el.servers = [...el.servers];
    await el.updateComplete;
    expect(tabs(el)).to.have.length(3);
    expect(el.shownAddress).to.equal(there);
    for (const at of [0, 1]) all(el, '[part~="tab"]')[at]!.click();
    await isReady(el);
    expect(clients(el).map(({ headers }) => JSON.stringify(headers ?? {}))).to.have.members([
      '{}',
      '{"X-Account":"1"}',
      '{"X-Account":"2"}',
    ]);
    el.servers = undefined as never;
    await el.updateComplete;
    expect(tabs(el)).to.have.length(1);
    el.remove();
  });

  it('leaves alone what somebody types while the servers of the page arrive', async () => {
    const el = await workspace();
    type(el, 'url', 'https://half.typed');
    el.servers = [{ url: here }];
    await isReady(el);
    expect(field(el, 'url').value).to.equal('https://half.typed');
  });

  it('ends the connection of a server that is removed, and has the focus still', async () => {
    const el = await workspace([{ url: here }]);
    await connect(el, there);
    await isReady(el);
    const { session } = el;
    named(el, 'remove-button').focus();
    named(el, 'remove-button').click();
    await eventually(() => session?.state.get().phase === 'closed');
    expect(tabs(el)).to.have.length(1);
    expect(el.shadowRoot!.activeElement).not.to.equal(null);
    expect(named(el, 'remove-button'), 'what the page configured stays').to.equal(undefined);
  });
});

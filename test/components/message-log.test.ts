import { expect } from '@open-wc/testing';
import { everythingUrl, gate, modernUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpClientElement, McpMessageLogElement } from '../../components/index.js';
import { messageLogOf } from '../../src/messages/index.js';
import { ClientHarness } from '../e2e/client-harness.js';
import { copiedAndSaved } from '../fixtures/copied-and-saved.js';
import { eventually } from '../fixtures/eventually.js';
import { dumpAllDatabases } from '../fixtures/raw-databases.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { Reader } from '../support/harness/reader.js';

const TOKEN = 'a-token-of-mine';
const LINES = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: GET, POST, DELETE',
  'Access-Control-Expose-Headers: Mcp-Session-Id',
  'Access-Control-Allow-Headers: *, Authorization',
];

describe('<mcp-message-log>', function () {
  this.timeout(20_000);
  const { create, open } = sessions();
  const databaseName = tempDatabases();
  const made: Reader[] = [];
  const { copied, saved } = copiedAndSaved();

  afterEach(() => {
    for (const reader of made.splice(0)) reader.remove();
  });

  /** A client with its pane of messages open. */
  async function client(url = everythingUrl, settings: Partial<McpClientElement> = {}): Promise<ClientHarness> {
    const harness = await ClientHarness.connect(url, { messages: true, ...settings });
    made.push(harness);
    if (harness.all('mcp-message-log').length === 0) await harness.act('messages-button');
    await harness.until(() => rows(harness).length > 0, 'messages');
    return harness;
  }
  /** The element by itself. */
  function alone(session: McpMessageLogElement['session']): Reader<McpMessageLogElement> {
    const element = document.createElement('mcp-message-log');
    element.session = session;
    document.body.append(element);
    const reader = new Reader(element);
    made.push(reader);
    return reader;
  }
  const rows = (reader: Reader): HTMLElement[] => reader.all('[data-name="message"]');
  const titles = (reader: Reader): string[] =>
    rows(reader).map((row) => row.querySelector('.rest')!.textContent.trim());
  const row = async (reader: Reader, title: string): Promise<void> => {
    const isIt = (each: HTMLElement): boolean => each.querySelector('.rest')!.textContent.trim() === title;
    (await reader.until(() => rows(reader).findLast(isIt), title)).click();
    await reader.until(() => reader.all('[data-name="detail"]')[0], 'the detail');
  };
  const detail = (reader: Reader): HTMLElement => reader.all('[data-name="detail"]')[0]!;
  const textOf = (element: HTMLElement): string => element.textContent.replaceAll(/\s+/g, ' ').trim();

  it('shows each message as it goes by, with id, kind, time and size, in both directions', async () => {
    const harness = await client();
    await harness.reads('answer to initialize');
    await harness.element.session!.tools.call('echo', { message: 'hi' });
    await harness.until(() => titles(harness).includes('answer to tools/call echo'), 'the answer');
    const call = rows(harness).find((each) => each.textContent.includes('tools/call echo'))!;
    expect(textOf(call)).to.match(/^→ tools\/call echo .*id \d+ · request · \d.* · \d+ bytes, To the server$/);
    const answer = rows(harness).findLast((each) => each.textContent.includes('tools/call echo'))!;
    expect(textOf(answer)).to.match(/^← answer to tools\/call echo .*id \d+ · answer · .*, From the server$/);
  });

  it('the first question to an older server is told as what it is, and not as a failure', async () => {
    const harness = await client();
    const first = rows(harness)[0]!;
    expect(textOf(first)).to.contain('server/discover').and.to.contain('this server is older');
    expect(first.classList.contains('failed')).to.equal(false);
    await row(harness, 'tools/list');
    await harness.reads('2025-11-25: the server chose it in its answer to initialize. Before, the server did not know');
    const newer = await client(modernUrl);
    await row(newer, 'tools/list');
    await newer.reads('2026-07-28: the server listed it in its answer to server/discover.');
  });

  it('shows the HTTP exchange under a message, with the token hidden until it is asked for', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const harness = await client(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    await row(harness, 'tools/list');
    harness.unfold();
    await harness.reads('HTTP: POST 200 OK');
    await harness.reads('mcp-protocol-version: 2025-11-25');
    await harness.reads('authorization: Bearer ••••••');
    expect(harness.shows(TOKEN)).to.equal(false);
    await harness.press('Show secret values');
    await harness.reads(`authorization: Bearer ${TOKEN}`);
    await harness.press('Hide secret values');
    await harness.reads('authorization: Bearer ••••••');
    // Another message begins hidden again.
    await harness.press('Show secret values');
    await harness.press('The answer');
    harness.unfold();
    expect(harness.shows(TOKEN)).to.equal(false);
  });

  it('goes from a request to its answer and back, also where a filter hides it', async () => {
    const harness = await client();
    await row(harness, 'tools/list');
    await harness.press('The answer');
    await harness.until(() => detail(harness).getAttribute('aria-label') === 'answer to tools/list', 'the answer');
    await harness.press('The request');
    await harness.until(() => detail(harness).getAttribute('aria-label') === 'tools/list', 'the request');
    const select = harness.all<HTMLSelectElement>('[data-name="kind-select"]')[0]!;
    select.value = 'request';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await harness.until(() => !titles(harness).some((title) => title.startsWith('answer')), 'requests only');
    await harness.press('The answer');
    await harness.until(() => titles(harness).includes('answer to tools/list'), 'everything again');
  });

  it('searches words in messages, addresses and headers; Escape clears', async () => {
    const harness = await client();
    await harness.fill('Search messages, addresses and headers', 'trigger-long-running');
    await harness.until(
      () => rows(harness).length > 0 && titles(harness).every((title) => title.startsWith('answer to')),
      'the lists that have it',
    );
    await harness.fill('Search messages, addresses and headers', 'no such words');
    await harness.reads('No messages match.');
    await harness.press('Show all messages');
    await harness.until(() => rows(harness).length > 3, 'all');
  });

  it('pins a message, and shows only those', async () => {
    const harness = await client();
    await row(harness, 'tools/list');
    await harness.press('Pin');
    await harness.reads('pinned');
    await harness.tick(/Only pinned/);
    await harness.until(() => titles(harness).join() === 'tools/list', 'one');
    await harness.press('Unpin');
    await harness.reads('No messages match.');
  });

  it('compares two messages, without their secrets', async () => {
    const harness = await client();
    await harness.element.session!.tools.call('echo', { message: 'one', apiKey: 'key-1234567890' });
    await harness.element.session!.tools.call('echo', { message: 'two' });
    await harness.until(() => titles(harness).filter((title) => title === 'tools/call echo').length === 2, 'two calls');
    const [first] = rows(harness).filter(
      (each) => each.querySelector('.rest')!.textContent.trim() === 'tools/call echo',
    );
    first!.click();
    await harness.press('Compare');
    await harness.reads('Choose another message to compare with');
    await row(harness, 'tools/call echo');
    await harness.reads('What is different from');
    await harness.until(
      () => harness.all('mcp-code-view')[0]?.shadowRoot?.textContent.includes('"message": "two"'),
      'the difference',
    );
    expect(harness.shows('key-1234567890')).to.equal(false);
    await harness.press('Stop comparing');
    await harness.until(() => harness.all('mcp-code-view').length === 0, 'nothing compared');
  });

  it('edits a request and sends it: its answer is a message too', async () => {
    const harness = await client();
    await harness.element.session!.tools.call('echo', { message: 'first' });
    await row(harness, 'tools/call echo');
    await harness.press('Edit and send');
    const area = harness.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(JSON.parse(area.value)).to.deep.equal({ name: 'echo', arguments: { message: 'first' } });
    await harness.fill('Parameters, as JSON', '{"name": "echo", "arguments": {"message": "second"}}');
    await harness.press('Send');
    await harness.reads('Sent. The answer is the last message');
    // The server says other things on its own, after the answer too.
    const answers = (): number => titles(harness).filter((title) => title === 'answer to tools/call echo').length;
    await harness.until(() => answers() === 2, 'the answer');
    await row(harness, 'answer to tools/call echo');
    await harness.reads('Echo: second');
  });

  it('says what is wrong with what was typed, and what the server refused, and keeps it', async () => {
    const harness = await client();
    await row(harness, 'tools/list');
    await harness.press('Edit and send');
    for (const [typed, words] of [
      ['{"a": }', /These parameters are not JSON: /],
      ['[1]', 'Parameters are one JSON object'],
    ] as const) {
      await harness.fill('Parameters, as JSON', typed);
      await harness.press('Send');
      await harness.reads(words);
      expect(harness.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!.value).to.equal(typed);
    }
    await harness.fill('Parameters, as JSON', '{"_meta": {"progressToken": 1}}');
    await harness.press('Send');
    await harness.reads('the client sets it itself');
    await harness.fill('Method', ' ');
    await harness.press('Send');
    await harness.reads('Give a method, such as tools/list.');
    await harness.fill('Method', 'initialize');
    await harness.fill('Parameters, as JSON', '{}');
    await harness.press('Send');
    await harness.reads('initialize failed.');
    await harness.press('Cancel');
    await harness.until(() => harness.all('textarea[name="params"]').length === 0, 'closed');
  });

  it('sends the _meta that was typed, and offers it again without what the client adds', async () => {
    const harness = await client();
    await harness.element.session!.tools.call('echo', { message: 'first' }, { onProgress: () => {} });
    await row(harness, 'tools/call echo');
    await harness.press('Edit and send');
    const area = (): HTMLTextAreaElement => harness.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(area().value).not.to.contain('_meta');
    const params = { name: 'echo', arguments: { message: 'second' }, _meta: { 'example.com/trace': 'abc' } };
    await harness.fill('Parameters, as JSON', JSON.stringify(params));
    await harness.press('Send');
    await harness.reads('Sent. The answer is the last message');
    await harness.until(() => titles(harness).at(-1) === 'answer to tools/call echo', 'the answer');
    await harness.press('Close');
    await harness.until(() => harness.all('[data-name="detail"]').length === 0, 'closed');
    await row(harness, 'tools/call echo');
    await harness.press('Edit and send');
    expect(JSON.parse(area().value)).to.deep.equal(params);
  });

  it('hides secrets in the editor, and sends them all the same', async () => {
    const harness = await client();
    await harness.element.session!.tools.call('echo', { message: 'x', apiKey: 'key-1234567890' });
    await row(harness, 'tools/call echo');
    await harness.press('Edit and send');
    const area = harness.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(area.value).to.contain('••••••').and.not.to.contain('key-1234567890');
    const { end } = messageLogOf(harness.element.session!);
    await harness.press('Send');
    await harness.reads('Sent. The answer is the last message');
    const sent = messageLogOf(harness.element.session!).at(end)!;
    expect(JSON.stringify(sent.kind === 'message' && sent.message)).to.contain('key-1234567890');
    await harness.fill('Parameters, as JSON', '{"name": "echo", "arguments": {"message": "••••••"}}');
    await harness.press('Send');
    await harness.reads('A hidden value (••••••) was moved or changed.');
  });

  it('shows a request that fails later where only what failed is shown', async () => {
    const url = await script({
      replies: { 'tools/call': [{ delay: 400, error: { code: -32000, message: 'No.' } } as never] },
    });
    const harness = await client(url);
    await harness.tick(/Only what failed/);
    const life = new AbortController();
    const call = harness.element
      .session!.tools.call('later', {}, { timeoutMs: 300, signal: life.signal })
      .catch(() => {});
    await call;
    await harness.until(
      () => titles(harness).some((title) => title.includes('tools/call later')),
      'the request that failed',
    );
  });

  it('reads no secret out: titles of rows and the name of the detail', async () => {
    const session = await open(await script({}), { messages: true });
    const reader = alone(session);
    await session.request('resources/read', { uri: 'https://x.example/y?sig=abcdefghijkl' }).catch(() => {});
    await reader.until(() => titles(reader).some((title) => title.includes('resources/read')), 'the request');
    expect(reader.element.shadowRoot!.innerHTML).not.to.contain('abcdefghijkl');
  });

  it('copies a request as a program, and says which variables to set', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const harness = await client(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    await row(harness, 'tools/list');
    for (const [language, words] of [
      ['curl', 'curl -gsS'],
      ['fetch', 'await fetch('],
      ['TypeScript', 'StreamableHTTPClientTransport'],
      ['Python', 'from mcp import Client'],
    ] as const) {
      await harness.press(language);
      await harness.reads('Copied. Set this environment variable first: MCP_TOKEN.');
      expect(copied.at(-1)).to.contain(words).and.not.to.contain(TOKEN);
    }
    await harness.press('JSON');
    await eventually(() => copied.length === 5);
    expect(JSON.parse(copied.at(-1)!)).to.include({ method: 'tools/list' });
  });

  it('saves what is shown without secrets, and with them only after a warning', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const harness = await client(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    harness.unfold();
    await harness.press('Save as JSON');
    await harness.press('Save as HAR');
    await eventually(() => saved.length === 2);
    for (const [name, text] of saved) {
      expect(name).to.match(/^messages-.*\.(?:json|har)$/);
      expect(text).to.contain('$MCP_TOKEN').and.not.to.contain(TOKEN);
    }
    expect(harness.button('Save HAR with secrets')).to.equal(undefined);
    await harness.press('With secrets…');
    await harness.reads('Whoever has this file can use your tokens and passwords.');
    await harness.press('Save HAR with secrets');
    await eventually(() => saved.length === 3);
    expect(saved[2]![1]).to.contain(`Bearer ${TOKEN}`);
    expect(harness.button('Save HAR with secrets')).to.equal(undefined);
  });

  it('stores nothing of what it shows', async () => {
    const namespace = databaseName();
    const url = await gate('everything', LINES, { token: TOKEN });
    const harness = await client(url, {
      storage: 'local',
      headers: { Authorization: `Bearer ${TOKEN}` },
      sessionOptions: { namespace, identity: 'ann' },
    });
    await harness.element.session!.tools.call('echo', { message: 'hi' });
    await harness.press('Clear');
    await harness.reads('Nothing was said yet');
    expect(JSON.stringify(await dumpAllDatabases())).not.to.contain(TOKEN);
  });

  it('shows why a connection failed: the answer of the server, as it came', async () => {
    const url = await script({ replies: { '*': { status: 503, text: 'Down for maintenance.' } } }).catch(() => '');
    const harness = await ClientHarness.open(url || `${everythingUrl}/no-such-path`, { messages: true });
    made.push(harness);
    await harness.until(() => harness.element.status === 'failed', 'failed');
    if (harness.all('mcp-message-log').length === 0) await harness.act('messages-button');
    await harness.until(() => rows(harness).length > 0, 'messages');
    expect(rows(harness).some((each) => /\b(?:404|405|5\d\d)\b/.test(textOf(each)))).to.equal(true);
  });

  it('is used by keyboard: one tab stop, arrows, Enter, Escape', async () => {
    const harness = await client();
    const list = await harness.until(
      () => harness.all('[role="listbox"][aria-label="Messages, oldest first"]')[0],
      'the list',
    );
    list.focus();
    const key = (name: string): void =>
      void list.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
      );
    key('Home');
    key('ArrowDown');
    key('Enter');
    await harness.until(() => detail(harness)?.getAttribute('aria-label') === 'initialize', 'the second message');
    key('Escape');
    await harness.until(() => harness.all('[data-name="detail"]').length === 0, 'closed');
  });

  it('is closed by Escape from within the details, but not while something is typed there', async () => {
    const harness = await client();
    await row(harness, 'tools/list');
    const escapeIn = (target: HTMLElement): void => {
      const options = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
      target.dispatchEvent(new KeyboardEvent('keydown', options));
    };
    await harness.press('Edit and send');
    const area = harness.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    await harness.fill('Parameters, as JSON', '{"cursor": "x"}');
    escapeIn(area);
    await harness.until(() => area.isConnected, 'still there');
    escapeIn(harness.all('[data-name="send-button"]')[0]!);
    expect(area.isConnected).to.equal(true);
    expect(area.value).to.equal('{"cursor": "x"}');
    escapeIn(harness.all('[data-name="pin-button"]')[0]!);
    await harness.until(() => harness.all('[data-name="detail"]').length === 0, 'closed');
  });

  it('follows the newest message until somebody reads an older one', async () => {
    const harness = await client();
    const { session } = harness.element;
    for (let call = 0; call < 12; call++) await session!.tools.call('echo', { message: `call ${call}` });
    const list = harness.all('[role="listbox"][aria-label="Messages, oldest first"]')[0]!;
    const atEnd = (): boolean => list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
    await harness.until(atEnd, 'the end');
    rows(harness)[0]!.click();
    await harness.reads('Jump to the newest');
    const { scrollTop } = list;
    await session!.tools.call('echo', { message: 'later' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(Math.abs(list.scrollTop - scrollTop)).to.be.below(4);
    await harness.press('Jump to the newest');
    await harness.until(atEnd, 'the end again');
  });

  it('says why it has nothing to show', async () => {
    const without = alone(undefined);
    await without.reads('Inside <mcp-client>, <mcp-session> or with its session property set');
    const off = alone(await open(everythingUrl));
    await off.reads('This session keeps no messages.');
    const waiting = alone(create(everythingUrl, { messages: true }));
    await waiting.reads('Nothing was said yet.');
  });

  it('takes the whole of a message that is too long to be searched for secrets only on a press', async () => {
    const text = 'x'.repeat(600_000);
    const url = await script({ replies: { 'tools/call': { result: { content: [{ type: 'text', text }] } } } });
    const session = await open(url, { messages: true });
    const reader = alone(session);
    await session.tools.call('x');
    expect(messageLogOf(session).count).to.be.greaterThan(2);
    await row(reader, 'answer to tools/call x');
    await reader.reads('Too long to be searched for secrets');
    await reader.press('Show secret values');
    await reader.until(() => reader.all('mcp-json-view')[0], 'the message');
  });

  it('draws text of a server as text', async () => {
    const evil = '<img src=x onerror="window.hit = true">\u202e';
    const url = await script({ replies: { 'tools/call': { error: { code: -32000, message: evil } } } });
    const session = await open(url, { messages: true });
    const reader = alone(session);
    await session.tools.call(evil).catch(() => {});
    await reader.until(() => titles(reader).some((title) => title.includes('<img')), 'the name');
    rows(reader).at(-1)!.click();
    await reader.until(() => detail(reader), 'the detail');
    reader.unfold();
    expect((window as { hit?: boolean }).hit).to.equal(undefined);
    expect(reader.all('img')).to.deep.equal([]);
    expect(reader.element.shadowRoot!.textContent).not.to.contain('\u202e');
  });
});

describe('<mcp-client messages>', function () {
  this.timeout(20_000);
  const databaseName = tempDatabases();
  let harness: ClientHarness;
  afterEach(() => harness.remove());

  it('has a line with a button that opens and closes the pane, and remembers it for the server', async () => {
    const settings = { messages: true, storage: 'local' as const, sessionOptions: { namespace: databaseName() } };
    harness = await ClientHarness.connect(everythingUrl, settings);
    const button = harness.all('[data-name="messages-button"]')[0]!;
    const isOpen = button.getAttribute('aria-expanded');
    button.click();
    await harness.until(() => button.getAttribute('aria-expanded') !== isOpen, 'the other state');
    expect(harness.all('mcp-message-log').length > 0).to.equal(isOpen === 'false');
    await new Promise((resolve) => setTimeout(resolve, 600));
    harness.remove();
    harness = await ClientHarness.connect(everythingUrl, settings);
    await harness.until(
      () => harness.all('[data-name="messages-button"]')[0]!.getAttribute('aria-expanded') !== isOpen,
      'as it was left',
    );
  });

  it('takes messages from the first one, also while the pane is closed', async () => {
    harness = await ClientHarness.connect(everythingUrl, { messages: true });
    if (harness.all('mcp-message-log').length > 0) await harness.act('messages-button');
    await harness.element.session!.tools.call('echo', { message: 'unseen' });
    await harness.act('messages-button');
    await harness.reads('answer to tools/call echo');
    await harness.reads('server/discover');
  });

  it('has none without the attribute, and keeps nothing', async () => {
    harness = await ClientHarness.connect(everythingUrl, {});
    expect(harness.all('[data-name="messages-button"]')).to.deep.equal([]);
    expect(harness.element.session!.messages.isOn).to.equal(false);
  });

  it('is closed at first where there is no room for it', async () => {
    const narrow = document.createElement('div');
    narrow.style.inlineSize = '340px';
    document.body.append(narrow);
    harness = await ClientHarness.open(everythingUrl, { messages: true }, narrow);
    expect(harness.all('[data-name="messages-button"]')[0]!.getAttribute('aria-expanded')).to.equal('false');
    narrow.remove();
  });
});

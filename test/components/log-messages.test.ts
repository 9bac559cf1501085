import { expect } from '@open-wc/testing';
import { everythingUrl, gate, modernUrl, script } from '/__servers__.js';
import '../../components/define/all.js';
import type { McpLogElement } from '../../components/index.js';
import type { SessionOptions } from '../../src/index.js';
import { messageLogOf } from '../../src/messages/index.js';

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

describe('<mcp-log> with messages', () => {
  const { create, open } = sessions();
  const databaseName = tempDatabases();
  const made: Reader[] = [];
  const { copied, saved } = copiedAndSaved();

  afterEach(() => {
    for (const reader of made.splice(0)) reader.remove();
  });

  /** The messages of a session that has asked a server for its tools. */
  async function shown(url = everythingUrl, options: SessionOptions = {}): Promise<Reader<McpLogElement>> {
    const session = await open(url, { messages: true, storage: 'none', ...options });
    await session.tools.list();
    const reader = of(session);
    await reader.until(() => titles(reader).includes('tools/list'), 'messages');
    return reader;
  }
  function of(session: McpLogElement['session']): Reader<McpLogElement> {
    const element = document.createElement('mcp-log');
    element.session = session;
    document.body.append(element);
    const reader = new Reader(element);
    made.push(reader);
    return reader;
  }
  const rows = (reader: Reader): HTMLElement[] => reader.all('[role="option"]:not(.line, .decision)');
  const titles = (reader: Reader): string[] =>
    rows(reader).map((row) => row.querySelector('.rest')!.textContent.trim());
  /** Shows the list again where the details have taken its place. */
  const toList = async (reader: Reader): Promise<void> => {
    reader.all('[data-name="close-button"]')[0]?.click();
    await reader.until(() => reader.all('[data-name="detail"]').length === 0 && rows(reader).length > 0, 'the list');
  };
  const row = async (reader: Reader, title: string): Promise<void> => {
    await toList(reader);
    const isIt = (each: HTMLElement): boolean => each.querySelector('.rest')!.textContent.trim() === title;
    (await reader.until(() => rows(reader).findLast(isIt), title)).click();
    await reader.until(() => reader.all('[data-name="detail"]')[0], 'the detail');
  };
  const detail = (reader: Reader): HTMLElement => reader.all('[data-name="detail"]')[0]!;
  const textOf = (element: HTMLElement): string => element.textContent.replaceAll(/\s+/g, ' ').trim();

  it('shows each request with its answer as it goes by, and each notification, with what they said', async () => {
    const reader = await shown();
    await reader.reads('initialize');
    await reader.element.session!.tools.call('echo', { message: 'hi' });
    const call = (): HTMLElement => rows(reader).findLast((each) => each.textContent.includes('tools/call echo'))!;
    await reader.until(() => call() && / ms/.test(textOf(call())), 'the answer');
    expect(textOf(call())).to.match(/^[\d:.]+ → tools\/call echo [\d.]+ ms, To the server$/);
    const notification = rows(reader).find((each) => each.textContent.includes('notifications/initialized'))!;
    expect(textOf(notification)).to.match(/→ notifications\/initialized notification · \d+ bytes, To the server$/);
    await row(reader, 'tools/call echo');
    await reader.reads(/id \d+/);
    const bodies = (): HTMLElement[] => reader.all('[data-name="body"]');
    expect(bodies().map((each) => each.querySelector('h3')!.textContent)).to.deep.equal(['Request', 'Response']);
    await reader.reads('Echo: hi');
  });

  it('the first question to an older server is told as what it is, and not as a failure', async () => {
    const reader = await shown();
    const first = rows(reader)[0]!;
    expect(textOf(first)).to.contain('server/discover').and.to.contain('this server is older');
    expect(first.classList.contains('failed')).to.equal(false);
    await row(reader, 'tools/list');
    await reader.reads('2025-11-25: the server chose it in its answer to initialize. Before, the server did not know');
    const newer = await shown(modernUrl);
    await row(newer, 'tools/list');
    await newer.reads('2026-07-28: the server listed it in its answer to server/discover.');
  });

  it('shows the HTTP exchange under a message, with the token hidden until it is asked for', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const reader = await shown(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    await row(reader, 'tools/list');
    reader.unfold();
    await reader.reads('HTTP: POST 200 OK');
    await reader.reads('mcp-protocol-version: 2025-11-25');
    await reader.reads('authorization: Bearer ••••••');
    expect(reader.shows(TOKEN)).to.equal(false);
    await reader.press('Show secret values');
    await reader.reads(`authorization: Bearer ${TOKEN}`);
    await reader.press('Hide secret values');
    await reader.reads('authorization: Bearer ••••••');
    // Another message begins hidden again.
    await reader.press('Show secret values');
    await row(reader, 'initialize');
    reader.unfold();
    expect(reader.shows(TOKEN)).to.equal(false);
  });

  it('goes from what belongs to a request to that request, also where a filter hides it', async () => {
    const reader = await shown();
    const options = { onProgress: () => {} };
    await reader.element.session!.tools.call('trigger-long-running-operation', { duration: 1, steps: 2 }, options);
    await toList(reader);
    const select = reader.all<HTMLSelectElement>('[data-name="kind-select"]')[0]!;
    select.value = 'notification';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await reader.until(() => !titles(reader).includes('tools/list'), 'notifications only');
    await row(reader, 'notifications/progress');
    reader.all('[data-name="related-button"]')[0]!.click();
    const title = 'tools/call trigger-long-running-operation';
    await reader.until(() => detail(reader).getAttribute('aria-label') === title, 'the request');
    await reader.until(() => titles(reader).includes('tools/list'), 'everything again');
  });

  it('searches words in messages, addresses and headers; Escape clears', async () => {
    const reader = await shown();
    await reader.fill('Search the log', 'trigger-long-running');
    await reader.until(
      () => rows(reader).length > 0 && titles(reader).every((title) => /^(initialize|tools\/list)$/.test(title)),
      'the list that has it',
    );
    await reader.fill('Search the log', 'no such words');
    await reader.reads('No entries match.');
    await reader.press('Show all entries');
    await reader.until(() => rows(reader).length > 3, 'all');
  });

  it('pins a message, and shows only those', async () => {
    const reader = await shown();
    await row(reader, 'tools/list');
    await reader.press('Pin');
    await toList(reader);
    await reader.reads('pinned');
    await reader.tick(/Only pinned/);
    await reader.until(() => titles(reader).join() === 'tools/list', 'one');
    await row(reader, 'tools/list');
    await reader.press('Unpin');
    await reader.reads('No entries match.');
  });

  it('compares two messages, without their secrets', async () => {
    const reader = await shown();
    await reader.element.session!.tools.call('echo', { message: 'one', apiKey: 'key-1234567890' });
    await reader.element.session!.tools.call('echo', { message: 'two' });
    await reader.until(() => titles(reader).filter((title) => title === 'tools/call echo').length === 2, 'two calls');
    const [first] = rows(reader).filter(
      (each) => each.querySelector('.rest')!.textContent.trim() === 'tools/call echo',
    );
    first!.click();
    await reader.press('Compare');
    await reader.reads('Choose another message to compare with');
    await row(reader, 'tools/call echo');
    await reader.reads('What is different from');
    await reader.until(
      () => reader.all('mcp-code-view')[0]?.shadowRoot?.textContent.includes('"message": "two"'),
      'the difference',
    );
    expect(reader.shows('key-1234567890')).to.equal(false);
    await reader.press('Stop comparing');
    await reader.until(() => reader.all('mcp-code-view').length === 0, 'nothing compared');
  });

  it('edits a request and sends it: its answer is a message too', async () => {
    const reader = await shown();
    await reader.element.session!.tools.call('echo', { message: 'first' });
    await row(reader, 'tools/call echo');
    reader.element.style.blockSize = '300px';
    await reader.press('Edit and send');
    // It opens below the edge of the pane.
    const editor = reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    await reader.until(() => reader.element.shadowRoot!.activeElement === editor, 'the focus is in the editor');
    const edges = reader.element.getBoundingClientRect();
    const top = editor.getBoundingClientRect().top;
    expect(top >= edges.top && top < edges.bottom - 40, 'its first line is in sight').to.equal(true);
    await reader.press('Cancel');
    const { activeElement } = reader.element.shadowRoot!;
    expect(activeElement?.getAttribute('data-name')).to.equal('edit-send-button');
    await reader.press('Edit and send');
    const area = reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(JSON.parse(area.value)).to.deep.equal({ name: 'echo', arguments: { message: 'first' } });
    await reader.fill('Parameters, as JSON', '{"name": "echo", "arguments": {"message": "second"}}');
    await reader.press('Send');
    await reader.reads('Sent. The answer is the last message');
    // The server says other things on its own, after the answer too.
    const calls = (): number => titles(reader).filter((title) => title === 'tools/call echo').length;
    await reader.press('Close');
    await reader.until(() => calls() === 2, 'the call');
    await row(reader, 'tools/call echo');
    await reader.reads('Echo: second');
  });

  it('tells of a call that the person cancelled, as no failure', async () => {
    const reader = await shown();
    const stop = new AbortController();
    const call = reader.element.session!.tools.call(
      'trigger-long-running-operation',
      { duration: 100, steps: 100 },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await call.catch(() => {});
    const title = 'tools/call trigger-long-running-operation';
    const its = (): HTMLElement | undefined =>
      rows(reader).find((each) => each.querySelector('.rest')!.textContent.trim() === title);
    await reader.until(() => its()?.textContent.includes('Cancelled'), 'it says so');
    expect(its()!.className).not.to.include('failed');
    expect(its()!.textContent).not.to.include('no answer');
  });

  it('says what is wrong with what was typed, and what the server refused, and keeps it', async () => {
    const reader = await shown();
    await row(reader, 'tools/list');
    await reader.press('Edit and send');
    for (const [typed, words] of [
      ['{"a": }', /These parameters are not JSON: /],
      ['[1]', 'Parameters are one JSON object'],
    ] as const) {
      await reader.fill('Parameters, as JSON', typed);
      await reader.press('Send');
      await reader.reads(words);
      expect(reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!.value).to.equal(typed);
    }
    await reader.fill('Parameters, as JSON', '{"_meta": {"progressToken": 1}}');
    await reader.press('Send');
    await reader.reads('the client sets it itself');
    await reader.fill('Method', ' ');
    await reader.press('Send');
    await reader.reads('Give a method, such as tools/list.');
    await reader.fill('Method', 'initialize');
    await reader.fill('Parameters, as JSON', '{}');
    await reader.press('Send');
    await reader.reads('initialize failed.');
    await reader.press('Cancel');
    await reader.until(() => reader.all('textarea[name="params"]').length === 0, 'closed');
  });

  it('sends the _meta that was typed, and offers it again without what the client adds', async () => {
    const reader = await shown();
    await reader.element.session!.tools.call('echo', { message: 'first' }, { onProgress: () => {} });
    await row(reader, 'tools/call echo');
    await reader.press('Edit and send');
    const area = (): HTMLTextAreaElement => reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(area().value).not.to.contain('_meta');
    const params = { name: 'echo', arguments: { message: 'second' }, _meta: { 'example.com/trace': 'abc' } };
    await reader.fill('Parameters, as JSON', JSON.stringify(params));
    await reader.press('Send');
    await reader.reads('Sent. The answer is the last message');
    // The server says other things on its own, after the answer too.
    const calls = (): number => titles(reader).filter((title) => title === 'tools/call echo').length;
    await reader.press('Close');
    await reader.until(() => calls() === 2, 'the call');
    await reader.until(() => reader.all('[data-name="detail"]').length === 0, 'closed');
    await row(reader, 'tools/call echo');
    await reader.press('Edit and send');
    expect(JSON.parse(area().value)).to.deep.equal(params);
  });

  it('hides secrets in the editor, and sends them all the same', async () => {
    const reader = await shown();
    await reader.element.session!.tools.call('echo', { message: 'x', apiKey: 'key-1234567890' });
    await row(reader, 'tools/call echo');
    await reader.press('Edit and send');
    const area = reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    expect(area.value).to.contain('••••••').and.not.to.contain('key-1234567890');
    const { end } = messageLogOf(reader.element.session!);
    await reader.press('Send');
    await reader.reads('Sent. The answer is the last message');
    const sent = messageLogOf(reader.element.session!).at(end)!;
    expect(JSON.stringify(sent.kind === 'message' && sent.message)).to.contain('key-1234567890');
    await reader.fill('Parameters, as JSON', '{"name": "echo", "arguments": {"message": "••••••"}}');
    await reader.press('Send');
    await reader.reads('A hidden value (••••••) was moved or changed.');
  });

  it('shows a request that fails later where only what failed is shown', async () => {
    const url = await script({
      replies: { 'tools/call': { hang: true } },
    });
    const reader = await shown(url);
    await reader.tick(/Only what failed/);
    await reader.element.session!.tools.call('later', {}, { timeoutMs: 100 }).catch(() => {});
    await reader.until(
      () => titles(reader).some((title) => title.includes('tools/call later')),
      'the request that failed',
    );
  });

  it('reads no secret out: titles of rows and the name of the detail', async () => {
    const session = await open(await script({}), { messages: true, storage: 'none' });
    const reader = of(session);
    await session.request('resources/read', { uri: 'https://x.example/y?sig=abcdefghijkl' }).catch(() => {});
    await reader.until(() => titles(reader).some((title) => title.includes('resources/read')), 'the request');
    expect(reader.element.shadowRoot!.innerHTML).not.to.contain('abcdefghijkl');
  });

  it('copies a request as a program, and says which variables to set', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const reader = await shown(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    await row(reader, 'tools/list');
    for (const [language, words] of [
      ['curl', 'curl -gsS'],
      ['fetch', 'await fetch('],
      ['TypeScript', 'StreamableHTTPClientTransport'],
      ['Python', 'from mcp import Client'],
    ] as const) {
      await reader.press(language);
      await reader.reads('Copied. Set this environment variable first: MCP_TOKEN.');
      expect(copied.at(-1)).to.contain(words).and.not.to.contain(TOKEN);
    }
    await reader.press('JSON');
    await eventually(() => copied.length === 5);
    expect(JSON.parse(copied.at(-1)!)).to.include({ method: 'tools/list' });
  });

  it('saves what is shown without secrets, and with them only after a warning', async () => {
    const url = await gate('everything', LINES, { token: TOKEN });
    const reader = await shown(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
    await reader.openLogMenu();
    await reader.act('messages-json-button');
    await reader.act('messages-har-button');
    await eventually(() => saved.length === 2);
    for (const [name, text] of saved) {
      expect(name).to.match(/^messages-.*\.(?:json|har)$/);
      expect(text).to.contain('$MCP_TOKEN').and.not.to.contain(TOKEN);
    }
    expect(reader.button('Save HAR with secrets')).to.equal(undefined);
    reader.unfold();
    await reader.press('With secrets…');
    await reader.reads('Whoever has this file can use your tokens and passwords.');
    await reader.press('Save HAR with secrets');
    await eventually(() => saved.length === 3);
    expect(saved[2]![1]).to.contain(`Bearer ${TOKEN}`);
    expect(reader.button('Save HAR with secrets')).to.equal(undefined);
  });

  it('stores nothing of what it shows', async () => {
    const namespace = databaseName();
    const url = await gate('everything', LINES, { token: TOKEN });
    const reader = await shown(url, {
      storage: 'local',
      headers: { Authorization: `Bearer ${TOKEN}` },
      namespace,
      identity: 'ann',
    });
    await reader.element.session!.tools.call('echo', { message: 'hi' });
    await reader.openLogMenu();
    await reader.act('clear-button');
    await reader.press('Erase all');
    await reader.reads('Erased.');
    expect(JSON.stringify(await dumpAllDatabases())).not.to.contain(TOKEN);
  });

  it('shows why a connection failed: the answer of the server, as it came', async () => {
    const url = await script({ replies: { '*': { status: 503, text: 'Down for maintenance.' } } });
    const session = create(url, { messages: true, storage: 'none' });
    await session.connect().catch(() => {});
    const reader = of(session);
    await reader.until(() => rows(reader).length > 0, 'messages');
    expect(rows(reader).some((each) => textOf(each).includes('503'))).to.equal(true);
  });

  it('is used by keyboard: one tab stop, arrows, Enter, Escape', async () => {
    const reader = await shown();
    const list = await reader.until(
      () => reader.all('[role="listbox"][aria-label="Log, oldest first"]')[0],
      'the list',
    );
    list.focus();
    const key = (name: string): void =>
      void list.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, composed: true, cancelable: true }),
      );
    const select = reader.all<HTMLSelectElement>('[data-name="kind-select"]')[0]!;
    select.value = 'call';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await reader.until(() => !titles(reader).includes('notifications/initialized'), 'calls only');
    key('Home');
    key('ArrowDown');
    key('Enter');
    await reader.until(() => detail(reader)?.getAttribute('aria-label') === 'initialize', 'the second message');
    key('Escape');
    await reader.until(() => reader.all('[data-name="detail"]').length === 0, 'closed');
  });

  it('is closed by Escape from within the details, but not while something is typed there', async () => {
    const reader = await shown();
    await row(reader, 'tools/list');
    const escapeIn = (target: HTMLElement): void => {
      const options = { key: 'Escape', bubbles: true, composed: true, cancelable: true };
      target.dispatchEvent(new KeyboardEvent('keydown', options));
    };
    await reader.press('Edit and send');
    const area = reader.all<HTMLTextAreaElement>('textarea[name="params"]')[0]!;
    await reader.fill('Parameters, as JSON', '{"cursor": "x"}');
    escapeIn(area);
    await reader.until(() => area.isConnected, 'still there');
    escapeIn(reader.all('[data-name="send-button"]')[0]!);
    expect(area.isConnected).to.equal(true);
    expect(area.value).to.equal('{"cursor": "x"}');
    escapeIn(reader.all('[data-name="pin-button"]')[0]!);
    await reader.until(() => reader.all('[data-name="detail"]').length === 0, 'closed');
  });

  it('follows the newest message until somebody reads an older one', async () => {
    const reader = await shown();
    const { session } = reader.element;
    for (let call = 0; call < 12; call++) await session!.tools.call('echo', { message: `call ${call}` });
    const list = reader.all('[role="listbox"][aria-label="Log, oldest first"]')[0]!;
    const atEnd = (): boolean => list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
    await reader.until(atEnd, 'the end');
    rows(reader)[0]!.click();
    await reader.until(() => detail(reader), 'the detail');
    await toList(reader);
    list.scrollTop = 0;
    await reader.reads('Jump to the newest');
    const { scrollHeight } = list;
    const { top: edge } = list.getBoundingClientRect();
    const first = rows(reader).find((each) => each.getBoundingClientRect().top >= edge)!;
    const { top } = first.getBoundingClientRect();
    await session!.tools.call('echo', { message: 'later' });
    await reader.until(() => list.scrollHeight > scrollHeight, 'it came');
    expect(Math.abs(first.getBoundingClientRect().top - top)).to.be.below(4);
    await reader.press('Jump to the newest');
    await reader.until(atEnd, 'the end again');
  });

  it('says why it has nothing to show', async () => {
    const without = of(undefined);
    await without.reads('Inside <mcp-session>, or with its session property set');
    const waiting = of(create(await script({}), { messages: true, storage: 'none' }));
    await waiting.reads('Nothing was said yet.');
  });

  it('takes the whole of a message that is too long to be searched for secrets only on a press', async () => {
    const text = 'x'.repeat(600_000);
    const url = await script({ replies: { 'tools/call': { result: { content: [{ type: 'text', text }] } } } });
    const session = await open(url, { messages: true, storage: 'none' });
    const reader = of(session);
    await session.tools.call('x');
    expect(messageLogOf(session).count).to.be.greaterThan(2);
    await row(reader, 'tools/call x');
    await reader.reads('Too long to be searched for secrets');
    await reader.press('Show secret values');
    await reader.until(() => reader.all('mcp-json-view')[0], 'the message');
  });

  it('draws text of a server as text', async () => {
    const evil = '<img src=x onerror="window.hit = true">\u202e';
    const url = await script({ replies: { 'tools/call': { error: { code: -32000, message: evil } } } });
    const session = await open(url, { messages: true, storage: 'none' });
    const reader = of(session);
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

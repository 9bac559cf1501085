import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpResourceViewElement } from '../../components/resource-view/resource-view.js';
import { fetchedAt } from '../../components/internal/text.js';
import '../../components/define/mcp-resource-view.js';
import type { Session } from '../../src/index.js';
import { MemoryStorage } from '../../src/storage/memory.js';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { button, part, words } from './content-harness.js';

const MODERN = '2026-07-28';
const URI = 'test://one';
const says = (text: string, more: object = {}): Reply => ({
  result: { resultType: 'complete', contents: [{ uri: URI, mimeType: 'text/plain', text }], ...more },
});
const late = (text: string): Reply => ({
  sse: [{ wait: 400 }, { response: { resultType: 'complete', contents: [{ uri: URI, text }] } }],
});
const DAY = 24 * 3_600_000;

describe('<mcp-resource-view>: what an earlier visit left', () => {
  const { create, open } = sessions();
  let storage: MemoryStorage;
  beforeEach(() => {
    storage = new MemoryStorage();
  });
  const server = (...replies: Reply[]): Promise<string> =>
    script({ revision: MODERN, replies: { 'resources/read': replies } });
  /** Reads it once, yesterday. */
  async function visit(url: string): Promise<void> {
    const session = await open(url, { storage });
    await session.resources.read(URI);
    const [record] = await eventually(
      () => storage.list('resource'),
      ({ length }) => length === 1,
    );
    await storage.put('resource', [{ ...record!, at: Date.now() - DAY }]);
    await session.close();
  }
  const view = (session: Session): Promise<McpResourceViewElement> =>
    fixture(html`<mcp-resource-view .uri=${URI} .session=${session}></mcp-resource-view>`);
  const contents = (element: Element): string =>
    [...element.shadowRoot!.querySelectorAll('mcp-content')].map((content) => words(content)).join(' ');
  const until = (element: Element, text: string): Promise<void> =>
    waitUntil(() => `${words(element)} ${contents(element)}`.includes(text), `“${text}”`);
  const age = (element: Element): string => part(element, 'age')!.textContent!.trim();

  it('is shown without a connection, with its age', async () => {
    const url = await server(says('harbour'));
    await visit(url);
    const element = await view(create(url, { storage }));
    await until(element, 'harbour');
    expect(age(element)).to.match(/^Loaded \d+ \w+,? \d\d:\d\d$/);
    expect(words(element)).to.include('This is an earlier copy: there is no connection to the server.');
    expect((await button(element, 'Refresh')).getAttribute('aria-disabled')).to.equal('true');
  });

  it('is shown until the answer is there, and then that', async () => {
    const url = await server(says('old'), late('new'));
    await visit(url);
    const element = await view(await open(url, { storage }));
    await until(element, 'old');
    const shown = element.shadowRoot!.querySelector('mcp-content');
    await until(element, 'new');
    expect(contents(element)).not.to.include('old');
    // In the same place: nothing jumps.
    expect(element.shadowRoot!.querySelector('mcp-content')).to.equal(shown);
    expect(age(element)).to.match(/^Loaded \d\d:\d\d$/);
  });

  it('stays beside the reason where it cannot be read now', async () => {
    const url = await server(says('old'), { error: { code: -32603, message: 'The disk is on fire.' } }, says('new'));
    await visit(url);
    const element = await view(await open(url, { storage }));
    await until(element, 'The disk is on fire.');
    await until(element, 'old');
    expect(age(element)).to.match(/^Loaded \d+ \w+/);
    (await button(element, 'Try again')).click();
    await until(element, 'new');
  });

  it('is as old as it is where its server said that it holds; who wants it read again has it read', async () => {
    const url = await server(says('old', { ttlMs: 2 * DAY }), says('new'));
    const first = await open(url, { storage });
    const at = Date.now() - DAY / 2;
    await first.resources.read(URI);
    const [record] = await eventually(
      () => storage.list('resource'),
      ({ length }) => length === 1,
    );
    await storage.put('resource', [{ ...record!, at, expiresAt: at + DAY }]);
    const element = await view(await open(url, { storage }));
    await until(element, 'old');
    await eventually(() => age(element) === `Loaded ${fetchedAt(at)}`);
    const reads = async (): Promise<number> =>
      (await scriptedLog(url)).filter(({ body }) => body?.method === 'resources/read').length;
    expect(await reads()).to.equal(1);
    (await button(element, 'Refresh')).click();
    await until(element, 'new');
  });

  it('is not shown at another address', async () => {
    const url = await server(says('harbour'));
    await visit(url);
    const element = await view(create(url, { storage }));
    await until(element, 'harbour');
    element.uri = 'test://two';
    await until(element, 'Not read: there is no connection to a server.');
    expect(contents(element)).to.equal('');
  });
});

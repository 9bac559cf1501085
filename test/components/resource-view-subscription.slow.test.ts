import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import '../../components/define/mcp-resource-list.js';
import '../../components/define/mcp-resource-view.js';
import type { McpResourceListElement } from '../../components/resource-list/resource-list.js';
import { followedResources, MAX_FOLLOWED_RESOURCES } from '../../components/resource-view/subscription.js';
import type { McpResourceViewElement } from '../../components/resource-view/resource-view.js';
import { connect, type Session } from '../../src/index.js';
import { script, scriptedLog, type Reply } from '/__servers__.js';
import { part, words } from './content-harness.js';

const uri = 'test://one';
const contents = (text: string): object => ({ contents: [{ uri, mimeType: 'text/plain', text }] });
/** Calling a tool has the server say that the resource changed. */
const changed = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } };

const opened: Session[] = [];
async function following(
  replies: Record<string, Reply | readonly Reply[]>,
  resources: object = { subscribe: true },
): Promise<Session> {
  const url = await script({
    capabilities: { tools: {}, resources },
    replies: {
      'resources/subscribe': { result: {} },
      'resources/unsubscribe': { result: {} },
      'tools/call': { sse: [changed, { response: { content: [] } }] },
      ...replies,
    },
  });
  const session = await connect(url, { storage: 'none' });
  opened.push(session);
  return session;
}
const sent = async (session: Session, method: string): Promise<number> =>
  (await scriptedLog(session.url)).filter(({ body }) => body?.method === method).length;
async function view(session: Session): Promise<McpResourceViewElement> {
  const element = await fixture<McpResourceViewElement>(
    html`<mcp-resource-view uri=${uri} .session=${session}></mcp-resource-view>`,
  );
  await waitUntil(() => text(element) !== undefined, 'contents');
  return element;
}
const text = (element: Element): string | undefined => {
  const content = element.shadowRoot!.querySelector('mcp-content');
  return content ? words(content) : undefined;
};
const age = (element: Element): string => part(element, 'age')!.textContent.trim();
async function turn(element: McpResourceViewElement, name: string): Promise<void> {
  (part(element, name) as HTMLInputElement).click();
  await element.updateComplete;
}
const isFollowed = (session: Session) => (): boolean =>
  followedResources(session).states.get().get(uri)?.phase === 'on';

describe('<mcp-resource-view>, following changes', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((session) => session.close()));
  });

  it('is offered where the server tells about changes, and only there', async () => {
    const element = await view(await following({}));
    expect(part(element, 'follow-switch')!.getAttribute('role')).to.equal('switch');
    expect(part(await view(await following({}, {})), 'follow-switch')).to.equal(null);
  });

  it('asks the server once it is wanted, and takes it back', async () => {
    const session = await following({});
    const element = await view(session);
    expect(await sent(session, 'resources/subscribe')).to.equal(0);
    await turn(element, 'follow-switch');
    await waitUntil(isFollowed(session));
    expect(await sent(session, 'resources/subscribe')).to.equal(1);
    await turn(element, 'follow-switch');
    await waitUntil(async () => (await sent(session, 'resources/unsubscribe')) === 1);
  });

  it('marks what changed and keeps what was read, until the person reads it again', async () => {
    const session = await following({ 'resources/read': [{ result: contents('old') }, { result: contents('new') }] });
    const element = await view(session);
    await turn(element, 'follow-switch');
    await waitUntil(isFollowed(session));
    await session.tools.call('echo');
    await waitUntil(() => / · Updated \d\d:\d\d$/.test(age(element)));
    expect(text(element)).to.equal('old');
    expect(await sent(session, 'resources/read')).to.equal(1);
    expect(part(element, 'refresh-button')!.textContent.trim()).to.equal('Read again');
    part(element, 'refresh-button')!.click();
    await waitUntil(() => text(element) === 'new');
    await waitUntil(() => !age(element).includes('Updated'));
  });

  it('keeps the mark of a change that came while it was read', async () => {
    const session = await following({
      'resources/read': [{ result: contents('old') }, { sse: [changed, { wait: 30 }, { response: contents('new') }] }],
    });
    const element = await view(session);
    await turn(element, 'follow-switch');
    await waitUntil(isFollowed(session));
    element.refresh();
    await waitUntil(() => text(element) === 'new');
    await aTimeout(20);
    expect(age(element)).to.include('Updated');
  });

  it('reads again by itself where that is wanted, and not more often than once a second', async () => {
    const session = await following({});
    const element = await view(session);
    await turn(element, 'follow-switch');
    await turn(element, 'refresh-switch');
    expect(element.autoRefresh).to.equal(true);
    await waitUntil(isFollowed(session));
    const before = performance.now();
    for (let change = 0; change < 4; change++) {
      await session.tools.call('echo');
      await aTimeout(10);
    }
    await waitUntil(async () => (await sent(session, 'resources/read')) === 3, 'twice more', { timeout: 5000 });
    expect(performance.now() - before).to.be.above(900);
    await waitUntil(() => !age(element).includes('Updated'));
  });

  it('says when the server refuses', async () => {
    const session = await following({ 'resources/subscribe': { error: { code: -32600, message: 'Not this one' } } });
    const element = await view(session);
    await turn(element, 'follow-switch');
    await waitUntil(() => words(element).includes('Not this one'));
    expect((part(element, 'follow-switch') as HTMLInputElement).checked).to.equal(false);
  });

  it('follows no more resources than a server can be asked for', async () => {
    const session = await following({});
    const followed = followedResources(session);
    for (let n = 0; n <= MAX_FOLLOWED_RESOURCES; n++) await followed.follow(`test://${n}`);
    const last = followed.states.get().get(`test://${MAX_FOLLOWED_RESOURCES}`)!;
    expect(last.phase === 'failed' && last.error.code).to.equal('limit');
  });

  it('goes on while another resource is shown, and the list marks what changed', async () => {
    const session = await following({});
    const list = await fixture<McpResourceListElement>(
      html`<mcp-resource-list .session=${session}></mcp-resource-list>`,
    );
    const option = (): string => list.shadowRoot!.querySelector('[role="option"]')?.textContent ?? '';
    const element = await view(session);
    await turn(element, 'follow-switch');
    await waitUntil(isFollowed(session));
    element.uri = 'test://two';
    await element.updateComplete;
    await session.tools.call('echo');
    await waitUntil(() => /Updated \d\d:\d\d/.test(option()));
    element.uri = uri;
    await waitUntil(() => option() !== '' && !option().includes('Updated'), 'read, so not new any more');
    expect((part(element, 'follow-switch') as HTMLInputElement).checked).to.equal(true);
  });
});

describe('<mcp-resource-view>, before anything is read', () => {
  const listed = (resource: object): Reply => ({ result: { resources: [{ uri, name: 'one', ...resource }] } });
  const shown = async (resource: object): Promise<[McpResourceViewElement, Session]> => {
    const session = await following({ 'resources/list': listed(resource) });
    await session.resources.refresh();
    const element = await fixture<McpResourceViewElement>(
      html`<mcp-resource-view uri=${uri} .session=${session}></mcp-resource-view>`,
    );
    return [element, session];
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((session) => session.close()));
  });

  it('says type, size, for whom, how important and how old', async () => {
    const annotations = { audience: ['user'], priority: 1, lastModified: '2026-11-18T09:05:00Z' };
    const [element] = await shown({ mimeType: 'text/csv', size: 2048, annotations });
    expect(words(element)).to.include('Server says: text/csv · 2');
    expect(part(element, 'annotations')!.textContent)
      .to.include('for people')
      .and.include('important')
      .and.include('2026');
  });

  it('asks before it reads what is very large', async () => {
    const [element, session] = await shown({ size: 120_000_000 });
    await aTimeout(30);
    expect(await sent(session, 'resources/read')).to.equal(0);
    expect(words(element)).to.match(/Not read yet. The server says it has 1\d\d(\.\d+)? M/);
    part(element, 'read-button')!.click();
    await waitUntil(() => text(element) !== undefined);
    expect(await sent(session, 'resources/read')).to.equal(1);
  });

  for (const size of [-5, 0, 4_999_999])
    it(`reads what has ${size} bytes`, async () => {
      const [element] = await shown({ size });
      await waitUntil(() => text(element) !== undefined);
    });
});

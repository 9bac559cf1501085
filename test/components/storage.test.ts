import { expect, fixture, html, waitUntil } from '@open-wc/testing';
import { script } from '/__servers__.js';
import '../../components/define/mcp-session.js';
import '../../components/define/mcp-storage.js';
import type { McpStorageElement } from '../../components/storage/storage.js';
import type { McpSessionElement } from '../../components/session/session.js';
import { type UserData, type StoredForm, openGrants } from '../../src/session/person/index.js';
import { Session, type SessionOptions } from '../../src/index.js';
import { sessions } from '../fixtures/sessions.js';
import { tempDatabases } from '../fixtures/temp-database.js';

const echo = { kind: 'tool', name: 'echo' } as const;
const form: StoredForm = { form: { fields: [['message', { text: 'hello', of: 'string' }]] } };
const OTHER = 'https://other.example/mcp';

describe('<mcp-storage>', () => {
  const databaseName = tempDatabases();
  const { create } = sessions();
  let options: SessionOptions;
  let url: string;
  beforeEach(async () => {
    options = { namespace: databaseName() };
    url = await script({ capabilities: { tools: {} }, replies: { 'tools/list': { result: { tools: [] } } } });
  });

  const keptOfServer = async (address: string, more: SessionOptions = {}): Promise<UserData> =>
    (await create(address, { storage: 'local', ...options, ...more }).storage.ready())!;
  const show = async (more: SessionOptions = {}): Promise<McpStorageElement> => {
    const around = await fixture<McpSessionElement>(
      html`<mcp-session url=${url} storage=${more.storage ?? 'local'} .sessionOptions=${{ ...options, ...more }}
        ><mcp-storage></mcp-storage
      ></mcp-session>`,
    );
    await waitUntil(() => around.status === 'ready');
    const element = around.querySelector('mcp-storage')!;
    await waitUntil(() => element.renderRoot.querySelector('[data-name~=place]'), 'it has looked');
    return element;
  };
  const text = ({ renderRoot }: McpStorageElement): string => renderRoot.textContent!.replace(/\s+/g, ' ').trim();
  const reads = (element: McpStorageElement, words: string | RegExp): Promise<void> =>
    waitUntil(
      () => (typeof words === 'string' ? text(element).includes(words) : words.test(text(element))),
      `${words}`,
    );
  const button = (element: McpStorageElement, label: string): HTMLElement | undefined =>
    [...element.renderRoot.querySelectorAll<HTMLElement>('button')].find((each) =>
      (each.getAttribute('aria-label') ?? each.textContent!).includes(label),
    );
  const press = async (element: McpStorageElement, label: string): Promise<void> => {
    await waitUntil(() => button(element, label), label);
    button(element, label)!.focus();
    button(element, label)!.click();
    await element.updateComplete;
  };
  const confirm = async (element: McpStorageElement): Promise<void> => {
    const confirming = element.renderRoot.querySelector<HTMLElement>('[data-name~=confirm-button]')!;
    confirming.focus();
    confirming.click();
    await element.updateComplete;
  };
  const focused = ({ shadowRoot }: McpStorageElement): string | null | undefined =>
    shadowRoot!.activeElement?.getAttribute('data-name');

  it('says what is kept about this server, by kind, with bytes and ages, and about others', async () => {
    const kept = await keptOfServer(url);
    await kept.drafts.put(echo, form);
    await kept.history.add(echo, form);
    await (await keptOfServer(OTHER)).drafts.put(echo, form);
    const element = await show();
    await reads(element, /1 draft \d+ bytes · \d\d:\d\d/);
    expect(text(element)).to.match(/1 set of arguments that you used/);
    expect(text(element)).to.match(/Other servers: 1 server, \d+ bytes other\.example/);
    expect(text(element)).to.contain('Kept in this browser, for this site only.');
  });

  it('has words for sets of arguments with a name, and for resources that are followed', async () => {
    const kept = await keptOfServer(url);
    await kept.history.keepAs(echo, form, 'mine');
    await kept.subscriptions.add('file:///a');
    const element = await show();
    await reads(element, '1 set of arguments with a name');
    await reads(element, '1 resource that you follow');
    expect(text(element)).not.to.contain('of the kind');
  });

  it('follows what is kept meanwhile', async () => {
    const element = await show();
    expect(text(element)).not.to.contain('draft');
    await (await keptOfServer(url)).drafts.put(echo, form);
    await reads(element, '1 draft');
  });

  it('erases one kind after a question, whose harmless answer has the focus', async () => {
    const kept = await keptOfServer(url);
    await kept.drafts.put(echo, form);
    await kept.history.add(echo, form);
    const element = await show();
    await press(element, 'Erase: 1 draft');
    expect(text(element)).to.contain('Erase 1 draft for good?');
    expect(focused(element)).to.equal('keep-button');
    await press(element, 'Keep');
    await waitUntil(() => focused(element) === 'erase-button', 'back to where the question came from');
    expect(await kept.drafts.get(echo)).not.to.equal(undefined);
    await press(element, 'Erase: 1 draft');
    await confirm(element);
    await reads(element, 'Erased: 1 draft.');
    expect(await kept.drafts.get(echo)).to.equal(undefined);
    expect(await kept.history.list(echo), 'nothing else').to.have.length(1);
  });

  it('erases all of one server, decisions too, and leaves the others', async () => {
    const kept = await keptOfServer(url);
    await kept.drafts.put(echo, form);
    const grants = openGrants({ storage: 'local', ...options });
    const tool = { name: 'echo', inputSchema: { type: 'object' } } as const;
    const call = { server: url, serverName: 'x', tool, arguments: {}, tools: [tool], isConfirmed: true };
    await grants.remember(call, 'allow', { scope: 'tool', duration: 'always' });
    const other = await keptOfServer(OTHER);
    await other.drafts.put(echo, form);
    const element = await show();
    await reads(element, '1 decision about tools');
    await press(element, 'Erase all: everything about 127');
    await confirm(element);
    await reads(element, 'Erased: everything about 127');
    expect(await kept.storage.list('draft', { server: url })).to.deep.equal([]);
    expect(await grants.find(call)).to.equal(undefined);
    expect(await other.drafts.get(echo)).not.to.equal(undefined);
    expect(element.shadowRoot!.activeElement, 'the focus stays inside').not.to.equal(null);
  });

  it('erases everything', async () => {
    const [kept, other] = [await keptOfServer(url), await keptOfServer(OTHER)];
    await kept.drafts.put(echo, form);
    await other.drafts.put(echo, form);
    const element = await show();
    await press(element, 'Erase everything');
    await confirm(element);
    await reads(element, 'Erased: everything that is kept about all servers.');
    expect(await kept.storage.usage()).to.deep.equal([]);
  });

  it('lists what belongs to others by name as a number only', async () => {
    await (await keptOfServer(OTHER, { identity: 'ann' })).drafts.put(echo, form);
    const element = await show();
    await reads(element, 'And 1 server of somebody else, listed where they are signed in.');
    expect(text(element)).not.to.contain('ann');
    expect(text(element)).not.to.contain('other.example');
  });

  it('says where nothing is kept, and why', async () => {
    const none = await show({ storage: 'none' });
    expect(text(none)).to.contain('Nothing is kept once this page is closed or reloaded: the page wants it so.');
    const nameless = await show({ headers: { 'x-key': 'secret' } });
    expect(text(nameless)).to.contain('does not say whose');
  });

  it('says in words what is wrong with the database of a page', async () => {
    const session = new Session(url, { storage: 'local', ...options });
    const { McpError, verbatim } = await import('../../src/index.js');
    const element = await fixture<McpStorageElement>(html`<mcp-storage .session=${session}></mcp-storage>`);
    await waitUntil(() => element.renderRoot.querySelector('[data-name~=place]'));
    (session.problems as unknown as { set(problems: readonly Error[]): void }).set([
      new McpError('storage', verbatim('There was no room to remember this.'), { remedy: verbatim('Forget servers.') }),
    ]);
    await reads(element, 'There was no room to remember this. Forget servers.');
  });

  it('tells how much the browser gives, where it does', async () => {
    const element = await show();
    if (!navigator.storage?.estimate) return;
    await reads(element, /This whole site uses .+ of .+ in this browser\./);
  });

  it('without a session shows what the page keeps', async () => {
    const element = await fixture<McpStorageElement>(html`<mcp-storage></mcp-storage>`);
    await waitUntil(() => element.renderRoot.querySelector('[data-name~=place]'), 'it has looked');
    expect(text(element)).to.contain('Kept in this browser');
  });
});

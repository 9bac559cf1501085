import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { everythingUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import type { McpErrorEvent } from '../../components/events.js';
import type { McpResourceViewElement } from '../../components/resource-view/resource-view.js';
import type { McpSchemaFieldElement } from '../../components/schema-field/schema-field.js';
import '../../components/define/mcp-resource-view.js';
import { Session, Store, connect } from '../../src/index.js';
import { ApprovalQueue, type Approval } from '../../src/approvals/index.js';
import { AnsweringPort, type Answer } from '../fixtures/answering-port.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { followedResources } from '../../components/resource-view/subscription.js';
import { tempDatabases } from '../fixtures/temp-database.js';
import { button, part, words } from './content-harness.js';

const one = (text: string, uri = 'test://one'): Answer => ({
  result: { contents: [{ uri, mimeType: 'text/plain', text }] },
});
const refused: Answer = { error: { code: -32002, message: 'Resource not found' } };

const opened: Session[] = [];
const servers = new WeakMap<Session, AnsweringPort>();
/** A session with a server that answers `resources/read` like this. It is connected unless the test does that. */
function readingLater(...answers: Answer[]): Session {
  const server = new AnsweringPort(
    { resources: {} },
    {
      'resources/list': [{ result: { resources: [{ uri: 'test://one', name: 'one', mimeType: 'text/plain' }] } }],
      'resources/templates/list': [{ result: { resourceTemplates: [] } }],
      'resources/read': answers,
    },
  );
  const session = new Session(server.endpoint, { storage: 'none' });
  servers.set(session, server);
  opened.push(session);
  return session;
}
async function reading(...answers: Answer[]): Promise<Session> {
  const session = readingLater(...answers);
  await session.connect();
  return session;
}
const reads = (session: Session): unknown[] =>
  servers.get(session)!.asked.flatMap(({ method, params }) => (method === 'resources/read' ? [params['uri']] : []));

async function view(properties: Partial<McpResourceViewElement>): Promise<McpResourceViewElement> {
  return fixture(
    html`<mcp-resource-view
      .uri=${properties.uri}
      .template=${properties.template}
      .session=${properties.session}
    ></mcp-resource-view>`,
  );
}
const contents = (element: Element): string[] =>
  [...element.shadowRoot!.querySelectorAll('mcp-content')].map((content) => words(content));
const until = (element: Element, text: string): Promise<void> =>
  waitUntil(() => [words(element), ...contents(element)].join(' ').includes(text), `“${text}”`);

describe('<mcp-resource-view>', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((session) => session.close()));
  });

  it('reads its resource and shows what it consists of', async () => {
    const element = await view({ uri: 'test://one', session: await reading(one('hello')) });
    await until(element, 'hello');
    expect(words(element)).to.include('Loaded');
  });

  it('shows every content, with its address where there are several', async () => {
    const session = await reading({
      result: {
        contents: [
          { uri: 'test://one/a', text: 'first' },
          { uri: 'test://one/b', mimeType: 'application/json', text: '{"b":2}' },
          { uri: 'test://one/c', blob: 'AAAA' },
        ],
      },
    });
    const element = await view({ uri: 'test://one', session });
    await until(element, 'first');
    expect(element.shadowRoot!.querySelectorAll('[part~="item"]:not([data-name])')).to.have.length(3);
    expect(words(element)).to.include('test://one/a').and.include('test://one/b');
    const json = element.shadowRoot!.querySelectorAll('mcp-content')[1]!.shadowRoot!.querySelector('mcp-json-view');
    expect(json?.source).to.equal('{"b":2}');
    expect(contents(element)[2]).to.include('c.data');
  });

  it('says when the resource is empty', async () => {
    const element = await view({ uri: 'test://one', session: await reading({ result: { contents: [] } }) });
    await until(element, 'The resource is empty.');
  });

  it('says when nothing is chosen, or nobody can read', async () => {
    expect(words(await view({}))).to.equal('No resource chosen.');
    expect(words(await view({ uri: 'test://one' }))).to.include('Not read: there is no connection to a server.');
  });

  it('reads once the connection is there, and not before', async () => {
    const session = readingLater(one('late'));
    const element = await view({ uri: 'test://one', session });
    expect(words(element)).to.include('Not read');
    await session.connect();
    await until(element, 'late');
  });

  it('reads another resource when it is told to, and shows nothing of the one before', async () => {
    const session = await reading(one('first'), one('second', 'test://two'));
    const element = await view({ uri: 'test://one', session });
    await until(element, 'first');
    element.uri = 'test://two';
    await element.updateComplete;
    expect(contents(element)).to.not.include('first');
    await until(element, 'second');
    expect(reads(session)).to.deep.equal(['test://one', 'test://two']);
  });

  it('reads again on request, and keeps what was there until the answer comes', async () => {
    const session = await reading(one('old'), one('new'));
    const element = await view({ uri: 'test://one', session });
    await until(element, 'old');
    (await button(element, 'Refresh')).click();
    await element.updateComplete;
    expect(contents(element)).to.deep.equal(['old']);
    await until(element, 'new');
  });

  describe('while it waits', () => {
    it('shows a skeleton, but not at once', async () => {
      const element = await view({ uri: 'test://one', session: await reading({ hang: true }) });
      expect(part(element, 'skeleton')).to.equal(null);
      await waitUntil(() => part(element, 'skeleton'));
      expect(element.shadowRoot!.querySelector('[role="status"]')!.textContent).to.equal('Reading.');
      expect(part(element, 'refresh-button')!.getAttribute('aria-disabled')).to.equal('true');
    });
    it('gives up when it leaves the page, and begins again when it comes back', async () => {
      const session = await reading({ hang: true }, one('after all'));
      const element = await view({ uri: 'test://one', session });
      await waitUntil(() => reads(session).length === 1);
      const place = element.parentElement!;
      element.remove();
      await element.updateComplete;
      place.append(element);
      await until(element, 'after all');
    });
  });

  describe('when it fails', () => {
    it('says what happened, tells the page, and tries once more on request', async () => {
      const session = await reading(refused, one('there it is'));
      const errors: string[] = [];
      const element = await view({ uri: 'test://one' });
      element.addEventListener('mcp-error', (event: McpErrorEvent) => errors.push(event.error.message));
      element.session = session;
      await until(element, 'The resource could not be read.');
      expect(words(element)).to.include('Resource not found');
      expect(errors).to.have.length(1);
      const retry = await button(element, 'Try again');
      retry.focus();
      retry.click();
      await until(element, 'there it is');
      // Its button is gone, but focus stayed inside.
      expect(element.shadowRoot!.activeElement?.getAttribute('data-name')).to.equal('refresh-button');
    });
    it('keeps what was read before', async () => {
      const element = await view({ uri: 'test://one', session: await reading(one('still here'), refused) });
      await until(element, 'still here');
      element.refresh();
      await until(element, 'could not be read');
      expect(contents(element)).to.deep.equal(['still here']);
    });
  });

  it('says what the lists of the server know about it', async () => {
    const session = await reading(one('x'));
    await session.resources.refresh();
    const element = await view({ uri: 'test://one', session });
    await until(element, 'x');
    expect(part(element, 'header')!.textContent).to.include('one').and.include('Server says: text/plain');
  });

  describe('a template', () => {
    const template = {
      uriTemplate: 'test://{+path}{?tag*,page}',
      name: 'files',
      title: 'Files',
      description: 'Any file.',
    };
    const field = (element: Element, label: string): McpSchemaFieldElement => {
      const whole = element.shadowRoot!.querySelector('mcp-schema-field')!;
      return [...whole.renderRoot.querySelectorAll('mcp-schema-field')].find((one) => one.field?.name === label)!;
    };
    const box = (element: Element, label: string): HTMLInputElement =>
      field(element, label).renderRoot.querySelector<HTMLInputElement>('#control')!;
    const put = async (element: McpResourceViewElement, control: HTMLInputElement, value: string): Promise<void> => {
      control.value = value;
      control.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await element.updateComplete;
    };
    const type = (element: McpResourceViewElement, label: string, value: string): Promise<void> =>
      put(element, box(element, label), value);
    const preview = (element: Element): string => part(element, 'preview')!.textContent;

    it('has a field for each variable and shows the address that they make', async () => {
      const element = await view({ template, session: await reading(one('x')) });
      expect(words(element)).to.include('Files').and.include('Any file.');
      expect(preview(element)).to.equal('test://');
      await type(element, 'path', 'a b/c');
      expect(preview(element)).to.equal('test://a%20b/c');
      for (const [row, value] of ['x', 'y'].entries()) {
        field(element, 'tag').renderRoot.querySelector<HTMLElement>('[data-name~="add-button"]')!.click();
        await aTimeout(20);
        const added = field(element, 'tag').renderRoot.querySelectorAll('mcp-schema-field')[row]!;
        await put(element, added.renderRoot.querySelector('#control')!, value);
      }
      expect(preview(element)).to.equal('test://a%20b/c?tag=x&tag=y');
      expect(words(field(element, 'page'))).to.include('optional');
      expect(words(field(element, 'path'))).not.to.include('optional');
    });

    it('reads only when the person says so', async () => {
      const session = await reading(one('the file', 'test://a'));
      const element = await view({ template, session });
      await type(element, 'path', 'a');
      await aTimeout(30);
      expect(reads(session)).to.deep.equal([]);
      (await button(element, 'Read resource')).click();
      await until(element, 'the file');
      expect(reads(session)).to.deep.equal(['test://a']);
      await type(element, 'path', 'b');
      expect(contents(element)).to.deep.equal(['the file']);
      (await button(element, 'Read resource')).click();
      await waitUntil(() => reads(session).length === 2);
    });

    it('reads the same address again when it is sent again', async () => {
      const session = await reading(one('first'), one('second'));
      const element = await view({ template, session });
      await type(element, 'path', 'a');
      (await button(element, 'Read resource')).click();
      await until(element, 'first');
      element.shadowRoot!.querySelector('form')!.requestSubmit();
      await until(element, 'second');
    });

    it('is not read while something is missing, and says what', async () => {
      const session = await reading(one('x'));
      const element = await view({ template, session });
      (await button(element, 'Read resource')).click();
      await aTimeout(30);
      expect(reads(session)).to.deep.equal([]);
      expect(words(field(element, 'path'))).to.include('Enter a value.');
      expect(field(element, 'path').shadowRoot!.activeElement === box(element, 'path')).to.equal(true);
    });

    it('may leave out parts of a path, and any list', async () => {
      const element = await view({ uri: 'repo://{owner}{/branch}{/path*}', session: await reading(one('x')) });
      await type(element, 'owner', 'ada');
      expect(preview(element)).to.equal('repo://ada');
      expect(words(field(element, 'branch'))).to.include('optional');
      await type(element, 'branch', 'main');
      expect(preview(element)).to.equal('repo://ada/main');
    });

    it('is read with Enter from a field', async () => {
      const session = await reading(one('by key', 'test://a'));
      const element = await view({ template, session });
      box(element, 'path').focus();
      await sendKeys({ type: 'a' });
      await sendKeys({ press: 'Enter' });
      await until(element, 'by key');
    });

    it('offers what the server completes, for the text that stands there', async () => {
      const asked: unknown[] = [];
      const session = {
        ...(await reading(one('x'))),
        url: 'http://localhost/mcp',
        state: new Store({ phase: 'ready', server: { capabilities: { completions: {} } } }),
        resources: { state: new Store({ phase: 'empty' }) },
        resourceTemplates: { state: new Store({ phase: 'empty' }) },
        complete: async (...args: unknown[]) => {
          asked.push(args.slice(0, 3));
          return { values: ['alpha', 'alphabet'] };
        },
      } as unknown as Session;
      const element = await view({ uri: 'test://{name}/{page}', session });
      await type(element, 'page', '1');
      await waitUntil(() => asked.length === 1);
      asked.length = 0;
      box(element, 'name').focus();
      await sendKeys({ type: 'al' });
      await waitUntil(() => field(element, 'name').renderRoot.querySelectorAll('[role=option]').length === 2);
      // On a busy machine the two keys come apart, and the first one is asked for too.
      expect(asked.at(-1)).to.deep.equal([
        { type: 'ref/resource', uri: 'test://{name}/{page}' },
        { name: 'name', value: 'al' },
        { page: '1' },
      ]);
      await sendKeys({ press: 'ArrowDown' });
      await sendKeys({ press: 'Enter' });
      await aTimeout(20);
      expect(preview(element)).to.equal('test://alpha/1');
    });

    it('may also be given as the uri', async () => {
      const element = await view({ uri: 'test://{name}', session: await reading(one('x')) });
      await type(element, 'name', 'n');
      expect(preview(element)).to.equal('test://n');
    });

    it('forgets what was typed when another template comes', async () => {
      const element = await view({ uri: 'test://{name}', session: await reading(one('x')) });
      await type(element, 'name', 'n');
      element.uri = 'other://{name}';
      await element.updateComplete;
      await aTimeout(20);
      expect(box(element, 'name').value).to.equal('');
      expect(preview(element)).to.equal('other://');
    });
  });

  it('reads from a real server', async () => {
    const session = await connect(everythingUrl, { storage: 'none' });
    opened.push(session);
    const [resource] = await session.resources.list();
    const element = await view({ uri: resource!.uri, session });
    await waitUntil(() => contents(element).length > 0, 'contents');
  });
});

const question = {
  jsonrpc: '2.0',
  id: 'q',
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } },
};
const asking = { sse: [question, { wait: 20_000 }], end: false } as Reply;
const text: Reply = { result: { contents: [{ uri: 'test://one', text: 'hello' }] } };

describe('what a server asks while <mcp-resource-view> reads', () => {
  const { open } = sessions();
  let queue: ApprovalQueue;

  async function view(...replies: Reply[]): Promise<McpResourceViewElement> {
    const url = await script({ revision: '2025-11-25', replies: { 'resources/read': replies } });
    queue = new ApprovalQueue();
    queue.pending.subscribe(() => {});
    const session = await open(url, { approvals: queue, capabilities: ['elicitation'] });
    return fixture(html`<mcp-resource-view uri="test://one" .session=${session}></mcp-resource-view>`);
  }
  const asked = async (): Promise<Approval> =>
    (
      await eventually(
        () => queue.pending.get(),
        ({ length }) => length > 0,
      )
    )[0]!;

  it('does not open by itself where it reads by itself', async () => {
    await view(asking);
    expect((await asked()).isOwn!()).to.equal(false);
  });

  it('opens where the person pressed Refresh', async () => {
    const element = await view(text, asking);
    await eventually(
      () => part(element, 'refresh-button') !== null && element.shadowRoot!.querySelector('mcp-content') !== null,
    );
    part(element, 'refresh-button')!.click();
    expect((await asked()).isOwn!()).to.equal(true);
  });
});

const uri = 'test://one';

describe('a resource that the person follows', () => {
  const { open } = sessions();
  const databaseName = tempDatabases();
  const serving = (subscribe: object = { result: {} }): Promise<string> =>
    script({
      capabilities: { resources: { subscribe: true } },
      replies: { 'resources/subscribe': subscribe as never, 'resources/unsubscribe': { result: {} } },
    });
  const visit = (url: string, namespace: string): Promise<Session> => open(url, { storage: 'local', namespace });
  const subscribed = async (url: string): Promise<number> =>
    (await scriptedLog(url)).filter(({ body }) => body?.method === 'resources/subscribe').length;
  const kept = async (session: Session): Promise<readonly string[]> =>
    (await session.storage.ready())!.subscriptions.list();

  it('is followed again at the next visit, until they stop it', async () => {
    const [url, namespace] = [await serving(), databaseName()];
    const first = await visit(url, namespace);
    await followedResources(first).follow(uri);
    await eventually(async () => (await kept(first)).includes(uri));
    await first.close();

    const next = await visit(url, namespace);
    const followed = followedResources(next);
    await eventually(() => followed.states.get().get(uri)?.phase === 'on');
    expect(await subscribed(url)).to.equal(2);
    followed.unfollow(uri);
    await eventually(async () => (await kept(next)).length === 0);
    await next.close();

    const last = await visit(url, namespace);
    followedResources(last);
    await aTimeout(100);
    expect(await subscribed(url)).to.equal(2);
  });

  it('that the server refuses is not asked for again and again', async () => {
    const [url, namespace] = [await serving({ error: { code: -32002, message: 'No such resource' } }), databaseName()];
    const session = await visit(url, namespace);
    await (await session.storage.ready())!.subscriptions.add(uri);
    const followed = followedResources(session);
    await eventually(() => followed.states.get().get(uri)?.phase === 'failed');
    await eventually(async () => (await kept(session)).length === 0);
  });
});

import { aTimeout, expect, fixture, html, waitUntil } from '@open-wc/testing';
import type { McpErrorEvent } from '../../components/events/mcp-error-event.js';
import type { McpResourceViewElement } from '../../components/resource-view/resource-view.js';
import '../../components/define/mcp-resource-view.js';
import { Session, connect } from '../../src/index.js';
import { everythingUrl, script, scriptedLog, type Reply } from '/__servers__.js';
import { button, part, words } from './content-harness.js';

const one = (text: string, uri = 'test://one'): Reply => ({
  result: { contents: [{ uri, mimeType: 'text/plain', text }] },
});
const refused: Reply = { error: { code: -32002, message: 'Resource not found' } };

const opened: Session[] = [];
/** A session with a server that answers `resources/read` like this. */
async function reading(...replies: Reply[]): Promise<Session> {
  const session = await connect(await script({ replies: { 'resources/read': replies } }), { storage: 'none' });
  opened.push(session);
  return session;
}
async function reads(session: Session): Promise<string[]> {
  const log = await scriptedLog(session.url);
  return log.filter(({ body }) => body?.method === 'resources/read').map(({ body }) => body.params.uri as string);
}

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
  waitUntil(() => [words(element), ...contents(element)].join(' ').includes(text), `“${text}”`, { timeout: 5000 });

describe('<mcp-resource-view>', () => {
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((session) => session.close()));
  });

  it('reads its resource and shows what it consists of', async () => {
    const element = await view({ uri: 'test://one', session: await reading(one('hello')) });
    await until(element, 'hello');
    expect(words(element)).to.include('As of');
    await expect(element).to.be.accessible();
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
    expect(element.shadowRoot!.querySelectorAll('[part="item"]')).to.have.length(3);
    expect(words(element)).to.include('test://one/a').and.include('test://one/b');
    expect(contents(element)[1]).to.include('"b": 2');
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
    const session = new Session(await script({ replies: { 'resources/read': one('late') } }), { storage: 'none' });
    opened.push(session);
    const element = await view({ uri: 'test://one', session });
    expect(words(element)).to.include('Not read');
    await session.open();
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
    expect(await reads(session)).to.deep.equal(['test://one', 'test://two']);
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
      await expect(element).to.be.accessible();
    });
    it('gives up when it leaves the page, and begins again when it comes back', async () => {
      const session = await reading({ hang: true }, one('after all'));
      const element = await view({ uri: 'test://one', session });
      await waitUntil(async () => (await reads(session)).length === 1);
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
      await expect(element).to.be.accessible();
      const retry = await button(element, 'Try again');
      retry.focus();
      retry.click();
      await until(element, 'there it is');
      // Its button is gone, but focus stayed inside.
      expect(element.shadowRoot!.activeElement?.getAttribute('part')).to.equal('refresh-button');
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
    const field = (element: Element, label: string): HTMLInputElement => {
      const found = [...element.shadowRoot!.querySelectorAll('label')].find((one) => one.textContent.includes(label))!;
      return element.shadowRoot!.querySelector<HTMLInputElement>(`#${found.htmlFor}`)!;
    };
    async function type(element: McpResourceViewElement, label: string, value: string): Promise<void> {
      field(element, label).value = value;
      field(element, label).dispatchEvent(new InputEvent('input', { bubbles: true }));
      await element.updateComplete;
    }
    const preview = (element: Element): string => part(element, 'preview')!.textContent;

    it('has a field for each variable and shows the address that they make', async () => {
      const element = await view({ template, session: await reading(one('x')) });
      expect(words(element)).to.include('Files').and.include('Any file.');
      expect(preview(element)).to.equal('test://');
      await type(element, 'path', 'a b/c');
      await type(element, 'tag', 'x, y,');
      expect(preview(element)).to.equal('test://a%20b/c?tag=x&tag=y');
      expect(field(element, 'page').labels![0]!.textContent).to.include('optional');
      await expect(element).to.be.accessible();
    });

    it('reads only when the person says so', async () => {
      const session = await reading(one('the file', 'test://a'));
      const element = await view({ template, session });
      await type(element, 'path', 'a');
      await aTimeout(30);
      expect(await reads(session)).to.deep.equal([]);
      (await button(element, 'Read resource')).click();
      await until(element, 'the file');
      expect(await reads(session)).to.deep.equal(['test://a']);
      await type(element, 'path', 'b');
      expect(contents(element)).to.deep.equal(['the file']);
      (await button(element, 'Read resource')).click();
      await waitUntil(async () => (await reads(session)).length === 2);
    });

    it('reads the same address again when it is sent again', async () => {
      const session = await reading(one('first'), one('second'));
      const element = await view({ template, session });
      (await button(element, 'Read resource')).click();
      await until(element, 'first');
      element.shadowRoot!.querySelector('form')!.requestSubmit();
      await until(element, 'second');
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
      expect(field(element, 'name').value).to.equal('');
      expect(preview(element)).to.equal('other://');
    });
  });

  it('reads from a real server', async () => {
    const session = await connect(everythingUrl, { storage: 'none' });
    opened.push(session);
    const [resource] = await session.resources.all();
    const element = await view({ uri: resource!.uri, session });
    await waitUntil(() => contents(element).length > 0, 'contents');
  });
});

import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { everythingUrl, script, scriptedLog, scriptedUrl } from '/__servers__.js';
import '../../components/define/mcp-approval-queue.js';
import '../../components/define/mcp-session.js';
import '../../components/define/mcp-tool-list.js';
import { failureOf } from '../fixtures/failure.js';
import { SamplingBudget } from '../../src/approvals/budget.js';
import type {
  McpErrorEvent,
  McpSessionElement,
  McpStateChangeEvent,
  McpToolListElement,
} from '../../components/index.js';
import { pause } from '../fixtures/eventually.js';

type Initialize = { readonly capabilities: object };

const ready = (el: McpSessionElement): Promise<void> => waitUntil(() => el.status === 'ready', 'connected');

/** What the server was told at the start, once for each session. */
async function greetings(url: string): Promise<Initialize[]> {
  const log = await scriptedLog(url);
  return log.filter(({ body }) => body?.method === 'initialize').map(({ body }) => body.params as Initialize);
}

describe('<mcp-session>', () => {
  it('shows nothing itself', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session><p>Inside</p></mcp-session>`);
    expect(getComputedStyle(el).display).to.equal('contents');
  });

  it('connects to its address and gives the session to what is inside', async () => {
    const el = await fixture<McpSessionElement>(
      html`<mcp-session url=${everythingUrl} storage="none">
        <div><mcp-tool-list></mcp-tool-list></div>
      </mcp-session>`,
    );
    await ready(el);
    expect(el.session!.server.name).to.equal('mcp-servers/everything');
    const list = el.querySelector<McpToolListElement>('mcp-tool-list')!;
    expect(list.session).to.equal(el.session);
    await waitUntil(() => list.shadowRoot!.querySelector('[role="option"]'), 'listed');
  });

  describe('is told', () => {
    it('to disconnect, and to connect again: what is there stays', async () => {
      const el = await fixture<McpSessionElement>(
        html`<mcp-session url=${everythingUrl} storage="none"></mcp-session>`,
      );
      await ready(el);
      const { session } = el;
      const tools = await session!.tools.list();
      await el.disconnect();
      expect(el.status).to.equal('closed');
      await el.updateComplete;
      expect(el.session, 'the same session').to.equal(session);
      await el.connect();
      expect(el.status).to.equal('ready');
      expect(await el.session!.tools.list()).to.have.length(tools.length);
    });

    it('to connect, and says what came of it', async () => {
      const el = await fixture<McpSessionElement>(html`<mcp-session storage="none"></mcp-session>`);
      expect(await failureOf(el.connect())).to.include({ code: 'invalid-input' });
      el.url = await script({ replies: { initialize: { status: 503, text: 'busy' } } });
      expect(await failureOf(el.connect())).to.include({ code: 'http' });
      expect(el.status).to.equal('failed');
    });

    it('to connect while it is in no page: nothing is opened', async () => {
      const el = document.createElement('mcp-session');
      el.url = everythingUrl;
      expect(await failureOf(el.connect())).to.include({ code: 'invalid-input' });
      expect(el.session).to.equal(undefined);
    });

    it('to refresh: every list of the server is asked for again', async () => {
      const url = await script({ capabilities: { tools: {}, prompts: {} } });
      const el = await fixture<McpSessionElement>(html`<mcp-session url=${url} storage="none"></mcp-session>`);
      await ready(el);
      await el.refresh();
      await el.refresh();
      const methods = (await scriptedLog(url)).map(({ body }) => body?.method);
      for (const method of ['tools/list', 'prompts/list'])
        expect(
          methods.filter((each) => each === method),
          method,
        ).to.have.length(2);
      expect(methods).not.to.include('resources/list');
    });
  });

  it('is idle without an address', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session></mcp-session>`);
    expect(el.status).to.equal('idle');
    // React compares the attributes with those of the server.
    expect(el.getAttributeNames()).to.deep.equal([]);
    expect(el.session).to.equal(undefined);
  });

  it('reflects its status and tells of each change', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session storage="none"></mcp-session>`);
    const phases: string[] = [];
    el.addEventListener('mcp-state-change', ({ state }: McpStateChangeEvent) => phases.push(state.phase));
    el.url = await script({});
    await ready(el);
    await el.updateComplete;
    expect(el.getAttribute('status')).to.equal('ready');
    await el.session!.close();
    expect(phases[0]).to.equal('connecting');
    expect(phases.slice(-2)).to.deep.equal(['ready', 'closed']);
  });

  it('tells of a failure, with an event that leaves shadow trees', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session storage="none"></mcp-session>`);
    setTimeout(() => (el.url = scriptedUrl('html')));
    const event: McpErrorEvent = await oneEvent<McpErrorEvent>(el, 'mcp-error');
    expect(event.error.message).to.contain('text/html');
    expect(event.bubbles && event.composed).to.equal(true);
    await el.updateComplete;
    expect(el.getAttribute('status')).to.equal('failed');
  });

  it('says what is wrong with an address that is none, and throws nothing', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session></mcp-session>`);
    setTimeout(() => (el.url = 'ftp://example.com/mcp'));
    const { error } = await oneEvent<McpErrorEvent>(el, 'mcp-error');
    expect(error.code).to.equal('invalid-input');
    expect(el.status).to.equal('failed');
  });

  it('opens one session for changes that come together', async () => {
    const url = await script({});
    const el = await fixture<McpSessionElement>(html`<mcp-session storage="none"></mcp-session>`);
    el.url = await script({});
    el.url = url;
    el.capabilities = 'elicitation';
    el.headers = { 'x-test': '1' };
    await ready(el);
    expect(await greetings(url)).to.have.length(1);
  });

  it('opens another session for another address, and closes the first', async () => {
    const el = await fixture<McpSessionElement>(
      html`<mcp-session url=${await script({})} storage="none"></mcp-session>`,
    );
    await ready(el);
    const first = el.session!;
    el.url = await script({});
    await waitUntil(() => el.session !== first && el.status === 'ready');
    expect(first.state.get().phase).to.equal('closed');
  });

  it('keeps its session when an equal object or another function is set', async () => {
    const url = await script({});
    const el = await fixture<McpSessionElement>(
      html`<mcp-session
        url=${url}
        storage="none"
        .headers=${{ 'x-test': '1' }}
        .sampler=${async () => 'one'}
      ></mcp-session>`,
    );
    await ready(el);
    const { session } = el;
    el.headers = { 'x-test': '1' };
    el.sampler = async () => 'two';
    await el.updateComplete;
    expect(el.session).to.equal(session);
  });

  it('forgets its session when the address goes', async () => {
    const el = await fixture<McpSessionElement>(
      html`<mcp-session url=${await script({})} storage="none"></mcp-session>`,
    );
    await ready(el);
    el.removeAttribute('url');
    await el.updateComplete;
    expect(el.session).to.equal(undefined);
    expect(el.getAttribute('status')).to.equal('idle');
  });

  describe('what the server is offered', () => {
    const cases: readonly [title: string, template: (url: string) => ReturnType<typeof html>, offered: string[]][] = [
      ['nothing by itself', (url) => html`<mcp-session url=${url} storage="none"></mcp-session>`, []],
      [
        'what the attribute names',
        (url) => html`<mcp-session url=${url} storage="none" capabilities="elicitation sampling"></mcp-session>`,
        ['elicitation', 'sampling'],
      ],
      [
        'nothing for words it does not know',
        (url) => html`<mcp-session url=${url} storage="none" capabilities="everything"></mcp-session>`,
        [],
      ],
      [
        'sampling where there is a sampler',
        (url) => html`<mcp-session url=${url} storage="none" .sampler=${async () => 'yes'}></mcp-session>`,
        ['sampling'],
      ],
    ];
    it('sampling from when there is a sampler, and until there is none', async () => {
      const url = await script({});
      const el = await fixture<McpSessionElement>(html`<mcp-session url=${url} storage="none"></mcp-session>`);
      await ready(el);
      // As a page does that first finds out whether there is a model, in the browser for one.
      el.sampler = async () => 'yes';
      await el.updateComplete;
      await ready(el);
      el.sampler = undefined;
      await el.updateComplete;
      await ready(el);
      const offered = (await greetings(url)).map(({ capabilities }) => Object.keys(capabilities));
      expect(offered).to.deep.equal([[], ['sampling'], []]);
    });
    it('the models of the sampler that is set now, and the budget the page gave', async () => {
      const url = await script({});
      const samplingBudget = new SamplingBudget({ requestsPerMinute: 3 });
      const el = await fixture<McpSessionElement>(
        html`<mcp-session
          url=${url}
          storage="none"
          .sessionOptions=${{ samplingBudget }}
          .sampler=${Object.assign(async () => 'yes', { models: [{ id: 'one' }] })}
          ><mcp-approval-queue></mcp-approval-queue
        ></mcp-session>`,
      );
      await ready(el);
      const { approvals } = el.querySelector('mcp-approval-queue')!;
      expect(approvals!.budget).to.equal(samplingBudget);
      expect(approvals!.sampler!.models).to.deep.equal([{ id: 'one' }]);
      el.sampler = Object.assign(async () => 'yes', { models: [{ id: 'two' }] });
      await el.updateComplete;
      expect(approvals!.sampler!.models).to.deep.equal([{ id: 'two' }]);
    });
    it('keeps its session where options come in new objects with the same contents, as frameworks give them', async () => {
      const el = await fixture<McpSessionElement>(
        html`<mcp-session url=${await script({})} storage="none"></mcp-session>`,
      );
      const options = (traced: string): McpSessionElement['sessionOptions'] => ({
        meta: { 'example.com/trace': { id: traced } },
        clientInfo: { name: 'page', version: '1' },
      });
      el.sessionOptions = options('a');
      await ready(el);
      const { session } = el;
      el.sessionOptions = options('a');
      await el.updateComplete;
      expect(el.session === session, 'the same contents').to.equal(true);
      el.sessionOptions = options('b');
      await el.updateComplete;
      await ready(el);
      expect(el.session === session, 'other contents').to.equal(false);
    });
    for (const [title, template, offered] of cases)
      it(title, async () => {
        const url = await script({});
        await ready(await fixture<McpSessionElement>(template(url)));
        const [greeting] = await greetings(url);
        expect(Object.keys(greeting!.capabilities).toSorted()).to.deep.equal(offered);
      });
  });
});

describe('an element with the address of a server', () => {
  it('connects at once', async () => {
    const el = await fixture<McpSessionElement>(html`<mcp-session url=${everythingUrl} storage="none"></mcp-session>`);
    await waitUntil(() => el.status === 'ready');
  });

  it('with connect="press" waits until somebody connects it', async () => {
    const el = await fixture<McpSessionElement>(
      html`<mcp-session url=${everythingUrl} storage="none" connect="press"></mcp-session>`,
    );
    await pause(200);
    expect(el.status).to.equal('idle');
    expect(el.session).to.exist;
    await el.connect();
    expect(el.status).to.equal('ready');
  });

  it('with connect="visible" waits until it comes into view', async () => {
    const parentNode = document.createElement('div');
    Object.assign(parentNode.style, { blockSize: '100px', overflow: 'auto' });
    const far = await fixture<HTMLElement>(
      html`<div>
        <div style="block-size: 5000px"></div>
        <mcp-session url=${everythingUrl} storage="none" connect="visible"><p>here</p></mcp-session>
      </div>`,
      { parentNode },
    );
    const el = far.querySelector('mcp-session')!;
    await pause(300);
    expect(el.status).to.equal('idle');
    parentNode.scrollTo(0, 6000);
    await waitUntil(() => el.status === 'ready');
  });

  for (const [attribute, reconnects] of [
    [undefined, true],
    ['', true],
    ['auto', true],
    ['off', false],
  ] as const)
    it(`opens a connection again that broke, unless it is told not to: reconnect=${JSON.stringify(attribute)}`, async () => {
      const el = document.createElement('mcp-session');
      if (attribute !== undefined) el.setAttribute('reconnect', attribute);
      Object.assign(el, { url: everythingUrl, storage: 'none', connectWhen: 'press' });
      document.body.append(el);
      await el.updateComplete;
      expect(el.session!.options.reconnect).to.equal(reconnects);
      el.remove();
    });
});

import { expect, waitUntil } from '@open-wc/testing';
import '../../components/define/all.js';
import { script, scriptedLog } from '/__servers__.js';
import type { McpClientElement } from '../../components/index.js';
import type { McpError, Session, ToolResult } from '../../src/index.js';
import { uncaughtDuring } from './bad-values.js';

const RESULT = { content: [{ type: 'text', text: 'carried out' }] };
const answered = { jsonrpc: '2.0', id: '$id', result: RESULT };
const question = {
  ...{ jsonrpc: '2.0', id: 'q1', method: 'elicitation/create' },
  params: { message: 'How many?', requestedSchema: { type: 'object', properties: { count: { type: 'number' } } } },
};

const serverWith = (sse: readonly unknown[]): Promise<string> =>
  script({
    capabilities: { tools: {} },
    replies: {
      'tools/list': { result: { tools: [{ name: 'work', inputSchema: { type: 'object' } }] } },
      'tools/call': { sse },
    },
  });

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const boxes: Element[] = [];

async function clientOf(url: string): Promise<McpClientElement & { session: Session }> {
  const client = document.createElement('mcp-client');
  client.storage = 'none';
  client.url = url;
  document.body.append(client);
  boxes.push(client);
  await waitUntil(() => client.status === 'ready');
  await client.session!.tools.list();
  return client as McpClientElement & { session: Session };
}

async function frame(): Promise<Document> {
  const made = document.createElement('iframe');
  made.width = '900';
  made.height = '600';
  document.body.append(made);
  boxes.push(made);
  await pause(20);
  return made.contentDocument!;
}

/** A call of a person: its result or its error, once there is one. */
function run(session: Session): { readonly outcome: Promise<ToolResult | McpError> } {
  return { outcome: session.tools.call('work', {}, { initiator: 'person' }).catch((error: McpError) => error) };
}

/** The elements in the shadow roots of an element. */
function within(root: Element): readonly Element[] {
  const inside = [...root.querySelectorAll('*'), ...(root.shadowRoot?.querySelectorAll('*') ?? [])];
  return inside.flatMap((one) => [one, ...(one.shadowRoot ? within(one) : [])]);
}

function unstyled(root: Element): readonly string[] {
  return [root, ...within(root)]
    .filter(({ localName, shadowRoot }) => localName.startsWith('mcp-') && shadowRoot)
    .filter(({ shadowRoot }) => shadowRoot!.adoptedStyleSheets.length === 0)
    .map(({ localName }) => localName);
}

/** Chromium tells of a size that changed while it was observed as of an error. Nothing has failed. */
const ignoreSizes = (event: ErrorEvent): void => {
  if (/ResizeObserver loop/.test(event.message)) event.stopImmediatePropagation();
};

describe('an element that leaves its place', () => {
  before(() => addEventListener('error', ignoreSizes, true));
  afterEach(() => {
    for (const box of boxes.splice(0)) box.remove();
  });

  const sure = async (act: () => Promise<void>): Promise<void> => {
    expect(await uncaughtDuring(act)).to.deep.equal([]);
  };

  it('into the document of a frame and back, during a call: same session, same styles, and the result comes', () =>
    sure(async () => {
      const url = await serverWith([{ wait: 1500 }, answered]);
      const client = await clientOf(url);
      const { session } = client;
      const width = client.shadowRoot!.querySelector('.frame')!.getBoundingClientRect().width;
      expect(unstyled(client)).to.deep.equal([]);
      const { outcome } = run(session);
      await pause(100);
      const other = await frame();
      other.body.append(other.adoptNode(client));
      await client.updateComplete;
      await pause(50);
      expect(client.ownerDocument).to.equal(other);
      expect(unstyled(client)).to.deep.equal([]);
      const { defaultView } = other;
      const border = defaultView!.getComputedStyle(client.shadowRoot!.querySelector('.frame')!).borderTopWidth;
      document.body.append(client);
      await client.updateComplete;
      expect(unstyled(client)).to.deep.equal([]);
      const frameOf = client.shadowRoot!.querySelector('.frame')!;
      expect(getComputedStyle(frameOf).borderTopWidth).to.equal(border);
      expect(frameOf.getBoundingClientRect().width).to.equal(width);
      expect(client.session).to.equal(session);
      expect(((await outcome) as ToolResult).content).to.deep.equal(RESULT.content);
      const opened = (await scriptedLog(url)).filter(({ body }) => body?.method === 'initialize');
      expect(opened).to.have.lengthOf(1);
    }));

  it('and one that is made here and first shown in a frame', () =>
    sure(async () => {
      const url = await serverWith([answered]);
      const other = await frame();
      const client = document.createElement('mcp-client');
      client.storage = 'none';
      client.url = url;
      other.body.append(client);
      await waitUntil(() => client.status === 'ready');
      await waitUntil(() => within(client).some(({ textContent }) => textContent?.includes('work')));
      expect(unstyled(client)).to.deep.equal([]);
    }));

  it('removed during a call: the result comes and is recorded, and then the session is closed', () =>
    sure(async () => {
      const client = await clientOf(await serverWith([{ wait: 1500 }, answered]));
      const { session } = client;
      const { outcome } = run(session);
      await pause(100);
      client.remove();
      await pause(50);
      expect(session.state.get().phase).to.equal('ready');
      expect(((await outcome) as ToolResult).content).to.deep.equal(RESULT.content);
      const [entry] = await session.permissions.auditLog.refresh();
      expect(entry).to.include({ about: 'work', outcome: 'done' });
      await waitUntil(() => session.state.get().phase === 'closed');
      expect(client.session).to.equal(undefined);
    }));

  it('removed and put back during a call: the same session, and the result', () =>
    sure(async () => {
      const client = await clientOf(await serverWith([{ wait: 2500 }, answered]));
      const { session } = client;
      const { outcome } = run(session);
      await pause(100);
      client.remove();
      await pause(100);
      document.body.append(client);
      await client.updateComplete;
      expect(client.session).to.equal(session);
      expect(((await outcome) as ToolResult).content).to.deep.equal(RESULT.content);
      await pause(100);
      expect(session.state.get().phase).to.equal('ready');
    }));

  it('removed during a question: the question is withdrawn, the call ends with an error that says so', () =>
    sure(async () => {
      const client = await clientOf(await serverWith([question, { wait: 3000 }, answered]));
      const { session } = client;
      const { outcome } = run(session);
      await waitUntil(() => session.approvals!.pending.get().length === 1);
      client.remove();
      expect(await outcome).to.include({ code: 'closed' });
      expect(session.approvals!.pending.get()).to.have.lengthOf(0);
      const entries = await session.permissions.auditLog.refresh();
      expect(entries.find(({ about }) => about === 'work')).to.include({ answer: 'allowed', outcome: 'failed' });
      document.body.append(client);
      await waitUntil(() => client.status === 'ready');
      expect(client.session).not.to.equal(session);
    }));

  for (const tag of ['mcp-client', 'mcp-session', 'mcp-tool-form', 'mcp-content', 'mcp-log'])
    it(`<${tag}> removed before and in the middle of its first rendering`, () =>
      sure(async () => {
        const url = await serverWith([answered]);
        for (const turns of [0, 1, 2, 5]) {
          const element = document.createElement(tag);
          if ('url' in element) Object.assign(element, { storage: 'none', url });
          document.body.append(element);
          // oxlint-disable-next-line no-await-in-loop -- it counts turns
          for (let turn = 0; turn < turns; turn++) await Promise.resolve();
          element.remove();
        }
        await pause(100);
      }));

  it('cloned with its state: the copy connects by its own attributes, and the first goes on', () =>
    sure(async () => {
      const client = await clientOf(await serverWith([{ wait: 200 }, answered]));
      client.setAttribute('url', client.url!);
      client.setAttribute('storage', 'none');
      await client.updateComplete;
      const { session } = client;
      const { outcome } = run(session);
      await pause(50);
      const copy = client.cloneNode(true) as McpClientElement;
      boxes.push(copy);
      document.body.append(copy);
      await waitUntil(() => copy.status === 'ready');
      expect(copy.session).not.to.equal(session);
      expect(((await outcome) as ToolResult).content).to.deep.equal(RESULT.content);
    }));
});

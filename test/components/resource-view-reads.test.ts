import { expect, fixture, html } from '@open-wc/testing';
import type { McpResourceViewElement } from '../../components/resource-view/resource-view.js';
import '../../components/define/mcp-resource-view.js';
import { ApprovalQueue, type Approval } from '../../src/approvals/index.js';
import { eventually } from '../fixtures/eventually.js';
import { sessions } from '../fixtures/sessions.js';
import { script, type Reply } from '/__servers__.js';
import { part } from './content-harness.js';

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

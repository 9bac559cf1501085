import { expect, fixtureSync, html } from '@open-wc/testing';
import type { McpApprovalQueueElement } from '../../components/approval-queue/approval-queue.js';
import '../../components/define/mcp-approval-queue.js';
import { ApprovalQueue } from '../../src/approvals/queue.js';
import { ApprovalQueueHarness } from '../support/harness/approval-queue.js';
import { askForm } from '../support/questions.js';

describe('<mcp-approval-queue>: several on one page', () => {
  const on = new ApprovalQueueHarness();
  let queue: ApprovalQueue;
  let other: McpApprovalQueueElement;
  beforeEach(async () => {
    queue = new ApprovalQueue();
    other = fixtureSync(html`<mcp-approval-queue .approvals=${queue}></mcp-approval-queue>`);
    await other.updateComplete;
  });
  const settled = async (): Promise<void> => {
    await on.settled();
    await other.updateComplete;
    await on.settled();
  };
  const there = (selector: string): HTMLElement | null => other.shadowRoot!.querySelector(selector);

  it('one dialog at a time; the other waits without a word over it, and then says so', async () => {
    askForm(on.queue);
    askForm(queue);
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('dialog, .bar')).to.equal(null);
    await on.press('decline-button');
    await settled();
    expect(there('dialog')).to.equal(null);
    expect(there('.bar')!.textContent).to.contain('Files has a question.');
  });

  it('a further question of the same queue comes before the other has its turn', async () => {
    askForm(on.queue);
    askForm(queue);
    askForm(on.queue);
    await settled();
    await on.press('decline-button');
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('dialog, .bar')).to.equal(null);
  });

  it('a question in its place in the page takes no turn and waits for none', async () => {
    other.inline = true;
    askForm(queue);
    askForm(on.queue);
    await settled();
    expect(on.dialog()).to.exist;
    expect(there('mcp-elicitation-approval')).to.exist;
  });

  it('one that leaves the page with its question open makes room', async () => {
    askForm(on.queue);
    askForm(queue);
    await settled();
    on.element.remove();
    await settled();
    expect(there('.bar')).to.exist;
  });

  it('so does one that is taken to another document', async () => {
    const frame = fixtureSync<HTMLIFrameElement>(html`<iframe title="Elsewhere"></iframe>`);
    askForm(on.queue);
    await settled();
    frame.contentDocument!.body.append(on.element);
    on.element.remove();
    askForm(queue);
    await settled();
    expect(there('dialog')).to.exist;
  });
});

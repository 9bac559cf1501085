import { aTimeout, fixture, html } from '@open-wc/testing';
import type { McpApprovalQueueElement } from '../../../components/approval-queue/approval-queue.js';
import { ApprovalQueue } from '../../../src/approvals/queue.js';
import { pressAtOnce } from '../../fixtures/press-at-once.js';

/** A queue element with its queue, and the places in it that tests look at. Made anew for each test. */
export class ApprovalQueueHarness {
  queue!: ApprovalQueue;
  element!: McpApprovalQueueElement;

  /** @param atOnce whether presses count at once, or when the guard says so */
  constructor({ atOnce = true } = {}) {
    if (atOnce) pressAtOnce();
    beforeEach(async () => {
      this.queue = new ApprovalQueue();
      this.element = await fixture(
        html`<mcp-approval-queue .approvals=${this.queue}><p slot="empty">Nothing waits.</p></mcp-approval-queue>`,
      );
    });
  }

  root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  dialog(): HTMLDialogElement | null {
    return this.root().querySelector('dialog');
  }

  part(name: string): HTMLElement | null {
    return this.root().querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`);
  }

  /** The element that asks; null for a question that the queue asks itself. */
  question():
    | HTMLElementTagNameMap[
        'mcp-sampling-approval' | 'mcp-elicitation-approval' | 'mcp-roots-approval' | 'mcp-tool-approval']
    | null {
    return this.root().querySelector(
      'mcp-sampling-approval, mcp-elicitation-approval, mcp-roots-approval, mcp-tool-approval',
    );
  }

  status(): string {
    return this.root().querySelector('[role="status"]')!.textContent!.trim();
  }

  alert(): string {
    return this.root().querySelector('[role="alert"]')!.textContent!.trim();
  }

  async press(part: string): Promise<void> {
    const within = this.question()?.shadowRoot ?? this.root();
    within.querySelector<HTMLElement>(`:is([data-name~="${part}"], [part~="${part}"]:not([data-name]))`)!.click();
    await this.element.updateComplete;
  }

  async settled(): Promise<void> {
    await this.element.updateComplete;
    await this.question()?.updateComplete;
    await aTimeout(0);
  }
}

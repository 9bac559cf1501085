import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { McpSamplingApprovalElement } from '../../../components/sampling-approval/sampling-approval.js';
import { ApprovalQueue } from '../../../src/approvals/queue.js';
import type { SamplingApproval } from '../../../src/approvals/types.js';
import type { SamplingRequest, SamplingResult } from '../../../src/protocol/model.js';
import { pressAtOnce } from '../../fixtures/press-at-once.js';
import { askSampling, type Asked } from '../questions.js';

export const answer: SamplingResult = {
  role: 'assistant',
  content: [{ type: 'text', text: 'Two sentences.', annotations: { priority: 1 } }],
  model: 'claude-sonnet-4',
  stopReason: 'maxTokens',
};

/** A sampling question on the screen, with a real queue behind it and a sampler that gives {@link answer}. */
export class SamplingApprovalHarness {
  queue!: ApprovalQueue;
  element!: McpSamplingApprovalElement;
  asked!: Asked<SamplingResult>;

  constructor() {
    pressAtOnce();
    beforeEach(() => {
      this.queue = new ApprovalQueue();
      this.queue.sampler = () => Promise.resolve(answer);
    });
  }

  async show(request: Partial<SamplingRequest> = {}): Promise<void> {
    this.asked = askSampling(this.queue, request);
    this.element = await fixture(
      html`<mcp-sampling-approval .approval=${this.pending()} .approvals=${this.queue}></mcp-sampling-approval>`,
    );
    // What a queue element does: hand on each new snapshot.
    this.queue.pending.subscribe(([approval]) => {
      this.element.approval = approval as SamplingApproval | undefined;
    });
  }

  root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  pending(): SamplingApproval {
    return this.queue.pending.get()[0] as SamplingApproval;
  }

  title(): string {
    return this.root().querySelector('[part~="title"]:not([data-name])')!.textContent!;
  }

  button(name: string): HTMLButtonElement | undefined {
    return [...this.root().querySelectorAll('button')].find(
      (button) => button.textContent!.trim().replace(/\s+/g, ' ') === name,
    );
  }

  async press(name: string): Promise<void> {
    const button = this.button(name);
    expect(button, `a button "${name}"`).to.exist;
    button!.focus();
    button!.click();
    await aTimeout(0);
    await this.element.updateComplete;
  }

  item(label: string): HTMLElement {
    return [...this.root().querySelectorAll<HTMLElement>('[part~="item"]:not([data-name])')].find((item) =>
      item.querySelector('dt')!.textContent!.trim().startsWith(label),
    )!;
  }

  /** What an item says, on one line. */
  text(label: string): string {
    return this.item(label).querySelector('dd')!.textContent!.replace(/\s+/g, ' ').trim();
  }

  field<T extends HTMLElement = HTMLTextAreaElement>(selector = 'textarea'): T {
    return this.root().querySelector<T>(selector)!;
  }

  async type(field: HTMLInputElement | HTMLTextAreaElement, value: string): Promise<void> {
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }
}

import { aTimeout, fixture, html } from '@open-wc/testing';
import type { McpElicitationApprovalElement } from '../../../components/elicitation-approval/elicitation-approval.js';
import { ApprovalQueue } from '../../../src/approvals/queue.js';
import type { ElicitationApproval } from '../../../src/approvals/types.js';
import type { ElicitationResult } from '../../../src/protocol/model.js';
import { pressAtOnce } from '../../fixtures/press-at-once.js';
import type { Asked } from '../questions.js';

/** An elicitation on the screen, with a real queue behind it. */
export class ElicitationApprovalHarness {
  queue!: ApprovalQueue;
  element!: McpElicitationApprovalElement;
  asked!: Asked<ElicitationResult>;

  constructor() {
    pressAtOnce();
    beforeEach(() => {
      this.queue = new ApprovalQueue();
    });
  }

  /** Shows the oldest question of the queue. */
  async show(question: Asked<ElicitationResult>): Promise<void> {
    this.asked = question;
    const [approval] = this.queue.pending.get();
    this.element = await fixture(
      html`<mcp-elicitation-approval
        .approval=${approval as ElicitationApproval}
        .approvals=${this.queue}
      ></mcp-elicitation-approval>`,
    );
    await aTimeout(0);
  }

  root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  part(name: string): HTMLElement {
    return this.root().querySelector<HTMLElement>(`:is([data-name~="${name}"], [part~="${name}"]:not([data-name]))`)!;
  }

  async press(part: string): Promise<void> {
    this.part(part).click();
    await aTimeout(0);
  }

  warnings(): string {
    return this.root().querySelector('.note.warning')?.textContent!.replace(/\s+/g, ' ') ?? '';
  }

  /** A field by its label; fields live in shadow roots of their own. */
  field(label: string): HTMLInputElement {
    return fieldIn(this.root(), label)!;
  }

  async type(field: HTMLInputElement, value: string): Promise<void> {
    field.value = value;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await this.element.updateComplete;
  }
}

export function fieldIn(root: ParentNode, label: string): HTMLInputElement | undefined {
  for (const each of root.querySelectorAll('*')) {
    const isBox = each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement;
    if (isBox && [...(each.labels ?? [])].some((l) => l.textContent!.includes(label))) return each as HTMLInputElement;
    const inside = each.shadowRoot && fieldIn(each.shadowRoot, label);
    if (inside) return inside;
  }
  return undefined;
}

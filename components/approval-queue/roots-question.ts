import { html, type TemplateResult } from 'lit';
import type { ApprovalQueue, RootsApproval } from '../../src/index.js';
import { nameOf } from './asker-name.js';
import { decide } from './decide.js';
import { questionFrame } from './question-frame.js';

export function rootsHeading(approval: RootsApproval): string {
  return `${nameOf(approval.asker)} asks which folders it may use`;
}

/** The server wants to know folders, and this page has none to choose from: the person can only say no. */
export function rootsQuestion(
  approval: RootsApproval,
  approvals: ApprovalQueue | undefined,
  count: unknown,
): TemplateResult {
  const shareNothing = (event: Event): void =>
    void decide(event.currentTarget as HTMLElement, approvals, approval, { kind: 'decline' });
  return questionFrame({
    approval,
    count,
    heading: rootsHeading(approval),
    body: html`<p>This page has no folders to share. The server is told so, and learns nothing else.</p>`,
    actions: html`<button type="button" part="decline-button" @click=${shareNothing}>Share nothing</button>`,
  });
}

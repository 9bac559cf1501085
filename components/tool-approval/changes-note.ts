import { nothing, type TemplateResult } from 'lit';
import type { ToolCallApproval } from '../../src/index.js';
import { foldedText } from '../approval-queue/folded-text.js';
import { foldedJson } from '../sampling-approval/folded-json.js';
import { html } from '../words/html.js';
import { changesOf, definitionNow, type Change } from './changes.js';
import { differentPart, type Marked } from './different-part.js';

/** What the server says differently since the person allowed the tool: the parts that changed, and the letters in them. */
export function changesNote(approval: ToolCallApproval): TemplateResult | typeof nothing {
  const { listed, isAll } = changesOf(approval);
  if (listed.length === 0) return nothing;
  return html`<section class="note warning" part="changes" aria-label="What is different">
    <strong>Different since you allowed it</strong>
    ${listed.map(changed)} ${isAll ? nothing : html`<p>More is different than fits here.</p>`}
    <div class="wholes">
      ${foldedJson('All of it, as you allowed it', approval.before)}
      ${foldedJson('All of it, as it is now', definitionNow(approval.asked.tool))}
    </div>
  </section>`;
}

function changed({ what, before, now }: Change): TemplateResult {
  const parts = before !== undefined && now !== undefined ? differentPart(before, now) : undefined;
  return html`<div class="change">
    <strong class="small">${what}</strong>
    <dl>
      <dt class="small">Before</dt>
      <dd>${parts ? marked(parts.before) : whole(before)}</dd>
      <dt class="small">Now</dt>
      <dd>${parts ? marked(parts.now) : whole(now)}</dd>
    </dl>
  </div>`;
}

function whole(text: string | undefined): TemplateResult {
  return text === undefined ? html`<span class="quiet">nothing</span>` : foldedText(text);
}

/** What is the same is short; what is different may be anything, and is folded where it is long. */
function marked({ before, different, after }: Marked): TemplateResult {
  if (different.length > 200)
    return html`${before ? html`<p class="text">${before}</p>` : nothing}${foldedText(different)}`;
  return html`<p class="text" dir="auto">${before}<mark>${different}</mark>${after}</p>`;
}

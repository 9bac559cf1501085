import { nothing, type TemplateResult } from 'lit';
import { formatBytes, jsonText, type BlockedPlan, type DownloadPlan } from '../../src/content/index.js';
import { html } from '../words/html.js';
import { actionRow, notes, pressButton } from './action-row.js';
import type { ContentView } from './content-view.js';
import { codeBox } from './text-box.js';

/** A file that is not shown here: what it is, and what can be done with it. */
export function downloadView(plan: DownloadPlan, view: ContentView): TemplateResult {
  const facts = [
    plan.formatName,
    plan.mimeType || (plan.formatName ? undefined : 'type unknown'),
    formatBytes(plan.size),
  ];
  return html`<div class="card" part="card">
      <div class="row">
        <strong><bdi>${plan.fileName}</bdi></strong>
        <span class="small quiet">${facts.filter(Boolean).join(' · ')}</span>
      </div>
      ${notes(plan.notes)}
      ${actionRow(
        view.save.render(plan.fileName, plan.data),
        view.open.render(plan),
        asTextButton(plan, view),
        pressButton(view, 'raw', 'raw-button', 'Raw'),
      )}
    </div>
    ${asText(view)}`;
}

function asTextButton(plan: DownloadPlan, view: ContentView): TemplateResult | typeof nothing {
  if (!plan.readsAsText) return nothing;
  const isOpen = view.asText.state.phase === 'open';
  return html`<button
    class="plain small"
    part="text-button"
    type="button"
    aria-expanded=${isOpen}
    @click=${() => (isOpen ? view.asText.close() : view.asText.open(plan, view.contents?.uri ?? ''))}
  >
    ${isOpen ? 'Close the text' : 'Show as text'}
  </button>`;
}

function asText(view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.asText;
  if (state.phase === 'loading') return html`<p class="quiet" role="status">Opening the text.</p>`;
  if (state.phase === 'failed')
    return html`<p class="small" part="note" role="alert">It is not text, or in an encoding that it does not name.</p>`;
  return state.phase === 'open'
    ? html`<mcp-content .contents=${state.contents} .policy=${view.policy}></mcp-content>`
    : nothing;
}

const HEADLINES: Readonly<Record<BlockedPlan['reason'], string>> = {
  'too-large': 'Too large to show',
  'too-deep': 'Nested too deep to show',
  remote: 'Not loaded',
  unreadable: 'Not readable',
};

/** What is not shown, why, and what came. */
export function blockedView(plan: BlockedPlan, view: ContentView): TemplateResult {
  return html`<div class="note" part="note">
    <strong>${HEADLINES[plan.reason]}</strong>
    <span>${plan.message}</span>
    ${plan.file ? view.save.render(plan.file.fileName, plan.file.data) : nothing}
    ${
      plan.raw
        ? html`<details>
            <summary class="small quiet">What the server sent</summary>
            ${codeBox(plan.raw, 'What the server sent')}
          </details>`
        : nothing
    }
  </div>`;
}

/** For what is not made like what it says it is. */
export function brokenView(source: unknown, view: ContentView): TemplateResult {
  const message = 'It is not made like what it says it is.';
  const raw = jsonText(source, view.limits.rawCharacters);
  return blockedView({ kind: 'blocked', reason: 'unreadable', message, raw }, view);
}

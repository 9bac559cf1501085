import { nothing, type TemplateResult } from 'lit';
import {
  formatBytes,
  type LinkPlan,
  type ResourcePlan,
  type ToolResultPlan,
  type ToolUsePlan,
} from '../../src/content/index.js';
import { html } from '../words/html.js';
import type { ContentView } from './content-view.js';
import { linkWarnings, openLink } from './link-guard.js';
import { codeBox } from './text-box.js';

/** Characters of a server's own description that are shown. */
const MAX_DESCRIPTION = 2000;

export function linkView(plan: LinkPlan, view: ContentView): TemplateResult {
  const { address } = plan;
  const facts = [plan.mimeType, plan.size === undefined ? undefined : formatBytes(plan.size)].filter(Boolean);
  const isOpen = view.opening === 'here';
  return html`<div class="card" part="card">
    <div class="row">
      <strong><bdi>${plan.title || plan.name}</bdi></strong>
      ${plan.title && plan.title !== plan.name ? html`<code class="quiet"><bdi>${plan.name}</bdi></code>` : nothing}
      <span class="small quiet">${facts.join(' · ')}</span>
    </div>
    ${plan.description ? html`<p class="small" dir="auto">${plan.description.slice(0, MAX_DESCRIPTION)}</p>` : nothing}
    <code class="uri" dir="ltr"
      >${
        address.kind === 'web' ? html`${address.before}<strong>${address.host}</strong>${address.after}` : plan.uri
      }</code
    >
    ${
      address.kind === 'web' && address.warnings.length > 0
        ? html`<div class="note warning" part="note">${linkWarnings(address)}</div>`
        : nothing
    }
    <div class="row actions" part="actions">
      <button part="read-button" type="button" aria-expanded=${isOpen} @click=${() => view.toggleResource(plan.uri)}>
        ${isOpen ? 'Close' : 'Read'}
      </button>
      ${address.kind === 'web' ? openLink(address, view.links) : nothing}
    </div>
    ${isOpen ? html`<mcp-resource-view .uri=${plan.uri} .session=${view.session}></mcp-resource-view>` : nothing}
    ${
      view.opening === 'nobody'
        ? html`<p class="small quiet" role="status">Not read: nothing here is connected to a server.</p>`
        : nothing
    }
  </div>`;
}

export function resourceView({ contents }: ResourcePlan, view: ContentView): TemplateResult {
  return html`<div class="resource" part="card">
    <div class="row small quiet">
      <code class="uri" dir="ltr">${contents.uri}</code>${
        contents.mimeType ? html`<span>${contents.mimeType}</span>` : nothing
      }
    </div>
    <mcp-content .contents=${contents} .policy=${view.policy}></mcp-content>
  </div>`;
}

export function toolUseView(plan: ToolUsePlan): TemplateResult {
  return html`<div class="card" part="card">
    <div class="row">
      <span>Call of the tool</span> <code><bdi>${plan.name}</bdi></code>
    </div>
    ${codeBox(plan.input, 'Arguments')}
  </div>`;
}

export function toolResultView(plan: ToolResultPlan, view: ContentView): TemplateResult {
  return html`<div class="card" part="card">
    <div class="row">
      <span>Result of the tool call</span> <code class="quiet"><bdi>${plan.toolUseId}</bdi></code>
    </div>
    ${plan.isError ? html`<div class="note error"><strong>The tool reported an error.</strong></div>` : nothing}
    ${plan.blocks.length > 0 ? view.list.render(plan.blocks, view.policy) : nothing}
    ${plan.blocks.length === 0 && plan.structured === undefined ? html`<p class="quiet">Nothing.</p>` : nothing}
    ${plan.structured === undefined ? nothing : codeBox(plan.structured, 'Structured result')}
  </div>`;
}

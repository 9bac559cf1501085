import { nothing, type TemplateResult } from 'lit';
import {
  base64Size,
  type BlockedPlan,
  type DownloadPlan,
  jsonText,
  type LinkPlan,
  type ResourcePlan,
  saysInBytes,
  type ToolResultPlan,
  type ToolUsePlan,
} from '../../src/content/index.js';
import { errorTextOf } from '../../src/errors.js';
import type { ResourceContents } from '../../src/index.js';
import { html } from '../internal/html.js';
import { formatBytes } from '../internal/text.js';
import { collapsedText } from '../internal/long-text.js';
import { actionRow, type ContentView, notes, pressButton } from './content-view.js';
import { linkWarnings, openLink } from './links.js';
import { codeBox } from './text-box.js';
import { errorWords, richErrorWords } from '../words/messages.js';
import { notice } from '../internal/notice.js';
import { t as common } from '../words/common-words.js';
import { t } from './messages.js';

/** Characters of a server's own description that are shown at first; the rest after a press. */
const MAX_CONTENT_DESCRIPTION_SHOWN = 2000;

export function linkView(plan: LinkPlan, view: ContentView): TemplateResult {
  const { address } = plan;
  const facts = [plan.mimeType, plan.size === undefined ? undefined : formatBytes(plan.size)].filter(Boolean);
  const isOpen = view.linkedResource === 'open';
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <strong><bdi>${plan.title || plan.name}</bdi></strong>
      ${plan.title && plan.title !== plan.name ? html`<code class="quiet"><bdi>${plan.name}</bdi></code>` : nothing}
      <span class="small quiet">${facts.join(' · ')}</span>
    </div>
    ${collapsedText(plan.description, MAX_CONTENT_DESCRIPTION_SHOWN)}
    <code class="uri" dir="ltr"
      >${
        address.kind === 'web' ? html`${address.before}<strong>${address.host}</strong>${address.after}` : plan.uri
      }</code
    >
    ${
      address.kind === 'web' && address.warnings.length > 0
        ? notice({ tone: 'warning', part: 'note', more: linkWarnings(address) })
        : nothing
    }
    <div class="row actions" part="actions">
      <button
        part="button"
        data-name="read-button"
        type="button"
        aria-expanded=${isOpen}
        @click=${() => view.toggleResource(plan.uri)}
      >
        ${isOpen ? common('common.close') : t('content.read')}
      </button>
      ${address.kind === 'web' ? openLink(address, view.links) : nothing}
    </div>
    ${isOpen ? html`<mcp-resource-view .uri=${plan.uri} .session=${view.session}></mcp-resource-view>` : nothing}
    ${
      view.linkedResource === 'no-session'
        ? html`<p class="small quiet" role="status">${t('content.notReadNothingHere')}</p>`
        : nothing
    }
  </div>`;
}

export function resourceView({ contents }: ResourcePlan, view: ContentView): TemplateResult {
  return html`<div class="resource" part="item" data-name="card">
    <div class="row small quiet">
      <code class="uri" dir="ltr">${contents.uri}</code>${
        // The view of data says its type itself.
        contents.mimeType && contents.text !== undefined ? html`<span>${contents.mimeType}</span>` : nothing
      }
    </div>
    <mcp-content .contents=${contents} .policy=${view.policy}></mcp-content>
  </div>`;
}

/** The data of a resource that has a text too, which is shown instead: some servers send one file in both forms. */
export function otherDataView(
  contents: ResourceContents | undefined,
  view: ContentView,
): TemplateResult | typeof nothing {
  const { text, blob } = contents ?? {};
  if (!contents || text === undefined || blob === undefined || saysInBytes(blob, text)) return nothing;
  const { text: _, ...data } = contents;
  return html`<details class="small" part="note" data-name="other-data">
    <summary>${t.rich('content.thisResourceHasData', { text: formatBytes(base64Size(blob)) })}</summary>
    <mcp-content .contents=${data} .policy=${view.policy}></mcp-content>
  </details>`;
}

export function toolUseView(plan: ToolUsePlan): TemplateResult {
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <span>${t('content.callOfTheTool')}</span> <code><bdi>${plan.name}</bdi></code>
    </div>
    ${codeBox(plan.input, t('content.arguments'))}
  </div>`;
}

export function toolResultView(plan: ToolResultPlan, view: ContentView): TemplateResult {
  return html`<div class="card" part="item" data-name="card">
    <div class="row">
      <span>${t('content.resultOfTheTool')}</span> <code class="quiet"><bdi>${plan.toolUseId}</bdi></code>
    </div>
    ${plan.isError ? notice({ tone: 'error', title: t('content.theToolReportedAn') }) : nothing}
    ${plan.blocks.length > 0 ? view.list.render(plan.blocks, view.policy) : nothing}
    ${plan.blocks.length === 0 && plan.structured === undefined ? html`<p class="quiet">${t('content.nothing')}</p>` : nothing}
    ${plan.structured === undefined ? nothing : codeBox(plan.structured, t('content.structuredResult'))}
  </div>`;
}

/** A file without a view: its name, type and size, and its buttons. */
export function downloadView(plan: DownloadPlan, view: ContentView): TemplateResult {
  const facts = [
    plan.formatName && errorWords(plan.formatName),
    plan.mimeType || (plan.formatName ? undefined : t('content.typeUnknown')),
    formatBytes(plan.size),
  ];
  return html`<div class="card" part="item" data-name="card">
      <div class="row">
        <strong><bdi>${plan.fileName}</bdi></strong>
        <span class="small quiet">${facts.filter(Boolean).join(' · ')}</span>
      </div>
      ${notes(plan.notes)}
      ${actionRow(
        view.save.render(plan.fileName, plan.data),
        view.open.render(plan),
        asTextButton(plan, view),
        pressButton(view, 'raw', 'raw-button', t('content.raw')),
      )}
    </div>
    ${fileAsTextView(view)}`;
}

function asTextButton(plan: DownloadPlan, view: ContentView): TemplateResult | typeof nothing {
  if (!plan.readsAsText) return nothing;
  const isOpen = view.asText.state.phase === 'open';
  return html`<button
    class="plain small"
    part="button"
    data-name="text-button"
    type="button"
    aria-expanded=${isOpen}
    @click=${() => (isOpen ? view.asText.close() : view.asText.open(plan, String(view.contents?.uri ?? '')))}
  >
    ${isOpen ? t('content.closeTheText') : t('content.showAsText')}
  </button>`;
}

function fileAsTextView(view: ContentView): TemplateResult | typeof nothing {
  const { state } = view.asText;
  if (state.phase === 'loading') return html`<p class="quiet" role="status">${t('content.openingTheText')}</p>`;
  if (state.phase === 'failed') return html`<p class="small" part="note" role="alert">${t('content.itIsNotText')}</p>`;
  return state.phase === 'open'
    ? html`<mcp-content .contents=${state.contents} .policy=${view.policy}></mcp-content>`
    : nothing;
}

/** Content that is not shown: the reason, and the source from the server. */
export function blockedView(plan: BlockedPlan, view: ContentView): TemplateResult {
  return blockedCard(plan, richErrorWords(errorTextOf(plan)), view);
}

function blockedCard(
  plan: Pick<BlockedPlan, 'reason' | 'raw' | 'file'>,
  why: unknown,
  view: ContentView,
): TemplateResult {
  return notice({
    part: 'note',
    title: t(`content.headlines.${plan.reason}`),
    lines: [why],
    more: html`${plan.file ? view.save.render(plan.file.fileName, plan.file.data) : nothing}
    ${
      plan.raw
        ? html`<details>
            <summary class="small quiet">${t('content.whatTheServerSent')}</summary>
            ${codeBox(plan.raw, t('content.whatTheServerSent'))}
          </details>`
        : nothing
    }`,
  });
}

/** Content that does not match the types of the protocol. */
export function brokenView(source: unknown, view: ContentView): TemplateResult {
  const raw = jsonText(source, view.limits.rawCharacters);
  return blockedCard({ reason: 'unreadable', raw }, t('content.itIsNotMade'), view);
}

import type { TemplateResult } from 'lit';
import {
  type ContentPolicy,
  essenceOf,
  rendererFor,
  type RendererInput,
  type RenderPlan,
} from '../../src/content/index.js';
import type { ContentBlock, ResourceContents } from '../../src/index.js';
import { html } from '../internal/html.js';
import { t } from './messages.js';

/** The result of the page's own renderer; `undefined` if the page has none for this content. */
export type PageRendering = { readonly view: unknown } | { readonly failure: string } | undefined;

/** Calls the page's own renderer, if it has one for this content. Never throws. */
export function renderWithPageRenderer(
  source: ContentBlock | ResourceContents,
  plan: RenderPlan,
  policy: ContentPolicy | undefined,
): PageRendering {
  const input = policy?.renderers?.length ? rendererInputOf(source, plan) : undefined;
  const renderer = input && rendererFor(input.mimeType, policy);
  if (!renderer) return undefined;
  try {
    const view = renderer.render(input);
    return view === undefined ? undefined : { view };
  } catch (error) {
    console.error(`mcp-embed: the page’s renderer for ${renderer.mimeType} failed.`, error);
    return { failure: t('content.thisPagesOwnView', { mimeType: input.mimeType }) };
  }
}

export function pageRenderedView(view: unknown): TemplateResult {
  return html`<div class="own" part="document" data-name="page-content">${view}</div>`;
}

/** MIME types by the detected kind, if the server named none. */
const MIME_TYPES: Readonly<Partial<Record<RenderPlan['kind'], string>>> = {
  text: 'text/plain',
  json: 'application/json',
  markdown: 'text/markdown',
  html: 'text/html',
  table: 'text/csv',
  code: 'text/plain',
  diff: 'text/x-diff',
};

/**
 * @returns undefined if no renderer is called: the content waits for a press, is blocked, or differs from its MIME type
 */
function rendererInputOf(source: ContentBlock | ResourceContents, plan: RenderPlan): RendererInput | undefined {
  const contents = 'type' in source ? undefined : source;
  const uri = contents?.uri;
  switch (plan.kind) {
    case 'text':
    case 'json':
    case 'markdown':
    case 'html':
    case 'table':
    case 'code':
    case 'diff': {
      const text = plan.kind === 'json' ? plan.source : plan.text;
      return { mimeType: essenceOf(contents?.mimeType) || (MIME_TYPES[plan.kind] ?? ''), uri, text, base64: undefined };
    }
    case 'image':
    case 'audio':
    case 'video':
      return plan.onRequest ? undefined : { mimeType: plan.mimeType, uri, ...dataOf(plan.data) };
    case 'download':
      return plan.notes.length > 0 ? undefined : { mimeType: essenceOf(plan.mimeType), uri, ...dataOf(plan.data) };
    default:
      return undefined;
  }
}

function dataOf(data: { readonly base64: string } | { readonly text: string }): Pick<RendererInput, 'text' | 'base64'> {
  return 'text' in data ? { text: data.text, base64: undefined } : { text: undefined, base64: data.base64 };
}

import { nothing, type TemplateResult } from 'lit';
import { formatBytes } from '../../src/content/index.js';
import { displayName, type Resource, type ResourceTemplate } from '../../src/index.js';
import { annotationsView } from '../content/annotations-view.js';
import { shortened } from '../words/cut.js';
import { html } from '../words/html.js';

/** Characters of a server's own description that are shown. */
const MAX_DESCRIPTION = 2000;

/** What the server's lists say about a resource: known before any of it is read. */
export function resourceHeader(about: Resource | ResourceTemplate | undefined, address: string): TemplateResult {
  const size = sizeOf(about);
  const facts = [about?.mimeType, size === undefined ? undefined : formatBytes(size)].filter(Boolean).join(' · ');
  return html`<div class="header" part="header">
    <h3><bdi>${about ? displayName(about) : address}</bdi></h3>
    ${about ? html`<code class="quiet" dir="ltr">${address}</code>` : nothing}
    ${about?.description ? html`<p class="quiet" dir="auto">${shortened(about.description, MAX_DESCRIPTION)}</p>` : nothing}
    ${facts ? html`<p class="small quiet">Server says: ${facts}</p>` : nothing}${annotationsView(about?.annotations)}
  </div>`;
}

/** Bytes that the server says it has. */
export function sizeOf(about: Resource | ResourceTemplate | undefined): number | undefined {
  return about && 'size' in about && about.size !== undefined && about.size >= 0 ? about.size : undefined;
}

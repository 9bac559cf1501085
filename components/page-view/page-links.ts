import { nothing, type TemplateResult } from 'lit';
import { offeredScheme, readAddress, type PageLink } from '../../src/content/index.js';
import { offerLink, openLink, type LinkGuard } from '../content/link-guard.js';
import { counted } from '../words/counted.js';
import { html } from '../words/html.js';

/** Links listed. A page with more is a directory, and its source has them all. */
const SHOWN = 100;

/** Where the links of a page in a frame would lead: in there they do nothing. */
export function pageLinks(links: readonly PageLink[], guard: LinkGuard): TemplateResult | typeof nothing {
  const rows = new Map<string, TemplateResult>();
  for (const { href, text } of links) {
    const address = readAddress(href);
    if (rows.has(href) || rows.size >= SHOWN) continue;
    const words = text ? html`<span class="words" dir="auto"><bdi>${text}</bdi></span>` : nothing;
    if (address.kind === 'web') rows.set(href, html`<li>${words} ${openLink(address, guard, undefined, text)}</li>`);
    else if (address.kind === 'mail')
      rows.set(href, html`<li>${words} <code class="quiet">${address.address}</code></li>`);
    else if (offeredScheme(href)) rows.set(href, html`<li>${words} ${offerLink(href, guard)}</li>`);
  }
  if (rows.size === 0) return nothing;
  return html`<details class="links" part="links">
      <summary class="small">
        ${counted(rows.size, { one: 'link', other: 'links' })} on this
        page${rows.size === SHOWN ? ', the first of them' : ''}
      </summary>
      <ul>
        ${[...rows.values()]}
      </ul>
    </details>
    ${guard.render()}`;
}

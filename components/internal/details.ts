import type { TemplateResult } from 'lit';
import { html } from './html.js';
import { scrollerAround, whileGrowing } from './in-sight.js';

/** The contents of a quiet element, collapsed below a summary that tells how many there are. */
export function collapsedContent(summary: string, content: unknown): TemplateResult {
  return html`<details part="details" data-name="fold" @toggle=${scrollDetailsIntoView}>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/**
 * For `@toggle` of a `<details>`: at the lower edge of a scroll container its contents would be out of view. Scrolls
 * the container until they are visible, also while they still load, and stops as soon as the person scrolls. It never
 * scrolls the page.
 */
export function scrollDetailsIntoView({ currentTarget }: Event): void {
  const details = currentTarget as HTMLDetailsElement;
  const scroller = details.open ? scrollerAround(details) : undefined;
  if (!scroller) return;
  whileGrowing(details, scroller, () => {
    const { top, bottom } = details.getBoundingClientRect();
    const visible = scroller.getBoundingClientRect();
    if (bottom > visible.bottom) scroller.scrollTop += Math.min(top - visible.top, bottom - visible.bottom);
  });
}

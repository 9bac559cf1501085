import type { TemplateResult } from 'lit';
import { html } from './html.js';

/** Milliseconds in which the contents of an opened `<details>` may still come and grow. */
const DETAILS_GROW_MS = 1500;

/** Events of a person who wants to look elsewhere. */
const MOVE_EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

/** The contents of a quiet element, collapsed below a summary that tells how many there are. */
export function collapsedContent(summary: string, content: unknown): TemplateResult {
  return html`<details part="details" data-name="fold" @toggle=${scrollDetailsIntoView}>
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/**
 * For `@toggle` of a `<details>`: at the lower edge of a box that scrolls it would open out of sight. Scrolls the box until the
 * contents are in view, while they still come, and stops as soon as the person scrolls. Never scrolls the page.
 */
export function scrollDetailsIntoView({ currentTarget }: Event): void {
  const details = currentTarget as HTMLDetailsElement;
  const scroller = details.open ? scrollerAround(details) : undefined;
  if (!scroller) return;
  const done = new AbortController();
  const scroll = (): void => {
    const { top, bottom } = details.getBoundingClientRect();
    const visible = scroller.getBoundingClientRect();
    if (bottom > visible.bottom) scroller.scrollTop += Math.min(top - visible.top, bottom - visible.bottom);
  };
  const resizes = new ResizeObserver(scroll);
  resizes.observe(details);
  done.signal.addEventListener('abort', () => resizes.disconnect());
  for (const type of MOVE_EVENTS)
    scroller.addEventListener(type, () => done.abort(), { signal: done.signal, passive: true });
  setTimeout(() => done.abort(), DETAILS_GROW_MS);
}

/** The nearest ancestor that scrolls, across shadow roots. The page itself does not count. */
function scrollerAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (!(at instanceof HTMLElement) || at === document.body || at === document.documentElement) continue;
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
    // A slotted element scrolls with its slot, which is not among its ancestors.
    if (at.assignedSlot) {
      const within = scrollerAround(at.assignedSlot);
      if (within) return within;
    }
  }
  return undefined;
}

import type { TemplateResult } from 'lit';
import { html } from './html.js';

/** Milliseconds in which the contents of an opened `<details>` may still load and grow. */
const DETAILS_GROW_MS = 1500;

/** Events that show that the person moves on. */
const MOVE_EVENTS = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

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

/** Returns the nearest ancestor that scrolls, across shadow roots; never the page itself. */
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

/** Milliseconds in which what is in a fold that was just opened may still come and grow. */
const GROWS_MS = 1500;
/** What a person does who wants to be somewhere else. */
const MOVES = ['wheel', 'pointerdown', 'keydown', 'touchstart'];

/**
 * For `@toggle` of a `<details>`: one that is opened at the lower edge of what scrolls would open out of sight. Brings it to
 * the top of that, as far as it goes, until its contents are there or the person moves. The page itself stays where it is.
 */
export function foldInSight({ currentTarget }: Event): void {
  const fold = currentTarget as HTMLDetailsElement;
  const scroller = fold.open ? scrollerAround(fold) : undefined;
  if (!scroller) return;
  const over = new AbortController();
  const place = (): void => {
    const { top, bottom } = fold.getBoundingClientRect();
    const seen = scroller.getBoundingClientRect();
    if (bottom > seen.bottom) scroller.scrollTop += Math.min(top - seen.top, bottom - seen.bottom);
  };
  const growing = new ResizeObserver(place);
  growing.observe(fold);
  over.signal.addEventListener('abort', () => growing.disconnect());
  for (const move of MOVES) scroller.addEventListener(move, () => over.abort(), { signal: over.signal, passive: true });
  setTimeout(() => over.abort(), GROWS_MS);
}

/** The nearest that scrolls, also around the shadow roots it is in; not the page. */
function scrollerAround(element: Element): Element | undefined {
  for (let at: Node | null = element; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) {
    if (!(at instanceof HTMLElement) || at === document.body || at === document.documentElement) continue;
    const { overflowY } = getComputedStyle(at);
    if (overflowY === 'auto' || overflowY === 'scroll') return at;
    // What is put into a slot is around its parent only by name.
    if (at.assignedSlot) {
      const within = scrollerAround(at.assignedSlot);
      if (within) return within;
    }
  }
  return undefined;
}

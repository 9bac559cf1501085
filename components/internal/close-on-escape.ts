/** For `@keydown` of a menu or a panel: Escape closes it, and nothing around it. */
export function closeOnEscape(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
}

const FIELDS = 'input, select, textarea, form, [contenteditable]';

/**
 * As {@link closeOnEscape}, for the details beside a list. In a field or a form of theirs Escape closes nothing: what was typed
 * stays.
 */
export function closeDetailsOnEscape(close: () => void): (event: KeyboardEvent) => void {
  const closeOn = closeOnEscape(close);
  return (event) => {
    const path = event.composedPath();
    // A form around the whole element is none of theirs.
    const inside = path.slice(0, path.indexOf(event.currentTarget!));
    if (!inside.some((node) => node instanceof Element && node.matches(FIELDS))) closeOn(event);
  };
}

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
 * Like {@link closeOnEscape}, for the details next to a list. In a field or a form inside them, Escape closes nothing: typed
 * text stays.
 */
export function closeDetailsOnEscape(close: () => void): (event: KeyboardEvent) => void {
  const closeOn = closeOnEscape(close);
  return (event) => {
    const path = event.composedPath();
    // A form around the whole element is not inside.
    const inside = path.slice(0, path.indexOf(event.currentTarget!));
    if (!inside.some((node) => node instanceof Element && node.matches(FIELDS))) closeOn(event);
  };
}

/** For `@keydown` of a menu or a panel: Escape closes it, and nothing around it. */
export function closeOnEscape(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
}

const FIELDS = 'input, select, textarea, [contenteditable]';

/** As {@link closeOnEscape}, for the details beside a list. In a field of theirs Escape closes nothing: what was typed stays. */
export function closeDetailsOnEscape(close: () => void): (event: KeyboardEvent) => void {
  const closeOn = closeOnEscape(close);
  return (event) => {
    const [origin] = event.composedPath();
    if (!(origin instanceof Element && origin.matches(FIELDS))) closeOn(event);
  };
}

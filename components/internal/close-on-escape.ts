/** For `@keydown` of a menu or a panel: Escape closes it, and nothing around it. */
export function closeOnEscape(close: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
}

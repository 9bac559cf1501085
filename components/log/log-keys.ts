/** What the keyboard does in a list of lines. */
export interface LineKeys {
  readonly count: number;
  /** Rows that a page consists of. */
  readonly page: number;
  /** The row the keyboard is at; -1 before the first key. */
  readonly active: number;
  go(row: number): void;
  unfold(row: number, isUnfolded: boolean | 'other'): void;
}

/** The keys of a treegrid: arrows, Home, End, Page Up and Down go, Enter and Space unfold and fold, as do Right and Left. */
export function onLineKey(event: KeyboardEvent, keys: LineKeys): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target !== event.currentTarget) return;
  const { active } = keys;
  const row = rowFor(event.key, keys);
  if (row !== undefined) keys.go(Math.max(0, Math.min(row, keys.count - 1)));
  else if (event.key === 'Enter' || event.key === ' ') keys.unfold(active, 'other');
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') keys.unfold(active, event.key === 'ArrowRight');
  else return;
  event.preventDefault();
}

function rowFor(key: string, { count, page, active }: LineKeys): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active < 0 ? count - 1 : active - 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    default:
      return undefined;
  }
}

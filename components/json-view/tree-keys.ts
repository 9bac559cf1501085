import type { JsonTree, JsonTreeRows } from '../../src/content/index.js';

/** Where a key leads, and whether it opens or folds where we are. */
export interface TreeMove {
  readonly to: number;
  readonly open?: boolean;
}

/**
 * What the keys of a tree do beyond those of a list: to the right it opens, then goes in; to the left it folds, then goes out.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/treeview/
 */
export function treeMove(key: string, tree: JsonTree, rows: JsonTreeRows, value: number): TreeMove | undefined {
  const isOpen = rows.isOpen(value);
  if (key === 'ArrowRight') {
    if (!tree.isBranch(value)) return { to: value };
    return isOpen ? { to: value + 1 } : { to: value, open: true };
  }
  if (key === 'ArrowLeft') {
    if (isOpen) return { to: value, open: false };
    return { to: Math.max(0, tree.parentOf(value)) };
  }
  return undefined;
}

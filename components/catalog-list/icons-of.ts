import type { Icon } from '../../src/index.js';

const NONE: readonly Icon[] = [];

/** The icons of whatever a list shows; none where it has none. */
export function iconsOf(item: unknown): readonly Icon[] {
  return (item as { readonly icons?: readonly Icon[] | undefined }).icons ?? NONE;
}

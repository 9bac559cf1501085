import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False on the server and while React hydrates the page, true from then on. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
}

/**
 * Calls `run` once nothing else is to be done, and after `withinMs` milliseconds in any case. Safari has no idle callbacks: there it is
 * called in the next task.
 * @see https://developer.mozilla.org/docs/Web/API/Window/requestIdleCallback
 */
export function whenIdle(run: () => void, withinMs: number): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(() => run(), { timeout: withinMs });
  else setTimeout(run);
}

import { executeServerCommand } from '@web/test-runner-commands';

/**
 * Milliseconds of the main thread that an action takes: of its CPU where the browser tells it, so that a busy machine makes
 * no difference, and otherwise of the clock, less what the machine is slower at the moment than it was at its best.
 */
export async function mainThreadMs(act: () => Promise<void>): Promise<number> {
  const before = await threadTime();
  if (before === undefined) return clockMs(act);
  await act();
  return ((await threadTime()) ?? Infinity) - before;
}

async function threadTime(): Promise<number | undefined> {
  const ms: unknown = await executeServerCommand('thread-time');
  return typeof ms === 'number' ? ms : undefined;
}

let best = Infinity;

async function clockMs(act: () => Promise<void>): Promise<number> {
  const before = reference();
  const started = performance.now();
  await act();
  const took = performance.now() - started;
  const now = Math.max(before, reference());
  best = Math.min(best, before, now);
  return took / (now / best);
}

/** Milliseconds for what always takes the same work. */
function reference(): number {
  const started = performance.now();
  let sum = 0;
  for (let index = 0; index < 3_000_000; index++) sum = (sum + index * index) % 1_000_003;
  // Looked at, so that nobody can leave the work out.
  if (sum < 0) throw new Error('The reference is wrong.');
  return Math.max(performance.now() - started, Number.MIN_VALUE);
}

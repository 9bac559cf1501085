/** A timer that has been set. In Node it may have `unref()`. */
export type Timer = object | number;

/** Says how late it is, and calls back later. */
export interface Clock {
  /** Milliseconds since some moment. Nobody sets this clock, so the difference of two readings is a duration. */
  now(): number;
  /** Milliseconds since 1970. People and computers set this clock, forwards and back. */
  timeOfDay(): number;
  /** @param ms milliseconds until `act` is called */
  setTimeout(act: () => void, ms: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

/** Asks the globals each time, because a page may replace them. */
const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  timeOfDay: () => Date.now(),
  setTimeout: (act, ms) => setTimeout(act, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout> | undefined),
};

let clockInUse = SYSTEM_CLOCK;

/**
 * The clock by which this library waits: pauses, time-outs, quiet periods, and how long a call took. Code that cuts long
 * work into slices asks `performance.now()` itself, because it measures the work and waits for nothing.
 *
 * It is a constant, because late files of the script tag take values from the core and see no variable change.
 */
export const currentClock: Clock = {
  now: () => clockInUse.now(),
  timeOfDay: () => clockInUse.timeOfDay(),
  setTimeout: (act, ms) => clockInUse.setTimeout(act, ms),
  clearTimeout: (timer) => clockInUse.clearTimeout(timer),
};

/**
 * For the tests of this library: replaces what is behind {@link currentClock}. A timer stays with the clock that it was set with.
 * @param clock default: the clock of the system
 */
export function setClock(clock: Clock = SYSTEM_CLOCK): void {
  clockInUse = clock;
}

/**
 * Calls `act` regularly until `signal` aborts.
 * @param ms milliseconds between two calls
 */
export function repeatEvery(ms: number, act: () => void, signal: AbortSignal): void {
  if (signal.aborted) return;
  let timer: Timer;
  const wait = (): void => {
    timer = currentClock.setTimeout(() => {
      wait();
      act();
    }, ms);
  };
  wait();
  signal.addEventListener('abort', () => currentClock.clearTimeout(timer), { once: true });
}

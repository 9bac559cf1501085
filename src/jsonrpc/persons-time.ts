import type { Pause } from './in-flight.js';

/** Time in which a person reads, answers or signs in: it does not count for what waits for them. */
export async function personsTime<T>(pause: Pause, act: () => Promise<T>): Promise<T> {
  pause.questions++;
  try {
    return await act();
  } finally {
    pause.questions--;
    pause.until = performance.now();
  }
}

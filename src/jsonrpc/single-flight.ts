import { asMcpError } from '../errors.js';
import { abortable } from '../util/async.js';

interface Running<T> {
  readonly result: Promise<T>;
  readonly life: AbortController;
  waiters: number;
}

/** Work that is done once for all callers that wait for it, and is cancelled when the last of them stops waiting. */
export class SingleFlight<T> {
  #running: Running<T> | undefined;

  /**
   * Joins the running work, or starts it with `start`.
   * @param signal of this caller; the others go on waiting
   * @throws McpError `cancelled` when `signal` aborts; whatever the work throws
   * @example const keys = await flight.join(signal, (life) => fetchKeys(life));
   */
  async join(signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) throw asMcpError(signal.reason, 'cancelled');
    const running = (this.#running ??= this.#start(start));
    running.waiters++;
    try {
      return await abortable(running.result, signal);
    } finally {
      if (--running.waiters === 0) {
        // The next caller starts anew and does not join work that is being cancelled.
        if (this.#running === running) this.#running = undefined;
        running.life.abort(asMcpError(signal?.reason ?? new DOMException('', 'AbortError'), 'cancelled'));
      }
    }
  }

  #start(start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const life = new AbortController();
    const result = start(life.signal);
    // Those who wait get the error; without this the browser reports it as unhandled.
    result.catch(() => {});
    return { result, life, waiters: 0 };
  }
}

import { asMcpError } from '../errors.js';
import { abortable } from '../util/async.js';

interface Running<T> {
  readonly result: Promise<T>;
  readonly life: AbortController;
  waiters: number;
}

/** Work that many wait for and that is done once. It ends when nobody waits for it any more. */
export class SingleFlight<T> {
  #running: Running<T> | undefined;

  /**
   * Joins the work that is under way, or starts it.
   * @throws McpError `cancelled` when `signal` aborts; the others go on waiting
   */
  async join(signal: AbortSignal | undefined, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (signal?.aborted) throw asMcpError(signal.reason, 'cancelled');
    const running = (this.#running ??= this.#start(start));
    running.waiters++;
    try {
      return await abortable(running.result, signal);
    } finally {
      if (--running.waiters === 0) {
        // Whoever comes now starts anew, and does not join what is being given up.
        if (this.#running === running) this.#running = undefined;
        running.life.abort(asMcpError(signal?.reason ?? new DOMException('', 'AbortError'), 'cancelled'));
      }
    }
  }

  #start(start: (signal: AbortSignal) => Promise<T>): Running<T> {
    const life = new AbortController();
    const result = start(life.signal);
    // Whoever waits learns of a failure.
    result.catch(() => {});
    return { result, life, waiters: 0 };
  }
}

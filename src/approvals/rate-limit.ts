import { type ErrorText, ProtocolError } from '../errors.js';
import { TOO_MANY } from '../jsonrpc/messages.js';
import { errorText } from './error-texts.js';

/** How many requests one server may send. `Infinity` means no limit. */
export interface RateLimits {
  /**
   * Requests that wait for an answer at the same time. Default 20: more than a call needs, and as many as anybody
   * reads.
   */
  readonly waiting: number;
  /** Requests within any 60 seconds. Default 100: a person answers some ten. */
  readonly perMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = { waiting: 20, perMinute: 100 };

/** Milliseconds that a request counts for `rateLimits.perMinute`. */
export const RATE_WINDOW_MS = 60_000;

/** Limits how many requests a server may send. Requests beyond the limit get an error, and no person is asked. */
export class RateLimiter {
  readonly #limits: RateLimits;
  /** Times of the requests in the last minute, in epoch milliseconds, oldest first. */
  #times: number[] = [];
  #waiting = 0;

  constructor(limits: Partial<RateLimits> = {}) {
    this.#limits = { ...DEFAULT_RATE_LIMITS, ...limits };
  }

  /**
   * Counts a request, or refuses it.
   * @returns a function to call when the request has ended
   * @throws ProtocolError −32000, `limit`, with a message for the server
   */
  enter(now: number = Date.now()): () => void {
    const { waiting, perMinute } = this.#limits;
    this.#times = this.#times.filter((at) => at <= now && now - at < RATE_WINDOW_MS);
    if (this.#waiting >= waiting) throw tooMany(errorText('approvals.tooManyWaiting', { limit: waiting }));
    if (this.#times.length >= perMinute) throw tooMany(errorText('approvals.tooManyPerMinute', { limit: perMinute }));
    this.#times.push(now);
    this.#waiting++;
    let isOver = false;
    return () => {
      if (!isOver) this.#waiting--;
      isOver = true;
    };
  }
}

function tooMany(what: ErrorText): ProtocolError {
  return new ProtocolError(TOO_MANY, what, { code: 'limit' });
}

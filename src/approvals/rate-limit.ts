import { type ErrorText, ProtocolError } from '../errors.js';
import { TOO_MANY } from '../jsonrpc/messages.js';
import { errorText } from './error-texts.js';

/** How much one server may ask. A limit of `Infinity` is none. */
export interface RateLimits {
  /** Questions that wait for an answer at the same time. Default 20: more than a call needs, and as many as anybody reads. */
  readonly waiting: number;
  /** Questions within any 60 seconds. Default 100: a person answers some ten. */
  readonly perMinute: number;
}

export const DEFAULT_RATE_LIMITS: RateLimits = { waiting: 20, perMinute: 100 };

/** Milliseconds that a question counts for `rateLimits.perMinute`. */
export const RATE_WINDOW_MS = 60_000;

/** How often a server asks, and what becomes of what is too much: it is told, and nobody here is bothered. */
export class RateLimiter {
  readonly #limits: RateLimits;
  /** When the questions of the last minute came, epoch milliseconds, oldest first. */
  #times: number[] = [];
  #waiting = 0;

  constructor(limits: Partial<RateLimits> = {}) {
    this.#limits = { ...DEFAULT_RATE_LIMITS, ...limits };
  }

  /**
   * Lets a question in, or refuses it.
   * @returns what to call once it is over
   * @throws ProtocolError −32000, `limit`: it is one too many, in words for the server
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

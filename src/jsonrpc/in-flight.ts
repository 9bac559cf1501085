import { McpError } from '../errors.js';
import type { RpcId } from './messages.js';
import type { Outgoing } from './outgoing.js';

export interface RequestOptions {
  /** Aborting it cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or progress before giving up; Infinity for never. */
  readonly timeoutMs: number;
  /** Milliseconds in all, progress or not; Infinity for never. */
  readonly maxTimeoutMs?: number | undefined;
  /** The token that progress about this request carries. */
  readonly progressToken?: RpcId | undefined;
  /** Called with each progress value, as it came. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** setTimeout fires at once beyond this. */
const MAX_DELAY = 2 ** 31 - 1;

/** How long a stream may stay open after its answer, in milliseconds. A browser has six connections for a server. */
const LINGER_MS = 1000;

/** Why questions that came with a call are withdrawn when it ends. One object: making an error for each call costs more than the rest. */
const ENDED = new McpError('cancelled', 'The call it belonged to has ended.');

/** Everything there is to know about one open request. One record, so that nothing is left behind when it ends. */
export class InFlight {
  readonly id: RpcId;
  readonly outgoing: Outgoing;
  readonly answer: Promise<unknown>;
  readonly progressToken: RpcId | undefined;
  /** The answer will come on the standing stream; the exchange itself is over. */
  answersElsewhere = false;

  readonly #options: RequestOptions;
  readonly #onGiveUp: (reason: McpError) => void;
  readonly #exchange = new AbortController();
  readonly #end = new AbortController();
  #resolve!: (result: unknown) => void;
  #reject!: (error: McpError) => void;
  #holds = 0;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #total: ReturnType<typeof setTimeout> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;

  constructor(id: RpcId, outgoing: Outgoing, options: RequestOptions, onGiveUp: (reason: McpError) => void) {
    this.id = id;
    this.outgoing = outgoing;
    this.progressToken = options.progressToken;
    this.#options = options;
    this.#onGiveUp = onGiveUp;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#restartIdle();
    const { maxTimeoutMs = Infinity, signal } = options;
    if (maxTimeoutMs <= MAX_DELAY)
      this.#total = setTimeout(() => onGiveUp(timedOut(outgoing.method, maxTimeoutMs)), maxTimeoutMs);
    signal?.addEventListener('abort', () => onGiveUp(cancelled(outgoing.method, signal)), { signal: this.#end.signal });
  }

  /** The life of the exchange: aborted to hang up. */
  get signal(): AbortSignal {
    return this.#exchange.signal;
  }

  /** Aborted once the request is over, answered or not. */
  get ended(): AbortSignal {
    return this.#end.signal;
  }

  progressed(value: unknown): void {
    this.#restartIdle();
    this.#options.onProgress?.(value);
  }

  /** Stops the clock while the other side waits for us. @returns what starts it again */
  hold(): () => void {
    this.#holds++;
    clearTimeout(this.#idle);
    return () => {
      this.#holds--;
      if (!this.#end.signal.aborted) this.#restartIdle();
    };
  }

  succeed(result: unknown): void {
    this.#finish();
    this.#linger = setTimeout(() => this.#exchange.abort(ENDED), LINGER_MS);
    this.#resolve(result);
  }

  /** Ends it without an answer, and hangs up. */
  fail(error: McpError): void {
    this.#finish();
    this.#reject(error);
    this.#exchange.abort(error);
  }

  /** The exchange is over; the answer may still come elsewhere. */
  exchanged(): void {
    clearTimeout(this.#linger);
  }

  #restartIdle(): void {
    const { timeoutMs } = this.#options;
    clearTimeout(this.#idle);
    if (this.#holds === 0 && timeoutMs <= MAX_DELAY)
      this.#idle = setTimeout(() => this.#onGiveUp(timedOut(this.outgoing.method, timeoutMs)), timeoutMs);
  }

  #finish(): void {
    clearTimeout(this.#idle);
    clearTimeout(this.#total);
    // Also takes our listener off the caller's signal, which may outlive thousands of calls.
    this.#end.abort(ENDED);
  }
}

export function cancelled(method: string, { reason }: AbortSignal): McpError {
  return new McpError('cancelled', `${method} was cancelled.`, { cause: reason });
}

function timedOut(method: string, ms: number): McpError {
  const seconds = Math.round(ms / 100) / 10;
  return new McpError('timeout', `The server did not answer ${method} within ${seconds} s.`, {
    remedy: 'Try again, or allow more time (`timeoutMs`). The server may still be at work.',
  });
}

import { McpError, isMcpError } from '../errors.js';
import type { RpcId } from './messages.js';
import type { Outgoing } from './outgoing.js';

export interface RequestOptions {
  /** Aborting it cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without an answer or progress before giving up, after progress up to a quarter more; Infinity for never. */
  readonly timeoutMs: number;
  /** Milliseconds in all, progress or not; Infinity for never. */
  readonly maxTimeoutMs?: number | undefined;
  /** The token that progress about this request carries. */
  readonly progressToken?: RpcId | undefined;
  /** Called with each progress value, as it came. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
}

/** Time that does not count for any call, because the other side waits for us. */
export interface Pause {
  /** How many of its questions are open. */
  questions: number;
  /** When the last one was answered, on the clock of `performance.now()`. */
  until: number;
}

/** Everything there is to know about one message on its way. One record, so that nothing is left behind when it ends. */
export interface InFlight {
  /** What it is found by. */
  readonly key: unknown;
  readonly outgoing: Outgoing;
  readonly answer: Promise<unknown>;
  /** The life of the exchange: aborted to hang up. */
  readonly signal: AbortSignal;
  /** The answer will come on the standing stream; the exchange itself is over. */
  isElsewhere?: boolean;

  /** Gives up when it is time to. @returns milliseconds until the next look */
  look(): number;
  /** Progress came, about this or about something else. */
  progressed(token: RpcId, value: unknown): void;
  /** Ends it: with its answer, or without one, and hangs up. */
  end(error: McpError | null | undefined, result?: unknown): void;
}

export function putInFlight(
  key: unknown,
  outgoing: Outgoing,
  options: RequestOptions,
  pause: Pause,
  giveUp: (reason: McpError) => void,
): InFlight {
  const { method } = outgoing;
  const { signal, timeoutMs, maxTimeoutMs = Infinity, progressToken, onProgress } = options;
  const exchange = new AbortController();
  const startedAt = performance.now();
  /** Whether there was a sign of life since the last look. To read the clock for each costs more than to read a message. */
  let isAlive = false;
  let aliveAt = startedAt;
  let resolve!: (result: unknown) => void;
  let reject!: (error: McpError) => void;

  const cancel = (): void => giveUp(cancelled(method, signal!));
  signal?.addEventListener('abort', cancel);

  return {
    key,
    outgoing,
    answer: new Promise((...settle) => {
      [resolve, reject] = settle;
    }),
    signal: exchange.signal,
    look() {
      const now = performance.now();
      if (isAlive || pause.questions > 0) aliveAt = now;
      isAlive = false;
      const idle = Math.max(aliveAt, pause.until) + timeoutMs - now;
      const left = Math.min(idle, startedAt + maxTimeoutMs - now);
      if (left <= 0) giveUp(timedOut(method, idle > 0 ? maxTimeoutMs : timeoutMs));
      // Often enough to know about when the last sign of life was.
      return left > 0 ? Math.min(left, timeoutMs / 4) : Infinity;
    },
    progressed(token, value) {
      if (token !== progressToken) return;
      isAlive = true;
      onProgress?.(value);
    },
    end(error, result) {
      // It may outlive thousands of calls.
      signal?.removeEventListener('abort', cancel);
      if (error) {
        reject(error);
        exchange.abort(error);
      } else resolve(result);
    },
  };
}

/** Where the reason is an error of ours, it says more. */
export function cancelled(method: string, { reason }: AbortSignal): McpError {
  return isMcpError(reason) ? reason : new McpError('cancelled', `${method} was cancelled.`, { cause: reason });
}

function timedOut(method: string, ms: number): McpError {
  const seconds = Math.round(ms / 100) / 10;
  return new McpError('timeout', `The server did not answer ${method} within ${seconds} s.`, {
    remedy: 'It may have been carried out. Check before you try again, or raise `timeoutMs`.',
  });
}

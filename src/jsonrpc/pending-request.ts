import { type ErrorText, McpError, isMcpError } from '../errors.js';
import { errorText } from './error-texts.js';
import { type Clock, ExchangeTime, whileHeld } from './call-clock.js';
import type { RpcId, RpcParams } from './messages.js';
import { currentClock } from '../util/clock.js';

export interface RequestOptions {
  /** Aborting it cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds without an answer or progress before the request fails with `timeout`. After progress it may be up to
   * a quarter more. `Infinity` for never.
   */
  readonly timeoutMs: number;
  /** Milliseconds in all, even with progress. Default and `Infinity`: no limit. */
  readonly maxTimeoutMs?: number | undefined;
  /** `_meta.progressToken` of this request. Absent: no progress is delivered. */
  readonly progressToken?: RpcId | undefined;
  /** Called with each progress value, as it came. */
  readonly onProgress?: ((value: unknown) => void) | undefined;
  /** Measures the call that this request belongs to. */
  readonly clock?: Clock | undefined;
  /** True for a request that opens the connection: nothing is carried out for it. */
  readonly opens?: boolean | undefined;
}

/** Requests of the other side for which the time-out of a call rests: one that asks on and on must not hold it for ever. */
export const MAX_RESTING_QUESTIONS = 100;

/** Time that counts for no time-out, because the other side waits for us. */
export interface SuspendTimeout {
  /** Open requests of the other side. */
  questions: number;
  /** All that came so far. */
  count?: number;
  /** When the last of them was answered, in milliseconds of `performance.now()`. */
  until: number;
  /** The clocks of the open calls, which stop meanwhile. */
  clocks?: Set<ExchangeTime>;
}

/**
 * One message that was sent and is not over. All of its state is in this one record, so that nothing is left behind
 * when it ends.
 */
export interface PendingRequest {
  /** The request id as text; for a notification or an answer, the message itself. */
  readonly key: unknown;
  readonly outgoing: Outgoing;
  readonly answer: Promise<unknown>;
  /** Aborted to end the exchange. */
  readonly signal: AbortSignal;
  readonly time: ExchangeTime;
  /** True for a request that opens the connection. */
  readonly opens: boolean;
  /** True where the answer comes on the GET stream: the exchange itself is over. */
  answersOnGetStream?: boolean;

  /**
   * Ends the call if its time is over.
   * @returns milliseconds until it has to be called again
   */
  checkTimeout(): number;
  /** Delivers progress if the token is that of this call. */
  deliverProgress(token: RpcId, value: unknown): void;
  /** Ends the call, with a result or an error, and ends the exchange. `null` ends it without either. */
  end(error: McpError | null | undefined, result?: unknown): void;
}

export function createPendingRequest(
  key: unknown,
  outgoing: Outgoing,
  options: RequestOptions,
  pause: SuspendTimeout,
  cancelCall: (reason: McpError) => void,
): PendingRequest {
  const { method } = outgoing;
  const { signal, timeoutMs, maxTimeoutMs = Infinity, progressToken, onProgress, clock, opens = false } = options;
  const exchange = new AbortController();
  const time = clock?.begin() ?? new ExchangeTime();
  /**
   * True if something came since the last check. Reading the clock for each message costs more than reading the
   * message.
   */
  let isAlive = false;
  const countBefore = pause.count ?? 0;
  const rests = (): boolean => (pause.count ?? 0) - countBefore <= MAX_RESTING_QUESTIONS;
  let aliveAt = time.sentAt;
  let resolve!: (result: unknown) => void;
  let reject!: (error: McpError) => void;

  const cancel = (): void => cancelCall(cancelledError(method, signal!));
  signal?.addEventListener('abort', cancel);
  const clocks = (pause.clocks ??= new Set());
  clocks.add(time);

  return {
    key,
    outgoing,
    answer: new Promise((...settle) => {
      [resolve, reject] = settle;
    }),
    signal: exchange.signal,
    time,
    opens,
    checkTimeout() {
      const now = currentClock.now();
      if (isAlive || (pause.questions > 0 && rests())) aliveAt = now;
      isAlive = false;
      const idle = Math.max(aliveAt, rests() ? pause.until : 0) + timeoutMs - now;
      const left = Math.min(idle, time.sentAt + maxTimeoutMs - now);
      if (left <= 0) cancelCall(timeoutError({ outgoing, opens }, idle > 0 ? maxTimeoutMs : timeoutMs));
      // Four checks per time-out: the last sign of life is then known to a quarter of it.
      return left > 0 ? Math.min(left, timeoutMs / 4) : Infinity;
    },
    deliverProgress(token, value) {
      if (token !== progressToken) return;
      isAlive = true;
      onProgress?.(value);
    },
    end(error, result) {
      time.end();
      clocks.delete(time);
      // The caller’s signal may live much longer than this call.
      signal?.removeEventListener('abort', cancel);
      if (error) {
        reject(error);
        exchange.abort(error);
      } else resolve(result);
    },
  };
}

/** Returns the reason itself if it is an McpError: its text is more precise. */
export function cancelledError(method: string, { reason }: AbortSignal): McpError {
  return isMcpError(reason)
    ? reason
    : new McpError('cancelled', errorText('jsonrpc.cancelled', { method }), { cause: reason });
}

function timeoutError(call: Sent, ms: number): McpError {
  const seconds = Math.round(ms / 100) / 10;
  return new McpError('timeout', errorText('jsonrpc.timeout', { method: call.outgoing.method, seconds }), {
    remedy: afterNoAnswer(call),
    developer: errorText('jsonrpc.raiseTimeout', { option: call.opens ? 'connectTimeoutMs' : 'timeoutMs' }),
  });
}

type Sent = Pick<PendingRequest, 'outgoing' | 'opens'>;

/** The remedy where a request was sent and no answer came. */
export function afterNoAnswer({ outgoing: { method }, opens }: Sent): ErrorText {
  const onlyAsks = opens || method === 'ping' || method.endsWith('/list');
  return errorText(onlyAsks ? 'jsonrpc.tryAgain' : 'jsonrpc.checkFirst');
}

/** True for the reason of a `notifications/cancelled` that this client sent because no answer came in time. */
export function isTimeoutReason(reason: unknown): boolean {
  return typeof reason === 'string' && /^The server did not answer .{1,200} within [\d.]{1,12} s\.$/.test(reason);
}

/**
 * Milliseconds within which a sent notification or answer must be accepted. After them sending it fails with `timeout`.
 */
export const ACCEPT_TIMEOUT_MS = 30_000;

/** A message to send, as the protocol encoded it. */
export interface Outgoing {
  readonly method: string;
  readonly params?: RpcParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** True if a person started it on this page; absent if that is not known. Never sent. */
  readonly isByPerson?: boolean | undefined;
  /**
   * Makes the notification `notifications/cancelled`, which cancels the request at the server; the era provides it
   * (src/protocol/legacy.ts, for channels src/protocol/negotiate.ts). Absent if the end of the exchange cancels the request,
   * or if the protocol does not allow to cancel it.
   */
  readonly cancelNotification?: ((id: RpcId, reason: string) => Outgoing) | undefined;
}

/** Receives the progress that comes with a token. */
export interface ProgressListener {
  readonly progressToken: RpcId;
  onProgress(value: unknown): void;
}

/**
 * Suspends the time-outs of all calls while `act` runs: a person reads, answers or signs in.
 * @param of the clock to stop. Default: those of all open calls
 */
export async function withSuspendedTimeout<T>(
  pause: SuspendTimeout,
  act: () => Promise<T>,
  of?: ExchangeTime,
): Promise<T> {
  pause.questions++;
  pause.count = (pause.count ?? 0) + 1;
  try {
    return await whileHeld(of ? [of] : (pause.clocks ?? []), act);
  } finally {
    pause.questions--;
    pause.until = currentClock.now();
  }
}

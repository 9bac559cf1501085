import { asMcpError, McpError } from '../errors.js';
import { backoff } from '../transport/retry.js';
import { currentClock } from '../util/clock.js';

/**
 * Attempts to reopen a lost connection automatically: with the pauses between them about ten minutes. Then it has
 * failed.
 */
export const MAX_RECONNECT_ATTEMPTS = 24;

/** Failures after which the same attempt may succeed later. A refusal by the server would come again. */
const PASSING: ReadonlySet<string> = new Set(['network', 'timeout', 'stream-ended', 'http', 'load']);

/** True if connecting again may succeed, once the server or the network is back. */
export function mayPass({ code }: McpError): boolean {
  return PASSING.has(code);
}

/** The functions of a session's connection that {@link Reconnection} needs. */
interface ReconnectionHost {
  /** Tries once. @throws McpError */
  attempt(): Promise<unknown>;
  /**
   * Shows the state. @param retryAt the start of the next attempt, in milliseconds since 1970; undefined while one runs
   */
  lost(error: McpError, retryAt: number | undefined, attempts: number): void;
  /** Reconnection has ended without success. */
  failed(error: McpError): void;
}

/**
 * Opens a lost connection again, with growing pauses, while the page is visible and the reason is temporary. A hidden
 * page waits until it is visible.
 */
export class Reconnection {
  readonly #host: ReconnectionHost;
  #life: AbortController | undefined;
  /** Ends the pause before the next attempt. */
  #now: (() => void) | undefined;

  constructor(host: ReconnectionHost) {
    this.#host = host;
  }

  /** True from the loss until the connection is open again, or is given up. */
  get isRunning(): boolean {
    return this.#life !== undefined;
  }

  /** @param error how the connection was lost */
  begin(error: McpError): void {
    if (this.#life) return;
    const life = new AbortController();
    this.#life = life;
    void this.#run(error, life.signal).finally(() => {
      if (this.#life === life) this.#life = undefined;
    });
  }

  /** Tries at once, where a pause is being waited for. */
  tryNow(): void {
    this.#now?.();
  }

  /** Tries no more. */
  stop(): void {
    this.#life?.abort();
    this.#life = undefined;
  }

  async #run(first: McpError, signal: AbortSignal): Promise<void> {
    let error = first;
    for (let attempts = 0; attempts < MAX_RECONNECT_ATTEMPTS; attempts++) {
      const pause = backoff(attempts);
      this.#host.lost(error, currentClock.timeOfDay() + pause, attempts);
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await this.#pause(pause, signal);
      if (signal.aborted) return;
      this.#host.lost(error, undefined, attempts);
      try {
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        await this.#host.attempt();
        return;
      } catch (thrown) {
        error = asMcpError(thrown);
        if (signal.aborted) return;
        if (!mayPass(error)) break;
      }
    }
    this.#host.failed(error);
  }

  /** Waits for the pause, then until the page is visible. Returns at once for {@link tryNow} and {@link stop}. */
  #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const page = globalThis.document;
      const end = (): void => {
        currentClock.clearTimeout(timer);
        page?.removeEventListener('visibilitychange', seen);
        signal.removeEventListener('abort', end);
        this.#now = undefined;
        resolve();
      };
      let isOver = false;
      const seen = (): void => {
        if (isOver && page?.visibilityState !== 'hidden') end();
      };
      const timer = currentClock.setTimeout(() => {
        isOver = true;
        seen();
      }, milliseconds);
      page?.addEventListener('visibilitychange', seen);
      signal.addEventListener('abort', end);
      this.#now = end;
    });
  }
}

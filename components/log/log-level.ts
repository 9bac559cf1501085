import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type LogLevel, type McpError, PerSession, type Session } from '../../src/index.js';

/**
 * The level that an element requested for a session, or null if it requested to stop. It stays when the element is
 * removed.
 */
const requested = new PerSession((): { level: LogLevel | null | undefined } => ({ level: undefined }));

/** The level that is requested from the server, and the server's error. */
export class RequestedLogLevel implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onError: (error: McpError) => void;
  #session: Session | undefined;
  #error: McpError | undefined;
  #refused: LogLevel | undefined;

  constructor(host: ReactiveControllerHost, onError: (error: McpError) => void) {
    this.#host = host;
    this.#onError = onError;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Follows this session from now on. */
  follow(session: Session | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#error = undefined;
  }

  /** The requested level; undefined if nothing was requested yet. */
  get value(): LogLevel | null | undefined {
    return this.#session?.own.get(requested).level;
  }

  get error(): McpError | undefined {
    return this.#error;
  }

  /** @param level undefined to request as few messages as possible */
  async request(level: LogLevel | undefined): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const requestedLevel = session.own.get(requested);
    const before = requestedLevel.level;
    requestedLevel.level = level ?? null;
    this.#error = undefined;
    this.#host.requestUpdate();
    try {
      await session.setLogLevel(level);
    } catch (reason) {
      requestedLevel.level = before;
      if (session !== this.#session) return;
      this.#error = asMcpError(reason);
      this.#refused = level;
      this.#host.requestUpdate();
      this.#onError(this.#error);
    }
  }

  /** Requests the refused level again. */
  readonly retry = (): void => void this.request(this.#refused);
}

/** From the least important to the most important level. */
export const LEVELS: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];

const RANKS = new Map(LEVELS.map((level, rank) => [level, rank]));

/** Returns the importance of a level, starting at 0. */
export function rankOf(level: LogLevel): number {
  return RANKS.get(level) ?? 0;
}

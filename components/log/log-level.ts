import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type LogLevel, type McpError, PerSession, type Session } from '../../src/index.js';

/** The level that an element requested for a session; null where it asked the server to stop. It outlives the elements. */
const requested = new PerSession((): { level: LogLevel | null | undefined } => ({ level: undefined }));

/** The level that the server is asked to send, and what it said to that. */
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

  /** Goes on with this session. */
  follow(session: Session | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#error = undefined;
  }

  /** Undefined where nobody asked yet. */
  get value(): LogLevel | null | undefined {
    return this.#session?.own.get(requested).level;
  }

  get error(): McpError | undefined {
    return this.#error;
  }

  /** @param level undefined for as little as the server can */
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

  /** Asks once more for what was refused. */
  readonly retry = (): void => void this.request(this.#refused);
}

/** From what matters least to what matters most. */
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

/** How much a level matters, from 0. */
export function rankOf(level: LogLevel): number {
  return RANKS.get(level) ?? 0;
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type LogLevel, type McpError, type Session } from '../../src/index.js';

/** What was asked of a session by one of these elements; null where it was told to stop. Outlives the elements. */
const asked = new WeakMap<Session, LogLevel | null>();

/** The level that the server is asked to send, and what it said to that. */
export class AskedLevel implements ReactiveController {
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
    return this.#session && asked.get(this.#session);
  }

  get error(): McpError | undefined {
    return this.#error;
  }

  /** @param level undefined for as little as the server can */
  async ask(level: LogLevel | undefined): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const before = asked.get(session);
    asked.set(session, level ?? null);
    this.#error = undefined;
    this.#host.requestUpdate();
    try {
      await session.setLogLevel(level);
    } catch (reason) {
      if (before === undefined) asked.delete(session);
      else asked.set(session, before);
      if (session !== this.#session) return;
      this.#error = asMcpError(reason);
      this.#refused = level;
      this.#host.requestUpdate();
      this.#onError(this.#error);
    }
  }

  /** Asks once more for what was refused. */
  readonly again = (): void => void this.ask(this.#refused);
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type ResourceContents, type Session } from '../../src/index.js';

export type ReadingState =
  | { readonly phase: 'idle' }
  /** `slow` once it took long enough that the reader should see something. */
  | { readonly phase: 'loading'; readonly slow: boolean; readonly earlier: Contents | undefined }
  | ({ readonly phase: 'ready' } & Contents)
  | { readonly phase: 'failed'; readonly error: McpError; readonly earlier: Contents | undefined };

interface Contents {
  readonly contents: readonly ResourceContents[];
  /** Epoch milliseconds. */
  readonly asOf: number;
}

/** Milliseconds before a skeleton shows: shorter waits would only flash. */
const SLOW_MS = 150;

/** Reads one resource at a time for its host, and ends the reading when its host goes. */
export class ResourceReading implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onError: (error: McpError) => void;
  #state: ReadingState = { phase: 'idle' };
  #running: AbortController | undefined;

  constructor(host: ReactiveControllerHost, onError: (error: McpError) => void) {
    this.#host = host;
    this.#onError = onError;
    host.addController(this);
  }

  get state(): ReadingState {
    return this.#state;
  }

  /** What was given up when the host left may begin again. */
  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    if (this.#state.phase === 'loading') this.forget();
  }

  /** Back to the beginning, as for another resource. */
  forget(): void {
    this.#running?.abort();
    this.#set({ phase: 'idle' });
  }

  /** Reads the resource, also once more. What was read before stays until the answer is there. */
  async read(session: Session, uri: string): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const earlier = earlierOf(this.#state);
    this.#set({ phase: 'loading', slow: false, earlier });
    const timer = setTimeout(() => {
      if (!running.signal.aborted) this.#set({ phase: 'loading', slow: true, earlier });
    }, SLOW_MS);
    try {
      // Who sees it and reads it once more wants to know how it is now.
      const cache = earlier ? 'refresh' : 'use';
      const contents = await session.resources.read(uri, { signal: running.signal, cache });
      if (!running.signal.aborted) this.#set({ phase: 'ready', contents, asOf: Date.now() });
    } catch (reason) {
      if (running.signal.aborted) return;
      const error = asMcpError(reason);
      this.#set({ phase: 'failed', error, earlier });
      this.#onError(error);
    } finally {
      clearTimeout(timer);
    }
  }

  #set(state: ReadingState): void {
    this.#state = state;
    this.#host.requestUpdate();
  }
}

function earlierOf(state: ReadingState): Contents | undefined {
  if (state.phase === 'ready') return state;
  return state.phase === 'idle' ? undefined : state.earlier;
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type ResourceContents, type Session } from '../../src/index.js';

export type ReadingState =
  /** Nobody asks. `earlier`, here and below, is what it held before: at an earlier visit, or until it is read again. */
  | { readonly phase: 'idle'; readonly earlier: Contents | undefined }
  /** `slow` once it took long enough that the reader should see something. */
  | { readonly phase: 'loading'; readonly slow: boolean; readonly earlier: Contents | undefined }
  | ({ readonly phase: 'ready' } & Contents)
  | { readonly phase: 'failed'; readonly error: McpError; readonly earlier: Contents | undefined };

interface Contents {
  readonly contents: readonly ResourceContents[];
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Left by an earlier visit. */
  readonly isRestored?: boolean;
}

/** Milliseconds before a skeleton shows: shorter waits would only flash. */
const SLOW_MS = 150;

/** Reads one resource at a time for its host, and ends the reading when its host goes. */
export class ResourceReading implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onError: (error: McpError) => void;
  #state: ReadingState = { phase: 'idle', earlier: undefined };
  #running: AbortController | undefined;
  #restoring: object | undefined;

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
    if (this.#state.phase !== 'loading') return;
    this.#running?.abort();
    this.#set({ phase: 'idle', earlier: this.#state.earlier });
  }

  /** Back to the beginning, as for another resource. */
  forget(): void {
    this.#running?.abort();
    this.#restoring = undefined;
    this.#set({ phase: 'idle', earlier: undefined });
  }

  /** Shows what an earlier visit left, until something newer is there. */
  async restore(session: Session, uri: string): Promise<void> {
    const restoring = {};
    this.#restoring = restoring;
    const kept = await session.resources.kept(uri).catch(() => undefined);
    if (!kept || this.#restoring !== restoring || earlierOf(this.#state)) return;
    this.#set({
      ...this.#state,
      earlier: { contents: kept.contents, asOf: kept.asOf, isRestored: true },
    } as ReadingState);
  }

  /** Reads the resource, also once more. What was read before stays until the answer is there. */
  async read(session: Session, uri: string, startedBy?: 'person'): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const before = earlierOf(this.#state);
    this.#set({ phase: 'loading', slow: false, earlier: before });
    const timer = setTimeout(() => {
      if (!running.signal.aborted) this.#set({ phase: 'loading', slow: true, earlier: earlierOf(this.#state) });
    }, SLOW_MS);
    try {
      // Who sees it and reads it once more wants to know how it is now.
      const cache = before && !before.isRestored ? 'refresh' : 'use';
      const contents = await session.resources.read(uri, { signal: running.signal, cache, startedBy });
      if (running.signal.aborted) return;
      this.#set({ phase: 'ready', contents, asOf: Date.now() });
      // What still holds was not asked for again, and is as old as it is.
      const kept = cache === 'use' ? await session.resources.kept(uri) : undefined;
      if (kept?.contents === contents && !running.signal.aborted)
        this.#set({ phase: 'ready', contents, asOf: kept.asOf });
    } catch (reason) {
      if (running.signal.aborted) return;
      const error = asMcpError(reason);
      this.#set({ phase: 'failed', error, earlier: earlierOf(this.#state) });
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
  return state.phase === 'ready' ? state : state.earlier;
}

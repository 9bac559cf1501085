import { asMcpError, Store, type McpError, type Progress, type Readable } from '../../src/index.js';

/** Where one call stands. */
export type RunState<Result> =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      /** As of `performance.now()`. */
      readonly startedAt: number;
      readonly progress: Progress | undefined;
    }
  | { readonly phase: 'done'; readonly result: Result; readonly durationMs: number }
  | { readonly phase: 'failed'; readonly error: McpError; readonly durationMs: number };

/** One call at a time, with its way to stop it. It goes on when nobody looks at it. */
export class CallRun<Result> {
  readonly #state = new Store<RunState<Result>>({ phase: 'none' });
  #stop: AbortController | undefined;

  get state(): Readable<RunState<Result>> {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state.get().phase === 'running';
  }

  /** Starts the work and gives how it ended; never throws. */
  async start(
    work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
  ): Promise<RunState<Result>> {
    const stop = new AbortController();
    this.#stop = stop;
    const startedAt = performance.now();
    this.#state.set({ phase: 'running', startedAt, progress: undefined });
    const onProgress = (progress: Progress): void => {
      // A late word of a call that has ended must not bring it back to life.
      if (this.isRunning && this.#stop === stop) this.#state.set({ phase: 'running', startedAt, progress });
    };
    try {
      const result = await work(stop.signal, onProgress);
      this.#state.set({ phase: 'done', result, durationMs: performance.now() - startedAt });
    } catch (thrown) {
      const error = asMcpError(thrown, stop.signal.aborted ? 'cancelled' : 'bad-message');
      this.#state.set({ phase: 'failed', error, durationMs: performance.now() - startedAt });
    }
    return this.#state.get();
  }

  cancel(): void {
    this.#stop?.abort();
  }
}

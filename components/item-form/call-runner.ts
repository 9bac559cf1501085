import { type McpError, type Progress, type Readable, Store, asMcpError } from '../../src/index.js';

/** The state of one call. */
export type RunState<Result> =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      /** The value of `performance.now()` at the start. */
      readonly startedAt: number;
      readonly progress: Progress | undefined;
    }
  | { readonly phase: 'done'; readonly result: Result; readonly durationMs: number }
  | { readonly phase: 'failed'; readonly error: McpError; readonly durationMs: number };

/** Runs one call at a time, which can be cancelled. The call continues while no element shows it. */
export class CallRunner<Result> {
  readonly #state = new Store<RunState<Result>>({ phase: 'none' });
  #stop: AbortController | undefined;

  get state(): Readable<RunState<Result>> {
    return this.#state;
  }

  get isRunning(): boolean {
    return this.#state.get().phase === 'running';
  }

  /** Starts the work and returns its final state. Never throws. */
  async start(
    work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<Result>,
  ): Promise<RunState<Result>> {
    const stop = new AbortController();
    this.#stop = stop;
    const startedAt = performance.now();
    this.#state.set({ phase: 'running', startedAt, progress: undefined });
    const onProgress = (progress: Progress): void => {
      // Late progress must not change the state of a call that has ended.
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

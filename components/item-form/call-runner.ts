import { CallClock, McpError, type Progress, type Readable, Store, type Task, asMcpError } from '../../src/index.js';
import { errorText } from '../internal/error-texts.js';

/** How long a call took. */
interface CallTimes {
  /** Milliseconds from the start to the end, without the time of questions to the person. */
  readonly durationMs: number;
  /** Milliseconds that the server took; undefined if nothing was sent. */
  readonly serverMs: number | undefined;
}

/** The state of one call. */
export type RunState<Result> =
  | { readonly phase: 'none' }
  | {
      readonly phase: 'running';
      readonly clock: CallClock;
      readonly progress: Progress | undefined;
      /** The state of the call if the server made it a task. */
      readonly task?: Task | undefined;
    }
  | ({ readonly phase: 'done'; readonly result: Result } & CallTimes)
  | ({ readonly phase: 'failed'; readonly error: McpError } & CallTimes);

/** The options of a call that the runner gives. */
interface RunOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onTask: (task: Task) => void;
  readonly clock: CallClock;
}

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
  async start(work: (options: RunOptions) => Promise<Result>): Promise<RunState<Result>> {
    const stop = new AbortController();
    this.#stop = stop;
    const clock = new CallClock();
    const startedAt = performance.now();
    const times = (): CallTimes => {
      // Read first: of a call that is still open it grows, and it must not be longer than the whole.
      const { serverMs } = clock;
      return { durationMs: performance.now() - startedAt - clock.heldMs, serverMs };
    };
    this.#state.set({ phase: 'running', clock, progress: undefined });
    const update = (news: { readonly progress: Progress } | { readonly task: Task }): void => {
      const now = this.#state.get();
      // A late update must not change the state of a call that has ended.
      if (now.phase === 'running' && this.#stop === stop) this.#state.set({ ...now, ...news });
    };
    const onProgress = (progress: Progress): void => update({ progress });
    const onTask = (task: Task): void => update({ task });
    try {
      const result = await work({ signal: stop.signal, onProgress, onTask, clock });
      this.#state.set({ phase: 'done', result, ...times() });
    } catch (thrown) {
      const error = stop.signal.aborted ? cancelled(clock, thrown) : asMcpError(thrown, 'bad-message');
      this.#state.set({ phase: 'failed', error, ...times() });
    }
    return this.#state.get();
  }

  cancel(): void {
    this.#stop?.abort();
  }
}

/** The person knows that they cancelled; whether something ran is the question. */
function cancelled(clock: CallClock, cause: unknown): McpError {
  const key = clock.isSent ? 'components.callCancelled' : 'components.callNotSent';
  return new McpError('cancelled', errorText(key), { cause });
}

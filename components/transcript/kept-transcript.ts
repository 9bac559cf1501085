import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type Session } from '../../src/index.js';
import { recordingOf, Timeline, transcriptOf, type Recording, type Transcript } from '../../src/recording/index.js';

/** What an element shows: a transcript, or a recording of one. */
export interface KeptTranscript {
  readonly source: Transcript | Recording;
  readonly timeline: Timeline;
}

/** Finds the transcript of its host's session, or takes the recording it was given. Renders the host with each change. */
export class TranscriptFinder implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  readonly #recording: () => Recording | undefined;
  #of: object | undefined;
  #kept: KeptTranscript | undefined;
  #life = new AbortController();
  /** The session keeps none. */
  isNone = false;
  /** Why it could not be had. */
  problem: McpError | undefined;

  constructor(
    host: ReactiveControllerHost,
    session: () => Session | undefined,
    recording: () => Recording | undefined,
  ) {
    this.#host = host;
    this.#session = session;
    this.#recording = recording;
    host.addController(this);
  }

  get value(): KeptTranscript | undefined {
    return this.#kept;
  }

  hostUpdate(): void {
    const session = this.#session();
    const recording = this.#recording() ?? (session && recordingOf(session.url));
    const of = recording ?? session;
    if (of === this.#of) return;
    this.hostDisconnected();
    this.#of = of;
    if (recording) this.#use(recording);
    else if (session) void this.#find(session);
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#of = undefined;
    this.#kept = undefined;
    this.isNone = false;
    this.problem = undefined;
  }

  /** Looks for it once more. */
  retry(): void {
    this.hostDisconnected();
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  async #find(session: Session): Promise<void> {
    let found: Transcript | undefined;
    let problem: McpError | undefined;
    try {
      found = await transcriptOf(session);
    } catch (error) {
      problem = asMcpError(error, 'internal');
    }
    if (this.#of !== session) return;
    if (found) this.#use(found);
    this.problem = problem;
    this.isNone = !found;
    this.#host.requestUpdate();
  }

  #use(source: Transcript | Recording): void {
    const life = (this.#life = new AbortController());
    const timeline = new Timeline(source, life.signal);
    this.#kept = { source, timeline };
    timeline.state.subscribe(() => this.#host.requestUpdate(), { signal: life.signal });
    // Not within a rendering of its host: it tells that it began.
    queueMicrotask(() => void timeline.readMore());
  }
}

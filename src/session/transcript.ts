import { asMcpError, type McpError } from '../errors.js';
import type { ConnectContext } from '../protocol/era.js';
import { type TranscriptEvent, tapTransport } from '../transcript/observer.js';
import type { Transcript } from '../transcript/transcript.js';
import { loadOnce } from '../util/load-once.js';
import type { SessionContext } from './context.js';

/** Events that wait to be recorded; further ones are dropped. So many come only while the recorder does not load. */
const MAX_WAITING_EVENTS = 5000;
/**
 * Milliseconds after the first message until the recorder loads, unless somebody wants to read: what was stored is
 * drawn first.
 */
const RECORDER_LOAD_DELAY_MS = 250;
/** Milliseconds until the recorder is loaded again where it did not load. */
const RECORDER_RETRY_MS = 30_000;

/**
 * The transcript of one session. Messages wait in memory until the code that writes them down loads: it loads once the page
 * has other things behind it, and nobody waits for it.
 */
export class SessionTranscript {
  readonly #session: SessionContext;
  readonly #onProblem: (problem: McpError) => void;
  readonly #events: TranscriptEvent[] = [];
  #transcript: Promise<Transcript> | undefined;
  #wake: Transcript['wake'] | undefined;
  #wait = RECORDER_LOAD_DELAY_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onProblem told once where that code does not load */
  constructor(session: SessionContext, onProblem: (problem: McpError) => void) {
    this.#session = session;
    this.#onProblem = onProblem;
  }

  get #isKept(): boolean {
    return this.#session.options.transcript !== false;
  }

  /**
   * What was said in the session, from its first word, also before it is connected.
   * @throws McpError `load` where the code that keeps it does not load
   * @returns undefined for a session that keeps none: `transcript: false`
   * @example
   * const transcript = await session.transcript.load();
   */
  async load(): Promise<Transcript | undefined> {
    if (!this.#isKept) return undefined;
    const transcript = await this.#open();
    this.#record(transcript);
    // Somebody looks.
    this.#wake!('now');
    return transcript;
  }

  /** The same transport. What is secret in a message is known from then on, and the message is written down later. */
  readonly tap: NonNullable<ConnectContext['observe']> = (transport) =>
    tapTransport(transport, (event) => {
      event.schemas = this.#session.secrets.hear(event);
      if (!this.#isKept) return;
      if (this.#events.length < MAX_WAITING_EVENTS) this.#events.push(event);
      if (this.#wake) this.#wake('when quiet');
      else this.#timer ??= setTimeout(() => void this.#begin(), this.#wait);
    });

  async #begin(): Promise<void> {
    try {
      this.#record(await this.#open());
    } catch (error) {
      this.#timer = undefined;
      if (this.#wait === RECORDER_LOAD_DELAY_MS) this.#onProblem(asMcpError(error, 'internal'));
      this.#wait = RECORDER_RETRY_MS;
    }
  }

  #record(transcript: Transcript): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#wake ??= transcript.hear(this.#events);
    this.#wake('when quiet');
  }

  async #open(): Promise<Transcript> {
    // A failure is not remembered: whoever needs it next tries again.
    this.#transcript ??= loadOnce('transcript', () => import('./stored-transcripts.js')).then(({ openTranscript }) =>
      openTranscript(this.#session),
    );
    return this.#transcript.catch((error: unknown) => {
      this.#transcript = undefined;
      throw error;
    });
  }
}

import { asMcpError, type McpError } from '../errors.js';
import type { ConnectContext } from '../protocol/era.js';
import type { Transcript } from '../transcript/transcript.js';
import { loadOnce } from '../util/load-once.js';
import { cappedTranscript } from '../policy/site-policy.js';
import { tapTransport, type WireEvent } from '../wire/tap.js';
import type { SessionContext } from './context.js';
import { currentClock, type Timer } from '../util/clock.js';
import { LastSaid } from './last-said.js';

/** Events that wait for the recorder. More are dropped. So many wait only while the recorder fails to load. */
const MAX_WAITING_EVENTS = 5000;
/**
 * Milliseconds from the first message until the recorder loads, so that what the person waits for comes first: stored
 * data, and the list of a server over a slow connection. A reader does not wait for it.
 */
const RECORDER_LOAD_DELAY_MS = 1500;
/** Milliseconds until loading the recorder is tried again after a failure. */
const RECORDER_RETRY_MS = 30_000;

/**
 * The transcript of one session. Messages wait in memory until the recorder has loaded, which happens a moment
 * after the first message; no call waits for it.
 */
export class SessionTranscript {
  readonly #session: SessionContext;
  /** What was said last, also where no transcript is kept. */
  readonly last: LastSaid = new LastSaid();
  readonly #onProblem: (problem: McpError) => void;
  /** Not where the page or its site says so. Neither changes during a session, and each message asks. */
  readonly #isKept: boolean;
  readonly #events: WireEvent[] = [];
  #transcript: Promise<Transcript> | undefined;
  /** The transcript once it has loaded and records. */
  #recording: Transcript | undefined;
  #wait = RECORDER_LOAD_DELAY_MS;
  #timer: Timer | undefined;

  /** @param onProblem called once if the recorder does not load */
  constructor(session: SessionContext, onProblem: (problem: McpError) => void) {
    this.#session = session;
    this.#onProblem = onProblem;
    this.#isKept = cappedTranscript(session.options.transcript ?? true) !== false;
  }

  /**
   * The recorded messages of the session from the first one, also before it is connected.
   * @throws McpError `load` where the recorder does not load
   * @returns undefined with `transcript: false`
   * @example const transcript = await session.transcript.load();
   */
  async load(): Promise<Transcript | undefined> {
    if (!this.#isKept) return undefined;
    const transcript = await this.#open();
    this.#record(transcript);
    // A reader needs the recorder now.
    transcript.wake('now');
    return transcript;
  }

  /** Forgets what was recorded so far, also what is not written yet. Nothing of it may be stored any more. */
  async forget(): Promise<void> {
    this.#events.length = 0;
    const transcript = await this.#transcript?.catch(() => undefined);
    await transcript?.erase();
  }

  /** Observes a transport. The secrets in a message are learned at once, and the message is recorded later. */
  readonly tap: NonNullable<ConnectContext['observe']> = (transport) => tapTransport(transport, this.take);

  /** Takes a message of this session: see {@link tap}. */
  readonly take = (event: WireEvent): void => {
    event.schemas = this.#session.secrets.learnFrom(event);
    this.#session.messages.takeEvent(event);
    this.last.take(event);
    if (!this.#isKept || this.#recording?.count(event)) return;
    if (this.#events.length < MAX_WAITING_EVENTS) this.#events.push(event);
    if (this.#recording) this.#recording.wake('when quiet');
    else this.#timer ??= currentClock.setTimeout(() => void this.#begin(), this.#wait);
  };

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
    currentClock.clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#recording) transcript.setEvents(this.#events);
    this.#recording = transcript;
    transcript.wake('when quiet');
  }

  async #open(): Promise<Transcript> {
    // A failure is not remembered: the next caller tries again.
    this.#transcript ??= loadOnce('transcript', () => import('./stored-transcripts.js')).then(({ openTranscript }) =>
      openTranscript(this.#session),
    );
    return this.#transcript.catch((error: unknown) => {
      this.#transcript = undefined;
      throw error;
    });
  }
}

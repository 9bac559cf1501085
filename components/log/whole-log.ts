import type { ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type Session } from '../../src/index.js';
import { openRecording, type Recording, Transcript } from '../../src/transcript/index.js';
import { McpRecordingOpenEvent } from '../events.js';
import { t } from './messages.js';
import type { LogSources } from './sources.js';

type Host = ReactiveControllerHost &
  HTMLElement & { readonly session: Session | undefined; recording: Recording | undefined };

/** What the person is asked about before it is erased: what was said, or what was decided. */
export type Erasing = 'said' | 'decided';

/** The actions on a whole log (opening a recording, erasing), and how all actions went. */
export class WholeLog {
  readonly #host: Host;
  readonly #sources: LogSources;
  /** Set while the person is asked. */
  asking: Erasing | undefined;
  outcome = '';
  failure: { readonly headline: string; readonly error: McpError } | undefined;

  constructor(host: Host, sources: LogSources) {
    this.#host = host;
    this.#sources = sources;
  }

  /** Must be called when another log is shown. */
  reset(): void {
    this.asking = undefined;
    this.outcome = '';
    this.failure = undefined;
  }

  readonly tell = (outcome: string): void => {
    this.reset();
    this.outcome = outcome;
    this.#host.requestUpdate();
  };

  fail(headline: string, error: McpError): void {
    this.reset();
    this.failure = { headline, error };
    this.#host.requestUpdate();
  }

  readonly open = async (file: Blob): Promise<void> => {
    try {
      this.show(await openRecording(file));
    } catch (error) {
      this.fail(t('log.theRecordingCouldNot'), asMcpError(error));
    }
  };

  /** Shows a recording, or the previous log. */
  show(recording: Recording | undefined): void {
    this.#host.recording = recording;
    this.#host.dispatchEvent(new McpRecordingOpenEvent(recording));
  }

  readonly ask = (what: Erasing): void => {
    this.reset();
    this.asking = what;
    this.#host.requestUpdate();
    // The menu closes as the focus leaves it.
    void this.#host.updateComplete.then(() =>
      this.#host.shadowRoot?.querySelector<HTMLElement>('[data-name~="keep-button"]')?.focus(),
    );
  };

  readonly keep = (): void => this.tell('');

  readonly erase = async (): Promise<void> => {
    const what = this.asking;
    this.tell('');
    if (what === 'said') await this.eraseSaid();
    else this.#eraseDecided();
    this.tell(t('log.erased'));
  };

  /** Erases what was said with the server, also at earlier visits, and the lines. Decisions stay. */
  async eraseSaid(): Promise<void> {
    const sources = this.#sources;
    const { told } = sources;
    sources.messages?.clear();
    sources.book?.clear();
    if (told?.source instanceof Transcript) {
      await told.source.erase();
      told.timeline.forget();
    }
    sources.forget();
  }

  #eraseDecided(): void {
    const servers = new Set(this.#sources.decisions.map(({ server }) => server));
    for (const server of servers) void this.#sources.audit?.eraseAll(server);
  }
}

import type { ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type Session } from '../../src/index.js';
import {
  openRecording,
  Transcript,
  type ExportLevel,
  type Recording,
  type TranscriptEntry,
} from '../../src/recording/index.js';
import { McpRecordingOpenEvent } from '../events/mcp-recording-open-event.js';
import { counted } from '../words/counted.js';
import type { KeptTranscript } from './kept-transcript.js';
import { saveFile } from './save-file.js';

export const ENTRY = { one: 'entry', other: 'entries' } as const;

type Host = ReactiveControllerHost &
  HTMLElement & { readonly session: Session | undefined; recording: Recording | undefined };

interface Shown {
  kept(): KeptTranscript | undefined;
  /** Those that are shown, oldest first. */
  entries(): readonly TranscriptEntry[];
}

/** What is done with a transcript as a whole, saved, opened, erased, and what came of it. */
export class WholeTranscript {
  readonly #host: Host;
  readonly #shown: Shown;
  /** The person is asked whether to erase. */
  isAsking = false;
  level: ExportLevel = 'shapes';
  outcome = '';
  failure: { readonly headline: string; readonly error: McpError } | undefined;

  constructor(host: Host, shown: Shown) {
    this.#host = host;
    this.#shown = shown;
  }

  /** Another transcript is shown. */
  reset(): void {
    this.isAsking = false;
    this.outcome = '';
    this.failure = undefined;
  }

  tell(outcome: string): void {
    this.reset();
    this.outcome = outcome;
    this.#host.requestUpdate();
  }

  fail(headline: string, error: McpError): void {
    this.reset();
    this.failure = { headline, error };
    this.#host.requestUpdate();
  }

  setLevel(level: ExportLevel): void {
    this.level = level;
    this.#host.requestUpdate();
  }

  readonly open = async (file: Blob): Promise<void> => {
    try {
      this.show(await openRecording(file));
    } catch (error) {
      this.fail('The recording could not be opened.', asMcpError(error));
    }
  };

  /** Shows a recording, or what was shown before. */
  show(recording: Recording | undefined): void {
    this.#host.recording = recording;
    this.#host.dispatchEvent(new McpRecordingOpenEvent(recording));
  }

  async save(format: 'json' | 'har'): Promise<void> {
    const { source } = this.#shown.kept()!;
    const entries = this.#shown.entries();
    await saveFile({
      entries,
      level: this.level,
      format,
      session: this.#host.session,
      blob: (hash) => source.blob(hash),
    });
    this.tell(`Saved ${counted(entries.length, ENTRY)}.`);
  }

  readonly ask = (): void => {
    this.reset();
    this.isAsking = true;
    this.#host.requestUpdate();
  };

  readonly keep = (): void => this.tell('');

  readonly erase = async (): Promise<void> => {
    const kept = this.#shown.kept();
    this.tell('');
    if (!(kept?.source instanceof Transcript)) return;
    await kept.source.erase();
    kept.timeline.forget();
    this.tell('Erased.');
  };
}

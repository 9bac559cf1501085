import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { asMcpError, type McpError, type Session } from '../../src/index.js';
import {
  type ExportLevel,
  fitting,
  openRecording,
  type Recording,
  recordingOf,
  Timeline,
  toolOf,
  Transcript,
  type TranscriptEntry,
  type TranscriptFilter,
} from '../../src/transcript/index.js';
import { McpRecordingOpenEvent } from '../events.js';
import { SlicedWork } from '../internal/store-controller.js';
import { saveFile } from './actions.js';
import { t } from './messages.js';

/** The source of an element: a transcript or a recording. */
interface StoredTranscript {
  readonly source: Transcript | Recording;
  readonly timeline: Timeline;
}

type Host = ReactiveControllerHost &
  HTMLElement & { readonly session: Session | undefined; recording: Recording | undefined };

interface Shown {
  kept(): StoredTranscript | undefined;
  /** The shown entries, oldest first. */
  entries(): readonly TranscriptEntry[];
}

export const EVERYTHING: TranscriptFilter = { text: '', kind: undefined, failed: undefined, tool: undefined };

/** Tools that the select offers. */
const MAX_OFFERED_TOOLS = 200;

/** The entries that are shown: all entries of a timeline, or those that match the filter, newest first. */
export class ShownEntries implements ReactiveController {
  readonly #timeline: () => Timeline | undefined;
  readonly #work: SlicedWork;
  #of: Timeline | undefined;
  #entries: readonly TranscriptEntry[] = [];
  #filter: TranscriptFilter = {};
  /** Oldest first; undefined if all entries match. */
  #found: readonly TranscriptEntry[] | undefined;
  #byId = new Map<string, TranscriptEntry>();
  #tools: readonly string[] = [];
  #reading = new AbortController();

  constructor(host: ReactiveControllerHost, timeline: () => Timeline | undefined) {
    this.#timeline = timeline;
    this.#work = new SlicedWork(host);
    host.addController(this);
  }

  get filter(): TranscriptFilter {
    return this.#filter;
  }

  set filter(filter: TranscriptFilter) {
    this.#filter = filter;
    this.#look();
    this.#reading.abort();
    // Older entries that are not loaded yet may match too.
    if (isEmpty(filter)) return;
    this.#reading = new AbortController();
    void this.#timeline()?.readAll(this.#reading.signal);
  }

  get isSearching(): boolean {
    return this.#work.isBusy;
  }

  /** All entries that match, newest first. */
  get all(): readonly TranscriptEntry[] {
    return this.#list.toReversed();
  }

  get count(): number {
    return this.#list.length;
  }

  /** Names of the tools that were called. */
  get tools(): readonly string[] {
    return this.#tools;
  }

  at(row: number): TranscriptEntry | undefined {
    return this.#list[this.#list.length - 1 - row];
  }

  slice(first: number, end: number): readonly TranscriptEntry[] {
    const count = this.#list.length;
    return this.#list.slice(Math.max(0, count - end), count - first).toReversed();
  }

  find(id: string | undefined): TranscriptEntry | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  hostUpdate(): void {
    const timeline = this.#timeline();
    const entries = timeline?.state.get().entries ?? [];
    if (timeline !== this.#of) this.#found = undefined;
    this.#of = timeline;
    if (entries === this.#entries) return;
    this.#entries = entries;
    this.#byId = new Map(entries.map((entry) => [entry.id, entry]));
    const names = new Set(entries.map(toolOf).filter((name) => name !== undefined));
    this.#tools = [...names].toSorted().slice(0, MAX_OFFERED_TOOLS);
    this.#look();
  }

  hostDisconnected(): void {
    this.#reading.abort();
  }

  get #list(): readonly TranscriptEntry[] {
    return this.#found ?? this.#entries;
  }

  #look(): void {
    if (isEmpty(this.#filter)) {
      this.#work.cancel();
      this.#found = undefined;
    } else
      void this.#work.run(fitting(this.#entries, this.#filter), (found) => {
        this.#found = found;
      });
  }
}

/** Finds the transcript of its host's session, or uses the given recording. Renders the host on each change. */
export class TranscriptFinder implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #session: () => Session | undefined;
  readonly #recording: () => Recording | undefined;
  #of: object | undefined;
  #kept: StoredTranscript | undefined;
  #life = new AbortController();
  /** True if the session keeps no transcript. */
  isNone = false;
  /** Why the transcript could not be loaded. */
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

  get value(): StoredTranscript | undefined {
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

  /** Loads the transcript again. */
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
      found = await session.transcript.load();
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
    // Not during a rendering of its host, because reading changes the state at once.
    queueMicrotask(() => void timeline.readMore());
  }
}

/** The actions on a whole transcript (saving, opening, erasing) and their outcome. */
export class WholeTranscript {
  readonly #host: Host;
  readonly #shown: Shown;
  /** True while the person is asked whether to erase the transcript. */
  isAsking = false;
  level: ExportLevel = 'shapes';
  outcome = '';
  failure: { readonly headline: string; readonly error: McpError } | undefined;

  constructor(host: Host, shown: Shown) {
    this.#host = host;
    this.#shown = shown;
  }

  /** Must be called when another transcript is shown. */
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
      this.fail(t('transcript.theRecordingCouldNot'), asMcpError(error));
    }
  };

  /** Shows a recording, or the previous transcript. */
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
    this.tell(t('transcript.saved', { entries: t('transcript.entriesCount', { count: entries.length }) }));
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
    this.tell(t('transcript.erased'));
  };
}

function isEmpty({ text, kind, failed, tool }: TranscriptFilter): boolean {
  return !text?.trim() && kind === undefined && !failed && tool === undefined;
}

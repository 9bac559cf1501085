import { runInSlices, yieldToMain } from '../util/async.js';
import { Redactor } from '../secrets/redactor.js';
import { type Readable, Store } from '../util/store.js';
import type { WireEvent } from '../wire/tap.js';
import {
  blobsOf,
  charactersOf,
  MAX_CHARACTERS_IN_MEMORY,
  MAX_ENTRIES_IN_MEMORY,
  MAX_STORED_ENTRIES,
  MAX_STORED_ENTRY_CHARACTERS,
  MAX_TRANSCRIPT_QUIET_MS,
  MAX_UNRECORDED_EVENTS,
  TRANSCRIPT_PAGE_ENTRIES,
  TRANSCRIPT_QUIET_MS,
  type TranscriptBlob,
  type TranscriptEntry,
  type TranscriptStore,
  TRANSCRIPT_WRITE_MS,
} from './entry.js';
import { EntryNotes } from './recorder.js';
import { currentClock, type Timer } from '../util/clock.js';

/** The visible part of a transcript: current entries, and as many older ones as were read. */
export interface TimelineState {
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  /** True if the store may have older entries. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
}

type Source = Pick<Transcript, 'entries' | 'older'>;

/** Entries that are written between two checks of the stored amount: each check reads all stored entries. */
const TRANSCRIPT_TRIM_ENTRIES = 1000;

/** Events that are only counted between two checks of the clock. */
const COUNTED_IN_STEP = 64;
/** Milliseconds by which a timer is late if the page was busy: more than one frame. */
const BUSY_PAGE_MS = 30;
/** Time of the last message in any session of this page: recording in one session would delay the others. */
let lastMessageAt = 0;

/** Transcripts with events to record or store when the page is closed. */
const unrecorded = new Set<Transcript>();
const unwritten = new Set<TranscriptWriter>();
globalThis.addEventListener?.('pagehide', () => {
  for (const transcript of unrecorded) transcript.noteAll();
  for (const writer of unwritten) void writer.write();
});

interface TranscriptOptions {
  /** The server's name in the store. */
  readonly server: string;
  /** Knows the secrets of the session. */
  readonly redactor?: Redactor | undefined;
  /** Without a store, the transcript ends with the page. */
  readonly store?: TranscriptStore | undefined;
}

/**
 * The transcript of one session, as a list of exchanges and notifications; those of earlier sessions are read from the
 * store. It contains no headers and nothing that looks like a secret. Never throws: entries that were not stored are
 * kept until the page is closed.
 */
export class Transcript {
  /** A random name of the session. */
  readonly session: string = globalThis.crypto.getRandomValues(new Uint32Array(2)).join('-');
  readonly server: string;
  readonly #store: TranscriptStore | undefined;
  readonly #writer: TranscriptWriter | undefined;
  readonly #notes: EntryNotes;
  readonly #redactor: Redactor;
  readonly #entries = new Store<readonly TranscriptEntry[]>([]);
  /** Entries by id, in the order in which they came. */
  readonly #recent = new Map<string, TranscriptEntry>();
  readonly #blobs = new Map<string, string>();
  #characters = 0;
  #events: WireEvent[] = [];
  #noting: Promise<unknown> | undefined;
  /** The recording that is in progress. */
  #steps: Generator<undefined, void, undefined> | undefined;
  #timer: Timer | undefined;
  /** Time of the first event that is not recorded yet. */
  #waitingSince: number | undefined;
  #isChanged = false;

  constructor({ server, store, redactor = new Redactor() }: TranscriptOptions) {
    this.server = server;
    this.#store = store;
    this.#writer = store && new TranscriptWriter(store, server);
    this.#redactor = redactor;
    this.#notes = new EntryNotes({ redactor, server, session: this.session, put: (...put) => this.#putEntry(...put) });
  }

  /**
   * The last entries of this session, oldest first: {@link MAX_ENTRIES_IN_MEMORY}, or fewer if their bodies are long.
   */
  get entries(): Readable<readonly TranscriptEntry[]> {
    return this.#entries;
  }

  /** Sets the list from which events are recorded. Recorded ones are removed from it. */
  setEvents(events: WireEvent[]): void {
    this.#events = events;
  }

  /**
   * Counts an event that only repeats the last ones: of a long series of progress notifications the latest is kept.
   * @returns false if the event must be added to the list and recorded in full
   */
  count(event: WireEvent): boolean {
    if (this.#events.length > 0 || this.#steps || !this.#notes.isCounted(event)) return false;
    this.#wakeAfter(event, 'when quiet');
    return true;
  }

  /**
   * Starts recording: `now`, or when the connection is quiet. With subscribers it always starts at once. To be called
   * after an event was added to the list.
   */
  wake(when: 'now' | 'when quiet'): void {
    this.#wakeAfter(this.#events.at(-1), when);
  }

  #wakeAfter(last: WireEvent | undefined, when: 'now' | 'when quiet'): void {
    if (last) {
      lastMessageAt = last.at;
      if (this.#waitingSince === undefined) {
        unrecorded.add(this);
        this.#waitingSince = last.at;
      }
    }
    if (this.#noting || this.#waitingSince === undefined) return;
    if (when === 'now' || this.#entries.isFollowed || this.#events.length >= MAX_UNRECORDED_EVENTS)
      void this.#recordSoon();
    else if (this.#timer === undefined) this.#recordWhenQuiet(TRANSCRIPT_QUIET_MS);
  }

  #recordWhenQuiet(ms: number): void {
    const due = currentClock.now() + ms;
    this.#timer = currentClock.setTimeout(() => {
      this.#timer = undefined;
      const since = this.#waitingSince;
      if (since === undefined) return;
      const now = currentClock.now();
      // A late timer means that the page was busy.
      const quietSince = now - due > BUSY_PAGE_MS ? now : lastMessageAt;
      const left = Math.min(quietSince + TRANSCRIPT_QUIET_MS, since + MAX_TRANSCRIPT_QUIET_MS) - now;
      if (left > 1) this.#recordWhenQuiet(left);
      else void this.#recordSoon();
    }, ms);
    // In Node the timer must not keep the process running.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #recordSoon(): Promise<unknown> {
    currentClock.clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#noting ??= yieldToMain()
      .then(() => runInSlices((this.#steps ??= this.#noteEvents())))
      .finally(() => {
        this.#noting = undefined;
        this.#publish();
        // Events that came after the last step.
        this.wake('when quiet');
      }));
  }

  /** Records all events at once, without slices, because the page is being closed. */
  noteAll(): void {
    for (const steps = (this.#steps ??= this.#noteEvents()); !steps.next().done;);
    this.#publish();
  }

  /** Records and stores all events so far. */
  async flush(): Promise<void> {
    await this.#recordSoon();
    await this.#notes.waitForPending();
    this.#publish();
    await this.#writer?.write();
  }

  /** True if the texts contain nothing that a transcript would redact, judged by all events so far. */
  async isFreeOfSecrets(texts: readonly string[]): Promise<boolean> {
    await this.#recordSoon();
    return !texts.some((text) => this.#redactor.without(text) !== text);
  }

  /**
   * Stored entries of this server, newest first, including those of earlier sessions.
   * @param before only entries before that time, in milliseconds since 1970
   * @param limit number of entries; default: {@link TRANSCRIPT_PAGE_ENTRIES}
   */
  async older(before?: number, limit: number = TRANSCRIPT_PAGE_ENTRIES): Promise<readonly TranscriptEntry[]> {
    return (await this.#store?.pageTranscript(this.server, { before, limit }).catch(() => undefined)) ?? [];
  }

  /** A blob of one of the entries, as base64; undefined if it is not stored any more. */
  async blob(hash: string): Promise<string | undefined> {
    return this.#blobs.get(hash) ?? (await this.#store?.getTranscriptBlob(this.server, hash).catch(() => undefined));
  }

  /** Erases all entries of this server, including those of earlier sessions. */
  async erase(): Promise<void> {
    await this.flush();
    this.#recent.clear();
    this.#blobs.clear();
    this.#characters = 0;
    this.#isChanged = true;
    this.#notes.forget();
    this.#publish();
    await this.#writer?.erase();
  }

  *#noteEvents(): Generator<undefined, void, undefined> {
    for (let at = 0; at < this.#events.length; at++) {
      const event = this.#events[at]!;
      const isCounted = this.#notes.isCounted(event);
      if (!isCounted) yield* this.#notes.noteEvent(event);
      // Removed in groups: removing the first of thousands costs as much as recording it.
      if (at >= 500) at -= this.#events.splice(0, at + 1).length;
      if (!isCounted || at % COUNTED_IN_STEP === 0) yield;
    }
    this.#events.length = 0;
    this.#notes.putRepeated();
    this.#steps = undefined;
    this.#waitingSince = undefined;
    unrecorded.delete(this);
  }

  #putEntry(entry: TranscriptEntry, blobs: readonly TranscriptBlob[] = []): void {
    if (this.#notes.isOld(entry)) return;
    const before = this.#recent.get(entry.id);
    const [oldest] = this.#recent.keys();
    // An entry that was already removed from memory is only updated in the store.
    if (before || oldest === undefined || entry.id > oldest) {
      this.#recent.set(entry.id, entry);
      this.#characters += charactersOf(entry) - (before ? charactersOf(before) : 0);
    }
    for (const { hash, text } of blobs) {
      if (!this.#blobs.has(hash)) this.#characters += text.length;
      this.#blobs.set(hash, text);
    }
    this.#isChanged = true;
    this.#writer?.put(entry, blobs);
  }

  #publish(): void {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    for (const [id, entry] of this.#recent) {
      if (
        this.#recent.size <= MAX_ENTRIES_IN_MEMORY &&
        (this.#characters <= MAX_CHARACTERS_IN_MEMORY || this.#recent.size <= 1)
      )
        break;
      this.#recent.delete(id);
      this.#characters -= charactersOf(entry);
      for (const hash of blobsOf(entry)) {
        this.#characters -= this.#blobs.get(hash)?.length ?? 0;
        this.#blobs.delete(hash);
      }
    }
    this.#entries.set([...this.#recent.values()]);
  }
}

/**
 * The entries of one server as one list: those of this session as they are recorded, older ones page by page from the
 * store.
 */
export class Timeline {
  readonly #source: Source;
  readonly #state = new Store<TimelineState>({ entries: [], hasMore: true, isReading: false });
  /** Entries by id: some are both in the store and in the session. */
  #known = new Map<string, TranscriptEntry>();
  #order: readonly TranscriptEntry[] = [];
  #recent: readonly TranscriptEntry[] = [];
  #reading: Promise<void> | undefined;
  #hasMore = true;

  /** @param signal ends the subscription to new entries */
  constructor(source: Source, signal?: AbortSignal) {
    this.#source = source;
    source.entries.subscribe(() => this.#publish(), { signal });
    this.#publish();
  }

  get state(): Readable<TimelineState> {
    return this.#state;
  }

  /** Reads one more page of older entries. */
  readMore(): Promise<void> {
    return (this.#reading ??= this.#readPage().finally(() => {
      this.#reading = undefined;
      this.#publish();
    }));
  }

  /** Reads all older entries, a page at a time, for a search. */
  async readAll(signal?: AbortSignal): Promise<void> {
    while (this.#hasMore && !signal?.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- each page starts at the end of the last one
      await this.readMore();
      // oxlint-disable-next-line no-await-in-loop -- the page gets a turn after each
      await yieldToMain();
    }
  }

  /** Forgets all entries, because they were erased. */
  forget(): void {
    this.#known = new Map();
    this.#order = [];
    this.#hasMore = false;
    this.#publish();
  }

  async #readPage(): Promise<void> {
    this.#publish(true);
    const known = this.#known;
    const oldest = this.#order[0] ?? this.#source.entries.get()[0];
    const page = await this.#source.older(oldest && oldest.at + 1);
    // The transcript was erased meanwhile.
    if (known !== this.#known) return;
    const added = page.filter(({ id }) => !known.has(id));
    for (const entry of added) known.set(entry.id, entry);
    this.#hasMore = added.length > 0 && page.length >= TRANSCRIPT_PAGE_ENTRIES && known.size < MAX_STORED_ENTRIES;
    this.#order = inOrder([...added.toReversed(), ...this.#order]);
  }

  #publish(isReading = this.#reading !== undefined): void {
    const recent = this.#source.entries.get();
    if (recent !== this.#recent) {
      const newer = new Set(recent.map(({ id }) => id));
      // Entries that the session has removed from its memory stay visible.
      const left = recent.length === 0 ? [] : this.#recent.filter(({ id }) => !newer.has(id));
      this.#recent = recent;
      for (const entry of left) this.#known.set(entry.id, entry);
      if (left.length > 0) this.#order = inOrder([...this.#known.values()]);
    }
    const first = recent[0]?.id;
    const own = new Set(first === undefined ? [] : recent.map(({ id }) => id));
    const older = this.#order.filter(({ id }) => first === undefined || id < first || !own.has(id));
    this.#state.set({ entries: inOrder([...older, ...recent]), hasMore: this.#hasMore, isReading });
  }
}

/** Sorts the list if necessary: most often it is in order, and comparing neighbours costs a hundredth of sorting. */
function inOrder(entries: TranscriptEntry[]): readonly TranscriptEntry[] {
  const isSorted = entries.every(({ id }, at) => at === 0 || entries[at - 1]!.id <= id);
  return isSorted ? entries : entries.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Writes entries to the store in batches. If the store fails, they are written again with the next batch. */
class TranscriptWriter {
  readonly #store: TranscriptStore;
  readonly #server: string;
  readonly #entries = new Map<string, TranscriptEntry>();
  readonly #blobs = new Map<string, TranscriptBlob>();
  #timer: Timer | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Starts at a random value, so that pages with few entries on each visit also reach the check. */
  #untrimmed: number = Math.random() * TRANSCRIPT_TRIM_ENTRIES;

  constructor(store: TranscriptStore, server: string) {
    this.#store = store;
    this.#server = server;
  }

  put(entry: TranscriptEntry, blobs: readonly TranscriptBlob[]): void {
    this.#entries.set(entry.id, entry);
    for (const blob of blobs) this.#blobs.set(blob.hash, blob);
    unwritten.add(this);
    this.#timer ??= currentClock.setTimeout(() => void this.write(), TRANSCRIPT_WRITE_MS);
    // In Node the timer must not keep the process running.
    (this.#timer as { unref?(): void }).unref?.();
  }

  /** Writes all waiting entries, after the write that is running. Never throws. */
  write(): Promise<void> {
    currentClock.clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#writeNow()));
  }

  /** Removes all waiting entries, and all stored entries of the server. */
  async erase(): Promise<void> {
    this.#entries.clear();
    this.#blobs.clear();
    await this.write();
    await this.#store.eraseTranscript(this.#server).catch(() => {});
  }

  async #writeNow(): Promise<void> {
    unwritten.delete(this);
    const entries = [...this.#entries.values()];
    const blobs = [...this.#blobs.values()];
    if (entries.length === 0) return;
    const limits = { entries: MAX_STORED_ENTRIES, characters: MAX_STORED_ENTRY_CHARACTERS };
    try {
      await this.#store.appendTranscript(entries, blobs);
      for (const entry of entries) if (this.#entries.get(entry.id) === entry) this.#entries.delete(entry.id);
      for (const { hash } of blobs) this.#blobs.delete(hash);
      this.#untrimmed += entries.length;
      if (this.#untrimmed < TRANSCRIPT_TRIM_ENTRIES) return;
      this.#untrimmed = 0;
      await this.#store.trimTranscript(this.#server, limits);
    } catch {
      // If the store keeps failing, only the newest entries are kept.
      for (const id of [...this.#entries.keys()].slice(0, -MAX_STORED_ENTRIES / 10)) this.#entries.delete(id);
    }
  }
}

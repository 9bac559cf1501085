import { pageTurn } from '../util/page-turn.js';
import { Store, type Readable } from '../util/store.js';
import type { TranscriptEntry } from './entry.js';
import { MAX_STORED, PAGE } from './limits.js';
import type { Transcript } from './transcript.js';

/** What a reader sees of a transcript: what is there now, and as much of what was before as was asked for. */
export interface TimelineState {
  /** Oldest first. */
  readonly entries: readonly TranscriptEntry[];
  /** There may be older ones. */
  readonly hasMore: boolean;
  readonly isReading: boolean;
}

type Source = Pick<Transcript, 'entries' | 'older'>;

/** The entries of one server as one list: those of this session as they come, older ones from the store page by page. */
export class Timeline {
  readonly #source: Source;
  readonly #state = new Store<TimelineState>({ entries: [], hasMore: true, isReading: false });
  /** By id: the store and the session have some of them both. */
  #known = new Map<string, TranscriptEntry>();
  #order: readonly TranscriptEntry[] = [];
  #recent: readonly TranscriptEntry[] = [];
  #reading: Promise<void> | undefined;
  #hasMore = true;

  /** @param signal ends the following of what comes */
  constructor(source: Source, signal?: AbortSignal) {
    this.#source = source;
    source.entries.subscribe(() => this.#tell(), { signal });
    this.#tell();
  }

  get state(): Readable<TimelineState> {
    return this.#state;
  }

  /** Reads one more page of what was before. */
  readMore(): Promise<void> {
    return (this.#reading ??= this.#readPage().finally(() => {
      this.#reading = undefined;
      this.#tell();
    }));
  }

  /** Reads everything there is, a page at a time: to search in it. */
  async readAll(signal?: AbortSignal): Promise<void> {
    while (this.#hasMore && !signal?.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- each page begins where the one before ended
      await this.readMore();
      // oxlint-disable-next-line no-await-in-loop -- a pause after each
      await pageTurn();
    }
  }

  /** What was read is forgotten: it was erased. */
  forget(): void {
    this.#known = new Map();
    this.#order = [];
    this.#hasMore = false;
    this.#tell();
  }

  async #readPage(): Promise<void> {
    this.#tell(true);
    const known = this.#known;
    const oldest = this.#order[0] ?? this.#source.entries.get()[0];
    const page = await this.#source.older(oldest && oldest.at + 1);
    // Erased meanwhile.
    if (known !== this.#known) return;
    const added = page.filter(({ id }) => !known.has(id));
    for (const entry of added) known.set(entry.id, entry);
    this.#hasMore = added.length > 0 && page.length >= PAGE && known.size < MAX_STORED;
    this.#order = inOrder([...added.toReversed(), ...this.#order]);
  }

  #tell(isReading = this.#reading !== undefined): void {
    const recent = this.#source.entries.get();
    if (recent !== this.#recent) {
      const newer = new Set(recent.map(({ id }) => id));
      // What no longer is in the session’s memory stays in view.
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

/** The same list: nearly always it is in order already, and comparing neighbours costs a hundredth of sorting. */
function inOrder(entries: TranscriptEntry[]): readonly TranscriptEntry[] {
  const isSorted = entries.every(({ id }, at) => at === 0 || entries[at - 1]!.id <= id);
  return isSorted ? entries : entries.sort((one, other) => (one.id < other.id ? -1 : 1));
}

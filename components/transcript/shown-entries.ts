import type { ReactiveController, ReactiveControllerHost } from 'lit';
import {
  fitting,
  toolOf,
  type Timeline,
  type TranscriptEntry,
  type TranscriptFilter,
} from '../../src/recording/index.js';
import { SlicedWork } from '../controllers/sliced-work.js';

export const EVERYTHING: TranscriptFilter = { text: '', kind: undefined, failed: undefined, tool: undefined };

/** Tools that are offered to choose from. */
const MAX_TOOLS = 200;

/** The entries that are shown: all of a timeline, or those that fit, newest first. */
export class ShownEntries implements ReactiveController {
  readonly #timeline: () => Timeline | undefined;
  readonly #work: SlicedWork;
  #of: Timeline | undefined;
  #entries: readonly TranscriptEntry[] = [];
  #filter: TranscriptFilter = {};
  /** Oldest first; undefined where all fit. */
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
    // What is sought may be long ago.
    if (isEmpty(filter)) return;
    this.#reading = new AbortController();
    void this.#timeline()?.readAll(this.#reading.signal);
  }

  get isSearching(): boolean {
    return this.#work.isBusy;
  }

  /** All that fit, newest first. */
  get all(): readonly TranscriptEntry[] {
    return this.#list.toReversed();
  }

  get count(): number {
    return this.#list.length;
  }

  /** Names of tools that were called. */
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
    this.#tools = [...names].toSorted().slice(0, MAX_TOOLS);
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

function isEmpty({ text, kind, failed, tool }: TranscriptFilter): boolean {
  return !text?.trim() && kind === undefined && !failed && tool === undefined;
}

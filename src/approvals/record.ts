import { pageTurn } from '../util/page-turn.js';
import { Store, type Readable } from '../util/store.js';
import type { NewEntry, RecordEntry, RecordStore } from './record-entry.js';

/** Entries that are kept for one page origin. Read and shown in a few milliseconds; months of what one person decides. */
export const MAX_ENTRIES = 1000;
/** Days until an entry goes: long enough to look back at what went wrong, short enough not to be a diary. */
export const ENTRY_DAYS = 30;
/** Milliseconds in which the same thing, happening again without anybody deciding anew, counts up instead. */
export const FOLD_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Who asked for what, what was answered, when, and on whose word. Nothing that looks secret is in it. Never throws: what
 * the store does not take holds for this page.
 */
export class ConsentRecord {
  readonly #store: RecordStore | undefined;
  readonly #origin: string;
  readonly #all = new Store<readonly RecordEntry[]>([]);
  /** By id, in the order in which they came. */
  #known = new Map<string, RecordEntry>();
  /** What the store does not have yet, or still has. */
  readonly #unwritten = new Set<string>();
  readonly #unremoved = new Set<string>();
  #writing: Promise<void> | undefined;

  /** @param store without one, the record ends with the page */
  constructor(store?: RecordStore, origin: string = globalThis.location?.origin ?? '') {
    this.#store = store;
    this.#origin = origin;
  }

  /** Every entry, newest first: those of this page at once, those of earlier visits after a {@link refresh}. */
  get all(): Readable<readonly RecordEntry[]> {
    return this.#all;
  }

  /** Reads what is kept again: other tabs write there too. What is too old goes. */
  async refresh(): Promise<readonly RecordEntry[]> {
    await this.#writing;
    const kept = await this.#store?.listEntries().catch(() => undefined);
    if (kept) {
      const own = [...this.#known.values()].filter(({ id }) => this.#unwritten.has(id));
      const theirs = kept.filter(({ id, origin }) => origin === this.#origin && !this.#unremoved.has(id));
      this.#known = new Map(
        [...theirs, ...own].toSorted((one, other) => one.at - other.at).map((one) => [one.id, one]),
      );
    }
    this.#tell();
    await this.#written();
    return this.#all.get();
  }

  /**
   * Notes what was decided. The same again, without anybody deciding anew, counts up.
   * @returns the id of its entry
   */
  note(entry: NewEntry): string {
    const same = this.#sameAs(entry);
    if (same) {
      const { outcome: _outcome, took: _took, ...rest } = same;
      this.#put({ ...rest, times: (same.times ?? 1) + 1, until: entry.at });
      return same.id;
    }
    const id = globalThis.crypto.getRandomValues(new Uint32Array(4)).join('-');
    this.#put({ ...entry, id, origin: this.#origin });
    return id;
  }

  /** Notes how an allowed call ended. Of an entry that was erased meanwhile, nothing. */
  end(id: string, outcome: RecordEntry['outcome'], took: number): void {
    const entry = this.#known.get(id);
    if (entry) this.#put({ ...entry, outcome, took });
  }

  /** Erases one entry. */
  async erase(id: string): Promise<void> {
    this.#drop([id]);
    this.#tell();
    await this.#written();
  }

  /** Erases everything about one server, or everything, also what other tabs noted. */
  async eraseAll(server?: string): Promise<void> {
    await this.refresh();
    const meant = [...this.#known.values()].filter((entry) => server === undefined || entry.server === server);
    this.#drop(meant.map(({ id }) => id));
    this.#tell();
    await this.#written();
  }

  #sameAs(entry: NewEntry): RecordEntry | undefined {
    const last = [...this.#known.values()].at(-1);
    if (!last || entry.consent === 'person' || entry.consent === 'button') return undefined;
    const isSame =
      entry.at - (last.until ?? last.at) < FOLD_MS &&
      (['server', 'kind', 'about', 'startedBy', 'answer', 'consent', 'during', 'grant'] as const).every(
        (key) => last[key] === entry[key],
      ) &&
      JSON.stringify([last.shown, last.given]) === JSON.stringify([entry.shown, entry.given]);
    return isSame ? last : undefined;
  }

  #put(entry: RecordEntry): void {
    this.#known.set(entry.id, entry);
    this.#unwritten.add(entry.id);
    this.#tell();
    void this.#written();
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#unwritten.delete(id);
      this.#unremoved.add(id);
    }
  }

  #tell(): void {
    const oldest = Date.now() - ENTRY_DAYS * DAY_MS;
    this.#drop([...this.#known.values()].filter((one) => (one.until ?? one.at) < oldest).map(({ id }) => id));
    while (this.#known.size > MAX_ENTRIES) this.#drop(surplusOf([...this.#known.values()]));
    this.#all.set([...this.#known.values()].reverse());
  }

  /** Writes what changed, once for each turn of the page: a server may ask a thousand times a second. */
  #written(): Promise<void> {
    if (!this.#store) this.#unremoved.clear();
    const isDone = !this.#store || this.#unwritten.size + this.#unremoved.size === 0;
    return isDone ? Promise.resolve() : (this.#writing ??= this.#write(this.#store));
  }

  async #write(store: RecordStore): Promise<void> {
    do {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is erased stays so
      await pageTurn();
      const entries = [...this.#unwritten].map((id) => this.#known.get(id)!);
      const gone = [...this.#unremoved];
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is erased stays so
      const isTaken = await store
        .removeEntries(gone)
        .then(() => store.putEntries(entries))
        .then(
          () => true,
          () => false,
        );
      // Tried again with the next change.
      if (!isTaken) break;
      for (const entry of entries) {
        if (this.#known.get(entry.id) === entry) this.#unwritten.delete(entry.id);
      }
      for (const id of gone) this.#unremoved.delete(id);
    } while (this.#unwritten.size + this.#unremoved.size > 0);
    this.#writing = undefined;
  }
}

/** The oldest of the server that has most: one that asks all the time does not push out the others. */
function surplusOf(entries: readonly RecordEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { server } of entries) counts.set(server, (counts.get(server) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  const oldest = entries.find(({ server }) => server === most);
  return oldest ? [oldest.id] : [];
}

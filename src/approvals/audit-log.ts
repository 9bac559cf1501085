import { McpError } from '../errors.js';
import { DAY_MS, yieldToMain } from '../util/async.js';
import { toJson } from '../util/json.js';
import { type Readable, Store } from '../util/store.js';
import { within } from '../util/tab-coordination.js';
import type { AuditEntry, NewAuditEntry } from './audit-entry.js';
import { errorText } from './error-texts.js';

/**
 * Stores the audit log between visits. Methods may reject; entries that could not be stored last until the page closes.
 */
export interface AuditStore {
  listEntries(): Promise<readonly AuditEntry[]>;
  /** Adds entries, or replaces those with the same ids. */
  putEntries(entries: readonly AuditEntry[]): Promise<void>;
  removeEntries(ids: readonly string[]): Promise<void>;
}

/**
 * Entries that are stored for one page origin. Beyond that, the oldest are removed. A thousand entries are read and
 * shown in a few milliseconds, and cover months of one person’s decisions.
 */
export const MAX_AUDIT_ENTRIES = 1000;
/**
 * Days until an entry is removed: long enough to investigate a problem, short enough not to record a person’s habits.
 */
export const AUDIT_DAYS = 30;
/**
 * Milliseconds within which a repetition without a new decision increases the count of an entry instead of adding
 * another entry.
 */
const AUDIT_MERGE_MS = 60_000;

/**
 * Milliseconds that the result of a call waits until its entry is stored. This usually takes a few milliseconds; a
 * database that another tab blocks must not hold the result back for long.
 */
export const AUDIT_WAIT_MS = 1000;

/**
 * Records who requested what, and who decided it, when and how. Contains no secrets. Never throws: entries that could
 * not be stored last until the page closes.
 */
export class AuditLog {
  readonly #store: AuditStore | undefined;
  readonly #origin: string;
  readonly #all = new Store<readonly AuditEntry[]>([]);
  /** By id, oldest first. */
  #known = new Map<string, AuditEntry>();
  /** Ids of entries that are not stored yet; below, of entries that are not removed from the store yet. */
  readonly #unwritten = new Set<string>();
  readonly #unremoved = new Set<string>();
  #writing: Promise<void> | undefined;
  /** Settles when the current write has ended. */
  #currentWrite: Promise<boolean> | undefined;
  #lastFailure: unknown;
  #isFailureReported = false;

  /** @param store without one, the audit log ends with the page */
  constructor(store?: AuditStore, origin: string = globalThis.location?.origin ?? '') {
    this.#store = store;
    this.#origin = origin;
  }

  /** Every entry, newest first. Entries of earlier visits are there after a {@link refresh}. */
  get all(): Readable<readonly AuditEntry[]> {
    return this.#all;
  }

  /** Reads the store again, because other tabs write to it too. Removes entries that are too old. */
  async refresh(): Promise<readonly AuditEntry[]> {
    await this.#writing;
    const stored = await this.#store?.listEntries().catch(() => undefined);
    if (stored) {
      const unwritten = [...this.#known.values()].filter(({ id }) => this.#unwritten.has(id));
      const written = stored.filter(({ id, origin }) => origin === this.#origin && !this.#unremoved.has(id));
      this.#known = new Map(
        [...written, ...unwritten].toSorted((one, other) => one.at - other.at).map((one) => [one.id, one]),
      );
    }
    this.#publish();
    await this.#written();
    return this.#all.get();
  }

  /**
   * Adds an entry. A repetition without a new decision increases the count of the last entry instead.
   * @returns the id of the entry
   */
  add(entry: NewAuditEntry): string {
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

  /** Records how an allowed call ended. Does nothing where the entry was erased meanwhile. */
  end(id: string, outcome: AuditEntry['outcome'], took: number): void {
    const entry = this.#known.get(id);
    if (entry) this.#put({ ...entry, outcome, took });
  }

  /**
   * Waits until the latest version of an entry is stored, for {@link AUDIT_WAIT_MS} at most. Never throws: an entry
   * that could not be stored is tried again with the next one.
   * @returns a problem to report where storing failed; once, not for each entry
   */
  async stored(id: string): Promise<McpError | undefined> {
    if (!this.#store) return undefined;
    const isStored = async (): Promise<boolean> => {
      void this.#written();
      while (this.#unwritten.has(id) && this.#writing) {
        // oxlint-disable-next-line no-await-in-loop -- an entry may have to wait for the turn after this one
        await this.#currentWrite;
      }
      return !this.#unwritten.has(id);
    };
    const isTaken = await within(AUDIT_WAIT_MS, isStored()).catch(() => true);
    if (isTaken || this.#isFailureReported) return undefined;
    this.#isFailureReported = true;
    return new McpError('storage', errorText('approvals.auditLogNotStored'), {
      remedy: errorText('approvals.storageRefuses'),
      cause: this.#lastFailure,
    });
  }

  /** Erases one entry. */
  async erase(id: string): Promise<void> {
    this.#drop([id]);
    this.#publish();
    await this.#written();
  }

  /** Erases the entries of one server, or all, including those of other tabs. */
  async eraseAll(server?: string): Promise<void> {
    await this.refresh();
    const meant = [...this.#known.values()].filter((entry) => server === undefined || entry.server === server);
    this.#drop(meant.map(({ id }) => id));
    this.#publish();
    await this.#written();
  }

  #sameAs(entry: NewAuditEntry): AuditEntry | undefined {
    const last = [...this.#known.values()].at(-1);
    if (!last || entry.authorizedBy === 'person' || entry.authorizedBy === 'button') return undefined;
    const isSame =
      entry.at - (last.until ?? last.at) < AUDIT_MERGE_MS &&
      (['server', 'kind', 'about', 'initiator', 'answer', 'authorizedBy', 'during', 'grant'] as const).every(
        (key) => last[key] === entry[key],
      ) &&
      toJson([last.shown, last.given]) === toJson([entry.shown, entry.given]);
    return isSame ? last : undefined;
  }

  #put(entry: AuditEntry): void {
    this.#known.set(entry.id, entry);
    this.#unwritten.add(entry.id);
    this.#publish();
    void this.#written();
  }

  #drop(ids: readonly string[]): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#unwritten.delete(id);
      this.#unremoved.add(id);
    }
  }

  #publish(): void {
    this.#drop(tooOld([...this.#known.values()]).map(({ id }) => id));
    while (this.#known.size > MAX_AUDIT_ENTRIES) this.#drop(recordsToEvict([...this.#known.values()]));
    this.#all.set([...this.#known.values()].reverse());
  }

  /** Writes all changes of one task together: a server may send a thousand requests a second. */
  #written(): Promise<void> {
    if (!this.#store) this.#unremoved.clear();
    const isDone = !this.#store || this.#unwritten.size + this.#unremoved.size === 0;
    return isDone ? Promise.resolve() : (this.#writing ??= this.#write(this.#store));
  }

  async #write(store: AuditStore): Promise<void> {
    do {
      this.#currentWrite = this.#writeOnce(store);
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that what is erased stays so
      if (!(await this.#currentWrite)) break;
    } while (this.#unwritten.size + this.#unremoved.size > 0);
    this.#writing = undefined;
  }

  /** @returns false where storing failed: it is tried again with the next change */
  async #writeOnce(store: AuditStore): Promise<boolean> {
    await yieldToMain();
    const entries = [...this.#unwritten].map((id) => this.#known.get(id)!);
    const removed = [...this.#unremoved];
    try {
      await store.removeEntries(removed);
      await store.putEntries(entries);
    } catch (error) {
      this.#lastFailure = error;
      return false;
    }
    for (const entry of entries) {
      if (this.#known.get(entry.id) === entry) this.#unwritten.delete(entry.id);
    }
    for (const id of removed) this.#unremoved.delete(id);
    return true;
  }
}

/**
 * Entries that are too old, counted from the last day but one with an entry and not from the clock: a clock that is wrong
 * for a day must not remove a month.
 */
function tooOld(entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const dayOf = ({ until, at }: AuditEntry): number => Math.floor((until ?? at) / DAY_MS);
  const days = [...new Set(entries.map(dayOf))].toSorted((one, other) => other - one);
  const today = Math.min(days[1] ?? -Infinity, Math.floor(Date.now() / DAY_MS));
  return entries.filter((one) => dayOf(one) < today - AUDIT_DAYS);
}

/** The oldest entry of the server that has most, so that a server with many requests does not push out the others. */
function recordsToEvict(entries: readonly AuditEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { server } of entries) counts.set(server, (counts.get(server) ?? 0) + 1);
  const most = [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
  const oldest = entries.find(({ server }) => server === most);
  return oldest ? [oldest.id] : [];
}

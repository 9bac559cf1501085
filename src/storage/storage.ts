import { isMcpError, type McpError } from '../errors.js';
import { within } from '../util/coordination.js';
import { loadOnce } from '../util/load-once.js';
import type { IndexedDbStorage } from './indexeddb.js';
import { enforceLimits, makeRoom } from './maintenance.js';
import { MemoryStorage, Pending, StorageChanges } from './memory.js';
import { tabDatabase } from './tab-database.js';
import {
  DATABASE_ANSWER_MS,
  DATABASE_BLOCKED_MS,
  type StoredKinds,
  type Kind,
  KINDS,
  storageFailureOf,
  type RecordKey,
  DATABASE_REOPEN_MS,
  MAX_DATABASE_REOPEN_MS,
  saysAbsent,
  type Size,
  type Storage,
  type StorageChange,
  storageProblem,
  MAINTENANCE_AFTER_MS,
  MAINTENANCE_EVERY_BYTES,
  type Usage,
  type Wanted,
} from './types.js';

/** Callbacks of a {@link DatabaseConnection}. */
interface DatabaseConnectionHost {
  /** The database was opened. It is used once this resolves. */
  opened(database: IndexedDbStorage): Promise<void>;
  /** The database is in use; `isAgain` after it was lost. */
  ready(isAgain: boolean): void;
  /** Maintenance removed these. */
  removed(sizes: readonly Size[]): void;
}

/** A connection that can be blocked, lost or full. The next operation opens it again. */
class DatabaseConnection {
  readonly #name: string;
  readonly #holder: DatabaseConnectionHost;
  readonly #said = new Set<string>();
  #current: Promise<IndexedDbStorage | undefined>;
  #isOpening = true;
  #wasOpen = false;
  #isThere = false;
  #isAbsent = false;
  #wasSilent = false;
  #onProblem: ((problem: McpError) => void) | undefined;
  #unsaid: McpError | undefined;
  #reopenAt = 0;
  #reopenAfter = DATABASE_REOPEN_MS;
  #upkeepDue = 0;

  constructor(name: string, holder: DatabaseConnectionHost, onProblem?: (problem: McpError) => void) {
    this.#name = name;
    this.#holder = holder;
    this.#onProblem = onProblem;
    this.#current = this.#open();
  }

  /** Replaces the listener for problems, which is told each one once, and tells it what nobody was told yet. */
  tellProblems(onProblem: (problem: McpError) => void): void {
    this.#onProblem = onProblem;
    if (this.#unsaid) onProblem(this.#unsaid);
    this.#unsaid = undefined;
  }

  /** True while there is, or may be, a database that cannot be read. */
  get cannotRead(): boolean {
    return !this.#isThere && !this.#isAbsent;
  }

  /**
   * Runs one operation, in the order of the calls. Undefined where there is no database, it refuses, or it does not
   * answer within {@link ANSWER_MS}.
   * @throws what is no failure of the database
   */
  async use<T>(act: (database: IndexedDbStorage) => Promise<T>): Promise<T | undefined> {
    const database = await this.#current;
    if (!database) {
      if (!this.#isOpening && Date.now() >= this.#reopenAt) this.#reopen();
      return undefined;
    }
    try {
      const answer = await within(DATABASE_ANSWER_MS, act(database));
      if (database.written >= this.#upkeepDue) this.#plan(database);
      return answer;
    } catch (error) {
      const mishap = storageFailureOf(error);
      if (!mishap) throw error;
      // Another operation has dropped this connection already.
      if ((await this.#current) !== database) return undefined;
      if (mishap === 'full') return this.#makeRoom(database, act);
      if ((error as DOMException).name === 'TimeoutError') this.#wasSilent = true;
      this.#say(storageProblem(mishap, error));
      this.#lose(database);
      return undefined;
    }
  }

  async #open(): Promise<IndexedDbStorage | undefined> {
    this.#isOpening = true;
    let isLost = false;
    let opened: IndexedDbStorage | undefined;
    const lost = (): void => {
      isLost = true;
      if (opened) this.#lose(opened);
    };
    const damaged = (cause: unknown): void => this.#say(storageProblem('damaged', cause));
    const loading = loadOnce('storage', () => import('./indexeddb.js'));
    const opening = loading
      .then((module) => module.IndexedDbStorage.open(this.#name, lost, damaged))
      .then(async (database) => {
        // After a time-out it must answer once before it is used again.
        if (this.#wasSilent) await database.get('server', '');
        this.#wasSilent = false;
        await this.#holder.opened(database);
        if (isLost) throw new DOMException('It was taken away at once.', 'InvalidStateError');
        opened = database;
        this.#isOpening = false;
        this.#reopenAfter = DATABASE_REOPEN_MS;
        this.#current = Promise.resolve(database);
        this.#isThere = true;
        const isAgain = this.#wasOpen;
        this.#wasOpen = true;
        // After those who waited for the opening.
        queueMicrotask(() => this.#holder.ready(isAgain));
        return database;
      })
      .catch((error: unknown) => {
        this.#isOpening = false;
        this.#isAbsent = isMcpError(error) && saysAbsent(error);
        this.#tryLater();
        this.#say(isMcpError(error) ? error : storageProblem(storageFailureOf(error) ?? 'failing', error));
        return undefined;
      });
    let timer: ReturnType<typeof setTimeout>;
    const tooLong = new Promise<undefined>((resolve) => {
      // The opening continues, and is used when it succeeds later.
      const wait = (say: () => void): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          say();
          resolve(undefined);
        }, DATABASE_BLOCKED_MS);
      };
      // Loading the code does not count as a blocked database.
      wait(() => {});
      const blocked = storageProblem('blocked', new Error('The opening took too long.'));
      loading.then(
        () => wait(() => this.#say(blocked)),
        () => {},
      );
    });
    return Promise.race([opening.finally(() => clearTimeout(timer)), tooLong]);
  }

  /** Nobody waits for it. */
  #reopen(): void {
    void this.#open();
  }

  #lose(database: IndexedDbStorage): void {
    database.close();
    this.#current = Promise.resolve(undefined);
    this.#isThere = false;
    this.#tryLater();
  }

  #tryLater(): void {
    this.#reopenAt = Date.now() + this.#reopenAfter;
    this.#reopenAfter = Math.min(this.#reopenAfter * 2, MAX_DATABASE_REOPEN_MS);
  }

  async #makeRoom<T>(
    database: IndexedDbStorage,
    act: (database: IndexedDbStorage) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      this.#holder.removed(await makeRoom(database));
      return await act(database);
    } catch (error) {
      if (!storageFailureOf(error)) throw error;
      this.#say(storageProblem('full', error));
      return undefined;
    }
  }

  #plan(database: IndexedDbStorage): void {
    this.#upkeepDue = database.written + MAINTENANCE_EVERY_BYTES;
    const keep = async (): Promise<void> => {
      if ((await this.#current) === database) this.#holder.removed(await enforceLimits(database, this.#name));
    };
    // If it fails, the next maintenance does it.
    setTimeout(() => void keep().catch(() => {}), MAINTENANCE_AFTER_MS);
  }

  #say(problem: McpError): void {
    if (this.#said.has(problem.message)) return;
    this.#said.add(problem.message);
    if (this.#onProblem) this.#onProblem(problem);
    else this.#unsaid ??= problem;
  }
}

/**
 * Storage in IndexedDB that falls back to memory. What the database does not take (blocked by another tab, full, lost,
 * absent) holds for this page and is written later. Each problem is reported once: a page without storage works.
 */
export class FallbackStorage implements Storage {
  readonly #held: DatabaseConnection;
  readonly #pending = new Pending();
  readonly #news: StorageChanges;

  /** @param name of the database */
  constructor(name: string, onProblem?: (problem: McpError) => void) {
    this.#news = new StorageChanges(`mcp-embed storage ${name}`);
    const holder = {
      opened: (database: IndexedDbStorage) => this.#catchUp(database),
      ready: (isAgain: boolean) => {
        void this.#settle();
        if (isAgain) this.#tellOfAll();
      },
      removed: (sizes: readonly Size[]) => sizes.forEach(({ kind, server }) => this.#news.tell(kind as Kind, server)),
    };
    this.#held = new DatabaseConnection(name, holder, onProblem);
  }

  /** Replaces the listener for problems, which is told each one once, and tells it what nobody was told yet. */
  tellProblems(onProblem: (problem: McpError) => void): void {
    this.#held.tellProblems(onProblem);
  }

  get cannotRead(): boolean {
    return this.#held.cannotRead;
  }

  follow(changed: (change: StorageChange) => void): () => void {
    return this.#news.follow(changed);
  }

  async get<K extends Kind>(kind: K, server: string, id = ''): Promise<StoredKinds[K] | undefined> {
    const found = await this.#held.use((database) => database.get(kind, server, id));
    return this.#pending.hides(kind, { server, id }) ? this.#pending.get(kind, server, id) : found;
  }

  async list<K extends Kind>(kind: K, wanted: Wanted = {}): Promise<readonly StoredKinds[K][]> {
    if (this.#pending.isEmpty) {
      const found = await this.#held.use((database) => database.list(kind, wanted));
      if (found && this.#pending.isEmpty) return found;
    }
    const { limit = Infinity, ...rest } = wanted;
    const all = rest as Wanted;
    const found = (await this.#held.use((database) => database.list(kind, all))) ?? [];
    const holding = found.filter((one) => !this.#pending.hides(kind, one));
    const newest = [...(await this.#pending.list(kind, all)), ...holding].toSorted(
      (one, other) => other.at - one.at || (other.id < one.id ? -1 : 1),
    );
    const last = newest[Math.min(limit, newest.length) - 1];
    return newest.filter(({ at }) => last && at >= last.at);
  }

  async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    if (records.length === 0) return;
    const isDone = await this.#held.use(async (database) => (await database.put(kind, records), true));
    if (!isDone) await this.#pending.put(kind, records);
    else this.#pending.drop(kind, records);
    for (const { server } of records) this.#news.tell(kind, server);
  }

  async remove(kind: Kind, keys: readonly RecordKey[]): Promise<void> {
    if (keys.length === 0) return;
    const isDone = await this.#held.use(async (database) => (await database.remove(kind, keys), true));
    if (isDone) this.#pending.drop(kind, keys);
    else this.#pending.remove(kind, keys);
    for (const { server } of keys) this.#news.tell(kind, server);
    if (isDone) await this.#settle();
  }

  async forget(server?: string): Promise<void> {
    const isDone = await this.#held.use(async (database) => (await database.forget(server), true));
    this.#pending.forget(server, isDone === true);
    this.#tellOfAll(server);
    if (isDone) await this.#settle();
  }

  async usage(): Promise<readonly Usage[]> {
    const kept = (await this.#held.use((database) => database.usage())) ?? [];
    return this.#pending.isEmpty ? kept : [...kept, ...(await this.#pending.usage())];
  }

  /** Writes what is pending before the database is used: erased records must not be seen again. */
  async #catchUp(database: IndexedDbStorage): Promise<void> {
    await this.#pending.writeTo(database).catch((error: unknown) => {
      if (storageFailureOf(error) !== 'full') throw error;
    });
  }

  /** What came meanwhile, and what there may be room for now. */
  async #settle(): Promise<void> {
    if (!this.#pending.isEmpty) await this.#held.use((database) => this.#pending.writeTo(database)).catch(() => {});
  }

  #tellOfAll(server?: string): void {
    for (const kind of Object.keys(KINDS) as Kind[]) this.#news.tell(kind, server);
  }
}

/** One for each name: a page may open and close sessions by the thousand, and nothing tells when the last one went. */
const databases = new Map<string, FallbackStorage>();

/**
 * The storage of that kind: `local` is a database of that name, `session` one of this tab, `none` the memory of the page.
 * @param onProblem told of what is wrong, each thing once; the one that was named last, where several share a database
 */
export function createStorage(
  kind: 'local' | 'session' | 'none',
  namespace: string,
  onProblem?: (problem: McpError) => void,
): Storage {
  const name = kind === 'none' ? undefined : kind === 'local' ? namespace : tabDatabase(namespace);
  if (name === undefined) {
    if (kind === 'session') onProblem?.(storageProblem('absent', new Error('There is no sessionStorage.')));
    return new VisitStorage();
  }
  const found = databases.get(name);
  if (found) {
    if (onProblem) found.tellProblems(onProblem);
    return found;
  }
  const storage = new FallbackStorage(name, onProblem);
  databases.set(name, storage);
  return storage;
}

/**
 * Remembers how servers are reached, until the page goes. Their lists a session has in hand anyway, and copying ten
 * thousand tools takes longer than reading them.
 */
class VisitStorage extends MemoryStorage {
  override async put<K extends Kind>(kind: K, records: readonly StoredKinds[K][]): Promise<void> {
    if (kind !== 'list') await super.put(kind, records);
  }
}

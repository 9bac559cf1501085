import { isMcpError, type McpError } from '../errors.js';
import { within } from '../util/coordination.js';
import { loadOnce } from '../util/load-once.js';
import type { Size } from './encoding.js';
import { saysAbsent, storageFailureOf, storageProblem } from './errors.js';
import type { IndexedDbStorage } from './indexeddb.js';
import { enforceLimits, makeRoom } from './maintenance.js';
import { MAINTENANCE_AFTER_MS, MAINTENANCE_EVERY_BYTES } from './retention.js';
import { DATABASE_ANSWER_MS, DATABASE_BLOCKED_MS } from './types.js';

/** Milliseconds after which a database that was lost is tried again; each time that it fails twice as long. */
export const DATABASE_REOPEN_MS = 1000;

/** Milliseconds between two such tries at most. */
export const MAX_DATABASE_REOPEN_MS = 60_000;

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
export class DatabaseConnection {
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

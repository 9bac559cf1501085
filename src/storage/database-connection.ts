import { isMcpError, type McpError } from '../errors.js';
import { within } from '../util/tab-coordination.js';
import type { Size } from './encoding.js';
import { saysAbsent, storageFailureOf, storageProblem } from './errors.js';
import { IndexedDbStorage, type OnDamaged } from './indexeddb.js';
import { enforceLimits, makeRoom } from './eviction.js';
import { MAINTENANCE_AFTER_MS, MAINTENANCE_EVERY_BYTES } from './retention.js';
import { type Kind, DATABASE_ANSWER_MS, DATABASE_BLOCKED_MS } from './types.js';
import { currentClock, type Timer } from '../util/clock.js';

/** Milliseconds after which a lost database is opened again. They double with each failure. */
export const DATABASE_REOPEN_MS = 1000;

/** Milliseconds between two attempts at most. */
export const MAX_DATABASE_REOPEN_MS = 60_000;

/** Callbacks of a {@link DatabaseConnection}. */
interface DatabaseConnectionHost {
  /** The database was opened. It is used once this resolves. */
  opened(database: IndexedDbStorage): Promise<void>;
  /** The database is in use; `isAgain` if it had been lost. */
  ready(isAgain: boolean): void;
  /** A record was damaged, and is removed. The server is unknown where it is no text. */
  damaged(kind: Kind, server: unknown): void;
  /** Maintenance removed records of these sizes. */
  removed(sizes: readonly Size[]): void;
}

/** A connection that can be blocked, lost or full. The next operation opens it again. */
export class DatabaseConnection {
  readonly #name: string;
  readonly #host: DatabaseConnectionHost;
  readonly #reported = new Set<string>();
  #current: Promise<IndexedDbStorage | undefined>;
  /** `closed`: it is being opened, was lost, or failed to open. `absent`: the browser gives this page no database. */
  #state: 'closed' | 'open' | 'absent' = 'closed';
  /** An attempt to open it is running. */
  #isOpening = true;
  #wasOpenBefore = false;
  /** After a time-out the database must answer once before it is used again. */
  #mustAnswerFirst = false;
  #onProblem: ((problem: McpError) => void) | undefined;
  #unreported: McpError | undefined;
  #reopenAt = 0;
  #reopenAfter = DATABASE_REOPEN_MS;
  #maintenanceDue = 0;

  constructor(name: string, host: DatabaseConnectionHost, onProblem?: (problem: McpError) => void) {
    this.#name = name;
    this.#host = host;
    this.#onProblem = onProblem;
    this.#current = this.#open();
  }

  /** Replaces the listener for problems. Each problem is reported once; one that nobody has got yet is reported now. */
  reportTo(onProblem: (problem: McpError) => void): void {
    this.#onProblem = onProblem;
    if (this.#unreported) onProblem(this.#unreported);
    this.#unreported = undefined;
  }

  /** True while there may be a database that cannot be read now. */
  get cannotRead(): boolean {
    return this.#state === 'closed';
  }

  /**
   * Runs one operation, in the order of the calls. Returns undefined if there is no database, if the operation fails, or
   * if it takes longer than {@link DATABASE_ANSWER_MS}.
   * @throws errors that are not failures of the database
   */
  async run<T>(act: (database: IndexedDbStorage) => Promise<T>): Promise<T | undefined> {
    const database = await this.#current;
    if (!database) {
      if (!this.#isOpening && currentClock.timeOfDay() >= this.#reopenAt) void this.#open();
      return undefined;
    }
    try {
      const answer = await within(DATABASE_ANSWER_MS, act(database));
      if (database.written >= this.#maintenanceDue) this.#planMaintenance(database);
      return answer;
    } catch (error) {
      const failure = storageFailureOf(error);
      if (!failure) throw error;
      // Another operation has dropped this connection already.
      if ((await this.#current) !== database) return undefined;
      if (failure === 'full') return this.#makeRoom(database, act);
      if ((error as DOMException).name === 'TimeoutError') this.#mustAnswerFirst = true;
      this.#report(storageProblem(failure, error));
      this.#disconnect(database);
      return undefined;
    }
  }

  async #open(): Promise<IndexedDbStorage | undefined> {
    this.#isOpening = true;
    let isLost = false;
    let opened: IndexedDbStorage | undefined;
    const lost = (): void => {
      isLost = true;
      if (opened) this.#disconnect(opened);
    };
    const damaged: OnDamaged = (cause, kind, server) => {
      this.#host.damaged(kind, server);
      this.#report(storageProblem('damaged', cause));
    };
    const opening = IndexedDbStorage.open(this.#name, lost, damaged)
      .then(async (database) => {
        if (this.#mustAnswerFirst) await database.get('server', '');
        this.#mustAnswerFirst = false;
        await this.#host.opened(database);
        if (isLost) throw new DOMException('It was taken away at once.', 'InvalidStateError');
        opened = database;
        this.#isOpening = false;
        this.#reopenAfter = DATABASE_REOPEN_MS;
        this.#current = Promise.resolve(database);
        this.#state = 'open';
        const isAgain = this.#wasOpenBefore;
        this.#wasOpenBefore = true;
        // After the operations that waited for the opening.
        queueMicrotask(() => this.#host.ready(isAgain));
        return database;
      })
      .catch((error: unknown) => {
        this.#isOpening = false;
        this.#state = isMcpError(error) && saysAbsent(error) ? 'absent' : 'closed';
        this.#tryLater();
        this.#report(isMcpError(error) ? error : storageProblem(storageFailureOf(error) ?? 'failing', error));
        return undefined;
      });
    let timer: Timer;
    const tooLong = new Promise<undefined>((resolve) => {
      // The opening continues, and is used when it succeeds later.
      timer = currentClock.setTimeout(() => {
        this.#report(storageProblem('blocked', new Error('The opening took too long.')));
        resolve(undefined);
      }, DATABASE_BLOCKED_MS);
    });
    return Promise.race([opening.finally(() => currentClock.clearTimeout(timer)), tooLong]);
  }

  #disconnect(database: IndexedDbStorage): void {
    database.close();
    this.#current = Promise.resolve(undefined);
    this.#state = 'closed';
    this.#tryLater();
  }

  #tryLater(): void {
    this.#reopenAt = currentClock.timeOfDay() + this.#reopenAfter;
    this.#reopenAfter = Math.min(this.#reopenAfter * 2, MAX_DATABASE_REOPEN_MS);
  }

  async #makeRoom<T>(
    database: IndexedDbStorage,
    act: (database: IndexedDbStorage) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      this.#host.removed(await makeRoom(database));
      return await act(database);
    } catch (error) {
      if (!storageFailureOf(error)) throw error;
      this.#report(storageProblem('full', error));
      return undefined;
    }
  }

  #planMaintenance(database: IndexedDbStorage): void {
    this.#maintenanceDue = database.written + MAINTENANCE_EVERY_BYTES;
    const maintain = async (): Promise<void> => {
      if ((await this.#current) === database) this.#host.removed(await enforceLimits(database, this.#name));
    };
    // If it fails, the next maintenance does it.
    currentClock.setTimeout(() => void maintain().catch(() => {}), MAINTENANCE_AFTER_MS);
  }

  #report(problem: McpError): void {
    if (this.#reported.has(problem.message)) return;
    this.#reported.add(problem.message);
    if (this.#onProblem) this.#onProblem(problem);
    else this.#unreported ??= problem;
  }
}

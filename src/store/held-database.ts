import { isMcpError, type McpError } from '../errors.js';
import { within } from '../util/coordination.js';
import { loadOnce } from '../util/load-once.js';
import type { IndexedDbStorage } from './indexeddb-storage.js';
import {
  ANSWER_MS,
  BLOCKED_AFTER_MS,
  REOPEN_AFTER_MS,
  REOPEN_AT_MOST_MS,
  UPKEEP_AFTER_MS,
  UPKEEP_EVERY_BYTES,
} from './limits.js';
import { mishapOf, saysAbsent, storageProblem } from './problems.js';
import { keepWithinLimits, makeRoom } from './upkeep.js';
import type { Size } from './usage.js';

/** What is done with the database when it comes and while it is there. */
export interface DatabaseHolder {
  /** It is there, and used once this is done. */
  opened(database: IndexedDbStorage): Promise<void>;
  /** It is used from now on; again, where it was lost before. */
  ready(isAgain: boolean): void;
  /** These were removed, because they were too old or too much. */
  removed(sizes: readonly Size[]): void;
}

/** A database that may be held up, taken away, or full: opened, and opened again by whoever needs it next. */
export class HeldDatabase {
  readonly #name: string;
  readonly #holder: DatabaseHolder;
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
  #reopenAfter = REOPEN_AFTER_MS;
  #upkeepDue = 0;

  constructor(name: string, holder: DatabaseHolder, onProblem?: (problem: McpError) => void) {
    this.#name = name;
    this.#holder = holder;
    this.#onProblem = onProblem;
    this.#current = this.#open();
  }

  /** Whom to tell from now on what is wrong, each thing once; and what nobody has been told yet. */
  tellProblems(onProblem: (problem: McpError) => void): void {
    this.#onProblem = onProblem;
    if (this.#unsaid) onProblem(this.#unsaid);
    this.#unsaid = undefined;
  }

  /** As of the last answer: there is a database, or there may be, and it cannot be read. */
  get cannotRead(): boolean {
    return !this.#isThere && !this.#isAbsent;
  }

  /**
   * What the database answers, asked in the order of the calls; undefined where there is none, it does not take it, or
   * does not answer within {@link ANSWER_MS}.
   * @throws what is no failure of the database
   */
  async use<T>(act: (database: IndexedDbStorage) => Promise<T>): Promise<T | undefined> {
    const database = await this.#current;
    if (!database) {
      if (!this.#isOpening && Date.now() >= this.#reopenAt) this.#reopen();
      return undefined;
    }
    try {
      const answer = await within(ANSWER_MS, act(database));
      if (database.written >= this.#upkeepDue) this.#plan(database);
      return answer;
    } catch (error) {
      const mishap = mishapOf(error);
      if (!mishap) throw error;
      // Several may have waited, and the first of them has lost it already.
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
    const loading = loadOnce('storage', () => import('./indexeddb-storage.js'));
    const opening = loading
      .then((module) => module.IndexedDbStorage.open(this.#name, lost, damaged))
      .then(async (database) => {
        // One that did not answer before has to answer once before anybody waits for it again.
        if (this.#wasSilent) await database.get('server', '');
        this.#wasSilent = false;
        await this.#holder.opened(database);
        if (isLost) throw new DOMException('It was taken away at once.', 'InvalidStateError');
        opened = database;
        this.#isOpening = false;
        this.#reopenAfter = REOPEN_AFTER_MS;
        this.#current = Promise.resolve(database);
        this.#isThere = true;
        const isAgain = this.#wasOpen;
        this.#wasOpen = true;
        // Once whoever waited for it has had their turn.
        queueMicrotask(() => this.#holder.ready(isAgain));
        return database;
      })
      .catch((error: unknown) => {
        this.#isOpening = false;
        this.#isAbsent = isMcpError(error) && saysAbsent(error);
        this.#tryLater();
        this.#say(isMcpError(error) ? error : storageProblem(mishapOf(error) ?? 'failing', error));
        return undefined;
      });
    let timer: ReturnType<typeof setTimeout>;
    const tooLong = new Promise<undefined>((resolve) => {
      // It goes on behind, and is used when it comes after all.
      const wait = (say: () => void): void => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          say();
          resolve(undefined);
        }, BLOCKED_AFTER_MS);
      };
      // That the file takes long is no fault of the database.
      wait(() => {});
      const blocked = storageProblem('blocked', new Error('The opening took too long.'));
      loading.then(
        () => wait(() => this.#say(blocked)),
        () => {},
      );
    });
    return Promise.race([opening.finally(() => clearTimeout(timer)), tooLong]);
  }

  /** Behind: nobody waits for it. */
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
    this.#reopenAfter = Math.min(this.#reopenAfter * 2, REOPEN_AT_MOST_MS);
  }

  async #makeRoom<T>(
    database: IndexedDbStorage,
    act: (database: IndexedDbStorage) => Promise<T>,
  ): Promise<T | undefined> {
    try {
      this.#holder.removed(await makeRoom(database));
      return await act(database);
    } catch (error) {
      if (!mishapOf(error)) throw error;
      this.#say(storageProblem('full', error));
      return undefined;
    }
  }

  #plan(database: IndexedDbStorage): void {
    this.#upkeepDue = database.written + UPKEEP_EVERY_BYTES;
    const keep = async (): Promise<void> => {
      if ((await this.#current) === database) this.#holder.removed(await keepWithinLimits(database, this.#name));
    };
    // It is done the next time.
    setTimeout(() => void keep().catch(() => {}), UPKEEP_AFTER_MS);
  }

  #say(problem: McpError): void {
    if (this.#said.has(problem.message)) return;
    this.#said.add(problem.message);
    if (this.#onProblem) this.#onProblem(problem);
    else this.#unsaid ??= problem;
  }
}

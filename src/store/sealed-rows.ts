import type { DBSchema, IDBPDatabase } from 'idb';
import { openMigrated } from './open-migrated.js';
import { makeSealingKey, seal, type Sealed, type SealingKey } from './seal.js';

/** Where a row lies: whose page, what it is, and two names. It is sealed for this place. */
export type Place = readonly [page: string, kind: 'sign-in' | 'client', first: string, second: string];

export interface SealedRow extends Sealed {
  readonly place: Place;
  /** When it was first put here, and when last; milliseconds since 1970. */
  readonly since: number;
  readonly at: number;
  /** A key that tokens are bound to. It lies beside what is sealed, for it cannot be read out to be sealed. */
  readonly proof?: CryptoKeyPair | undefined;
}

interface SealedDatabase extends DBSchema {
  keys: { key: string; value: SealingKey };
  rows: { key: string[]; value: SealedRow; indexes: { at: number } };
}

/**
 * Rows kept; who signs in at more servers is asked again at the one longest ago. A row has 1 to 2 KB, and at most the 128 KB
 * that are read of an authorization server's answer: 13 MB of the hundreds that every browser gives an origin.
 */
export const MAX_ROWS = 100;
/** Days after which what was not written again is dropped: few refresh tokens live longer. */
export const ROW_DAYS = 90;

const THE_KEY = 'sealing';
const DAY_MS = 86_400_000;
/** As for decisions: what is forgotten must be forgotten after a power cut too, and the newest token there. */
const STRICT = { durability: 'strict' } as const;

/** Sealed rows in a database of their own, with the key that opens them. */
export class SealedRows {
  readonly #database: IDBPDatabase<SealedDatabase>;

  private constructor(database: IDBPDatabase<SealedDatabase>) {
    this.#database = database;
  }

  /** @throws McpError `storage` when there is no database to be had */
  static async open(name: string, onLost: () => void): Promise<SealedRows> {
    const database = await openMigrated<SealedDatabase>(
      name,
      [
        (made) => {
          made.createObjectStore('keys');
          made.createObjectStore('rows', { keyPath: 'place' }).createIndex('at', 'at');
        },
      ],
      onLost,
    );
    const rows = new SealedRows(database);
    await rows.#dropOld();
    return rows;
  }

  /** Rows whose place begins so, the newest first, and the key that is to open them. */
  async under(place: readonly string[]): Promise<{ rows: readonly SealedRow[]; key: SealingKey | undefined }> {
    const transaction = this.#database.transaction(['keys', 'rows']);
    const [key, rows] = await Promise.all([
      transaction.objectStore('keys').get(THE_KEY),
      transaction.objectStore('rows').getAll(beginningWith(place)),
    ]);
    return { rows: rows.toSorted((a, b) => b.at - a.at), key };
  }

  /**
   * Seals a text and puts it there.
   * @param instead what else lies there under this, and goes
   */
  async put(place: Place, text: string, instead: readonly string[], proof?: CryptoKeyPair): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      // oxlint-disable-next-line no-await-in-loop -- again only where another tab threw the key away in between
      const sealed = await seal(await this.#key(), place, text);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await this.#putSealed(place, sealed, instead, proof)) return;
    }
    throw new Error('The key changes all the time.');
  }

  /** Removes what lies under that place; the key too, when nothing is left that it opens. */
  async remove(place: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction(['keys', 'rows'], 'readwrite', STRICT);
    const rows = transaction.objectStore('rows');
    await rows.delete(beginningWith(place));
    if ((await rows.count()) === 0) await transaction.objectStore('keys').clear();
    await transaction.done;
  }

  /** Removes that row, unless another was put there meanwhile. */
  async removeSame({ place, iv }: SealedRow): Promise<void> {
    const transaction = this.#database.transaction('rows', 'readwrite', STRICT);
    const there = await transaction.store.get([...place]);
    if (there && String(there.iv) === String(iv)) await transaction.store.delete([...place]);
    await transaction.done;
  }

  /** The key, made where there is none. Two tabs that make one agree on the first. */
  async #key(): Promise<SealingKey> {
    const there = await this.#database.get('keys', THE_KEY);
    if (there) return there;
    const made = await makeSealingKey();
    const { store, done } = this.#database.transaction('keys', 'readwrite', STRICT);
    const first = await store.get(THE_KEY);
    if (!first) await store.put(made, THE_KEY);
    await done;
    return first ?? made;
  }

  /** @returns whether the key it was sealed with is still the one */
  async #putSealed(
    place: Place,
    sealed: Sealed,
    instead: readonly string[],
    proof: CryptoKeyPair | undefined,
  ): Promise<boolean> {
    const transaction = this.#database.transaction(['keys', 'rows'], 'readwrite', STRICT);
    const rows = transaction.objectStore('rows');
    const key = await transaction.objectStore('keys').get(THE_KEY);
    if (key?.id !== sealed.keyId) return false;
    const at = Date.now();
    const before = await rows.get([...place]);
    await rows.delete(beginningWith(instead));
    await rows.put({ ...sealed, place, at, since: before?.since ?? at, proof });
    for (let over = (await rows.count()) - MAX_ROWS; over > 0; over--) {
      // oxlint-disable-next-line no-await-in-loop -- in one transaction, one after the other
      const oldest = await rows.index('at').openCursor();
      // oxlint-disable-next-line no-await-in-loop -- as above
      await oldest?.delete();
    }
    await transaction.done;
    return true;
  }

  async #dropOld(): Promise<void> {
    const { store, done } = this.#database.transaction('rows', 'readwrite');
    for await (const row of store.index('at').iterate(IDBKeyRange.upperBound(Date.now() - ROW_DAYS * DAY_MS)))
      await row.delete();
    await done;
  }
}

/** Keys that are lists sort by their first part, and a list is greater than any text. */
function beginningWith(place: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...place], [...place, []]);
}

import { DAY_MS } from '../util/async.js';
import type { DBSchema, IDBPDatabase } from 'idb';
import { type StoredClient, type SignIn, type TokenStore } from './types.js';
import { MemoryTokenStore } from './memory-token-store.js';
import { asMcpError, McpError } from '../errors.js';
import { addressKey } from '../secrets/server-address-key.js';
import { requireLocalStorageAllowed } from '../policy/site-policy.js';
import { sha256 } from '../util/sha256.js';
import { broadcast, openChannel, randomId, within } from '../util/tab-coordination.js';
import { openMigrated } from '../storage/database.js';
import { databaseName } from '../storage/database-name.js';
import { DATABASE_ANSWER_MS } from '../storage/types.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/** The key that encrypts stored sign-ins. The browser uses it for this page only, and it cannot be exported. */
export interface EncryptionKey {
  readonly id: string;
  readonly key: CryptoKey;
}

/** Encrypted data. It can be decrypted with its own key only, and only for the record that it was stored in. */
export interface Encrypted {
  readonly keyId: string;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Bytes of the nonce with which tokens are encrypted, as AES-GCM wants them. */
const TOKEN_IV_BYTES = 12;

/** The place of a row. Its encryption is bound to it, so a row that was moved cannot be read. */
type Place = readonly [page: string, kind: 'sign-in' | 'client', first: string, second: string];

export interface EncryptedRow extends Encrypted {
  readonly place: Place;
  /** First and last time that it was stored, in milliseconds since 1970. */
  readonly since: number;
  readonly at: number;
  /**
   * The day on which it was first found to be too old, in days since 1970. It is deleted on another day, because a
   * clock may be wrong.
   */
  readonly oldOn?: number | undefined;
  /**
   * A key that tokens are bound to. It is stored beside the encrypted data, because it cannot be exported to be
   * encrypted.
   */
  readonly proof?: CryptoKeyPair | undefined;
}

interface EncryptedDatabase extends DBSchema {
  keys: { key: string; value: EncryptionKey };
  rows: { key: string[]; value: EncryptedRow; indexes: { at: number } };
}

/**
 * Rows that are stored, one for each server with a sign-in; beyond that, the oldest is removed and the person must sign
 * in there again. A row has 1 to 2 KB, and at most the 128 KB that are read of an authorization server’s answer: 13 MB
 * of the hundreds that every browser gives an origin.
 */
export const MAX_SIGN_INS = 100;
/** Days after which a sign-in that was not written again is dropped: few refresh tokens live longer. */
export const SIGN_IN_DAYS = 90;

const THE_KEY = 'sealing';
/** As for decisions: a deletion, and the newest token, must survive a power cut. */
const STRICT = { durability: 'strict' } as const;

export interface IndexedDbTokenStoreOptions {
  /** Sign-ins are stored in the database `<namespace>-sign-ins-1`. Default `mcp-embed`. */
  readonly namespace?: string | undefined;
  /**
   * A name for a group of pages that share sign-ins, to separate pages of one origin. Default: all pages of the origin
   * share them. The browser separates origins only: a script of any page of the origin can use the stored sign-ins.
   */
  readonly page?: string | undefined;
  /** Called once for each kind of problem. The store continues without the affected data. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
}

/** A stored sign-in, without secrets. */
export interface StoredSignIn {
  /** Its address, with the names of its parameters and a digest of their values. */
  readonly server: string;
  readonly issuer: string;
  /** When it was stored, in milliseconds since 1970. */
  readonly since: number;
  /** Rights that were granted. */
  readonly scopes: readonly string[];
}

/**
 * Stores sign-ins beyond the page, for persons who want to stay signed in. They are encrypted in IndexedDB with a key that
 * belongs to this origin and cannot be exported. Each can be decrypted only for its server, its authorization server and
 * its page. Tabs share them. Without a working database it is like a {@link MemoryTokenStore}. Its methods never reject.
 * @see https://www.w3.org/TR/webcrypto-2/#concepts-key-storage
 */
export class IndexedDbTokenStore implements TokenStore {
  readonly #name: string;
  readonly #page: string;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  readonly #said = new Set<string>();
  #memory = new MemoryTokenStore();
  #rows: Promise<EncryptedRows> | undefined;
  #isInMemory = false;

  /** @throws McpError `declined` on a site whose policy does not allow `storage: 'local'` */
  constructor({ namespace = 'mcp-embed', page = '', onProblem }: IndexedDbTokenStoreOptions = {}) {
    requireLocalStorageAllowed();
    this.#name = databaseName(namespace, 'sign-ins');
    this.#page = `${globalThis.location.origin} ${page}`.trimEnd();
    this.#onProblem = onProblem;
  }

  /** Of this store, and of no other in the same database: what is stored under an identity is erased by it. */
  get identityPrefix(): string {
    return `sign-in-${sha256(`${this.#name} ${this.#page}`).slice(0, 12)}-`;
  }

  async identities(): Promise<ReadonlySet<string> | undefined> {
    const found = await this.#use((rows) => this.#open<SignIn>(rows, [this.#page, 'sign-in']));
    return found && new Set(found.flatMap(({ value }) => value.identity ?? []));
  }

  follow(changed: () => void): () => void {
    const channel = openChannel(`mcp-embed ${this.#name}`);
    // A forged message of another script of this origin causes a read and nothing else.
    channel?.addEventListener('message', changed);
    return () => channel?.close();
  }

  /** Notifies other tabs that a sign-in was stored or removed, without its data. */
  #tell(): void {
    const channel = openChannel(`mcp-embed ${this.#name}`);
    broadcast(channel, 'changed');
    channel?.close();
  }

  async signIn(server: string): Promise<SignIn | undefined> {
    const place = this.#placeOf(server);
    const read =
      place && (await this.#use(async (rows) => ({ signIn: signInFrom((await this.#open<SignIn>(rows, place))[0]) })));
    if (!read) return this.#memory.signIn(server);
    await this.#memory.storeSignIn(server, read.signIn);
    return read.signIn;
  }

  async storeSignIn(server: string, signIn: SignIn | undefined): Promise<void> {
    if (!signIn) return this.forget(server);
    await this.#memory.storeSignIn(server, signIn);
    const { key, ...rest } = signIn;
    // One for each server: the sign-in at a former authorization server is removed.
    const all = this.#placeOf(server);
    if (!all) return this.#say('address', inAddress());
    const text = toJson({ value: rest, isBound: key !== undefined });
    await this.#use((rows) => rows.put([...all, signIn.issuer], text, all, key));
    this.#tell();
  }

  async client(issuer: string, redirectUri: string): Promise<StoredClient | undefined> {
    const place: Place = [this.#page, 'client', issuer, redirectUri];
    const read = await this.#use(async (rows) => ({ client: (await this.#open<StoredClient>(rows, place))[0]?.value }));
    return read ? read.client : this.#memory.client(issuer, redirectUri);
  }

  async storeClient(issuer: string, redirectUri: string, client: StoredClient | undefined): Promise<void> {
    await this.#memory.storeClient(issuer, redirectUri, client);
    const place: Place = [this.#page, 'client', issuer, redirectUri];
    await this.#use((rows) => (client ? rows.put(place, toJson({ value: client }), place) : rows.remove(place)));
  }

  /** The stored sign-ins, the newest first. Empty if the browser stores none: sign-ins in memory are not listed. */
  async list(): Promise<readonly StoredSignIn[]> {
    const found = await this.#use((rows) => this.#open<SignIn>(rows, [this.#page, 'sign-in']));
    return (found ?? []).map(({ value, row: { place, since } }) => ({
      server: place[2],
      issuer: place[3],
      since,
      scopes: value.granted,
    }));
  }

  /** Forgets the sign-in at that server, in all tabs. It does not take tokens back: `Authorization.signOut()` does. */
  async forget(server: string): Promise<void> {
    await this.#memory.storeSignIn(server, undefined);
    const place = this.#placeOf(server);
    if (place) await this.#use((rows) => rows.remove(place));
    this.#tell();
  }

  /** Forgets every sign-in, and what this page is registered as. */
  async forgetAll(): Promise<void> {
    this.#memory = new MemoryTokenStore();
    await this.#use((rows) => rows.remove([this.#page]));
    this.#tell();
  }

  /**
   * The place of the sign-in at that server; it contains no values of parameters. Undefined for an address with a
   * secret, which is never stored.
   */
  #placeOf(server: string): readonly [page: string, kind: 'sign-in', server: string] | undefined {
    const { key, hasSecret } = addressKey(server);
    return hasSecret ? undefined : [this.#page, 'sign-in', key];
  }

  /** The records at that place, the newest first. Deletes those that cannot be decrypted. */
  async #open<T>(rows: EncryptedRows, place: readonly string[]): Promise<readonly Opened<T>[]> {
    const { rows: found, key } = await rows.under(place);
    const opened = await Promise.all(
      found.map(async (row) => {
        try {
          if (!key) throw new Error('The key that opens it is not there.');
          const { value, isBound } = JSON.parse(await decrypt(key, row.place, row)) as { value: T; isBound?: boolean };
          if (isBound && !row.proof) throw new Error('The key that its token is bound to is not there.');
          return { value, row };
        } catch (error) {
          // If the browser decrypts nothing, now or in this page, the row may be valid.
          if (isTimeout(error)) throw error;
          if (key) await encrypt(key, row.place, '');
          await rows.removeSame(row);
          this.#say('unreadable', unreadable());
          return undefined;
        }
      }),
    );
    return opened.filter((one) => one !== undefined);
  }

  /** Undefined where there is no database: the memory has all that this page wrote or read. */
  async #use<T>(act: (rows: EncryptedRows) => Promise<T>): Promise<T | undefined> {
    // A second attempt: the browser may have closed the database, for example when the person clears site data.
    for (let tries = 2; !this.#isInMemory; tries--)
      try {
        this.#rows ??= EncryptedRows.open(this.#name, () => (this.#rows = undefined));
        const asked = this.#rows.then(act);
        // oxlint-disable-next-line no-await-in-loop -- a second try after the first
        return await within(DATABASE_ANSWER_MS, asked);
      } catch (error) {
        this.#rows = undefined;
        // One that does not answer would not answer the second time either.
        if (tries > 1 && !isTimeout(error)) continue;
        this.#isInMemory = true;
        this.#say('nowhere', nowhere(error));
      }
    return undefined;
  }

  #say(kind: string, problem: McpError): void {
    if (this.#said.has(kind)) return;
    this.#said.add(kind);
    this.#onProblem?.(problem);
  }
}

export async function generateEncryptionKey(): Promise<EncryptionKey> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { id: randomId(), key };
}

/** @param place its place in the store; at another place it cannot be decrypted */
export async function encrypt({ id, key }: EncryptionKey, place: readonly string[], text: string): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(TOKEN_IV_BYTES));
  const data = await crypto.subtle.encrypt(algorithm(iv, place), key, new TextEncoder().encode(text));
  return { keyId: id, iv, data };
}

/** @throws DOMException when it was sealed with another key, for another place, or is damaged */
export async function decrypt({ key }: EncryptionKey, place: readonly string[], sealed: Encrypted): Promise<string> {
  const bytes = await crypto.subtle.decrypt(algorithm(sealed.iv, place), key, sealed.data);
  return new TextDecoder().decode(bytes);
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: readonly string[]): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(toJson(place)) };
}

/** Encrypted rows in a separate database, with the key that decrypts them. */
class EncryptedRows {
  readonly #database: IDBPDatabase<EncryptedDatabase>;

  private constructor(database: IDBPDatabase<EncryptedDatabase>) {
    this.#database = database;
  }

  /** @throws McpError `storage` if no database is available */
  static async open(name: string, onLost: () => void): Promise<EncryptedRows> {
    const database = await openMigrated<EncryptedDatabase>(
      name,
      [
        (made) => {
          made.createObjectStore('keys');
          made.createObjectStore('rows', { keyPath: 'place' }).createIndex('at', 'at');
        },
      ],
      onLost,
    );
    const rows = new EncryptedRows(database);
    await rows.#dropOld();
    return rows;
  }

  /** Rows whose place begins so, the newest first, and the key that is to open them. */
  async under(place: readonly string[]): Promise<{ rows: readonly EncryptedRow[]; key: EncryptionKey | undefined }> {
    const transaction = this.#database.transaction(['keys', 'rows']);
    const [key, rows] = await Promise.all([
      transaction.objectStore('keys').get(THE_KEY),
      transaction.objectStore('rows').getAll(beginningWith(place)),
    ]);
    return { rows: rows.toSorted((a, b) => b.at - a.at), key };
  }

  /**
   * Encrypts a text and stores it.
   * @param instead older rows under this prefix, which are removed
   */
  async put(place: Place, text: string, instead: readonly string[], proof?: CryptoKeyPair): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      // oxlint-disable-next-line no-await-in-loop -- again only where another tab threw the key away in between
      const sealed = await encrypt(await this.#key(), place, text);
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await this.#putSealed(place, sealed, instead, proof)) return;
    }
    throw new Error('The key changes all the time.');
  }

  /** Removes the rows under that place; the key too, when no row is left. */
  async remove(place: readonly string[]): Promise<void> {
    const transaction = this.#database.transaction(['keys', 'rows'], 'readwrite', STRICT);
    const rows = transaction.objectStore('rows');
    await rows.delete(beginningWith(place));
    if ((await rows.count()) === 0) await transaction.objectStore('keys').clear();
    await transaction.done;
  }

  /** Removes that row, unless another was put there meanwhile. */
  async removeSame({ place, iv }: EncryptedRow): Promise<void> {
    const transaction = this.#database.transaction('rows', 'readwrite', STRICT);
    const there = await transaction.store.get([...place]);
    if (there && String(there.iv) === String(iv)) await transaction.store.delete([...place]);
    await transaction.done;
  }

  /** The key, made where there is none. Two tabs that make one agree on the first. */
  async #key(): Promise<EncryptionKey> {
    const there = await this.#database.get('keys', THE_KEY);
    if (there) return there;
    const made = await generateEncryptionKey();
    const { store, done } = this.#database.transaction('keys', 'readwrite', STRICT);
    const first = await store.get(THE_KEY);
    if (!first) await store.put(made, THE_KEY);
    await done;
    return first ?? made;
  }

  /** @returns whether the key it was sealed with is still the one */
  async #putSealed(
    place: Place,
    sealed: Encrypted,
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
    for (let over = (await rows.count()) - MAX_SIGN_INS; over > 0; over--) {
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
    const today = Math.floor(Date.now() / DAY_MS);
    for await (const row of store.index('at').iterate(IDBKeyRange.upperBound(Date.now() - SIGN_IN_DAYS * DAY_MS)))
      if (row.value.oldOn === undefined) await row.update({ ...row.value, oldOn: today });
      else if (row.value.oldOn !== today) await row.delete();
    await done;
  }
}

/** Keys that are lists sort by their first part, and a list is greater than any text. */
function beginningWith(place: readonly string[]): IDBKeyRange {
  return IDBKeyRange.bound([...place], [...place, []]);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

interface Opened<T> {
  readonly value: T;
  readonly row: EncryptedRow;
}

function signInFrom(opened: Opened<SignIn> | undefined): SignIn | undefined {
  return opened && (opened.row.proof ? { ...opened.value, key: opened.row.proof } : opened.value);
}

function unreadable(): McpError {
  return new McpError('storage', errorText('auth.signInUnreadable'), {
    remedy: errorText('auth.signInAgain'),
  });
}

function inAddress(): McpError {
  return new McpError('storage', errorText('auth.signInSecretInAddress'), {
    remedy: errorText('auth.giveSecretInHeaders'),
  });
}

function nowhere(error: unknown): McpError {
  return new McpError('storage', errorText('auth.signInsNotKept'), {
    cause: asMcpError(error, 'storage').cause,
    remedy: errorText('auth.privateWindow'),
  });
}

import type { McpError } from '../../errors.js';
import { CheckedStorage } from '../../storage/checked-storage.js';
import { RedactedStorage } from '../../storage/redacted-storage.js';
import { createStorage } from '../../storage/storage.js';
import { DEFAULT_NAMESPACE } from '../../storage/database-name.js';
import type { StoredKinds, RecordKey, Storage } from '../../storage/types.js';
import type { Redactor } from '../../secrets/redactor.js';
import { cappedStorage } from '../../policy/site-policy.js';
import type { SessionOptions } from '../options.js';
import { type Owner, identityOf, serverKeyFor } from './server-storage-key.js';

/** Access to records of one kind by id alone, across all servers. */
interface ById<K extends 'grant' | 'audit'> {
  list(): Promise<readonly StoredKinds[K][]>;
  put(records: readonly StoredKinds[K][]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

export function byId<K extends 'grant' | 'audit'>(storage: Storage, kind: K): ById<K> {
  // The server of each known id. Known records are removed without reading first: a read after the removal must not
  // restore them.
  const keys = new Map<string, RecordKey>();
  const note = (records: readonly StoredKinds[K][]): readonly StoredKinds[K][] => {
    for (const { id, server } of records) keys.set(id, { id, server });
    return records;
  };
  const list = async (): Promise<readonly StoredKinds[K][]> => note(await storage.list(kind));
  return {
    list,
    put: async (records) => storage.put(kind, note(records)),
    remove: async (ids) => {
      if (ids.some((id) => !keys.has(id))) await list();
      const known = ids.flatMap((id) => keys.get(id) ?? []);
      await storage.remove(kind, known);
      for (const id of ids) keys.delete(id);
    },
  };
}

/** A page’s own storages, as they are read: see {@link CheckedStorage}. */
const checked = new WeakMap<Storage, CheckedStorage>();

/** The storage of that kind, whose records are checked when they are read. One for each storage of a page. */
function openStorage(
  kind: NonNullable<SessionOptions['storage']>,
  namespace: string,
  onProblem?: (problem: McpError) => void,
): Storage {
  if (typeof kind !== 'object') return createStorage(kind, namespace, onProblem);
  const found = checked.get(kind) ?? new CheckedStorage(kind, onProblem);
  checked.set(kind, found);
  if (onProblem) found.reportTo(onProblem);
  return found;
}

/** The kind of storage for this owner, where the page did not choose its own. The site policy may shorten it. */
export function kindOfStorage(
  owner: Owner | undefined,
  { storage = 'local' }: Pick<SessionOptions, 'storage'>,
): NonNullable<SessionOptions['storage']> {
  if (!owner) return 'none';
  return cappedStorage(owner.inTab && storage === 'local' ? 'session' : storage);
}

/** A storage, and the key of one server in it. */
export interface Place {
  readonly storage: Storage;
  readonly server: string;
}

/** The storage of one session. Each read of a field determines the identity again, and both fields depend on it. */
export interface Partition {
  readonly storage: Storage;
  readonly server: string;
  /**
   * Both fields for one identity, which is determined once. `isUnidentified`: the signed-in person has no known
   * identity.
   */
  resolvePlace(): Place & { readonly isUnidentified?: boolean };
}

/** The partition of a session, whose person may leave. */
export interface SessionPartition extends Partition {
  /** The storage of decisions, for the same identity. */
  resolveStoragePlace(): StoragePlace & { readonly server: string };
  /**
   * The signed-in person has left. Until the next sign-in, this session has no owner: data of that person that is still
   * in the page must not be stored for anyone.
   */
  leave(): void;
}

/** The partition of the person who is signed in at the moment. */
class IdentityPartition implements SessionPartition {
  readonly #url: string;
  readonly #options: SessionOptions;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  /** One storage of each kind. Data of an unnamed person is in memory. */
  readonly #opened = new Map<Storage | string, Storage>();
  readonly #redactor: Redactor;
  #isLeft = false;

  constructor(
    url: string,
    options: SessionOptions,
    redactor: Redactor,
    onProblem: ((problem: McpError) => void) | undefined,
  ) {
    this.#redactor = redactor;
    this.#url = url;
    this.#options = options;
    this.#onProblem = onProblem;
  }

  get server(): string {
    return serverKeyFor(this.#owner, this.#url, this.#options);
  }

  get storage(): Storage {
    return this.#storageOf(this.#owner);
  }

  resolveStoragePlace(): StoragePlace & { readonly server: string } {
    return placeFor(this.#owner, this.#url, this.#options);
  }

  leave(): void {
    this.#isLeft = true;
    void this.#opened.get('none')?.forget();
  }

  get #owner(): Owner | undefined {
    const owner = identityOf(this.#options);
    return this.#isLeft && owner?.identity === undefined ? undefined : owner;
  }

  resolvePlace(): Place & { readonly isUnidentified: boolean } {
    const owner = this.#owner;
    return {
      storage: this.#storageOf(owner),
      server: serverKeyFor(owner, this.#url, this.#options),
      isUnidentified: !owner,
    };
  }

  #storageOf(owner: Owner | undefined): Storage {
    const { namespace = DEFAULT_NAMESPACE } = this.#options;
    const kind = kindOfStorage(owner, this.#options);
    const opened = this.#opened.get(kind) ?? this.#open(kind, namespace);
    this.#opened.set(kind, opened);
    return opened;
  }

  /** A storage in memory is not redacted: it ends with the page, and its content is on the screen anyway. */
  #open(kind: ReturnType<typeof kindOfStorage>, namespace: string): Storage {
    const storage = openStorage(kind, namespace, this.#onProblem);
    return kind === 'none' ? storage : new RedactedStorage(storage, this.#redactor);
  }
}

/** The storage of a session with these options. All code that needs it calls this. */
export function partitionFor(
  url: string,
  options: SessionOptions,
  redactor: Redactor,
  onProblem?: (problem: McpError) => void,
): SessionPartition {
  return new IdentityPartition(url, options, redactor, onProblem);
}

/** The storage of the person’s decisions, for sessions with certain options. */
export interface StoragePlace {
  /** The same for all sessions that share the place. */
  readonly key: string | Storage;
  /** Undefined where nothing is stored beyond the page. */
  readonly storage: Storage | undefined;
}

/**
 * The storage of decisions and the audit log. Those of an unnamed person end with the page, because the next user of
 * this browser may be another person.
 */
export function storagePlaceOf(options: SessionOptions): StoragePlace {
  return storagePlaceFor(identityOf(options), options);
}

function storagePlaceFor(owner: Owner | undefined, options: SessionOptions): StoragePlace {
  const { namespace = DEFAULT_NAMESPACE } = options;
  const storage = kindOfStorage(owner, options);
  if (typeof storage === 'object') return { key: storage, storage: openStorage(storage, namespace) };
  return {
    key: `${storage} ${namespace}`,
    storage: storage === 'none' ? undefined : openStorage(storage, namespace),
  };
}

/** The same, with the server’s key. Asks for the identity once. */
export function serverPlaceOf(url: string, options: SessionOptions): StoragePlace & { readonly server: string } {
  return placeFor(identityOf(options), url, options);
}

function placeFor(
  owner: Owner | undefined,
  url: string,
  options: SessionOptions,
): StoragePlace & { readonly server: string } {
  return { ...storagePlaceFor(owner, options), server: serverKeyFor(owner, url, options) };
}

/** Makes one object for each storage place. */
export function onePerPlace<T>(make: (storage: Storage | undefined) => T): (place: StoragePlace) => T {
  const opened = new Map<string | Storage, T>();
  return ({ key, storage }) => {
    const found = opened.get(key) ?? make(storage);
    opened.set(key, found);
    return found;
  };
}

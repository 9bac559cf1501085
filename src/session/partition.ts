import type { McpError } from '../errors.js';
import { RedactedStorage } from '../storage/redacted-storage.js';
import { createStorage } from '../storage/storage.js';
import type { StoredKinds, RecordKey, Storage } from '../storage/types.js';
import { addressKey } from '../util/address-key.js';
import { randomId } from '../util/tab-coordination.js';
import type { Redactor } from '../util/redactor.js';
import { cappedStorage } from '../util/site-policy.js';
import { sha256 } from '../util/sha256.js';
import { RECORDING, type SessionOptions } from './options.js';

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
    // A storage implemented by the page may return anything.
    for (const { id, server } of records.filter(Boolean)) keys.set(id, { id, server });
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

/** Identity that stored data is partitioned by. Without `identity`: anonymous data, which everybody may see. */
interface Owner {
  readonly identity?: string | undefined;
  /** The identity is valid in this tab only. */
  readonly inTab?: boolean | undefined;
}

/**
 * The owner of the data that a session with these options stores now. Undefined: there is a signed-in person whom
 * nobody can name, so nothing is stored beyond the page; the next user of this browser may be another person. It can
 * change when somebody signs in or out.
 */
export function identityOf({
  identity,
  headers,
  auth,
}: Pick<SessionOptions, 'identity' | 'headers' | 'auth'>): Owner | undefined {
  if (identity !== undefined) return { identity };
  if (!auth) return headers ? undefined : {};
  const { identity: authIdentity, identityLifetime } = auth;
  if (authIdentity === undefined) return undefined;
  return authIdentity === null ? {} : { identity: authIdentity, ...(identityLifetime === 'tab' && { inTab: true }) };
}

/** The kind of storage for this owner, where the page did not choose its own. The site policy may shorten it. */
export function kindOfStorage(
  owner: Owner | undefined,
  { storage = 'local' }: Pick<SessionOptions, 'storage'>,
): NonNullable<SessionOptions['storage']> {
  if (!owner) return 'none';
  return cappedStorage(owner.inTab && storage === 'local' ? 'session' : storage);
}

/** Prefix of a server key made of a `serverId`. No URL begins with it. */
const NAME = 'name:';

/** Why nothing of a server is stored beyond the page, whatever the options say. */
export type WhyNotStored =
  /** It is a recording. */
  | 'recording'
  /** It is inside this page and has no name that is the same after a reload. */
  | 'in-page'
  /** Its URL contains a secret, and would be the key of everything that is stored. */
  | 'secret-address';

/** @param options as the page gave them @returns undefined where data is stored as the options say */
export function whyNotStored(
  url: string,
  { serverId, identity }: Pick<SessionOptions, 'serverId' | 'identity'>,
): WhyNotStored | undefined {
  if (url.startsWith(RECORDING)) return 'recording';
  if (serverId !== undefined) return undefined;
  if (url.startsWith('port:')) return 'in-page';
  return identity === undefined && addressKey(url).hasSecret ? 'secret-address' : undefined;
}

/** The options for that server, with `storage: 'none'` where nothing of it may be stored. */
export function optionsFor(url: string, options: SessionOptions): SessionOptions {
  return whyNotStored(url, options) ? { ...options, storage: 'none' } : options;
}

/** A random value of this page, so that the digest of a secret cannot be recognized anywhere else. */
const ofThisPage = randomId();

/**
 * The server’s key in the storage: its `serverId`, or its URL without the values of parameters; with the identity
 * appended where there is one.
 */
export function serverKey(
  url: string,
  options: Parameters<typeof identityOf>[0] & Pick<SessionOptions, 'serverId'>,
): string {
  return serverKeyOf(identityOf(options), url, options);
}

function serverKeyOf(
  { identity }: Owner = {},
  url: string,
  options: Pick<SessionOptions, 'serverId' | 'identity'>,
): string {
  const key = keyOf(url, options);
  // A URL contains no space, so the parts of the key cannot be confused.
  return identity === undefined ? key : `${key} ${identity}`;
}

function keyOf(url: string, options: Pick<SessionOptions, 'serverId' | 'identity'>): string {
  const why = whyNotStored(url, options);
  if (why === 'recording' || why === 'in-page') return url;
  if (options.serverId !== undefined) return NAME + encodeURIComponent(options.serverId);
  const { key } = addressKey(url);
  // Nothing is stored, so the key may differ after a reload; but two such URLs must have two keys.
  return why === 'secret-address' ? `${key}#${sha256(ofThisPage + url)}` : key;
}

/** Name of the database where the page gives none. */
const DEFAULT_NAMESPACE = 'mcp-embed';

/** A storage, and the key of one server in it. */
export interface Place {
  readonly storage: Storage;
  readonly server: string;
}

/** Where one session stores everything. Each read of a field asks for the identity, and both fields change with it. */
export interface Partition {
  readonly storage: Storage;
  readonly server: string;
  /**
   * Both fields for one identity, which is asked for once. `isNameless`: somebody is signed in whom nobody can name.
   */
  now(): Place & { readonly isNameless?: boolean };
}

/** The partition of the person who is signed in at the moment. */
class IdentityPartition implements Partition {
  readonly #url: string;
  readonly #options: SessionOptions;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  /** One storage of each kind. Data of an unnamed person is in memory. */
  readonly #opened = new Map<Storage | string, Storage>();
  readonly #redactor: Redactor;

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
    return serverKey(this.#url, this.#options);
  }

  get storage(): Storage {
    return this.#storageOf(identityOf(this.#options));
  }

  now(): Place & { readonly isNameless: boolean } {
    const owner = identityOf(this.#options);
    return {
      storage: this.#storageOf(owner),
      server: serverKeyOf(owner, this.#url, this.#options),
      isNameless: !owner,
    };
  }

  #storageOf(owner: Owner | undefined): Storage {
    const { namespace = DEFAULT_NAMESPACE } = this.#options;
    const kind = kindOfStorage(owner, this.#options);
    const opened = this.#opened.get(kind) ?? this.#open(kind, namespace);
    this.#opened.set(kind, opened);
    return opened;
  }

  /** A storage in memory is not redacted: it ends with the page and holds what is on the screen. */
  #open(kind: ReturnType<typeof kindOfStorage>, namespace: string): Storage {
    const storage = typeof kind === 'object' ? kind : createStorage(kind, namespace, this.#onProblem);
    return kind === 'none' ? storage : new RedactedStorage(storage, this.#redactor);
  }
}

/** Where a session with these options stores everything. All code that needs this asks here. */
export function partitionFor(
  url: string,
  options: SessionOptions,
  redactor: Redactor,
  onProblem?: (problem: McpError) => void,
): Partition {
  return new IdentityPartition(url, options, redactor, onProblem);
}

/** Where sessions with certain options store the person’s decisions. */
export interface StoragePlace {
  /** The same for all sessions that share the place. */
  readonly key: string | Storage;
  /** Undefined where nothing is stored beyond the page. */
  readonly storage: Storage | undefined;
}

/**
 * Where decisions and the audit log are stored. Those of an unnamed person end with the page, because the next user of
 * this browser may be another person.
 */
export function storagePlaceOf(options: SessionOptions): StoragePlace {
  return storagePlaceFor(identityOf(options), options);
}

function storagePlaceFor(owner: Owner | undefined, options: SessionOptions): StoragePlace {
  const { namespace = DEFAULT_NAMESPACE } = options;
  const storage = kindOfStorage(owner, options);
  if (typeof storage === 'object') return { key: storage, storage };
  return {
    key: `${storage} ${namespace}`,
    storage: storage === 'none' ? undefined : createStorage(storage, namespace),
  };
}

/** The same, with the server’s key. Asks for the identity once. */
export function serverPlaceOf(url: string, options: SessionOptions): StoragePlace & { readonly server: string } {
  const owner = identityOf(options);
  return { ...storagePlaceFor(owner, options), server: serverKeyOf(owner, url, options) };
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

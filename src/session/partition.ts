import type { McpError } from '../errors.js';
import { RedactedStorage } from '../storage/redacted-storage.js';
import { createStorage } from '../storage/storage.js';
import type { StoredKinds, RecordKey, Storage } from '../storage/types.js';
import { addressKey } from '../util/address-key.js';
import { randomId } from '../util/coordination.js';
import type { Redactor } from '../util/redactor.js';
import { sha256 } from '../util/sha256.js';
import { RECORDING, type SessionOptions } from './options.js';

/** Records of one kind for those who know them by their ids alone, whichever server they are of. */
interface ById<K extends 'grant' | 'audit'> {
  list(): Promise<readonly StoredKinds[K][]>;
  put(records: readonly StoredKinds[K][]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

export function byId<K extends 'grant' | 'audit'>(storage: Storage, kind: K): ById<K> {
  // Whose each is. Removed at once where it is known: what is read after that must not bring it back.
  const keys = new Map<string, RecordKey>();
  const note = (records: readonly StoredKinds[K][]): readonly StoredKinds[K][] => {
    // A storage of the page's own may hold anything.
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

/** Whose it is what a session learns. Without an identity: anybody's, because the server was told of nobody. */
interface Owner {
  readonly identity?: string | undefined;
  /** It is theirs in this tab only. */
  readonly inTab?: boolean | undefined;
}

/**
 * Whose it is what a session with these options learns now. Undefined: of somebody nobody can name, so it is kept nowhere
 * beyond the page; the next one with the same browser may be somebody else. It may change when a person signs in or out.
 */
export function identityOf({
  identity,
  headers,
  auth,
}: Pick<SessionOptions, 'identity' | 'headers' | 'auth'>): Owner | undefined {
  if (identity !== undefined) return { identity };
  if (!auth) return headers ? undefined : {};
  const { identity: holder, identityLifetime } = auth;
  if (holder === undefined) return undefined;
  return holder === null ? {} : { identity: holder, ...(identityLifetime === 'tab' && { inTab: true }) };
}

/** Where what that owner's sessions learn is kept, where the page chose no place of its own. */
export function kindOfStorage(
  owner: Owner | undefined,
  { storage = 'local' }: Pick<SessionOptions, 'storage'>,
): NonNullable<SessionOptions['storage']> {
  if (!owner) return 'none';
  return owner.inTab && storage === 'local' ? 'session' : storage;
}

/** Before the name that a page gave a server. No address of a server begins so. */
const NAME = 'name:';

/** Why nothing of a server is kept beyond the page, whatever the options say. */
export type WhyNotStored =
  /** It is played back, and was kept elsewhere or not at all. */
  | 'recording'
  /** It is inside this page, and has no name that would hold after a reload. */
  | 'in-page'
  /** Its address carries a secret, and would be the name of everything that is kept. */
  | 'secret-address';

/** @param options as the page gave them. Undefined: it is kept as they say. */
export function whyNotStored(
  url: string,
  { serverId, identity }: Pick<SessionOptions, 'serverId' | 'identity'>,
): WhyNotStored | undefined {
  if (url.startsWith(RECORDING)) return 'recording';
  if (serverId !== undefined) return undefined;
  if (url.startsWith('port:')) return 'in-page';
  return identity === undefined && addressKey(url).hasSecret ? 'secret-address' : undefined;
}

/** The options of a session with that server, with no storage where nothing of it is to be kept. */
export function optionsFor(url: string, options: SessionOptions): SessionOptions {
  return whyNotStored(url, options) ? { ...options, storage: 'none' } : options;
}

/** Only this page, as long as it is there, can make it: a digest of a secret is not to be recognized anywhere else. */
const ofThisPage = randomId();

/**
 * What a server is called where things are kept: the name that the page gives it, or its address without values of parameters,
 * and whose session it is where that is known.
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
  // A space stands in no address, so no identity can be mistaken for another one.
  return identity === undefined ? key : `${key} ${identity}`;
}

function keyOf(url: string, options: Pick<SessionOptions, 'serverId' | 'identity'>): string {
  const why = whyNotStored(url, options);
  if (why === 'recording' || why === 'in-page') return url;
  if (options.serverId !== undefined) return NAME + encodeURIComponent(options.serverId);
  const { key } = addressKey(url);
  // Nothing is kept, so it need not be the same tomorrow; but two such addresses are two servers.
  return why === 'secret-address' ? `${key}#${sha256(ofThisPage + url)}` : key;
}

/** Name of the database where the page gives none. */
const DEFAULT_NAMESPACE = 'mcp-embed';

/** A storage, and what one session's server is called in it. */
export interface Place {
  readonly storage: Storage;
  readonly server: string;
}

/** Where everything of one session is stored. Both fields change with who is signed in, and each asks who that is. */
export interface Partition {
  readonly storage: Storage;
  readonly server: string;
  /** Both, as they are now: who is signed in is asked for once. `isNameless`: nobody can name them. */
  now(): Place & { readonly isNameless?: boolean };
}

/** Where things are kept, and under which name, for whoever is signed in at the moment. */
class IdentityPartition implements Partition {
  readonly #url: string;
  readonly #options: SessionOptions;
  readonly #onProblem: ((problem: McpError) => void) | undefined;
  /** One of each kind: what is of nobody known in the memory of the page. */
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

  /** What ends with the page holds what is on the screen. */
  #open(kind: ReturnType<typeof kindOfStorage>, namespace: string): Storage {
    const storage = typeof kind === 'object' ? kind : createStorage(kind, namespace, this.#onProblem);
    return kind === 'none' ? storage : new RedactedStorage(storage, this.#redactor);
  }
}

/** Where everything of a session with these options is stored. Nobody else decides it. */
export function partitionFor(
  url: string,
  options: SessionOptions,
  redactor: Redactor,
  onProblem?: (problem: McpError) => void,
): Partition {
  return new IdentityPartition(url, options, redactor, onProblem);
}

/** Where sessions with certain options keep what is the person’s. */
export interface StoragePlace {
  /** The same for all sessions that share it. */
  readonly key: string | Storage;
  /** Undefined where nothing outlives the page. */
  readonly storage: Storage | undefined;
}

/**
 * Where decisions, and the record of them, are kept. Of a session whose owner nobody named, they end with the page: the
 * next one with the same browser may be somebody else.
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

/** The same, and what the server is called there. Who is signed in is asked for once. */
export function serverPlaceOf(url: string, options: SessionOptions): StoragePlace & { readonly server: string } {
  const owner = identityOf(options);
  return { ...storagePlaceFor(owner, options), server: serverKeyOf(owner, url, options) };
}

/** One of each, for each place. */
export function onePerPlace<T>(make: (storage: Storage | undefined) => T): (place: StoragePlace) => T {
  const opened = new Map<string | Storage, T>();
  return ({ key, storage }) => {
    const found = opened.get(key) ?? make(storage);
    opened.set(key, found);
    return found;
  };
}

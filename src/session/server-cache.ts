import type { HostMemory } from '../content/remote-hosts.js';
import type { ConnectionKind } from '../protocol/era.js';
import type { ResourceContents, ServerProfile } from '../protocol/model.js';
import type { StoredRecord, ListRecord, ResourceRecord } from '../storage/types.js';
import { Redactor } from '../util/redactor.js';
import { secretInAddress } from '../util/secrets/addresses.js';
import { type CatalogCache, isFresh, type ResourceCache, sizeOf, type StoredResource } from './caching.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { optionsFor, type Partition, partitionFor, type Place } from './partition.js';
import type { SessionTranscript } from './transcript.js';

/**
 * Milliseconds for which it is believed how a server wants to be spoken to: a day. An old verdict still works but may
 * miss a newer revision, so it must end.
 */
export const HANDSHAKE_VALID_MS: number = 24 * 60 * 60 * 1000;

/**
 * Milliseconds that anything waits for what was stored of a server: a database that another tab holds up holds up
 * nothing else. Then it is done without.
 */
const CACHE_WAIT_MS = 500;

interface StoredProfile {
  readonly profile: ServerProfile;
  /** Absent when it is too old to be believed. */
  readonly opening?: ConnectionKind | undefined;
}

/** Lists that were read before anybody wanted them, each for the first who does. */
interface Ahead extends Place {
  readonly lists: Promise<Map<string, ListRecord> | undefined>;
  readonly given: Set<string>;
}

/** What one server left in the store, for one identity. Whatever goes wrong with the store, a session goes on. */
export class ServerMemory implements CatalogCache {
  readonly #partition: Partition;
  readonly #url: string | undefined;
  readonly #transcript: Pick<SessionTranscript, 'load'> | undefined;
  #ahead: Ahead | undefined;

  /**
   * @param url what the profile that is recalled says where the server is. Default: what the partition calls it
   * @param transcript knows what was secret. Without it no resource is stored
   */
  constructor(partition: Partition, url?: string, transcript?: Pick<SessionTranscript, 'load'>) {
    this.#partition = partition;
    this.#url = url;
    this.#transcript = transcript;
  }

  async recall(now: number = Date.now()): Promise<StoredProfile | undefined> {
    const found = soon(this.#use(({ storage, server }) => storage.get('server', server)));
    if (!this.#isAhead()) this.#ahead = this.#readAhead();
    const record = await found;
    if (!record) return undefined;
    const profile = { ...(record.profile as ServerProfile), url: this.#url ?? record.server };
    // A clock that was set back makes nothing young again.
    const isValid = record.at <= now && now - record.at < HANDSHAKE_VALID_MS;
    return isValid ? { profile, opening: record.opening as ConnectionKind } : { profile };
  }

  async remember(profile: ServerProfile, opening: ConnectionKind): Promise<void> {
    // Without the address, which may hold values of parameters: whoever recalls it knows that.
    const { url: _url, ...kept } = profile;
    await this.#use(({ storage, server }) => storage.put('server', [{ ...onlyOf(server), profile: kept, opening }]));
  }

  getList: CatalogCache['getList'] = async (kind) => {
    const { lists, given } = (this.#isAhead() && this.#ahead) || {};
    const ahead = given?.has(kind) ? undefined : await lists;
    given?.add(kind);
    const record = ahead
      ? ahead.get(kind)
      : await soon(this.#use(({ storage, server }) => storage.get('list', server, kind)));
    ahead?.delete(kind);
    return record && { items: record.items, fetchedAt: record.at, expiresAt: record.expiresAt };
  };

  setList: CatalogCache['setList'] = async (kind, { fetchedAt, ...list }) => {
    await this.#use(({ storage, server }) => storage.put('list', [{ server, id: kind, at: fetchedAt, ...list }]));
  };

  resources = async (): Promise<ResourceCache> => new StoredResources(this.#partition, this.#transcript);

  async getHosts(): Promise<readonly string[]> {
    const record = await soon(this.#use(({ storage, server }) => storage.get('hosts', server)));
    return record?.hosts ?? [];
  }

  async setHosts(hosts: readonly string[]): Promise<void> {
    await this.#use(({ storage, server }) => storage.put('hosts', [{ ...onlyOf(server), hosts }]));
  }

  /** Whoever recalls a server shows its lists next: they come in one go, and at the same time as what is known of it. */
  #readAhead(): Ahead {
    const { storage, server } = this.#partition.now();
    const records = soon(storage.list('list', { server }).catch(() => undefined));
    const lists = records.then((some) => some && new Map(some.map((record) => [record.id, record])));
    return { storage, server, lists, given: new Set() };
  }

  /** Whether they are those of whoever is signed in now. */
  #isAhead(): boolean {
    const { storage, server } = this.#partition.now();
    return this.#ahead?.storage === storage && this.#ahead.server === server;
  }

  /** A store that fails is a store that remembered nothing. */
  async #use<T>(act: (place: Place) => Promise<T>): Promise<T | undefined> {
    try {
      return await act(this.#partition.now());
    } catch {
      return undefined;
    }
  }
}

/** What a record says of itself of which there is one for each server. */
function onlyOf(server: string): StoredRecord {
  return { server, id: '', at: Date.now() };
}

/** Whatever comes of it, soon. */
function soon<T>(promise: Promise<T>): Promise<T | undefined> {
  return Promise.race([promise, new Promise<undefined>((resolve) => setTimeout(resolve, CACHE_WAIT_MS))]);
}

/** What a session remembers of its server. Who is signed in from before has things there, so that is waited for a moment. */
export async function openMemory({
  url,
  options,
  partition,
  transcript,
}: SessionWithTranscript): Promise<ServerMemory> {
  if (options.auth?.known) await soon(options.auth.known());
  return new ServerMemory(partition, url, options.transcript === false ? undefined : transcript);
}

interface SessionWithTranscript extends SessionContext {
  readonly transcript: SessionTranscript;
}

/**
 * Characters of text and base64 of a resource that is stored between visits: twenty such take what a server may have. A
 * larger one is not stored.
 */
export const MAX_CACHED_RESOURCE_CHARACTERS = 1_000_000;

/**
 * What was read of one server, in the store. Nothing that the transcript would leave out: what somebody typed into a
 * password field may come back in a resource. So where there is no transcript, nothing is kept.
 */
class StoredResources implements ResourceCache {
  readonly #partition: Partition;
  readonly #transcript: Pick<SessionTranscript, 'load'> | undefined;
  /** Addresses of those that are fresh, here and from earlier visits. */
  #fresh: Promise<Set<string>> | undefined;
  /** One after the other: news that came after a reading is about it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(partition: Partition, transcript: Pick<SessionTranscript, 'load'> | undefined) {
    this.#partition = partition;
    this.#transcript = transcript;
  }

  async get(uri: string): Promise<StoredResource | undefined> {
    const { storage, server } = this.#partition.now();
    const found = await soon(storage.get('resource', server, uri).catch(() => undefined));
    return found && keptOf(found);
  }

  set(uri: string, kept: StoredResource): Promise<void> {
    return this.#then(async () => {
      if (sizeOf(kept.contents) > MAX_CACHED_RESOURCE_CHARACTERS || !(await this.#mayBeKept(uri, kept.contents))) {
        const { storage, server } = this.#partition.now();
        // What is there from before is no longer what it holds.
        return storage.remove('resource', [{ server, id: uri }]);
      }
      await this.#put(uri, kept);
    });
  }

  changed(isConcerned: (uri: string) => boolean): Promise<void> {
    return this.#then(async () => {
      const { storage, server } = this.#partition.now();
      for (const uri of [...(await this.#freshOnes())].filter(isConcerned)) {
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        const record = await storage.get('resource', server, uri);
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        if (record) await this.#put(uri, { ...keptOf(record), expiresAt: undefined });
      }
    });
  }

  async #put(uri: string, { fetchedAt, ...kept }: StoredResource): Promise<void> {
    const { storage, server } = this.#partition.now();
    await storage.put('resource', [{ server, id: uri, at: fetchedAt, ...kept }]);
    const fresh = await this.#freshOnes();
    if (isFresh(fetchedAt, kept.expiresAt)) fresh.add(uri);
    else fresh.delete(uri);
  }

  #freshOnes(): Promise<Set<string>> {
    const { storage, server } = this.#partition.now();
    return (this.#fresh ??= storage
      .list('resource', { server })
      .then((records) => new Set(records.filter(({ at, expiresAt }) => isFresh(at, expiresAt)).map(({ id }) => id))));
  }

  async #mayBeKept(uri: string, contents: readonly ResourceContents[]): Promise<boolean> {
    if (!this.#transcript || secretInAddress(uri)) return false;
    // What is sent as bytes may be text all the same.
    const texts = contents.map(({ text, blob }) => text ?? atob(blob ?? ''));
    const transcript = await this.#transcript.load();
    return transcript?.isFreeOfSecrets([uri, ...texts]) ?? false;
  }

  /** A store that fails is a store that kept nothing. */
  #then(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act).catch(() => {});
    this.#last = done;
    return done;
  }
}

function keptOf({ contents, at, expiresAt, scope }: ResourceRecord): StoredResource {
  return {
    contents: contents as readonly ResourceContents[],
    fetchedAt: at,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scope && { scope }),
  };
}

/** Where the sites are stored that a person allowed for the server of a session with these options. */
export async function rememberedHosts(url: string, given: SessionOptions): Promise<HostMemory> {
  const options = optionsFor(url, given);
  if (options.auth?.known) await soon(options.auth.known());
  // The session reports what is wrong with the storage: once is enough.
  return new ServerMemory(partitionFor(url, options, new Redactor()));
}

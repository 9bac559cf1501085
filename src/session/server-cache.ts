import type { HostMemory } from '../content/remote-hosts.js';
import type { ConnectionKind } from '../protocol/era.js';
import type { ResourceContents, ServerProfile } from '../protocol/model.js';
import type { StoredRecord, ListRecord, ResourceRecord } from '../storage/types.js';
import { Redactor } from '../secrets/redactor.js';
import { secretInAddress } from '../secrets/addresses.js';
import { cappedTranscript } from '../policy/site-policy.js';
import { type CatalogCache, isFresh, type ResourceCache, countCharacters, type StoredResource } from './caching.js';
import type { SessionContext } from './context.js';
import type { SessionOptions } from './options.js';
import { type Partition, partitionFor, type Place } from './person/partition.js';
import { optionsFor } from './person/server-storage-key.js';
import type { SessionTranscript } from './transcript.js';
import { currentClock } from '../util/clock.js';

/**
 * Milliseconds for which the negotiated handshake of a server is reused: a day. An older one would still work, but
 * might miss that the server supports a newer revision.
 */
export const HANDSHAKE_VALID_MS: number = 24 * 60 * 60 * 1000;

/**
 * Milliseconds to wait for stored data of a server. Then the session continues without it: a database that another tab
 * blocks must not block the page.
 */
export const CACHE_WAIT_MS = 500;

interface StoredProfile {
  readonly profile: ServerProfile;
  /** Absent when it is too old to be reused. */
  readonly opening?: ConnectionKind | undefined;
}

/** Lists that are read from storage before they are requested. Each is given out once. */
interface PrefetchedLists extends Place {
  readonly lists: Promise<Map<string, ListRecord> | undefined>;
  readonly given: Set<string>;
}

/** The stored data of one server for one identity. A failing storage never stops the session. */
export class ServerMemory implements CatalogCache {
  readonly #partition: Partition;
  readonly #url: string | undefined;
  readonly #transcript: Pick<SessionTranscript, 'load'> | undefined;
  #prefetched: PrefetchedLists | undefined;

  /**
   * @param url the URL of the recalled profile. Default: the server’s key
   * @param transcript knows the secrets. Without it no resource is stored
   */
  constructor(partition: Partition, url?: string, transcript?: Pick<SessionTranscript, 'load'>) {
    this.#partition = partition;
    this.#url = url;
    this.#transcript = transcript;
  }

  async recall(now: number = Date.now()): Promise<StoredProfile | undefined> {
    const found = withTimeout(this.#use(({ storage, server }) => storage.get('server', server)));
    if (!this.#isPrefetched()) this.#prefetched = this.#prefetch();
    const record = await found;
    if (!record) return undefined;
    const profile = { ...(record.profile as ServerProfile), url: this.#url ?? record.server };
    // A record from the future shows that the system clock was set back: it is not valid.
    const isValid = record.at <= now && now - record.at < HANDSHAKE_VALID_MS;
    return isValid ? { profile, opening: record.opening as ConnectionKind } : { profile };
  }

  async remember(profile: ServerProfile, opening: ConnectionKind): Promise<void> {
    // Without the URL, which may contain secrets in its parameters. The reader of the profile knows the URL.
    const { url: _url, ...stored } = profile;
    await this.#use(({ storage, server }) =>
      storage.put('server', [{ ...singleRecord(server), profile: stored, opening }]),
    );
  }

  getList: CatalogCache['getList'] = async (kind) => {
    const { lists, given } = (this.#isPrefetched() && this.#prefetched) || {};
    const prefetched = given?.has(kind) ? undefined : await lists;
    given?.add(kind);
    const record = prefetched
      ? prefetched.get(kind)
      : await withTimeout(this.#use(({ storage, server }) => storage.get('list', server, kind)));
    prefetched?.delete(kind);
    return record && { items: record.items, fetchedAt: record.at, expiresAt: record.expiresAt };
  };

  setList: CatalogCache['setList'] = async (kind, { fetchedAt, ...list }) => {
    await this.#use(({ storage, server }) => storage.put('list', [{ server, id: kind, at: fetchedAt, ...list }]));
  };

  resources = async (): Promise<ResourceCache> => new StoredResources(this.#partition, this.#transcript);

  async getHosts(): Promise<readonly string[]> {
    const record = await withTimeout(this.#use(({ storage, server }) => storage.get('hosts', server)));
    return record?.hosts ?? [];
  }

  async setHosts(hosts: readonly string[]): Promise<void> {
    await this.#use(({ storage, server }) => storage.put('hosts', [{ ...singleRecord(server), hosts }]));
  }

  /** Reads all lists in one request, at the same time as the profile: a session shows them next. */
  #prefetch(): PrefetchedLists {
    const { storage, server } = this.#partition.resolvePlace();
    const records = withTimeout(storage.list('list', { server }).catch(() => undefined));
    const lists = records.then((some) => some && new Map(some.map((record) => [record.id, record])));
    return { storage, server, lists, given: new Set() };
  }

  /** True if the prefetched lists belong to the current identity. */
  #isPrefetched(): boolean {
    const { storage, server } = this.#partition.resolvePlace();
    return this.#prefetched?.storage === storage && this.#prefetched.server === server;
  }

  /** A failing storage counts as an empty one. */
  async #use<T>(act: (place: Place) => Promise<T>): Promise<T | undefined> {
    try {
      return await act(this.#partition.resolvePlace());
    } catch {
      return undefined;
    }
  }
}

/** The fields of a record of which there is one per server. */
function singleRecord(server: string): StoredRecord {
  return { server, id: '', at: Date.now() };
}

/** Resolves with undefined after {@link CACHE_WAIT_MS}. */
function withTimeout<T>(promise: Promise<T>): Promise<T | undefined> {
  const tooLong = new Promise<undefined>((resolve) => {
    currentClock.setTimeout(() => resolve(undefined), CACHE_WAIT_MS);
  });
  return Promise.race([promise, tooLong]);
}

/**
 * Opens the stored data of a server. Waits a moment for the stored sign-in, because its place depends on the identity.
 */
export async function openMemory({
  url,
  options,
  partition,
  transcript,
}: SessionWithTranscript): Promise<ServerMemory> {
  if (options.auth?.known) await withTimeout(options.auth.known());
  return new ServerMemory(
    partition,
    url,
    cappedTranscript(options.transcript ?? true) === false ? undefined : transcript,
  );
}

interface SessionWithTranscript extends SessionContext {
  readonly transcript: SessionTranscript;
}

/**
 * Characters of text and base64 of a resource that is stored between visits: the quota of a server holds twenty of this
 * size. A larger one is not stored.
 */
export const MAX_CACHED_RESOURCE_CHARACTERS = 1_000_000;

/**
 * Stored resources of one server. A resource that may contain a secret is not stored, because a server may return a
 * typed password. Only the transcript knows the secrets, so without one nothing is stored.
 */
class StoredResources implements ResourceCache {
  readonly #partition: Partition;
  readonly #transcript: Pick<SessionTranscript, 'load'> | undefined;
  /** URIs of the fresh resources, read at this visit or an earlier one. */
  #fresh: Promise<Set<string>> | undefined;
  /** Operations run one after the other: a change that is reported after a read must also be stored after it. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(partition: Partition, transcript: Pick<SessionTranscript, 'load'> | undefined) {
    this.#partition = partition;
    this.#transcript = transcript;
  }

  async get(uri: string): Promise<StoredResource | undefined> {
    const { storage, server } = this.#partition.resolvePlace();
    const found = await withTimeout(storage.get('resource', server, uri).catch(() => undefined));
    return found && fromRecord(found);
  }

  set(uri: string, resource: StoredResource): Promise<void> {
    return this.#enqueue(async () => {
      if (
        countCharacters(resource.contents) > MAX_CACHED_RESOURCE_CHARACTERS ||
        !(await this.#mayBeStored(uri, resource.contents))
      ) {
        const { storage, server } = this.#partition.resolvePlace();
        // The stored version is outdated.
        return storage.remove('resource', [{ server, id: uri }]);
      }
      await this.#putResource(uri, resource);
    });
  }

  markExpired(isConcerned: (uri: string) => boolean): Promise<void> {
    return this.#enqueue(async () => {
      const { storage, server } = this.#partition.resolvePlace();
      for (const uri of [...(await this.#listFreshUris())].filter(isConcerned)) {
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        const record = await storage.get('resource', server, uri);
        // oxlint-disable-next-line no-await-in-loop -- few, and nobody waits
        if (record) await this.#putResource(uri, { ...fromRecord(record), expiresAt: undefined });
      }
    });
  }

  async #putResource(uri: string, { fetchedAt, ...stored }: StoredResource): Promise<void> {
    const { storage, server } = this.#partition.resolvePlace();
    await storage.put('resource', [{ server, id: uri, at: fetchedAt, ...stored }]);
    const fresh = await this.#listFreshUris();
    if (isFresh(fetchedAt, stored.expiresAt)) fresh.add(uri);
    else fresh.delete(uri);
  }

  #listFreshUris(): Promise<Set<string>> {
    const { storage, server } = this.#partition.resolvePlace();
    return (this.#fresh ??= storage
      .list('resource', { server })
      .then((records) => new Set(records.filter(({ at, expiresAt }) => isFresh(at, expiresAt)).map(({ id }) => id))));
  }

  async #mayBeStored(uri: string, contents: readonly ResourceContents[]): Promise<boolean> {
    if (!this.#transcript || secretInAddress(uri)) return false;
    // A blob may contain text.
    const texts = contents.map(({ text, blob }) => text ?? atob(blob ?? ''));
    const transcript = await this.#transcript.load();
    return transcript?.isFreeOfSecrets([uri, ...texts]) ?? false;
  }

  /** A failing storage counts as an empty one. */
  #enqueue(act: () => Promise<void>): Promise<void> {
    const done = this.#last.then(act).catch(() => {});
    this.#last = done;
    return done;
  }
}

function fromRecord({ contents, at, expiresAt, scope }: ResourceRecord): StoredResource {
  return {
    contents: contents as readonly ResourceContents[],
    fetchedAt: at,
    ...(expiresAt !== undefined && { expiresAt }),
    ...(scope && { scope }),
  };
}

/** The storage of the hosts that a person allowed for this server. */
export async function rememberedHosts(url: string, given: SessionOptions): Promise<HostMemory> {
  const options = optionsFor(url, given);
  if (options.auth?.known) await withTimeout(options.auth.known());
  // Without `onProblem`: the session reports problems of the storage already.
  return new ServerMemory(partitionFor(url, options, new Redactor()));
}

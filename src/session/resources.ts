import { readContents } from '../protocol/decode/content.js';
import type { Resource, ResourceContents } from '../protocol/model.js';
import {
  type CatalogCache,
  freshness,
  isFresh,
  NEVER_CACHED,
  type ResourceCache,
  sizeOf,
  type StoredResource,
} from './caching.js';
import { Catalog, resourcesKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';

/** Resources that are kept in memory while they are fresh; of more, the oldest goes. */
export const MAX_FRESH_RESOURCES = 100;
/**
 * Characters of text and base64 that these have in all; of more, the oldest resources go, and a resource that is larger
 * is not kept.
 */
export const MAX_FRESH_RESOURCE_CHARACTERS = 8_000_000;

export interface ReadOptions extends CallOptions {
  /**
   * `use` gives what was read before as long as the server said that it stays so, without asking; `refresh` asks. Default
   * `use`.
   */
  readonly cache?: 'use' | 'refresh' | undefined;
}

interface HeldResource extends StoredResource {
  readonly size: number;
}

/**
 * Reads resources, and gives those again that their server says stay the same for a time. What was read is kept between
 * visits as well, to be looked at before the server answers, or without it.
 */
class ResourceReader {
  readonly #requester: Requester;
  readonly #cache: Promise<ResourceCache | undefined>;
  /** By address, the one that was not wanted for longest first. */
  readonly #held = new Map<string, HeldResource>();
  #size = 0;
  /** Counts what the server says has changed: an answer that was under way then may be older than the news. */
  #news = 0;

  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    this.#requester = requester;
    this.#cache = cache.then(
      (lists) => lists.resources?.(),
      () => undefined,
    );
  }

  /** @throws McpError, ProtocolError */
  async read(uri: string, { cache = 'use', ...options }: ReadOptions): Promise<readonly ResourceContents[]> {
    const fresh = cache === 'use' ? await this.#fresh(uri) : undefined;
    if (fresh) return fresh.contents;
    this.#drop(uri);
    const news = this.#news;
    const raw = await this.#requester.request('resources/read', { uri }, options);
    const fetchedAt = Date.now();
    const { expiresAt } = freshness(raw, this.#requester);
    const contents = readContents(raw, uri);
    const scope = raw['cacheScope'] === 'public' ? 'public' : 'private';
    // What came with news is shown as of then, but not taken for what the server would say.
    const read: StoredResource = { contents, fetchedAt, scope, expiresAt: news === this.#news ? expiresAt : undefined };
    this.#hold(uri, read);
    if (raw['ttlMs'] !== NEVER_CACHED) void this.#cache.then((store) => store?.set(uri, read));
    return contents;
  }

  /** What was read last, however long ago. */
  async kept(uri: string): Promise<StoredResource | undefined> {
    return this.#held.get(uri) ?? (await this.#cache)?.get(uri);
  }

  /** Everything that news about `uri` may be about: it, what it is part of, and what is part of it. All where undefined. */
  forget(uri: string | undefined): void {
    this.#news++;
    const isConcerned = (other: string): boolean => uri === undefined || other.startsWith(uri) || uri.startsWith(other);
    for (const held of [...this.#held.keys()]) if (isConcerned(held)) this.#drop(held);
    void this.#cache.then((store) => store?.changed(isConcerned));
  }

  /** What the server says still holds, of this visit or an earlier one. */
  async #fresh(uri: string): Promise<StoredResource | undefined> {
    const news = this.#news;
    const kept = this.#held.get(uri) ?? (await (await this.#cache)?.get(uri));
    if (!kept || !isFresh(kept.fetchedAt, kept.expiresAt) || news !== this.#news) return undefined;
    this.#hold(uri, kept);
    return kept;
  }

  #hold(uri: string, kept: StoredResource): void {
    this.#drop(uri);
    const size = sizeOf(kept.contents);
    if (size > MAX_FRESH_RESOURCE_CHARACTERS || !isFresh(kept.fetchedAt, kept.expiresAt)) return;
    this.#held.set(uri, { ...kept, size });
    this.#size += size;
    for (const [oldest] of this.#held) {
      if (this.#held.size <= MAX_FRESH_RESOURCES && this.#size <= MAX_FRESH_RESOURCE_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(uri: string): void {
    this.#size -= this.#held.get(uri)?.size ?? 0;
    this.#held.delete(uri);
  }
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources */
export class Resources extends Catalog<Resource> {
  #reader: ResourceReader | undefined;

  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(resourcesKind, requester, cache);
  }

  /**
   * Tells `listener` of each change of a resource, also over a lost connection: whatever may have been missed counts as
   * a change. It is given the URI the server named, which may lie within the one that is watched. Read it again to know
   * what changed.
   * @returns what ends it; aborting `signal` does the same
   * @throws McpError `unsupported-method` when the server does not tell about changes; ProtocolError when it refuses
   * @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources
   */
  subscribe(
    uri: string,
    listener: (uri: string) => void,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<() => void> {
    return this.requester.subscribe(uri, listener, options?.signal);
  }

  /**
   * Reads a resource, which may consist of several contents. One that was read before is given without asking as long as
   * its server said that it stays the same.
   * @throws ProtocolError when the server has no such resource
   */
  async read(uri: string, options: ReadOptions = {}): Promise<readonly ResourceContents[]> {
    return this.#open().read(uri, options);
  }

  /**
   * What the resource held when it was last read, at this visit or an earlier one; nothing is asked of the server. Undefined
   * where it was not, or where it was not kept: it was too large, looked secret, or went with what was too old.
   */
  async stored(uri: string): Promise<StoredResource | undefined> {
    return this.#open().kept(uri);
  }

  override invalidate(): void {
    super.invalidate();
    this.changed();
  }

  /** The resource may have changed; all of them where it is not said which. What was read of it is not given again. */
  changed(uri?: string): void {
    if (this.#reader) this.#reader.forget(uri);
    // An earlier visit may have left it. What it left of others still holds as long as their server said.
    else if (uri) this.#open().forget(uri);
  }

  #open(): ResourceReader {
    return (this.#reader ??= new ResourceReader(this.requester, this.cache));
  }
}

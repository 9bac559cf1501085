import { readContents } from '../protocol/decode/content.js';
import type { Resource, ResourceContents } from '../protocol/model.js';
import {
  type CatalogCache,
  freshness,
  isFresh,
  NEVER_CACHED,
  type ResourceCache,
  countCharacters,
  type StoredResource,
} from './caching.js';
import { Catalog, resourcesKind } from './lists.js';
import type { CallOptions, Requester } from './requester.js';

/** Fresh resources in memory. Beyond that, the oldest one is dropped. */
export const MAX_FRESH_RESOURCES = 100;
/**
 * Characters of text and base64 of all resources in memory. Beyond that, the oldest ones are dropped. A larger resource
 * is not stored.
 */
export const MAX_FRESH_RESOURCE_CHARACTERS = 8_000_000;

export interface ReadOptions extends CallOptions {
  /** `use` gives the cached resource while it is fresh; `refresh` always sends a request. Default `use`. */
  readonly cache?: 'use' | 'refresh' | undefined;
}

interface HeldResource extends StoredResource {
  readonly size: number;
}

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/resources */
export class Resources extends Catalog<Resource> {
  #reader: ResourceReader | undefined;

  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    super(resourcesKind, requester, cache);
  }

  /**
   * Calls `listener` at each change of a resource. After a lost connection it is called once, because changes may have
   * been missed. It receives the URI that the server named, which may lie within the subscribed one. Read the resource
   * again to see the change.
   * @returns a function that unsubscribes; aborting `signal` does the same
   * @throws McpError `unsupported-method` when the server does not report changes; ProtocolError when it refuses
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
   * Reads a resource, which may have several contents. A resource that is still fresh is given without a request.
   * @throws McpError `declined` where the page does not allow it; ProtocolError when the server has no such resource
   */
  async read(uri: string, options: ReadOptions = {}): Promise<readonly ResourceContents[]> {
    // Contents that an earlier visit read are forbidden too.
    const refusal = this.requester.refusalOf(uri);
    if (refusal) throw refusal;
    return this.#open().read(uri, options);
  }

  /**
   * The resource as it was last read, at this visit or an earlier one, without a request. Undefined where it was never
   * read or not stored (it was too large, may contain a secret, or was evicted), and where the page does not allow it.
   */
  async stored(uri: string): Promise<StoredResource | undefined> {
    return this.requester.refusalOf(uri) ? undefined : this.#open().stored(uri);
  }

  override invalidate(): void {
    super.invalidate();
    this.changed();
  }

  /**
   * Call it when a resource may have changed, or without `uri` when all may have. Its cached contents are not used
   * again.
   */
  changed(uri?: string): void {
    if (this.#reader) this.#reader.forget(uri);
    // An earlier visit may have stored it. Other stored resources stay valid until they expire.
    else if (uri) this.#open().forget(uri);
  }

  #open(): ResourceReader {
    return (this.#reader ??= new ResourceReader(this.requester, this.cache));
  }
}

/**
 * Reads resources and caches them while they are fresh. They are also stored between visits, to be shown before the
 * server answers or without a connection.
 */
class ResourceReader {
  readonly #requester: Requester;
  readonly #cache: Promise<ResourceCache | undefined>;
  /** By URI, the least recently used first. */
  readonly #held = new Map<string, HeldResource>();
  #size = 0;
  /** Counts the reported changes: a response that was on its way during a change may be older than the change. */
  #changes = 0;

  constructor(requester: Requester, cache: Promise<CatalogCache>) {
    this.#requester = requester;
    this.#cache = cache.then(
      (lists) => lists.resources?.(),
      () => undefined,
    );
  }

  /** @throws McpError, ProtocolError */
  async read(uri: string, { cache = 'use', ...options }: ReadOptions): Promise<readonly ResourceContents[]> {
    // The server's answer may depend on the `_meta` of the request, so such a read neither uses nor fills the cache.
    if (options.meta) return readContents(await this.#requester.request('resources/read', { uri }, options), uri);
    const fresh = cache === 'use' ? await this.#findFresh(uri) : undefined;
    if (fresh) return fresh.contents;
    this.#drop(uri);
    const changes = this.#changes;
    const raw = await this.#requester.request('resources/read', { uri }, options);
    const fetchedAt = Date.now();
    const { expiresAt } = freshness(raw, this.#requester);
    const contents = readContents(raw, uri);
    const scope = raw['cacheScope'] === 'public' ? 'public' : 'private';
    // A resource that changed during the request is shown, but counts as expired.
    const read: StoredResource = {
      contents,
      fetchedAt,
      scope,
      expiresAt: changes === this.#changes ? expiresAt : undefined,
    };
    this.#hold(uri, read);
    if (raw['ttlMs'] !== NEVER_CACHED) void this.#cache.then((store) => store?.set(uri, read));
    return contents;
  }

  /** The resource as it was last read, fresh or not. */
  async stored(uri: string): Promise<StoredResource | undefined> {
    return this.#held.get(uri) ?? (await this.#cache)?.get(uri);
  }

  /** Forgets everything that a change of `uri` concerns: the resource, its parents, and its parts. Undefined: all. */
  forget(uri: string | undefined): void {
    this.#changes++;
    const isConcerned = (other: string): boolean => uri === undefined || other.startsWith(uri) || uri.startsWith(other);
    for (const held of [...this.#held.keys()]) if (isConcerned(held)) this.#drop(held);
    void this.#cache.then((store) => store?.markExpired(isConcerned));
  }

  /** The resource while it is fresh, read at this visit or an earlier one. */
  async #findFresh(uri: string): Promise<StoredResource | undefined> {
    const changes = this.#changes;
    const resource = this.#held.get(uri) ?? (await (await this.#cache)?.get(uri));
    if (!resource || !isFresh(resource.fetchedAt, resource.expiresAt) || changes !== this.#changes) return undefined;
    this.#hold(uri, resource);
    return resource;
  }

  #hold(uri: string, resource: StoredResource): void {
    this.#drop(uri);
    const size = countCharacters(resource.contents);
    if (size > MAX_FRESH_RESOURCE_CHARACTERS || !isFresh(resource.fetchedAt, resource.expiresAt)) return;
    this.#held.set(uri, { ...resource, size });
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

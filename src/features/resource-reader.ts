import { readContents } from '../protocol/check/resource.js';
import type { ResourceContents } from '../protocol/model.js';
import type { CatalogCache } from './catalog.js';
import { freshness, NEVER_KEPT } from './freshness.js';
import { isFresh } from './is-fresh.js';
import type { CallOptions, Requester } from './requester.js';
import type { KeptResource, ResourceCache } from './resource-cache.js';
import { sizeOf } from './resource-size.js';

/** Resources that are kept while they are fresh. */
export const MAX_KEPT_RESOURCES = 100;
/** Characters of text and base64 in all that are kept. */
export const MAX_KEPT_CHARACTERS = 8_000_000;

export interface ReadOptions extends CallOptions {
  /**
   * `use` gives what was read before as long as the server said that it stays so, without asking; `refresh` asks. Default
   * `use`.
   */
  readonly cache?: 'use' | 'refresh' | undefined;
}

interface Held extends KeptResource {
  readonly size: number;
}

/**
 * Reads resources, and gives those again that their server says stay the same for a time. What was read is kept between
 * visits as well, to be looked at before the server answers, or without it.
 */
export class ResourceReader {
  readonly #requester: Requester;
  readonly #cache: Promise<ResourceCache | undefined>;
  /** By address, the one that was not wanted for longest first. */
  readonly #held = new Map<string, Held>();
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
    const asOf = Date.now();
    const { freshUntil } = freshness(raw, this.#requester);
    const contents = readContents(raw, uri);
    const scope = raw['cacheScope'] === 'public' ? 'public' : 'private';
    // What came with news is shown as of then, but not taken for what the server would say.
    const read: KeptResource = { contents, asOf, scope, freshUntil: news === this.#news ? freshUntil : undefined };
    this.#hold(uri, read);
    if (raw['ttlMs'] !== NEVER_KEPT) void this.#cache.then((store) => store?.set(uri, read));
    return contents;
  }

  /** What was read last, however long ago. */
  async kept(uri: string): Promise<KeptResource | undefined> {
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
  async #fresh(uri: string): Promise<KeptResource | undefined> {
    const news = this.#news;
    const kept = this.#held.get(uri) ?? (await (await this.#cache)?.get(uri));
    if (!kept || !isFresh(kept.asOf, kept.freshUntil) || news !== this.#news) return undefined;
    this.#hold(uri, kept);
    return kept;
  }

  #hold(uri: string, kept: KeptResource): void {
    this.#drop(uri);
    const size = sizeOf(kept.contents);
    if (size > MAX_KEPT_CHARACTERS || !isFresh(kept.asOf, kept.freshUntil)) return;
    this.#held.set(uri, { ...kept, size });
    this.#size += size;
    for (const [oldest] of this.#held) {
      if (this.#held.size <= MAX_KEPT_RESOURCES && this.#size <= MAX_KEPT_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(uri: string): void {
    this.#size -= this.#held.get(uri)?.size ?? 0;
    this.#held.delete(uri);
  }
}

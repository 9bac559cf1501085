import { readContents } from '../protocol/check/resource.js';
import type { ResourceContents } from '../protocol/model.js';
import { freshness } from './freshness.js';
import type { CallOptions, Requester } from './requester.js';

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

interface Kept {
  readonly contents: readonly ResourceContents[];
  readonly freshUntil: number;
  readonly size: number;
}

/**
 * Reads resources, and keeps in memory those that their server says stay the same for a time. Nothing is kept longer than
 * the session.
 */
export class ResourceReader {
  readonly #requester: Requester;
  /** By address, the one that was not wanted for longest first. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;
  /** Counts what the server says has changed: an answer that was under way then may be older than the news. */
  #news = 0;

  constructor(requester: Requester) {
    this.#requester = requester;
  }

  /** @throws McpError, ProtocolError */
  async read(uri: string, { cache = 'use', ...options }: ReadOptions): Promise<readonly ResourceContents[]> {
    const kept = this.#kept.get(uri);
    this.#drop(uri);
    if (kept && cache === 'use' && Date.now() < kept.freshUntil) {
      this.#keep(uri, kept);
      return kept.contents;
    }
    const news = this.#news;
    const raw = await this.#requester.request('resources/read', { uri }, options);
    const { freshUntil = 0 } = freshness(raw, this.#requester);
    const contents = readContents(raw, uri);
    if (freshUntil > Date.now() && news === this.#news)
      this.#keep(uri, { contents, freshUntil, size: sizeOf(contents) });
    return contents;
  }

  /** Everything that news about `uri` may be about: it, what it is part of, and what is part of it. All where undefined. */
  forget(uri: string | undefined): void {
    this.#news++;
    for (const kept of [...this.#kept.keys()])
      if (uri === undefined || kept.startsWith(uri) || uri.startsWith(kept)) this.#drop(kept);
  }

  #keep(uri: string, kept: Kept): void {
    this.#drop(uri);
    if (kept.size > MAX_KEPT_CHARACTERS) return;
    this.#kept.set(uri, kept);
    this.#size += kept.size;
    for (const [oldest] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT_RESOURCES && this.#size <= MAX_KEPT_CHARACTERS) break;
      this.#drop(oldest);
    }
  }

  #drop(uri: string): void {
    this.#size -= this.#kept.get(uri)?.size ?? 0;
    this.#kept.delete(uri);
  }
}

function sizeOf(contents: readonly ResourceContents[]): number {
  return contents.reduce((size, { uri, text, blob }) => size + uri.length + (text ?? blob ?? '').length, 0);
}

import { asNumber } from '../protocol/decode/values.js';
import type { JsonObject, ResourceContents } from '../protocol/model.js';
import type { Requester } from './requester.js';

/** Milliseconds for which a cached result counts as fresh at most, for any `ttlMs` of the server: a day. */
export const MAX_FRESH_MS: number = 24 * 60 * 60 * 1000;

/**
 * Marks a result that was made with the person’s answers. It must not be given to another caller with the same
 * parameters.
 */
export const NEVER_CACHED = -1;

export interface Freshness {
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

/**
 * The expiry of a result that has just arrived: at once if `ttlMs` is not a number, or if the result is private and its
 * owner is unknown. Empty if the revision has no caching hints. The result of `server/discover` is never cached:
 * requesting it shows that the server is up.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function freshness({ ttlMs, cacheScope }: JsonObject, { keepsPrivate }: Requester): Freshness {
  if (ttlMs === undefined) return {};
  const mayKeep = cacheScope === 'public' || keepsPrivate;
  return { expiresAt: Date.now() + (mayKeep ? Math.min(Math.max(asNumber(ttlMs) ?? 0, 0), MAX_FRESH_MS) : 0) };
}

/**
 * True if a cached result can be used without a request. A system clock that was set back never makes a result fresh.
 */
export function isFresh(fetchedAt: number, expiresAt: number | undefined): boolean {
  const now = Date.now();
  return expiresAt !== undefined && fetchedAt <= now && now < expiresAt && expiresAt - fetchedAt <= MAX_FRESH_MS;
}

/** A list as it is stored. */
export interface StoredList {
  readonly items: readonly unknown[];
  readonly fetchedAt: number;
  readonly expiresAt?: number | undefined;
}

/** Stores lists between visits. */
export interface CatalogCache {
  /** Resolves within half a second, even when the storage does not answer. Never rejects. */
  getList(kind: string): Promise<StoredList | undefined>;
  /** Never rejects. */
  setList(kind: string, list: StoredList): Promise<void>;
  /** The cache for resources, where there is one. */
  resources?(): Promise<ResourceCache>;
}

/** A resource as it was read last. */
export interface StoredResource {
  readonly contents: readonly ResourceContents[];
  /** When it was read, in epoch milliseconds. */
  readonly fetchedAt: number;
  /** The expiry, in epoch milliseconds; absent if the server gave no time, or reported that the resource changed. */
  readonly expiresAt?: number | undefined;
  /** `cacheScope` as the server sent it. */
  readonly scope?: 'public' | 'private' | undefined;
}

/** Stores resources between visits. Never rejects. */
export interface ResourceCache {
  /** Resolves within half a second, even when the storage does not answer. */
  get(uri: string): Promise<StoredResource | undefined>;
  /** Stores nothing where the resource is too large or may contain a secret. */
  set(uri: string, resource: StoredResource): Promise<void>;
  /** Marks these resources as expired. They can still be shown. */
  markExpired(isConcerned: (uri: string) => boolean): Promise<void>;
}

/** Characters of a resource: URIs, text and base64. */
export function countCharacters(contents: readonly ResourceContents[]): number {
  return contents.reduce((size, { uri, text, blob }) => size + uri.length + (text ?? blob ?? '').length, 0);
}

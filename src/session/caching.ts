import { asNumber } from '../protocol/decode/values.js';
import type { JsonObject, ResourceContents } from '../protocol/model.js';
import type { Requester } from './requester.js';

/** Milliseconds for which a server is believed that nothing changes, whatever it says: a day. */
export const MAX_FRESH_MS: number = 24 * 60 * 60 * 1000;

/** Stands for the time of a result that answers of ours went into: it must not be kept for whoever asks the same. */
export const NEVER_CACHED = -1;

export interface Freshness {
  /** Epoch milliseconds. */
  readonly expiresAt?: number | undefined;
}

/**
 * Until when the server says that this result, which has just come, need not be asked for again: at once where it gives
 * no time or it is private and nobody knows whose. Nothing where its revision has no such hints.
 * What a server says of itself when it is discovered is asked for anew each time: that is how a session finds it alive.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
 */
export function freshness({ ttlMs, cacheScope }: JsonObject, { keepsPrivate }: Requester): Freshness {
  if (ttlMs === undefined) return {};
  const mayKeep = cacheScope === 'public' || keepsPrivate;
  return { expiresAt: Date.now() + (mayKeep ? Math.min(Math.max(asNumber(ttlMs) ?? 0, 0), MAX_FRESH_MS) : 0) };
}

/** Whether what was kept may be taken for what the server would say now. A clock that was set back makes nothing fresh. */
export function isFresh(fetchedAt: number, expiresAt: number | undefined): boolean {
  const now = Date.now();
  return expiresAt !== undefined && fetchedAt <= now && now < expiresAt && expiresAt - fetchedAt <= MAX_FRESH_MS;
}

/** A list as it is kept. */
export interface StoredList {
  readonly items: readonly unknown[];
  readonly fetchedAt: number;
  readonly expiresAt?: number | undefined;
}

/** Where lists are kept between visits. */
export interface CatalogCache {
  /** Soon, whatever the store does. Never rejects. */
  getList(kind: string): Promise<StoredList | undefined>;
  /** Never rejects. */
  setList(kind: string, list: StoredList): Promise<void>;
  /** Where what was read is kept, if anywhere. */
  resources?(): Promise<ResourceCache>;
}

/** A resource as it was read. */
export interface StoredResource {
  readonly contents: readonly ResourceContents[];
  /** When, in epoch milliseconds. */
  readonly fetchedAt: number;
  /** Until when its server said that it stays so, in epoch milliseconds; absent where it said nothing, or said that it changed. */
  readonly expiresAt?: number | undefined;
  /** Whom the server lets share it, as it said. */
  readonly scope?: 'public' | 'private' | undefined;
}

/** Where resources that were read are kept between visits. Never rejects. */
export interface ResourceCache {
  /** Soon, whatever the store does. */
  get(uri: string): Promise<StoredResource | undefined>;
  /** May keep nothing, where it is too large or looks secret. */
  set(uri: string, kept: StoredResource): Promise<void>;
  /** These stay to be looked at, but are not taken for what the server would say any more. */
  changed(isConcerned: (uri: string) => boolean): Promise<void>;
}

/** Characters of a resource: addresses, text and base64. */
export function sizeOf(contents: readonly ResourceContents[]): number {
  return contents.reduce((size, { uri, text, blob }) => size + uri.length + (text ?? blob ?? '').length, 0);
}

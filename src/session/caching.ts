import { asNumber } from '../protocol/decode/values.js';
import type { JsonObject } from '../protocol/model.js';
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

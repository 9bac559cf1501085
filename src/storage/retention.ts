import type { Kind } from './types.js';

/** Properties of a kind of record. A new kind is a row in {@link KINDS} and a type in {@link StoredKinds}. */
export interface KindRow {
  /** `strict` survives a power cut: for decisions of a person. `relaxed` survives a crash of the page. */
  readonly durability: 'strict' | 'relaxed';
  /** Days until it expires; absent: only erasing removes it. */
  readonly days?: number;
  /** Newest records of one group that stay. */
  readonly perGroup?: number;
  /**
   * Records that may be evicted, oldest first: all `cache` before any `history`, because the server still has it.
   * Absent: never evicted.
   */
  readonly evictable?: 'cache' | 'history';
  /** Typed by a person: credentials in it are removed when it is written. */
  readonly isTyped?: true;
}

/**
 * Sets of arguments that are stored for each tool; the oldest is removed first. People can use some dozens, not
 * hundreds.
 */
export const MAX_ARGUMENT_SETS = 50;

/** Days until automatically recorded data is removed, as in the audit log: enough to look back, but no diary. */
export const HISTORY_DAYS = 30;

/**
 * Days until stored lists and resources of a server are removed if they are not read. Until then they are shown when
 * the server is down.
 */
export const CACHE_DAYS = 30;

/** Days until drafts and used arguments are removed: half a year, because some tools are used only now and then. */
const WORK_DAYS = 180;

/** Days until a stored task is removed: no server stores a task longer. */
const TASK_DAYS = 7;

const cache: KindRow = { durability: 'relaxed', days: CACHE_DAYS, evictable: 'cache' };

const noted: KindRow = { durability: 'relaxed', days: HISTORY_DAYS, evictable: 'history' };

const work: KindRow = { durability: 'relaxed', days: WORK_DAYS, isTyped: true };

const decided: KindRow = { durability: 'strict' };

export const KINDS: Readonly<Record<Kind, KindRow>> = {
  server: { durability: 'relaxed', days: 365 },
  list: cache,
  resource: cache,
  hosts: decided,
  grant: decided,
  // Limited by the audit log: `MAX_AUDIT_ENTRIES`, `AUDIT_DAYS`.
  audit: { durability: 'relaxed' },
  roots: decided,
  draft: work,
  arguments: { ...work, perGroup: MAX_ARGUMENT_SETS },
  savedArguments: { ...decided, isTyped: true },
  view: work,
  message: noted,
  blob: noted,
  task: { durability: 'relaxed', days: TASK_DAYS },
  subscription: { durability: 'relaxed', days: WORK_DAYS },
};

/**
 * Bytes that one server may take for evictable data: its cache and its history, the oldest first. The lists of 10,000
 * tools take 5 MB, and so do a thousand calls with answers of a few kilobytes.
 */
export const MAX_STORED_SERVER_BYTES = 20_000_000;

/**
 * Bytes that all servers may take; the oldest data is removed first. A browser gives a site hundreds of megabytes, but
 * they are the page’s, not ours.
 */
export const MAX_STORED_BYTES = 100_000_000;

/** Milliseconds after the opening at which old or excess records are removed: when the page is less busy. */
export const MAINTENANCE_AFTER_MS = 5000;

/** Bytes written since the last check, after which old or excess records are searched again. */
export const MAINTENANCE_EVERY_BYTES = 5_000_000;

/** Records that are removed at a stretch. Takes a few milliseconds, and other tabs wait no longer for the database. */
export const STORED_RECORDS_REMOVED_AT_ONCE = 200;

/**
 * Bytes that are made free at least where a browser has no more room: a write that just fits is soon followed by
 * others.
 */
export const MIN_FREED_BYTES = 1_000_000;

/**
 * Milliseconds since the last write after which the database of a closed tab is deleted. A tab that crashed, or was put
 * to sleep to save memory, holds no lock either, and must find its data when it is restored.
 */
export const DELETE_TAB_DATABASE_MS: number = 24 * 60 * 60 * 1000;

/**
 * Bytes that one server may take in what can go: its cache and its history. The lists of 10,000 tools take 5 MB, and so do
 * a thousand calls with answers of a few kilobytes.
 */
export const MAX_SERVER_BYTES = 20_000_000;

/** Bytes for all servers. A browser gives a site hundreds of megabytes, but they are the page’s, not ours. */
export const MAX_BYTES = 100_000_000;

/** Milliseconds after the opening at which what is too old or too much goes: once the page has other things behind it. */
export const UPKEEP_AFTER_MS = 5000;

/** Bytes written since, after which it is looked at again. */
export const UPKEEP_EVERY_BYTES = 5_000_000;

/** Records removed at a stretch. Takes a few milliseconds, and other tabs wait no longer for the database. */
export const REMOVED_AT_ONCE = 200;

/** Milliseconds that another tab may hold up the opening before we go on beside it. */
export const BLOCKED_AFTER_MS = 2000;

/**
 * Milliseconds that anything waits for an answer of an open database. The longest that we ask takes one second; one that
 * says nothing for longer is as good as lost, and what is wanted is done without it.
 */
export const ANSWER_MS = 4000;

/** Milliseconds after which a database that was lost is tried again; each time that it fails twice as long, up to a minute. */
export const REOPEN_AFTER_MS = 1000;
export const REOPEN_AT_MOST_MS = 60_000;

/** Bytes that are made free at least where a browser has no more room: a write that just fits is soon followed by others. */
export const ROOM_AT_LEAST = 1_000_000;

/**
 * Milliseconds since the last write after which the database of a tab that is gone is deleted. A tab that crashed, or was
 * put to sleep to save memory, holds no lock either, and must find its things when it comes back.
 */
export const SWEEP_AFTER_MS: number = 24 * 60 * 60 * 1000;

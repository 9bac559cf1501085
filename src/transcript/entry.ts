import type { RpcId } from '../jsonrpc/messages.js';

/** An id that sorts by time, and within a millisecond by the order of what happened. */
export function entryId(epochMs: number, session: string, number: number): string {
  return `${Math.round(epochMs).toString(36).padStart(9, '0')}-${number.toString(36).padStart(6, '0')}-${session}`;
}

/** The number in an id. */
export function numberIn(id: string): number {
  return Number.parseInt(id.split('-')[1] ?? '', 36);
}

/**
 * Characters of one body that are kept; the rest is cut and its real size said, and it cannot be played back. A list of
 * 500 tools has about that many, and more takes over 5 ms to look through.
 */
export const MAX_BODY_CHARACTERS = 512_000;
/** Values of one body that are looked at; 100,000 take some 30 ms. The rest is cut. */
export const MAX_BODY_VALUES = 100_000;
/**
 * Levels to which a body is followed: deeper than any message is, and far from what a stack holds. What is deeper is
 * cut.
 */
export const MAX_BODY_DEPTH = 200;
/** Characters from which on base64 text is kept apart, once however often it comes. */
export const MIN_BLOB_CHARACTERS = 4096;
/** Characters of one such text: an image of 1.5 MB. A longer one is not kept. */
export const MAX_BLOB_CHARACTERS = 2_000_000;
/** Entries of one session that are in memory; of more, the oldest go: what a page that shows nothing may hold. */
export const MAX_ENTRIES_IN_MEMORY = 1000;
/** Characters that the bodies in memory have in all; of more, the oldest entries go. */
export const MAX_CHARACTERS_IN_MEMORY = 4_000_000;
/**
 * Entries of one server that are stored: some days of work. Looked at each thousand entries; the oldest go, down to
 * nine tenths.
 */
export const MAX_STORED_ENTRIES = 10_000;
/** Characters that the stored bodies and blobs of one server have in all, 20 MB on the disk; the oldest entries go. */
export const MAX_STORED_ENTRY_CHARACTERS = 20_000_000;
/**
 * Milliseconds between two writes: one transaction costs as much as a hundred entries. Also written when the page goes.
 */
export const TRANSCRIPT_WRITE_MS = 500;
/** Milliseconds without a message in any session of the page, until what was said is written down while nobody looks. */
export const TRANSCRIPT_QUIET_MS = 100;
/** Milliseconds after which it is written down in a page that is never quiet. */
export const MAX_TRANSCRIPT_QUIET_MS = 2000;
/** Messages from which on it is written down without waiting for quiet. */
export const MAX_UNRECORDED_EVENTS = 1000;
/** Entries that are read from the store at a time: some 5 ms. */
export const TRANSCRIPT_PAGE_ENTRIES = 250;
/** Notifications of one method about one request that are entries of their own; after them the last one counts up. */
export const MAX_NOTIFICATIONS_OF_REQUEST = 20;

/**
 * Characters of a file that is opened as a recording: what an export of all that is stored has, twice over. A larger
 * one is refused.
 */
export const MAX_RECORDING_CHARACTERS = 50_000_000;
/**
 * Characters of one entry or blob in such a file. A larger one is left out and told as a problem; it hides no other.
 */
export const MAX_RECORDING_ITEM_CHARACTERS = 4_000_000;
/** Characters of each thing that stands beside the entries in such a file. A longer one is ignored. */
export const MAX_RECORDING_HEAD_CHARACTERS = 100_000;
/** Entries of a file that are read: as many as are stored. The others are left out and told as a problem. */
export const MAX_RECORDING_ENTRIES = 10_000;
/** Problems of a file that are told one by one. */
export const MAX_RECORDING_PROBLEMS = 20;

/** Where transcripts are kept over visits. Methods may reject; what they do not take holds for the page. */
export interface TranscriptStore {
  /** Adds entries, or replaces those of the same ids, and keeps their blobs. */
  appendTranscript(entries: readonly TranscriptEntry[], blobs: readonly TranscriptBlob[]): Promise<void>;
  /** Entries of a server from newest to oldest, only those before that moment; all those of the last moment. */
  pageTranscript(
    server: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly TranscriptEntry[]>;
  getTranscriptBlob(server: string, hash: string): Promise<string | undefined>;
  /** Drops the oldest entries of a server that are over one of the limits, and blobs that no entry has any more. */
  trimTranscript(server: string, limits: { readonly entries: number; readonly characters: number }): Promise<void>;
  /** Drops all of a server. */
  eraseTranscript(server: string): Promise<void>;
}

/** What one message said, without what is secret. */
export interface Body {
  /** JSON; the beginning of it where it was cut. A blob that is kept apart is {@link BLOB_SIGN} and its hash. */
  readonly json: string;
  /** Bytes that it had as JSON; at least so many, where `isMore`. */
  readonly size: number;
  /** It was longer than what is kept. */
  readonly isCut?: true | undefined;
  /** It was too much even to be counted. */
  readonly isMore?: true | undefined;
  /** Arguments that may be secret and that the person had stored as shown: pointers, with `*` for places in lists. */
  readonly shown?: readonly string[] | undefined;
  /** Hashes of the blobs in it. */
  readonly blobs?: readonly string[] | undefined;
}

/**
 * How an exchange ended: `answered` with a result, `error` with one of the other side, `cancelled` or `timed-out` by us,
 * `stream-ended` before its answer, `failed` on its way, `closed` with the connection. Absent: not yet.
 */
export type Ended = 'answered' | 'error' | 'cancelled' | 'timed-out' | 'stream-ended' | 'failed' | 'closed';

/** One exchange, a request with its answer, or one notification. */
export interface TranscriptEntry {
  /** Sorts by time. */
  readonly id: string;
  /** Which session of the page it was. */
  readonly session: string;
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Milliseconds on a clock that nobody sets, counted from when the page began: for what lies between two entries. */
  readonly clock: number;
  /** Protocol revision that was spoken. Absent before it was known. */
  readonly revision?: string | undefined;
  /** Who began. */
  readonly direction: 'sent' | 'received';
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly requestId?: RpcId | undefined;
  /** What it is about: the name of a tool or prompt, the address of a resource. */
  readonly subject?: string | undefined;
  readonly params?: Body | undefined;
  readonly result?: Body | undefined;
  readonly error?: Body | undefined;
  /** Milliseconds until it ended. */
  readonly duration?: number | undefined;
  readonly ended?: Ended | undefined;
  /** The tool answered, and says that it failed. */
  readonly isToolError?: true | undefined;
  /** Why it failed, in words. */
  readonly problem?: string | undefined;
  /** The entry of the request that it belongs to: of progress, of what came on its stream. */
  readonly about?: string | undefined;
  /** How often the same came; with `until`, when it came last. Absent for once. */
  readonly times?: number | undefined;
  readonly until?: number | undefined;
}

/** Stands in a body where a blob was; its hash follows. */
export const BLOB_SIGN = 'mcp-embed-blob:';

/** A blob, and its hash: the same text has the same one. */
export interface TranscriptBlob {
  readonly hash: string;
  /** Base64, as it came. */
  readonly text: string;
}

/** Hashes of the blobs that an entry speaks of. */
export function blobsOf({ params, result, error }: TranscriptEntry): readonly string[] {
  return [params, result, error].flatMap((body) => body?.blobs ?? []);
}

/** Characters that an entry takes. */
export function charactersOf({ params, result, error }: TranscriptEntry): number {
  return 200 + (params?.json.length ?? 0) + (result?.json.length ?? 0) + (error?.json.length ?? 0);
}

import type { RpcId } from '../jsonrpc/messages.js';

/** An id that sorts by time, and within a millisecond by the order of what happened. */
export function entryId(epochMs: number, session: string, number: number): string {
  return `${Math.round(epochMs).toString(36).padStart(9, '0')}-${number.toString(36).padStart(6, '0')}-${session}`;
}

/** The number in an id. */
export function numberIn(id: string): number {
  return Number.parseInt(id.split('-')[1] ?? '', 36);
}

/** Characters of one body that are kept. A list of 500 tools has about that many, and more takes over 5 ms to look through. */
export const MAX_BODY = 512_000;
/** Values of one body that are looked at; 100,000 take some 30 ms. */
export const MAX_VALUES = 100_000;
/** How deep a body is followed: deeper than any message is, and far from what a stack holds. */
export const MAX_DEPTH = 200;
/** Base64 text of so many characters or more is kept apart, once however often it comes. */
export const BLOB_FROM = 4096;
/** Characters of one such text: a picture of 1.5 MB. What is longer is not kept. */
export const MAX_BLOB = 2_000_000;
/** Entries of one session that are in memory, and characters of their bodies: what a page that shows nothing may hold. */
export const MAX_IN_MEMORY = 1000;
export const MAX_CHARACTERS = 4_000_000;
/** Entries of one server that are stored, and characters of their bodies and blobs: some days of work, 20 MB on the disk. */
export const MAX_STORED = 10_000;
export const MAX_STORED_CHARACTERS = 20_000_000;
/** Milliseconds between two writes: one transaction costs as much as a hundred entries. */
export const WRITE_EVERY_MS = 500;
/** Entries that are read from the store at a time: some 5 ms. */
export const PAGE = 250;
/** Notifications of one method about one request that are entries of their own; after them the last one counts up. */
export const MAX_NOTIFICATIONS_OF_REQUEST = 20;

/** Characters of a file that is opened as a recording: what an export of all that is stored has, twice over. */
export const MAX_FILE = 50_000_000;
/** Characters of one entry or blob in such a file, and of what stands beside them. */
export const MAX_ITEM = 4_000_000;
export const MAX_HEAD = 100_000;
/** Entries of a file that are read: as many as are stored. */
export const MAX_RECORDED = 10_000;
/** Problems of a file that are told one by one. */
export const MAX_PROBLEMS = 20;

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

import type { RpcId } from '../jsonrpc/messages.js';
import type { Body } from '../wire/body.js';

/** Makes an id that sorts by time and, within a millisecond, by `number`. */
export function entryId(epochMs: number, session: string, number: number): string {
  return `${Math.round(epochMs).toString(36).padStart(9, '0')}-${number.toString(36).padStart(6, '0')}-${session}`;
}

/** The number in an id. */
export function numberIn(id: string): number {
  return Number.parseInt(id.split('-')[1] ?? '', 36);
}

/** Characters of a blob, which is an image of 1.5 MB. A longer one is not stored. */
export const MAX_BLOB_CHARACTERS = 2_000_000;
/**
 * Entries of one session in memory; when there are more, the oldest are removed. A page that does not show them must
 * not use much memory.
 */
export const MAX_ENTRIES_IN_MEMORY = 1000;
/** Characters of all bodies in memory; when there are more, the oldest entries are removed. */
export const MAX_CHARACTERS_IN_MEMORY = 4_000_000;
/**
 * Entries of one server that are stored: some days of work. Checked after each thousand entries; the oldest are removed
 * until nine tenths are left.
 */
export const MAX_STORED_ENTRIES = 10_000;
/**
 * Characters of all stored bodies and blobs of one server, 20 MB on disk; when there are more, the oldest entries are
 * removed.
 */
export const MAX_STORED_ENTRY_CHARACTERS = 20_000_000;
/**
 * Milliseconds between two writes: one transaction costs as much as a hundred entries. When the page is closed, entries
 * are written at once.
 */
export const TRANSCRIPT_WRITE_MS = 500;
/**
 * Milliseconds without a message in any session of the page after which events are recorded, if no subscriber needs
 * them at once.
 */
export const TRANSCRIPT_QUIET_MS = 100;
/** Milliseconds after which events are recorded even if messages keep coming. */
export const MAX_TRANSCRIPT_QUIET_MS = 2000;
/** Events from which on they are recorded without waiting for quiet. */
export const MAX_UNRECORDED_EVENTS = 1000;
/** Entries that are read from the store at a time: some 5 ms. */
export const TRANSCRIPT_PAGE_ENTRIES = 250;
/**
 * Notifications of one method about one request that get their own entries. Further ones only increase the count of the
 * last entry.
 */
export const MAX_NOTIFICATIONS_OF_REQUEST = 20;

/** Characters of a recording file: twice an export of all that is stored. A larger file is refused. */
export const MAX_RECORDING_CHARACTERS = 50_000_000;
/**
 * Characters of one entry or blob in such a file. A larger one is left out and reported as a problem; the others are
 * read.
 */
export const MAX_RECORDING_ITEM_CHARACTERS = 4_000_000;
/** Characters of each other part of such a file. A longer part is ignored. */
export const MAX_RECORDING_HEAD_CHARACTERS = 100_000;
/** Entries of a file that are read: as many as can be stored. The others are left out and reported as a problem. */
export const MAX_RECORDING_ENTRIES = 10_000;
/** Problems of a file that are reported one by one. Further ones are only counted. */
export const MAX_RECORDING_PROBLEMS = 20;

/**
 * Stores transcripts permanently. Methods may reject; entries that were not stored stay in memory until the page is
 * closed.
 */
export interface TranscriptStore {
  /** Adds entries with their blobs. An entry with the same id is replaced. */
  appendTranscript(entries: readonly TranscriptEntry[], blobs: readonly TranscriptBlob[]): Promise<void>;
  /**
   * Entries of a server, newest first; only those before `before`. Entries of the same millisecond are never divided.
   */
  pageTranscript(
    server: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly TranscriptEntry[]>;
  getTranscriptBlob(server: string, hash: string): Promise<string | undefined>;
  /** Removes the oldest entries of a server that exceed a limit, and blobs without an entry. */
  trimTranscript(server: string, limits: { readonly entries: number; readonly characters: number }): Promise<void>;
  /** Removes all entries of a server. */
  eraseTranscript(server: string): Promise<void>;
}

/**
 * How an exchange ended: `answered` with a result, `error` with a JSON-RPC error, `cancelled` or `timed-out` by this
 * client, `stream-ended` before the response, `failed` on the network, `closed` with the connection. Absent while it is
 * open.
 */
export type Ended = 'answered' | 'error' | 'cancelled' | 'timed-out' | 'stream-ended' | 'failed' | 'closed';

/** One exchange (a request with its response) or one notification. */
export interface TranscriptEntry {
  /** Ids sort by time. */
  readonly id: string;
  /** The session of the page. */
  readonly session: string;
  /** The endpoint, followed by the identity if the page has set one. */
  readonly server: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of `performance.now()`, which is never adjusted: for the time between two entries. */
  readonly clock: number;
  /** The protocol revision; absent before it is negotiated. */
  readonly revision?: string | undefined;
  /** The sender of the request or notification: `sent` by this client, or `received`. */
  readonly direction: 'sent' | 'received';
  readonly kind: 'request' | 'notification';
  readonly method: string;
  readonly requestId?: RpcId | undefined;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly subject?: string | undefined;
  readonly params?: Body | undefined;
  readonly result?: Body | undefined;
  readonly error?: Body | undefined;
  /** Milliseconds until the exchange ended. */
  readonly duration?: number | undefined;
  /** Milliseconds of the duration in which the server waited for an answer from this page. Absent for none. */
  readonly held?: number | undefined;
  readonly ended?: Ended | undefined;
  /** True for a tool result with `isError`. */
  readonly isToolError?: true | undefined;
  /** Why the exchange failed, as a sentence. */
  readonly problem?: string | undefined;
  /** Id of the entry of the request to which this one belongs: progress, and other messages on its stream. */
  readonly about?: string | undefined;
  /** How many times the same notification came, with the time of the last one in `until`. Absent for once. */
  readonly times?: number | undefined;
  readonly until?: number | undefined;
}

/** A blob and its hash. The same text has the same hash. */
export interface TranscriptBlob {
  readonly hash: string;
  /** The base64 text as it was received. */
  readonly text: string;
}

/** Hashes of the blobs in an entry. */
export function blobsOf({ params, result, error }: TranscriptEntry): readonly string[] {
  return [params, result, error].flatMap((body) => body?.blobs ?? []);
}

/** Number of characters of an entry's bodies. */
export function charactersOf({ params, result, error }: TranscriptEntry): number {
  return 200 + (params?.json.length ?? 0) + (result?.json.length ?? 0) + (error?.json.length ?? 0);
}

import type { RpcId } from '../jsonrpc/messages.js';

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

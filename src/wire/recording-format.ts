/**
 * The first member of every recording, so that other programs recognize the format: JSON Lines, of which the first is a
 * {@link RecordingHead} and each other one a {@link RecordingLine}. `<mcp-log>` saves it, and `npx mcp-embed --record` writes it.
 * @see https://jsonlines.org/
 */
export const RECORDING_FORMAT = 'mcp-embed-recording';
/** Version 1 was one JSON document with entries, or, of the command, lines with messages. Both are still read. */
export const RECORDING_VERSION = 2;

/** The recorded server. Its information about itself is not verified. */
export interface RecordedServer {
  readonly address: string;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly version?: string | undefined;
}

/**
 * How much a file contains. `shapes`: the server's information and lists in full, and of all other messages only the
 * types of values. `values`: also the sent and received values. Secrets are in neither.
 */
export type ExportLevel = 'shapes' | 'values';

/** The first line. */
export interface RecordingHead {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: typeof RECORDING_VERSION;
  /** When the file was begun, in ISO 8601. */
  readonly time: string;
  /** The version of mcp-embed. */
  readonly by: string;
  readonly level: ExportLevel;
  /** Absent where the lines name their servers. */
  readonly server?: RecordedServer | undefined;
}

/** One message. Members without a known value are absent. */
export interface MessageLine {
  /** When it was sent or came, in ISO 8601. */
  readonly time: string;
  /** A connection, which distinguishes its ids from those of others. */
  readonly session: string | number;
  /** As this client sees it. */
  readonly direction: 'sent' | 'received';
  /** Without its secrets. */
  readonly message: object;
  /** The name of the server, where the file has several. */
  readonly server?: string | undefined;
  /** How it travelled, where the command recorded it. */
  readonly way?: 'stdio' | 'relay' | 'page' | undefined;
  /** Milliseconds of a clock that is never adjusted. */
  readonly clock?: number | undefined;
  readonly revision?: string | undefined;
  /** A name for the request or notification, by which `about` of other lines means it. */
  readonly entry?: string | undefined;
  readonly about?: string | undefined;
  /** Bytes of its params, result or error as it was. */
  readonly size?: number | undefined;
  /** True where `size` is only the least. */
  readonly isMore?: true | undefined;
  /** The beginning of its params, result or error, which were too long and are not in `message`. */
  readonly beginning?: string | undefined;
  /** The name of the tool or prompt, or the URI of the resource, if the params do not contain it. */
  readonly subject?: string | undefined;
  /** JSON pointers of arguments that may be secret and that the person chose to store. */
  readonly shown?: readonly string[] | undefined;
  /** How a request ended that got no answer, and why. */
  readonly ended?: string | undefined;
  readonly problem?: string | undefined;
  /** Milliseconds until the end, and those of them in which the server waited for an answer. */
  readonly duration?: number | undefined;
  readonly held?: number | undefined;
  /** How many times the same notification came, and when last, in milliseconds since 1970. */
  readonly times?: number | undefined;
  readonly until?: number | undefined;
}

/** A picture or a file, which messages name by its hash. */
export interface BlobLine {
  /** SHA-256 in hexadecimal. */
  readonly blob: string;
  readonly base64: string;
}

/** The missing part, or the reason for the end of the file, as a sentence. */
export interface MissingLine {
  readonly time: string;
  readonly skipped?: string | undefined;
  readonly ended?: string | undefined;
}

export type RecordingLine = MessageLine | BlobLine | MissingLine;

import type { Grant } from '../approvals/grant.js';
import type { RecordEntry } from '../approvals/record-entry.js';
import type { RootsRecord } from '../approvals/roots-record.js';
import type { Json } from '../protocol/model.js';

/** What every record says of itself, whatever else it holds. All of it is JSON: what JSON has no words for is left out. */
export interface KeptRecord {
  /** Whose it is: the endpoint, and the identity where the page named one, as `serverKey` calls it. */
  readonly server: string;
  /** Tells it from others of its kind and server. Empty where there is one of its kind for each server. */
  readonly id: string;
  /** When it came or was made, in epoch milliseconds. Records are listed by it, and the oldest go first. */
  readonly at: number;
  /** What it belongs to, where a server has many of a kind for several things: a tool, a session. */
  readonly group?: string | undefined;
}

/** One remembered server. Its id is empty. */
export interface ServerRecord extends KeptRecord {
  /** How the connection was opened, to begin with next time. */
  readonly opening: string;
  readonly profile: unknown;
}

/** One remembered list. Its id says of what: `tools`. */
export interface ListRecord extends KeptRecord {
  /** Any JSON. */
  readonly items: readonly unknown[];
  /** Until when the server said that it holds, in epoch milliseconds; absent where it said nothing. */
  readonly freshUntil?: number | undefined;
}

/** What a resource held when it was read. Its id is the address. */
export interface ResourceRecord extends KeptRecord {
  readonly contents: readonly unknown[];
  /** Until when the server said that it holds, in epoch milliseconds. */
  readonly freshUntil?: number | undefined;
  /** Whom the server lets share it, as it said. */
  readonly scope?: 'public' | 'private' | undefined;
}

/** The sites from which a person lets pictures of one server load. Its id is empty. */
export interface HostsRecord extends KeptRecord {
  /** Host names, with the port where it is unusual. */
  readonly hosts: readonly string[];
}

/** The roots of a server, for one page origin, which is its id. */
export interface KeptRoots extends KeptRecord, RootsRecord {}

/** A form that was begun. Its id is the name of the tool. Nothing secret: see {@link withoutSecrets}. */
export interface DraftRecord extends KeptRecord {
  readonly values: Json;
  /** Of the tool’s schema then: a draft for another form is not put into this one. */
  readonly fingerprint?: string | undefined;
}

/** Arguments that a tool was called with; it is the group. Nothing secret: see {@link withoutSecrets}. */
export interface ArgumentsRecord extends KeptRecord {
  readonly group: string;
  readonly values: Json;
}

/** Arguments to which a person gave a name. The tool is the group. Nothing secret: see {@link withoutSecrets}. */
export interface PresetRecord extends ArgumentsRecord {
  readonly name: string;
}

/** How a person left a view: which tab, what was searched for, which tool was open. Its id names the view. */
export interface ViewRecord extends KeptRecord {
  readonly value: Json;
}

/** One thing that happened in a session, which is the group: a call, a result, a question, a notification, a log line. */
export interface MessageRecord extends KeptRecord {
  readonly group: string;
  /** Any JSON, as text. */
  readonly body: string;
}

/** Something large that belongs to a message, kept apart from it: messages are read many at a time. */
export interface BlobRecord extends KeptRecord {
  readonly body: string;
}

/** A task that may still be running on the server. Its id is the task’s. */
export interface TaskRecord extends KeptRecord {
  /** What was asked for: `tools/call`, and the name of the tool. */
  readonly method: string;
  readonly name?: string | undefined;
}

/** A resource that the person follows. Its id is the address. */
export type WatchRecord = KeptRecord;

/** Everything that is kept, by kind. A kind whose records mean something else one day gets another name. */
export interface Kept {
  server: ServerRecord;
  list: ListRecord;
  resource: ResourceRecord;
  hosts: HostsRecord;
  grant: Grant;
  record: RecordEntry;
  roots: KeptRoots;
  draft: DraftRecord;
  arguments: ArgumentsRecord;
  preset: PresetRecord;
  view: ViewRecord;
  message: MessageRecord;
  blob: BlobRecord;
  task: TaskRecord;
  watch: WatchRecord;
}

export type Kind = keyof Kept;

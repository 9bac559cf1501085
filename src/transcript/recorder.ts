import { type HttpError, isMcpError, McpError } from '../errors.js';
import { isTimeoutReason } from '../jsonrpc/pending-request.js';
import type { ExchangeTime } from '../jsonrpc/call-clock.js';
import {
  isRequest,
  isResponse,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../jsonrpc/messages.js';
import { readRevision } from '../protocol/decode/server.js';
import { OLDER_SERVER_STATUSES } from '../protocol/probe.js';
import { PROBE_METHOD } from '../protocol/revisions.js';
import type { Redactor } from '../util/redactor.js';
import { redactAddress } from '../util/secrets/addresses.js';
import {
  BLOB_SIGN,
  type Body,
  type Ended,
  entryId,
  MAX_BLOB_CHARACTERS,
  MAX_NOTIFICATIONS_OF_REQUEST,
  numberIn,
  type TranscriptBlob,
  type TranscriptEntry,
} from './entry.js';
import type { TranscriptEvent, MessageSchemas } from './observer.js';
import { writeBodyInSteps, type WrittenBody } from './write-body.js';
import { currentClock } from '../util/clock.js';

/**
 * Replaces blobs by their hashes. A blob that is too long, or that the browser cannot hash, is not kept; its place says
 * so.
 */
export async function keepBlobs(written: WrittenBody): Promise<{ body: Body; blobs: readonly TranscriptBlob[] }> {
  const { found, ...body } = written;
  if (found.length === 0) return { body, blobs: [] };
  const blobs: TranscriptBlob[] = [];
  let { json } = body;
  for (const { place, text } of found) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time: each may be megabytes
    const hash = text.length <= MAX_BLOB_CHARACTERS ? await hashOf(text) : undefined;
    if (hash) blobs.push({ hash, text });
    const sign = hash ? BLOB_SIGN + hash : `(${text.length} characters of base64, not recorded)`;
    json = json.replace(place, sign);
  }
  const hashes = [...new Set(blobs.map(({ hash }) => hash))];
  return { body: { ...body, json, ...(hashes.length > 0 && { blobs: hashes }) }, blobs };
}

/** Undefined on plain http, where `crypto.subtle` is missing. */
async function hashOf(text: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Parameters of a request or notification. */
type Params = Readonly<Record<string, unknown>> | undefined;

/** Characters of a name or address in the list of entries. The rest is cut. */
const MAX_SUBJECT_LENGTH = 300;

interface WriterRules {
  readonly server: string;
  readonly session: string;
  readonly redactor: Redactor;
}

/** Makes entries from messages of one session, without secrets. */
class MessageWriter {
  readonly #rules: WriterRules;
  #number = 0;
  /** Milliseconds from `performance.now()` to the time of day. */
  #offset = -Infinity;

  constructor(rules: WriterRules) {
    this.#rules = rules;
  }

  /** Number of entries so far. */
  get number(): number {
    return this.#number;
  }

  /** The members that every entry has. @param at milliseconds of `performance.now()` */
  *begin(
    { method, params, at }: { readonly method: string; readonly params: Params; readonly at: number },
    direction: 'sent' | 'received',
    schemas: MessageSchemas | undefined,
  ): Generator<undefined, Omit<TranscriptEntry, 'kind'>, undefined> {
    const { server, session } = this.#rules;
    // Read each time, because the two clocks drift apart while the computer sleeps. It never goes back, also where
    // somebody sets the clock back: entries are sorted by it, and an earlier one would count as removed from memory.
    this.#offset = Math.max(this.#offset, currentClock.timeOfDay() - currentClock.now());
    const epoch = Math.round(this.#offset + at);
    const body = params && (yield* this.write(params, direction === 'sent' ? 'us' : 'server', schemas));
    const subject = this.#subject(params);
    return {
      id: entryId(epoch, session, this.#number++),
      session,
      server,
      at: epoch,
      clock: at,
      direction,
      method: this.words(method),
      ...(subject && { subject }),
      ...(body && { params: body }),
    };
  }

  /** @param from who sent the value */
  write(
    value: unknown,
    from: 'us' | 'server',
    schemas: MessageSchemas | undefined,
  ): Generator<undefined, WrittenBody, undefined> {
    return writeBodyInSteps(value, { redactor: this.#rules.redactor, schemas, from });
  }

  /** A name or a sentence, without secrets. */
  words(text: string): string {
    return this.#rules.redactor.without(text.slice(0, MAX_SUBJECT_LENGTH));
  }

  /** What the message is about, if a method has many targets. */
  #subject(params: Params): string | undefined {
    const { name, uri, taskId, level } = params ?? {};
    const address = typeof uri === 'string' ? redactAddress(uri) : undefined;
    const found = [name, address, taskId, level].find((value) => typeof value === 'string');
    return found === undefined ? undefined : this.words(found);
  }
}

interface NoteRules extends WriterRules {
  /** Called with a new entry, or with a new version of one. */
  put(entry: TranscriptEntry, blobs?: readonly TranscriptBlob[]): void;
}

/** The state of one connection. */
interface ConnectionRecord {
  revision: string | undefined;
  /** Open entries by request id as text: of our requests, and of the server's. */
  readonly ours: Map<string, Open>;
  readonly theirs: Map<string, Open>;
}

interface Open {
  entry: TranscriptEntry;
  readonly message: RpcRequest;
  readonly time: ExchangeTime | undefined;
  /** Notifications about the request, by method: their number and the last one. */
  readonly notifications: Map<string, Repeated>;
}

interface Repeated {
  count: number;
  last: TranscriptEntry;
  /**
   * Number of notifications after `last` that were only counted, until {@link EntryNotes.putRepeated}; `latest` is the
   * newest.
   */
  counted: number;
  latest?: TranscriptEvent | undefined;
}

/**
 * True for a member that cannot contain secrets to learn. Its value is still redacted when it is written. Comparisons,
 * because a `Set` takes several times as long, and this runs for each member of each progress notification.
 */
function isCountable(name: string): boolean {
  return name === 'progressToken' || name === 'progress' || name === 'total' || name === 'message';
}

/** The exchange of our own requests is measured where they are sent, for all who show how long a call took. */
function durationOf({ entry, time }: Open, at: number): Pick<TranscriptEntry, 'duration' | 'held'> {
  if (!time?.isOver) return { duration: Math.max(0, at - entry.clock) };
  const { serverMs, heldMs } = time;
  return { duration: serverMs + heldMs, ...(heldMs > 0 && { held: heldMs }) };
}

/** Makes entries from the events on the connections of a session. */
export class EntryNotes {
  readonly #rules: NoteRules;
  readonly #writer: MessageWriter;
  readonly #records = new WeakMap<object, ConnectionRecord>();
  readonly #repeated = new Set<Repeated>();
  /** The counter of the last event, until an event is recorded in full. */
  #counting: Repeated | undefined;
  /** Entries with a lower number were erased. */
  #forgotten = 0;
  #pending: Promise<unknown> = Promise.resolve();

  constructor(rules: NoteRules) {
    this.#rules = rules;
    this.#writer = new MessageWriter(rules);
  }

  /** True if the entry was erased. */
  isOld({ id }: TranscriptEntry): boolean {
    return numberIn(id) < this.#forgotten;
  }

  /** Marks all entries so far as erased, so that no new version of one appears. */
  forget(): void {
    this.#forgotten = this.#writer.number;
  }

  /** Resolves when all entries so far are complete. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  /**
   * Counts a notification beyond {@link MAX_NOTIFICATIONS_OF_REQUEST}. Of fifty thousand only the last one is recorded,
   * by {@link putRepeated}.
   * @returns false if the event must be recorded in full
   */
  isCounted(event: TranscriptEvent): boolean {
    const { connection, what, message, on } = event;
    if (what !== 'received' || !message || isResponse(message) || isRequest(message)) return false;
    const params: Params = message.params;
    let repeated = this.#counting;
    const before = repeated?.latest;
    // Most often it repeats the last one.
    const isSame =
      before !== undefined &&
      before.connection === connection &&
      before.on === on &&
      (before.message as RpcNotification).method === message.method &&
      (before.message as RpcNotification).params?.['progressToken'] === params?.['progressToken'];
    if (!isSame) {
      const record = this.#records.get(connection);
      repeated = record && this.#targetOf(record, on, params)?.notifications.get(message.method);
    }
    if (!repeated || repeated.count < MAX_NOTIFICATIONS_OF_REQUEST) return false;
    for (const name in params)
      if ((!isCountable(name) || typeof params[name] === 'object') && Object.hasOwn(params, name)) return false;
    repeated.count++;
    repeated.counted++;
    repeated.latest = event;
    if (!isSame) this.#repeated.add(repeated);
    this.#counting = repeated;
    return true;
  }

  /** Records the latest of the notifications that were only counted. */
  putRepeated(): void {
    for (const repeated of this.#repeated) {
      const { last, latest, counted } = repeated;
      if (!latest) continue;
      const { method, params } = latest.message as RpcNotification;
      const steps = this.#writer.begin({ method, params, at: latest.at }, 'received', undefined);
      let step = steps.next();
      while (!step.done) step = steps.next();
      const { at: until, ...entry } = step.value;
      const { id, at, clock, times = 1 } = last;
      repeated.last = { ...last, ...entry, id, at, clock, times: times + counted, until };
      repeated.counted = 0;
      repeated.latest = undefined;
      this.#put(repeated.last);
    }
    this.#repeated.clear();
  }

  /** Records an event, in steps for `runInSlices`: a body may be long. */
  *take(event: TranscriptEvent): Generator<undefined, void, undefined> {
    const { connection, at, what, message, on, error, schemas } = event;
    this.#counting = undefined;
    const record = this.#records.get(connection) ?? { revision: undefined, ours: new Map(), theirs: new Map() };
    this.#records.set(connection, record);
    if (message) record.revision = readRevision(message) ?? record.revision;
    if (what === 'closed') this.#close(record, at);
    else if (what === 'ended') this.#unanswered(record, message!, at, error);
    else if (isResponse(message!)) yield* this.#answered(record, what, message, at, schemas, on);
    else if (isRequest(message!)) yield* this.#requested(record, event, message);
    else yield* this.#notified(record, what, message as RpcNotification, at, on);
  }

  *#requested(
    record: ConnectionRecord,
    { what, at, schemas, on, time }: TranscriptEvent,
    message: RpcRequest,
  ): Generator<undefined, void, undefined> {
    const direction = what === 'sent' ? 'sent' : 'received';
    const { id, method } = message;
    const params: Params = message.params;
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, direction, schemas)),
      ...(record.revision !== undefined && { revision: record.revision }),
      kind: 'request',
      requestId: id,
      ...this.#during(record, on, params),
    };
    const open: Open = { entry, message, time, notifications: new Map() };
    (direction === 'sent' ? record.ours : record.theirs).set(String(id), open);
    this.#put(entry, open);
  }

  *#answered(
    record: ConnectionRecord,
    what: 'sent' | 'received',
    message: RpcResponse,
    at: number,
    schemas: MessageSchemas | undefined,
    on?: RpcMessage,
  ): Generator<undefined, void, undefined> {
    const open = what === 'sent' ? record.theirs : record.ours;
    const key = String(message.id ?? (on && 'id' in on ? on.id : ''));
    const found = open.get(key);
    if (!found) return;
    open.delete(key);
    const { result, error } = message;
    const written = yield* this.#writer.write(error ?? result, what === 'sent' ? 'us' : 'server', schemas);
    const ended: Ended = error ? 'error' : 'answered';
    const isToolError = (result as Params)?.['isError'] === true;
    this.#end(found, at, {
      [error ? 'error' : 'result']: written,
      ended,
      ...(isToolError && { isToolError }),
      ...(record.revision !== undefined && { revision: record.revision }),
    });
  }

  *#notified(
    record: ConnectionRecord,
    direction: 'sent' | 'received',
    message: RpcNotification,
    at: number,
    on?: RpcMessage,
  ): Generator<undefined, void, undefined> {
    const { method } = message;
    const params: Params = message.params;
    const target = this.#targetOf(record, on, params);
    const before = target?.notifications.get(method);
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, direction, undefined)),
      ...(record.revision !== undefined && { revision: record.revision }),
      kind: 'notification',
      ...(target && { about: target.entry.id }),
    };
    const withdrawn = params?.['requestId'];
    if (typeof withdrawn === 'string' || typeof withdrawn === 'number') {
      const open = direction === 'sent' ? record.ours : record.theirs;
      const cancelled = open.get(String(withdrawn));
      const ended: Ended = direction === 'sent' && isTimeoutReason(params?.['reason']) ? 'timed-out' : 'cancelled';
      if (cancelled && open.delete(String(withdrawn))) this.#end(cancelled, at, { ended });
    }
    if (before && before.count >= MAX_NOTIFICATIONS_OF_REQUEST) {
      const { id, at: first, clock, times = 1 } = before.last;
      const last = { ...entry, id, at: first, clock, times: times + before.counted + 1, until: entry.at };
      this.#repeated.delete(before);
      target!.notifications.set(method, { count: before.count + 1, last, counted: 0 });
      return this.#put(last);
    }
    target?.notifications.set(method, { count: (before?.count ?? 0) + 1, last: entry, counted: 0 });
    this.#put(entry);
  }

  /** Closes a request of ours that will get no response any more. */
  #unanswered(record: ConnectionRecord, message: RpcMessage, at: number, error: unknown): void {
    if (!isRequest(message)) return;
    const open = record.ours.get(String(message.id));
    if (!open || open.message !== message) return;
    record.ours.delete(String(message.id));
    const code = isMcpError(error) ? error.code : error === undefined ? 'stream-ended' : 'network';
    const ended: Ended = isOlderServer(message.method, error) ? 'error' : (ENDED[code] ?? 'failed');
    const problem = error instanceof Error ? this.#writer.words(error.message) : undefined;
    this.#end(open, at, { ended, ...(problem && { problem }) });
  }

  #close(record: ConnectionRecord, at: number): void {
    for (const open of [...record.ours.values(), ...record.theirs.values()]) this.#end(open, at, { ended: 'closed' });
    record.ours.clear();
    record.theirs.clear();
  }

  #end(open: Open, at: number, end: Partial<TranscriptEntry>): void {
    open.entry = { ...open.entry, ...durationOf(open, at), ...end };
    this.#put(open.entry, open);
  }

  #during(record: ConnectionRecord, on: RpcMessage | undefined, params: Params): { readonly about?: string } {
    const target = on && this.#targetOf(record, on, params);
    return target ? { about: target.entry.id } : {};
  }

  #targetOf(record: ConnectionRecord, on: RpcMessage | undefined, params: Params): Open | undefined {
    const token = params?.['progressToken'];
    const current = on && isRequest(on) ? record.ours.get(String(on.id)) : undefined;
    const tokenOf = (open: Open): unknown => (open.message.params?.['_meta'] as Params)?.['progressToken'];
    // Most often the notification came on the stream of the request that it is about.
    if (token === undefined || (current && tokenOf(current) === token)) return current;
    for (const open of record.ours.values()) if (tokenOf(open) === token) return open;
    return current;
  }

  /** @param open the exchange, which gets a new entry when its blobs are hashed */
  #put(entry: TranscriptEntry, open?: Open): void {
    const withBlobs = (['params', 'result', 'error'] as const).filter((name) => 'found' in (entry[name] ?? {}));
    if (withBlobs.length === 0) return this.#rules.put(entry);
    const plain: Record<string, unknown> = { ...entry };
    for (const name of withBlobs) {
      const written = entry[name] as Parameters<typeof keepBlobs>[0];
      const { found, ...body } = written;
      plain[name] = body;
      if (found.length === 0) continue;
      this.#pending = this.#pending.then(async () => {
        const stored = await keepBlobs(written);
        plain[name] = stored.body;
        const now = { ...((open?.entry ?? plain) as TranscriptEntry), [name]: stored.body };
        if (open) open.entry = now;
        this.#rules.put(now, stored.blobs);
      });
    }
    if (open) open.entry = plain as unknown as TranscriptEntry;
    this.#rules.put(plain as unknown as TranscriptEntry);
  }
}

/** Whether a server refused the first question of a connection with a status, as older ones do. */
function isOlderServer(method: string, error: unknown): boolean {
  return (
    method === PROBE_METHOD && isMcpError(error) && OLDER_SERVER_STATUSES.has((error as Partial<HttpError>).status)
  );
}

const ENDED: Readonly<Partial<Record<McpError['code'], Ended>>> = {
  cancelled: 'cancelled',
  timeout: 'timed-out',
  'stream-ended': 'stream-ended',
  closed: 'closed',
};

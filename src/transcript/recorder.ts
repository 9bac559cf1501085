import { type HttpError, isMcpError, McpError } from '../errors.js';
import { isTimeoutReason } from '../jsonrpc/pending-request.js';
import { isRequest, isResponse, type RpcNotification, type RpcRequest, type RpcResponse } from '../jsonrpc/messages.js';
import { OLDER_SERVER_STATUSES } from '../protocol/probe.js';
import { PROBE_METHOD } from '../protocol/revisions.js';
import type { Redactor } from '../secrets/redactor.js';
import { redactAddress } from '../secrets/addresses.js';
import { BLOB_SIGN, type Body } from '../wire/body.js';
import type { WireRequest } from '../wire/correlation.js';
import { subjectOf } from '../wire/message-subject.js';
import type { MessageSchemas } from '../wire/message-schemas.js';
import type { WireEvent } from '../wire/tap.js';
import { writeBodyInSteps, type WrittenBody } from '../wire/write-body.js';
import {
  type Ended,
  entryId,
  MAX_BLOB_CHARACTERS,
  MAX_NOTIFICATIONS_OF_REQUEST,
  numberIn,
  type TranscriptBlob,
  type TranscriptEntry,
} from './entry.js';
import { currentClock } from '../util/clock.js';

/** Parameters of a request or notification. */
type Params = Readonly<Record<string, unknown>> | undefined;

/** Characters of a name or address in the list of entries. The rest is cut. */
const MAX_SUBJECT_LENGTH = 300;

interface WriterRules {
  readonly server: string;
  readonly session: string;
  readonly redactor: Redactor;
}

interface NoteRules extends WriterRules {
  /** Called with a new entry, or with a new version of one. */
  put(entry: TranscriptEntry, blobs?: readonly TranscriptBlob[]): void;
}

/** The recorded data of a request. */
interface Recorded {
  entry: TranscriptEntry;
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
  latest?: WireEvent | undefined;
}

/** Makes entries from the events on the connections of a session. */
export class EntryNotes {
  readonly #rules: NoteRules;
  readonly #writer: MessageWriter;
  readonly #recorded = new WeakMap<WireRequest, Recorded>();
  readonly #repeated = new Set<Repeated>();
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
  async waitForPending(): Promise<void> {
    await this.#pending;
  }

  /**
   * Counts a notification beyond {@link MAX_NOTIFICATIONS_OF_REQUEST}. Of fifty thousand only the last one is recorded,
   * by {@link putRepeated}.
   * @returns false if the event must be recorded in full
   */
  isCounted(event: WireEvent): boolean {
    const { what, message, about } = event;
    if (what !== 'received' || !about || !message || isResponse(message) || isRequest(message)) return false;
    const repeated = this.#recorded.get(about)?.notifications.get(message.method);
    if (!repeated || repeated.count < MAX_NOTIFICATIONS_OF_REQUEST) return false;
    const params: Params = message.params;
    for (const name in params)
      if ((!isCountable(name) || typeof params[name] === 'object') && Object.hasOwn(params, name)) return false;
    repeated.count++;
    repeated.counted++;
    repeated.latest = event;
    this.#repeated.add(repeated);
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
      this.#putEntry(repeated.last);
    }
    this.#repeated.clear();
  }

  /** Records an event, in steps for `runInSlices`: a body may be long. */
  *noteEvent(event: WireEvent): Generator<undefined, void, undefined> {
    const { what, message, request, open = [] } = event;
    if (what === 'closed') for (const one of open) this.#endRequest(one, event, { ended: 'closed' });
    else if (what === 'ended') this.#noteMissingAnswer(event);
    else if (isResponse(message!)) yield* this.#noteAnswer(event, message);
    else if (isRequest(message!)) yield* this.#noteRequest(event, message, request!);
    else yield* this.#noteNotification(event, message as RpcNotification);
  }

  *#noteRequest(
    event: WireEvent,
    { id, method, params }: RpcRequest,
    request: WireRequest,
  ): Generator<undefined, void> {
    const { at, schemas, about } = event;
    const of = about && this.#recorded.get(about);
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, request.direction, schemas)),
      ...revisionOf(event),
      kind: 'request',
      requestId: id,
      ...(of && { about: of.entry.id }),
    };
    const recorded: Recorded = { entry, notifications: new Map() };
    this.#recorded.set(request, recorded);
    this.#putEntry(entry, recorded);
  }

  *#noteAnswer(event: WireEvent, { result, error }: RpcResponse): Generator<undefined, void> {
    const { request, schemas } = event;
    if (!request) return;
    const from = event.what === 'sent' ? 'us' : 'server';
    const written = yield* this.#writer.write(error ?? result, from, schemas);
    const isToolError = (result as Params)?.['isError'] === true;
    this.#endRequest(request, event, {
      [error ? 'error' : 'result']: written,
      ended: error ? 'error' : 'answered',
      ...(isToolError && { isToolError }),
      ...revisionOf(event),
    });
  }

  *#noteNotification(event: WireEvent, { method, params }: RpcNotification): Generator<undefined, void> {
    const { what, at, about, request: withdrawn } = event;
    const direction = what === 'sent' ? 'sent' : 'received';
    const target = about && this.#recorded.get(about);
    const before = target?.notifications.get(method);
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, direction, undefined)),
      ...revisionOf(event),
      kind: 'notification',
      ...(target && { about: target.entry.id }),
    };
    if (withdrawn) this.#endRequest(withdrawn, event, { ended: endOfWithdrawal(direction, params) });
    if (before && before.count >= MAX_NOTIFICATIONS_OF_REQUEST) {
      const { id, at: first, clock, times = 1 } = before.last;
      const last = { ...entry, id, at: first, clock, times: times + before.counted + 1, until: entry.at };
      this.#repeated.delete(before);
      target!.notifications.set(method, { count: before.count + 1, last, counted: 0 });
      return this.#putEntry(last);
    }
    target?.notifications.set(method, { count: (before?.count ?? 0) + 1, last: entry, counted: 0 });
    this.#putEntry(entry);
  }

  /** A request of this client that will get no response any more. */
  #noteMissingAnswer(event: WireEvent): void {
    const { request, error } = event;
    if (!request) return;
    const code = isMcpError(error) ? error.code : error === undefined ? 'stream-ended' : 'network';
    const ended: Ended = isOlderServer(request.message.method, error) ? 'error' : (ENDED[code] ?? 'failed');
    const problem = error instanceof Error ? this.#writer.words(error.message) : undefined;
    this.#endRequest(request, event, { ended, ...(problem && { problem }) });
  }

  /** Does nothing for a request that was not recorded: more messages came than wait for the recorder. */
  #endRequest(request: WireRequest, { at }: WireEvent, end: Partial<TranscriptEntry>): void {
    const recorded = this.#recorded.get(request);
    if (!recorded) return;
    recorded.entry = { ...recorded.entry, ...durationOf(recorded.entry, request, at), ...end };
    this.#putEntry(recorded.entry, recorded);
  }

  /** @param recorded gets a new entry when the blobs are hashed */
  #putEntry(entry: TranscriptEntry, recorded?: Recorded): void {
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
        const now = { ...((recorded?.entry ?? plain) as TranscriptEntry), [name]: stored.body };
        if (recorded) recorded.entry = now;
        this.#rules.put(now, stored.blobs);
      });
    }
    if (recorded) recorded.entry = plain as unknown as TranscriptEntry;
    this.#rules.put(plain as unknown as TranscriptEntry);
  }
}

/**
 * Replaces blobs by their hashes. A blob that is too long, or that the browser cannot hash, is not stored; the body
 * contains a note instead.
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
    // Read each time, because the two clocks drift apart while the computer sleeps. It never decreases, even if the
    // system clock is set back: entries are sorted by it, and an earlier one would count as removed from memory.
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

  #subject(params: Params): string | undefined {
    const subject = subjectOf(params);
    if (subject === undefined) return undefined;
    return this.words(subject === params?.['uri'] ? redactAddress(subject) : subject);
  }
}

/**
 * True for a member that cannot contain secrets to learn. Its value is still redacted when it is written. Comparisons,
 * because a `Set` takes several times as long, and this runs for each member of each progress notification.
 */
function isCountable(name: string): boolean {
  return name === 'progressToken' || name === 'progress' || name === 'total' || name === 'message';
}

/** The exchange of our own requests is measured where they are sent, for all who show how long a call took. */
function durationOf(
  { clock }: TranscriptEntry,
  { time }: WireRequest,
  at: number,
): Pick<TranscriptEntry, 'duration' | 'held'> {
  if (!time?.isOver) return { duration: Math.max(0, at - clock) };
  const { serverMs, heldMs } = time;
  return { duration: serverMs + heldMs, ...(heldMs > 0 && { held: heldMs }) };
}

/** The end of a request that `notifications/cancelled` withdraws. A time-out of this client withdraws its request too. */
export function endOfWithdrawal(direction: 'sent' | 'received', params: Params): Ended {
  return direction === 'sent' && isTimeoutReason(params?.['reason']) ? 'timed-out' : 'cancelled';
}

function revisionOf({ revision }: WireEvent): Pick<TranscriptEntry, 'revision'> {
  return revision === undefined ? {} : { revision };
}

/** True if a server refused the first request of a connection with a status that older servers use. */
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

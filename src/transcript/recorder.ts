import { isMcpError, McpError } from '../errors.js';
import {
  isRequest,
  isResponse,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
} from '../jsonrpc/messages.js';
import { readRevision } from '../protocol/decode/server.js';
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

/** Puts hashes where blobs were found. What is too long, or where the browser gives no hash, is not kept, and said so. */
export async function keepBlobs(written: WrittenBody): Promise<{ body: Body; blobs: readonly TranscriptBlob[] }> {
  const { found, ...body } = written;
  if (found.length === 0) return { body, blobs: [] };
  const blobs: TranscriptBlob[] = [];
  let { json } = body;
  for (const { place, text } of found) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: each may be megabytes
    const hash = text.length <= MAX_BLOB_CHARACTERS ? await hashOf(text) : undefined;
    if (hash) blobs.push({ hash, text });
    const sign = hash ? BLOB_SIGN + hash : `(${text.length} characters of base64, not recorded)`;
    json = json.replace(place, sign);
  }
  const hashes = [...new Set(blobs.map(({ hash }) => hash))];
  return { body: { ...body, json, ...(hashes.length > 0 && { blobs: hashes }) }, blobs };
}

/** Undefined in a page without a secure connection: there the browser makes none. */
async function hashOf(text: string): Promise<string | undefined> {
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  if (!subtle) return undefined;
  const bytes = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What a message says, where it is a request or a notification. */
type Params = Readonly<Record<string, unknown>> | undefined;

/** Characters of a name or address that stands in the list. The rest is cut. */
const MAX_SUBJECT_LENGTH = 300;

interface WriterRules {
  readonly server: string;
  readonly session: string;
  readonly redactor: Redactor;
}

/** Writes down what messages of one session say, without what is secret in it. */
class MessageWriter {
  readonly #rules: WriterRules;
  #number = 0;

  constructor(rules: WriterRules) {
    this.#rules = rules;
  }

  /** How many messages have begun an entry. */
  get number(): number {
    return this.#number;
  }

  /** What every entry has. @param at on the clock of `performance.now()` */
  *begin(
    { method, params, at }: { readonly method: string; readonly params: Params; readonly at: number },
    direction: 'sent' | 'received',
    schemas: MessageSchemas | undefined,
  ): Generator<undefined, Omit<TranscriptEntry, 'kind'>, undefined> {
    const { server, session } = this.#rules;
    // From now: a computer that slept has two clocks that no longer agree.
    const epoch = Math.round(Date.now() - (performance.now() - at));
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

  /** @param from who says it */
  write(
    value: unknown,
    from: 'us' | 'server',
    schemas: MessageSchemas | undefined,
  ): Generator<undefined, WrittenBody, undefined> {
    return writeBodyInSteps(value, { redactor: this.#rules.redactor, schemas, from });
  }

  /** A name or a sentence. */
  words(text: string): string {
    return this.#rules.redactor.without(text.slice(0, MAX_SUBJECT_LENGTH));
  }

  /** Of what there are many, the one that it is about. */
  #subject(params: Params): string | undefined {
    const { name, uri, taskId, level } = params ?? {};
    const address = typeof uri === 'string' ? redactAddress(uri) : undefined;
    const found = [name, address, taskId, level].find((value) => typeof value === 'string');
    return found === undefined ? undefined : this.words(found);
  }
}

interface NoteRules extends WriterRules {
  /** A new entry, or a new version of one. */
  put(entry: TranscriptEntry, blobs?: readonly TranscriptBlob[]): void;
}

/** One connection. */
interface ConnectionRecord {
  revision: string | undefined;
  /** Entries that wait for their end, ours and those of the other side, by their ids as text. */
  readonly ours: Map<string, Open>;
  readonly theirs: Map<string, Open>;
}

interface Open {
  entry: TranscriptEntry;
  readonly message: RpcRequest;
  /** How many notifications about it there were, by method; and the last of each. */
  readonly news: Map<string, Repeated>;
}

interface Repeated {
  count: number;
  last: TranscriptEntry;
  /** Those that came after `last` and are only counted until {@link EntryNotes.putRepeated}, and the latest of them. */
  waiting: number;
  latest?: TranscriptEvent | undefined;
}

/** Members in which no secret has a place: what stands in them is redacted where it is written, and teaches nothing. */
const COUNTED = new Set(['progressToken', 'progress', 'total', 'message']);

/** Makes entries of what happened on the connections of a session. */
export class EntryNotes {
  readonly #rules: NoteRules;
  readonly #writer: MessageWriter;
  readonly #lines = new WeakMap<object, ConnectionRecord>();
  readonly #repeated = new Set<Repeated>();
  /** What the last message was counted to, until one is noted. */
  #counting: Repeated | undefined;
  /** Entries below this number were erased. */
  #forgotten = 0;
  #pending: Promise<unknown> = Promise.resolve();

  constructor(rules: NoteRules) {
    this.#rules = rules;
    this.#writer = new MessageWriter(rules);
  }

  /** Whether an entry is older than what was forgotten. */
  isOld({ id }: TranscriptEntry): boolean {
    return numberIn(id) < this.#forgotten;
  }

  /** What was noted until now is not to come back. */
  forget(): void {
    this.#forgotten = this.#writer.number;
  }

  /** Everything taken until now is in its final form. */
  async settled(): Promise<void> {
    await this.#pending;
  }

  /**
   * Counts one more of the notifications about a request that are not listed one by one. Of fifty thousand only the last
   * is written down, with {@link putRepeated}. @returns whether it is one of those
   */
  isCounted(event: TranscriptEvent): boolean {
    const { line: of, what, message, on } = event;
    if (what !== 'received' || !message || isResponse(message) || isRequest(message)) return false;
    const params: Params = message.params;
    let repeated = this.#counting;
    const before = repeated?.latest;
    // Nearly always it says one more of the same.
    const isSame =
      before !== undefined &&
      before.line === of &&
      before.on === on &&
      (before.message as RpcNotification).method === message.method &&
      (before.message as RpcNotification).params?.['progressToken'] === params?.['progressToken'];
    if (!isSame) {
      const line = this.#lines.get(of);
      repeated = line && this.#targetOf(line, on, params)?.news.get(message.method);
    }
    if (!repeated || repeated.count < MAX_NOTIFICATIONS_OF_REQUEST) return false;
    for (const name in params) if (!COUNTED.has(name) || typeof params[name] === 'object') return false;
    repeated.count++;
    repeated.waiting++;
    repeated.latest = event;
    if (!isSame) this.#repeated.add(repeated);
    this.#counting = repeated;
    return true;
  }

  /** Writes down the latest of those that were only counted. */
  putRepeated(): void {
    for (const repeated of this.#repeated) {
      const { last, latest, waiting } = repeated;
      if (!latest) continue;
      const { method, params } = latest.message as RpcNotification;
      const steps = this.#writer.begin({ method, params, at: latest.at }, 'received', undefined);
      let step = steps.next();
      while (!step.done) step = steps.next();
      const { at: until, ...entry } = step.value;
      const { id, at, clock, times = 1 } = last;
      repeated.last = { ...last, ...entry, id, at, clock, times: times + waiting, until };
      repeated.waiting = 0;
      repeated.latest = undefined;
      this.#put(repeated.last);
    }
    this.#repeated.clear();
  }

  /** In steps for `runInSlices`: a body may be long. */
  *take({ line: of, at, what, message, on, error, schemas }: TranscriptEvent): Generator<undefined, void, undefined> {
    this.#counting = undefined;
    const line = this.#lines.get(of) ?? { revision: undefined, ours: new Map(), theirs: new Map() };
    this.#lines.set(of, line);
    if (message) line.revision = readRevision(message) ?? line.revision;
    if (what === 'closed') this.#close(line, at);
    else if (what === 'ended') this.#over(line, message!, at, error);
    else if (isResponse(message!)) yield* this.#answered(line, what, message, at, schemas, on);
    else if (isRequest(message!)) yield* this.#asked(line, what, message, at, schemas, on);
    else yield* this.#told(line, what, message as RpcNotification, at, on);
  }

  *#asked(
    line: ConnectionRecord,
    direction: 'sent' | 'received',
    message: RpcRequest,
    at: number,
    schemas: MessageSchemas | undefined,
    on?: RpcMessage,
  ): Generator<undefined, void, undefined> {
    const { id, method } = message;
    const params: Params = message.params;
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, direction, schemas)),
      ...(line.revision !== undefined && { revision: line.revision }),
      kind: 'request',
      requestId: id,
      ...this.#during(line, on, params),
    };
    const open: Open = { entry, message, news: new Map() };
    (direction === 'sent' ? line.ours : line.theirs).set(String(id), open);
    this.#put(entry, open);
  }

  *#answered(
    line: ConnectionRecord,
    what: 'sent' | 'received',
    message: RpcResponse,
    at: number,
    schemas: MessageSchemas | undefined,
    on?: RpcMessage,
  ): Generator<undefined, void, undefined> {
    const open = what === 'sent' ? line.theirs : line.ours;
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
      ...(line.revision !== undefined && { revision: line.revision }),
    });
  }

  *#told(
    line: ConnectionRecord,
    direction: 'sent' | 'received',
    message: RpcNotification,
    at: number,
    on?: RpcMessage,
  ): Generator<undefined, void, undefined> {
    const { method } = message;
    const params: Params = message.params;
    const target = this.#targetOf(line, on, params);
    const before = target?.news.get(method);
    const entry: TranscriptEntry = {
      ...(yield* this.#writer.begin({ method, params, at }, direction, undefined)),
      ...(line.revision !== undefined && { revision: line.revision }),
      kind: 'notification',
      ...(target && { about: target.entry.id }),
    };
    const withdrawn = params?.['requestId'] as RpcId | undefined;
    if (withdrawn !== undefined) {
      const open = direction === 'sent' ? line.ours : line.theirs;
      const cancelled = open.get(String(withdrawn));
      const ended: Ended = /did not answer/.test(String(params?.['reason'])) ? 'timed-out' : 'cancelled';
      if (cancelled && open.delete(String(withdrawn))) this.#end(cancelled, at, { ended });
    }
    if (before && before.count >= MAX_NOTIFICATIONS_OF_REQUEST) {
      const { id, at: first, clock, times = 1 } = before.last;
      const last = { ...entry, id, at: first, clock, times: times + before.waiting + 1, until: entry.at };
      this.#repeated.delete(before);
      target!.news.set(method, { count: before.count + 1, last, waiting: 0 });
      return this.#put(last);
    }
    target?.news.set(method, { count: (before?.count ?? 0) + 1, last: entry, waiting: 0 });
    this.#put(entry);
  }

  /** An exchange of ours is over: what was not answered on it will not be. */
  #over(line: ConnectionRecord, message: RpcMessage, at: number, error: unknown): void {
    if (!isRequest(message)) return;
    const open = line.ours.get(String(message.id));
    if (!open || open.message !== message) return;
    line.ours.delete(String(message.id));
    const code = isMcpError(error) ? error.code : error === undefined ? 'stream-ended' : 'network';
    const ended: Ended = ENDED[code] ?? 'failed';
    const problem = error instanceof Error ? this.#writer.words(error.message) : undefined;
    this.#end(open, at, { ended, ...(problem && { problem }) });
  }

  #close(line: ConnectionRecord, at: number): void {
    for (const open of [...line.ours.values(), ...line.theirs.values()]) this.#end(open, at, { ended: 'closed' });
    line.ours.clear();
    line.theirs.clear();
  }

  #end(open: Open, at: number, end: Partial<TranscriptEntry>): void {
    open.entry = { ...open.entry, duration: Math.max(0, at - open.entry.clock), ...end };
    this.#put(open.entry, open);
  }

  #during(line: ConnectionRecord, on: RpcMessage | undefined, params: Params): { readonly about?: string } {
    const target = on && this.#targetOf(line, on, params);
    return target ? { about: target.entry.id } : {};
  }

  #targetOf(line: ConnectionRecord, on: RpcMessage | undefined, params: Params): Open | undefined {
    const token = params?.['progressToken'];
    const current = on && isRequest(on) ? line.ours.get(String(on.id)) : undefined;
    const tokenOf = (open: Open): unknown => (open.message.params?.['_meta'] as Params)?.['progressToken'];
    // Nearly always it came on the exchange that it is about.
    if (token === undefined || (current && tokenOf(current) === token)) return current;
    for (const open of line.ours.values()) if (tokenOf(open) === token) return open;
    return current;
  }

  /** @param open to be brought up to date once its blobs are apart */
  #put(entry: TranscriptEntry, open?: Open): void {
    const apart = (['params', 'result', 'error'] as const).filter((name) => 'found' in (entry[name] ?? {}));
    if (apart.length === 0) return this.#rules.put(entry);
    const plain: Record<string, unknown> = { ...entry };
    for (const name of apart) {
      const written = entry[name] as Parameters<typeof keepBlobs>[0];
      const { found, ...body } = written;
      plain[name] = body;
      if (found.length === 0) continue;
      this.#pending = this.#pending.then(async () => {
        const kept = await keepBlobs(written);
        plain[name] = kept.body;
        const now = { ...((open?.entry ?? plain) as TranscriptEntry), [name]: kept.body };
        if (open) open.entry = now;
        this.#rules.put(now, kept.blobs);
      });
    }
    if (open) open.entry = plain as unknown as TranscriptEntry;
    this.#rules.put(plain as unknown as TranscriptEntry);
  }
}

const ENDED: Readonly<Partial<Record<McpError['code'], Ended>>> = {
  cancelled: 'cancelled',
  timeout: 'timed-out',
  'stream-ended': 'stream-ended',
  closed: 'closed',
};

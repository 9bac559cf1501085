import { isMcpError } from '../errors.js';
import type { ExchangeEvent, HttpExchange } from '../jsonrpc/http-exchange.js';
import { isTimeoutReason } from '../jsonrpc/pending-request.js';
import { isRequest, isResponse, type RpcId, type RpcMessage, type RpcResponse } from '../jsonrpc/messages.js';
import { HANDSHAKE_METHOD, PROBE_METHOD } from '../protocol/revisions.js';
import type { WireNews } from '../session/messages.js';
import { PerSession, type Session } from '../session/session.js';
import { isDeeperThan, jsonLine, toJson } from '../util/json.js';
import { type Readable, Store } from '../util/store.js';
import type { WireRequest } from '../wire/correlation.js';
import type { MessageSchemas } from '../wire/message-schemas.js';
import { subjectOf } from '../wire/message-subject.js';
import type { WireEvent } from '../wire/tap.js';

/** Rows that a log holds. With more, the oldest tenth is dropped. */
export const MAX_LOGGED_ROWS = 100_000;
/**
 * Characters of all messages that a log holds, about 100 MB in memory. With more, the oldest tenth of the rows is
 * dropped.
 */
export const MAX_LOGGED_CHARACTERS = 40_000_000;
/** Characters that a row counts as beside those of its message, and in the place of them where they are not known. */
const LOGGED_ROW_CHARACTERS = 100;
/** Messages that were sent and may still meet their HTTP exchange. Of more, the oldest are forgotten. */
const MAX_AWAITED_MESSAGES = 500;

/** How the revision of a connection was found. */
export interface Negotiation {
  /** The revision in the `initialize` request, and in its answer. */
  readonly asked?: string | undefined;
  readonly chosen?: string | undefined;
  /** The revisions in the answer to `server/discover`. */
  readonly listed?: readonly string[] | undefined;
  /** True where the server did not know `server/discover`. */
  readonly isProbeRefused?: boolean | undefined;
}

interface Row {
  /** From 1, in the order in which things happened. It stays the same. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of `performance.now()`, which is never adjusted: for the time between two rows. */
  readonly clock: number;
}

/** One JSON-RPC message, as it was sent or received, with its secrets. */
export interface LoggedMessage extends Row {
  readonly kind: 'message';
  readonly direction: 'sent' | 'received';
  readonly type: 'request' | 'result' | 'error' | 'notification';
  /** Its method; that of the request for an answer, empty where that is not known. */
  readonly method: string;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly subject?: string | undefined;
  readonly id?: RpcId | undefined;
  readonly message: RpcMessage;
  /** Schemas by which secrets in it are found. */
  readonly schemas?: MessageSchemas | undefined;
  /** The revision of the connection at that time; absent before one was found. */
  readonly revision?: string | undefined;
  /** How that was found. */
  readonly negotiation: Negotiation;
  /** The HTTP requests that carried it: several where it was sent again, signed for example. One for a received message. */
  readonly exchanges: readonly HttpExchange[];
  /** The event of the stream that it came with. */
  readonly event?: ExchangeEvent | undefined;
  /** The request that this answers or belongs to. */
  readonly about?: LoggedMessage | undefined;
  /** The answer to this request. */
  readonly answer?: LoggedMessage | undefined;
  /** Milliseconds until the answer came. */
  readonly duration?: number | undefined;
  /** Why there is no answer. */
  readonly failure?: string | undefined;
  /** True for a request that was withdrawn by who sent it: it has not failed. */
  readonly isCancelled?: true | undefined;
}

/** An HTTP exchange without a message: the GET stream, the end of the session, a step of a sign-in. */
export interface LoggedExchange extends Row {
  readonly kind: 'exchange';
  readonly exchange: HttpExchange;
}

export type LoggedRow = LoggedMessage | LoggedExchange;

type Writable<T> = { -readonly [K in keyof T]: T[K] };
type MutableMessage = Writable<Omit<LoggedMessage, 'exchanges'>> & { exchanges: HttpExchange[] };

/** Called with the number of a row whose exchange, answer or end came, or that is new. */
type RowListener = (number: number) => void;

/**
 * The messages between one session and its server, with the HTTP exchanges under them, as they are: in memory only, and only where
 * the session has the option `messages`. What leaves it, through `messagesAsJson`, `messagesAsHar` and `snippetOf`, is redacted.
 * @example
 * const session = await connect(url, { messages: true });
 * const log = messageLogOf(session);
 * log.changes.subscribe(() => console.log(log.count));
 */
export class MessageLog {
  readonly #rows: LoggedRow[] = [];
  /** Characters that each row counts as. */
  readonly #sizes: number[] = [];
  /** The rows of requests. */
  readonly #requests = new WeakMap<WireRequest, MutableMessage>();
  /** Messages that were sent, by method and id, so that an HTTP exchange finds its own. */
  readonly #awaited = new Map<string, MutableMessage[]>();
  /** The rows of an exchange: what the server sends on one stream may be thousands, and only the one that began it changes with it. */
  readonly #rowOf = new WeakMap<HttpExchange, number>();
  /** Events and bodies whose characters are counted: a batch has many messages in one. */
  readonly #counted = new WeakSet<object>();
  readonly #rowListeners = new Set<RowListener>();
  readonly #changes = new Store(0);
  /** Of the connection that was opened last. The first question and the handshake after it are sent on two. */
  #negotiation: Writable<Negotiation> = {};
  #lastNumber = 0;
  #dropped = 0;
  #characters = 0;
  /** Milliseconds from `performance.now()` to the time of day. */
  readonly #offset = Date.now() - performance.now();

  constructor(session: Pick<Session, 'messages'>) {
    session.messages.follow({
      take: (news) => this.#takeNews(news),
      changed: (exchange) => this.#tellListeners(this.#rowOf.get(exchange)),
    });
  }

  /** A number that grows with each change, also of a row that is there already. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Calls `listener` with the number of each row that is new or changes. @returns a function that ends it */
  followRows(listener: (number: number) => void): () => void {
    this.#rowListeners.add(listener);
    return () => this.#rowListeners.delete(listener);
  }

  get count(): number {
    return this.#rows.length;
  }

  /** Rows that were dropped, because there were more than {@link MAX_LOGGED_ROWS} or {@link MAX_LOGGED_CHARACTERS}. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the oldest row in the log. */
  get first(): number {
    return this.#rows[0]?.number ?? this.#lastNumber + 1;
  }

  /** One more than the number of the newest row. */
  get end(): number {
    return this.#lastNumber + 1;
  }

  /** The row with that number; undefined where it was dropped. */
  at(number: number): LoggedRow | undefined {
    return this.#rows[number - this.first];
  }

  /** All rows, the oldest first. */
  all(): readonly LoggedRow[] {
    return [...this.#rows];
  }

  /** Forgets all rows. Answers to requests that are under way still find their request. */
  clear(): void {
    this.#rows.length = 0;
    this.#sizes.length = 0;
    this.#dropped = 0;
    this.#characters = 0;
    this.#tellListeners();
  }

  #tellListeners(number?: number): void {
    if (number !== undefined) for (const listener of this.#rowListeners) listener(number);
    this.#changes.set(this.#changes.get() + 1);
  }

  #takeNews(news: WireNews): void {
    const changed = news.what === 'exchange' ? this.#takeExchange(news.exchange) : undefined;
    if (news.what !== 'exchange') this.#takeEvent(news);
    while (
      this.#rows.length > MAX_LOGGED_ROWS ||
      // The newest is there however long it is.
      (this.#characters > MAX_LOGGED_CHARACTERS && this.#rows.length > 1)
    )
      this.#dropOldest();
    this.#tellListeners(changed ?? this.#lastNumber);
  }

  #dropOldest(): void {
    const count = Math.max(1, Math.ceil(this.#rows.length / 10));
    this.#rows.splice(0, count);
    for (const size of this.#sizes.splice(0, count)) this.#characters -= size;
    this.#dropped += count;
  }

  #addRow(row: LoggedRow): void {
    const size = LOGGED_ROW_CHARACTERS + this.#charactersOf(row);
    this.#rows.push(row);
    this.#sizes.push(size);
    this.#characters += size;
  }

  /** Characters of a row's messages that are not counted yet. */
  #charactersOf(row: LoggedRow): number {
    if (row.kind === 'exchange') return row.exchange.requestSize;
    const from = row.direction === 'received' ? (row.event ?? row.exchanges[0]) : undefined;
    if (!from || this.#counted.has(from)) return 0;
    this.#counted.add(from);
    return 'size' in from ? from.size : from.responseSize;
  }

  #beginRow(clock: number): Row {
    return { number: ++this.#lastNumber, at: this.#offset + clock, clock };
  }

  /** @returns the number of the row that has it now */
  #takeExchange(exchange: HttpExchange): number {
    const { carries } = exchange;
    const rows = carries ? (this.#awaited.get(keyOf(carries)) ?? []) : [];
    // Of several of the same name that were sent at once, each has one. A request that is sent again, signed, has two.
    const row = rows.find(({ exchanges }) => exchanges.length === 0) ?? rows.at(-1);
    if (!row) {
      this.#addRow({ ...this.#beginRow(exchange.at), kind: 'exchange', exchange });
      this.#rowOf.set(exchange, this.#lastNumber);
      return this.#lastNumber;
    }
    row.exchanges.push(exchange);
    this.#rowOf.set(exchange, row.number);
    this.#countCharacters(row.number, exchange.requestSize);
    return row.number;
  }

  /** Characters of a row that are known later. */
  #countCharacters(number: number, characters: number): void {
    const at = number - this.first;
    if (this.#sizes[at] === undefined) return;
    this.#sizes[at] += characters;
    this.#characters += characters;
  }

  #takeEvent(event: WireEvent): void {
    const { at, what, message, request, open = [], error, schemas, revision, from } = event;
    if (what === 'closed') for (const one of open) this.#failRequest(one, NO_ANSWER);
    if (what === 'ended') this.#endRequest(request, error);
    if (!message || what === 'closed' || what === 'ended') return;
    const isSent = what === 'sent';
    if (isSent && 'method' in message) this.#beginNegotiation(message.method);
    const of = isResponse(message) ? request : event.about;
    const about = of && this.#requests.get(of);
    const row: MutableMessage = {
      ...this.#beginRow(at),
      kind: 'message',
      direction: what,
      type: typeOf(message),
      method: 'method' in message ? message.method : (about?.method ?? ''),
      subject: 'method' in message ? subjectOf(message.params)?.slice(0, MAX_ROW_NAME_LENGTH) : about?.subject,
      ...('id' in message && message.id !== null && { id: message.id }),
      message,
      schemas,
      revision,
      negotiation: this.#negotiation,
      exchanges: from ? [from.exchange] : [],
      event: from?.event,
      about,
    };
    if (isRequest(message)) this.#requests.set(request!, row);
    else if (isResponse(message)) this.#noteAnswer(row, message, about);
    else if (request) this.#withdrawRequest(request, message.params?.['reason'], isSent);
    if (isSent) this.#awaitExchange(row, message);
    this.#addRow(row);
  }

  #beginNegotiation(method: string): void {
    const { asked } = this.#negotiation;
    if (method === PROBE_METHOD || (method === HANDSHAKE_METHOD && asked !== undefined)) this.#negotiation = {};
  }

  #noteAnswer(row: MutableMessage, message: RpcResponse, about: MutableMessage | undefined): void {
    if (about) {
      about.answer = row;
      about.duration = row.clock - about.clock;
      this.#tellListeners(about.number);
    }
    const { negotiation } = row as { negotiation: Writable<Negotiation> };
    const result = message.result as Readonly<Record<string, unknown>> | undefined;
    if (row.method === PROBE_METHOD && about?.direction === 'sent') {
      if (!result) negotiation.isProbeRefused = true;
      const listed = result?.['supportedVersions'];
      if (Array.isArray(listed)) negotiation.listed = listed.filter((one) => typeof one === 'string');
    }
    if (row.method === HANDSHAKE_METHOD) {
      negotiation.asked = readTextParam(about?.message, 'protocolVersion');
      if (typeof result?.['protocolVersion'] === 'string') negotiation.chosen = result['protocolVersion'];
    }
  }

  /** A request of this client ended without an answer. */
  #endRequest(request: WireRequest | undefined, error: unknown): void {
    const row = request && this.#requests.get(request);
    if (!row) return;
    if (isMcpError(error) && error.code === 'cancelled') row.isCancelled = true;
    this.#failRequest(request, error instanceof Error ? error.message : NO_ANSWER);
    if (row.method === PROBE_METHOD) (row.negotiation as Writable<Negotiation>).isProbeRefused = true;
  }

  /** A cancelled request gets no answer. */
  #withdrawRequest(request: WireRequest, reason: unknown, isSent: boolean): void {
    const row = this.#requests.get(request);
    // A time-out of this client withdraws its request too.
    if (row && (!isSent || !isTimeoutReason(reason))) row.isCancelled = true;
    this.#failRequest(request, typeof reason === 'string' && reason ? reason : 'Cancelled.');
  }

  #failRequest(request: WireRequest, failure: string): void {
    const row = this.#requests.get(request);
    if (!row) return;
    row.failure = failure;
    this.#tellListeners(row.number);
  }

  #awaitExchange(row: MutableMessage, message: RpcMessage): void {
    const key = keyOf(message);
    const others = this.#awaited.get(key) ?? [];
    this.#awaited.delete(key);
    this.#awaited.set(key, [...others.slice(-MAX_SAME_AWAITED), row]);
    if (this.#awaited.size <= MAX_AWAITED_MESSAGES) return;
    for (const oldest of this.#awaited.keys()) if (this.#awaited.delete(oldest)) break;
  }
}

/** Messages of one method and id that wait for their exchange at once. Of more, the oldest are forgotten. */
const MAX_SAME_AWAITED = 50;

/** The text of the session's error for this case. */
const NO_ANSWER = 'The connection ended before the answer.';

const logs = new PerSession((session) => new MessageLog(session));

/** The log of a session; always the same object. Empty unless the session has the option `messages`. */
export function messageLogOf(session: Session): MessageLog {
  return session.own.get(logs);
}

const sizes = new WeakMap<RpcMessage, number>();

/** Characters of a message of unknown size that is measured by writing it. */
const MAX_MEASURED_CHARACTERS = 1_000_000;

/**
 * Bytes of a message as JSON: as it was sent or received, where that is known. Computed when it is asked for first; at least that
 * many for a message of a port that has more than a million characters.
 */
export function sizeOf({ message, direction, exchanges, event }: LoggedMessage): number {
  const known = direction === 'sent' ? exchanges[0]?.requestSize : event?.size;
  // Characters are bytes in nearly all messages, and small ones are measured.
  if (known !== undefined && known > SMALL_MESSAGE) return known;
  let size = sizes.get(message);
  if (size === undefined) sizes.set(message, (size = new TextEncoder().encode(textOfMessage(message)).length));
  return size;
}

/** Characters of a message that is measured in bytes. */
const SMALL_MESSAGE = 10_000;

/** The beginning of a message as JSON. Safe for any depth, and for what JSON has no word for. */
export function textOfMessage(message: RpcMessage): string {
  try {
    return isDeeperThan(message, MAX_PLAIN_DEPTH) ? jsonLine(message, MAX_MEASURED_CHARACTERS).text : toJson(message);
  } catch {
    return '';
  }
}

/** Levels of a message up to which it is written in one go. */
const MAX_PLAIN_DEPTH = 500;

/** True if a row reports a failure: an error, a refused or failed request, a result that is an error. */
export function isFailedRow(row: LoggedRow): boolean {
  if (row.kind === 'exchange') return isFailedExchange(row.exchange);
  if (isProbeRefusal(row) || row.isCancelled) return false;
  if (row.type === 'error' || row.failure !== undefined) return true;
  return (
    row.type === 'result' &&
    ((row.message as RpcResponse).result as { isError?: unknown } | undefined)?.isError === true
  );
}

/** True if an older server does not know the first request of a connection, `server/discover`. */
export function isProbeRefusal({ method, type, failure }: LoggedMessage): boolean {
  return method === PROBE_METHOD && (type === 'error' || failure !== undefined);
}

/** True if a person came back from the page of an authorization server with an error, such as `access_denied`. */
export function isRefusedVisit({ callback = '' }: HttpExchange): boolean {
  return /[?&#]error=/.test(callback);
}

/** A server without a GET stream answers 405, as the specification wants it. */
export function isFailedExchange(exchange: HttpExchange): boolean {
  const { purpose, status = 0, failure } = exchange;
  if (isRefusedVisit(exchange)) return true;
  if (purpose === 'stream' && status === 405) return false;
  return (failure !== undefined && status === 0) || status >= 400;
}

function keyOf({
  method = '',
  id = '',
}: {
  readonly method?: string | undefined;
  readonly id?: RpcId | null | undefined;
}): string {
  return `${method} ${typeof id} ${id}`;
}

function typeOf(message: RpcMessage): LoggedMessage['type'] {
  if ('method' in message) return isRequest(message) ? 'request' : 'notification';
  return message.error ? 'error' : 'result';
}

/** Characters of a name or an address in a row. The rest is cut. */
const MAX_ROW_NAME_LENGTH = 300;

function readTextParam(message: RpcMessage | undefined, name: string): string | undefined {
  const params = message && 'method' in message ? (message.params as Readonly<Record<string, unknown>>) : undefined;
  const value = params?.[name];
  return typeof value === 'string' ? value : undefined;
}

import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { AuditEntry, AuditLog } from '../../src/approvals/index.js';
import { asMcpError, type McpError, type Session, Store } from '../../src/index.js';
import { type LoggedMessage, type LoggedRow, type MessageLog, messageLogOf } from '../../src/messages/index.js';
import {
  type Recording,
  recordingOf,
  Timeline,
  type Transcript,
  type TranscriptEntry,
} from '../../src/transcript/index.js';
import { PermissionsController } from '../internal/permissions-controller.js';
import { RefreshOnReturn } from '../internal/store-controller.js';
import type { RowRelations } from './filter.js';
import { bookOf, type LogBook } from './log-book.js';
import { LOG_METHOD, type LogRow } from './rows.js';
import type { ShownRows } from './shown-rows.js';

type Host = ReactiveControllerHost & {
  readonly session: Session | undefined;
  readonly recording: Recording | undefined;
  readonly auditLog: AuditLog | undefined;
};

/** The transcript or the recording of an element. */
interface Told {
  readonly source: Transcript | Recording;
  readonly timeline: Timeline;
}

/** A row before it has its number. */
type Unplaced<Row> = Row extends LogRow ? Omit<Row, 'number'> : never;

interface Changes {
  readonly added: LogRow[];
  readonly changed: LogRow[];
  readonly removed: Set<string>;
}

/**
 * Gathers the rows of a log: the entries of the transcript, the lines and messages of the session, and decisions. Each thing that
 * happened has one row: a message that the transcript recorded is no row of its own, but the details of that one.
 */
export class LogSources implements ReactiveController, RowRelations {
  readonly #host: Host;
  readonly #changes = new Store(0);
  readonly #permissions: PermissionsController;
  #of: { session: Session | undefined; recording: Recording | undefined; auditLog: AuditLog | undefined } | undefined;
  #life = new AbortController();
  #told: Told | undefined;
  /** The transcript was found, or is known not to come: only then it is known which messages need a row. */
  #isSettled = false;
  #areDecisionsRead = false;
  #followedAudit: AuditLog | undefined;
  #unfollowAudit: (() => void) | undefined;
  #book: LogBook | undefined;
  #log: MessageLog | undefined;
  #lastNumber = 0;
  readonly #rows = new Map<string, LogRow>();
  /** Keys of the rows of lines and of messages, oldest first. */
  #lineKeys: string[] = [];
  #messageKeys: string[] = [];
  #nextLine = 0;
  #nextMessage = 0;
  #firstMessage = 0;
  #entries: readonly TranscriptEntry[] = [];
  #decisionKeys: ReadonlySet<string> = new Set();
  #isForgotten = false;
  /** The requests and notifications of this session as they were, by {@link joinKey}. */
  readonly #whole = new Map<string, LoggedMessage>();
  /** The keys of their rows. */
  readonly #keys = new Map<string, string>();
  readonly #changedMessages = new Set<number>();
  /** True if the session keeps no transcript. */
  isNone = false;
  /** Why the transcript could not be loaded. */
  problem: McpError | undefined;

  constructor(host: Host) {
    this.#host = host;
    host.addController(this);
    this.#permissions = new PermissionsController(
      host,
      () => host.session,
      () => this.#readDecisions(),
    );
    new RefreshOnReturn(host, () => this.#readDecisions());
  }

  /** A number that grows with each change. */
  get changes(): Store<number> {
    return this.#changes;
  }

  get told(): Told | undefined {
    return this.#told;
  }

  get book(): LogBook | undefined {
    return this.#book;
  }

  /** The messages as they were; undefined where the session keeps none. */
  get messages(): MessageLog | undefined {
    return this.#log;
  }

  /** The decisions of the session, or those that the page gave. */
  get audit(): AuditLog | undefined {
    if (this.#of?.recording) return undefined;
    return this.#host.auditLog ?? this.#permissions.value?.auditLog;
  }

  /** The decisions of which the person may know. */
  get decisions(): readonly AuditEntry[] {
    if (!this.#areDecisionsRead) return [];
    const all = this.audit?.all.get() ?? [];
    if (this.#host.auditLog) return all;
    return all.filter(({ server }) => this.#permissions.value?.isVisible(server));
  }

  /** True before anything is known, so that an empty log is not told as one. */
  get isReading(): boolean {
    return !this.#isSettled || this.#told?.timeline.state.get().isReading === true;
  }

  /** What has come and has no row yet, while the log is paused. */
  get waiting(): number {
    const entries = this.#told?.timeline.state.get().entries ?? [];
    const [lines, messages] = [this.#book?.end ?? 0, this.#log?.end ?? 0];
    return lines - this.#nextLine + messages - this.#nextMessage + Math.max(0, entries.length - this.#entries.length);
  }

  readonly wholeOf = (row: LogRow): LoggedMessage | undefined => {
    if (row.kind === 'message') return row.message;
    if (row.kind !== 'entry' || !this.#isOfSession(row.entry)) return undefined;
    return this.#whole.get(joinKey(row.entry));
  };

  readonly aboutOf = (row: LogRow): LogRow | undefined => {
    if (row.kind === 'entry') return this.#rows.get(`entry ${row.entry.about}`);
    const about = row.kind === 'message' ? row.message.about : undefined;
    return (
      about && this.#rows.get(this.#keys.get(joinKey({ ...about, requestId: about.id })) ?? `message ${about.number}`)
    );
  };

  hostUpdate(): void {
    const { session, auditLog } = this.#host;
    const recording = auditLog ? undefined : (this.#host.recording ?? (session && recordingOf(session.url)));
    const of = this.#of;
    // A page may give anything, and NaN is not equal to itself.
    if (of && Object.is(of.session, session) && Object.is(of.recording, recording) && Object.is(of.auditLog, auditLog))
      return;
    this.hostDisconnected();
    this.#of = { session, recording, auditLog };
    this.#begin(session, recording, auditLog);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#life.abort();
    this.#unfollowAudit?.();
    this.#unfollowAudit = undefined;
    this.#followedAudit = undefined;
    this.#of = undefined;
    this.#told = undefined;
    this.isNone = false;
    this.problem = undefined;
    this.#isSettled = false;
    this.#areDecisionsRead = false;
    this.#book = undefined;
    this.#log = undefined;
    this.forget();
  }

  /** Gathers all rows again. */
  forget(): void {
    this.#isForgotten = true;
    this.#rows.clear();
    this.#decisionKeys = new Set();
    this.#lineKeys = [];
    this.#messageKeys = [];
    this.#nextLine = this.#book?.first ?? 0;
    this.#nextMessage = this.#firstMessage = this.#log?.first ?? 0;
    this.#entries = [];
    this.#whole.clear();
    this.#keys.clear();
    this.#changedMessages.clear();
    this.#tell();
  }

  /** Loads the transcript again. */
  retry(): void {
    this.hostDisconnected();
    this.#host.requestUpdate();
  }

  readonly #tell = (): void => this.#changes.set(this.#changes.get() + 1);

  #begin(session: Session | undefined, recording: Recording | undefined, auditLog: AuditLog | undefined): void {
    const { signal } = (this.#life = new AbortController());
    this.#readDecisions();
    if (auditLog) {
      this.#isSettled = true;
      return;
    }
    if (recording) return this.#use(recording, signal);
    if (!session) {
      this.#isSettled = true;
      return;
    }
    this.#book = bookOf(session);
    this.#nextLine = this.#book.first;
    this.#book.changes.subscribe(this.#tell, { signal });
    // A session of another version of this library, which a page may give, has none.
    this.#log = session.messages?.isOn ? messageLogOf(session) : undefined;
    this.#nextMessage = this.#firstMessage = this.#log?.first ?? 0;
    this.#log?.changes.subscribe(this.#tell, { signal });
    const unfollow = this.#log?.followRows((number) => this.#changedMessages.add(number));
    signal.addEventListener('abort', () => unfollow?.());
    void this.#find(session, signal);
  }

  async #find(session: Session, signal: AbortSignal): Promise<void> {
    let found: Transcript | undefined;
    let failure: McpError | undefined;
    try {
      found = await session.transcript?.load();
    } catch (error) {
      failure = asMcpError(error, 'internal');
    }
    if (signal.aborted) return;
    this.problem = failure;
    this.isNone = !found && !failure;
    if (found) return this.#use(found, signal);
    this.#isSettled = true;
    this.#tell();
    this.#host.requestUpdate();
  }

  #use(source: Transcript | Recording, signal: AbortSignal): void {
    const timeline = new Timeline(source, signal);
    this.#told = { source, timeline };
    this.#isSettled = true;
    timeline.state.subscribe(
      () => {
        this.#tell();
        this.#host.requestUpdate();
      },
      { signal },
    );
    this.#tell();
    // Not during a rendering of its host, because reading changes the state at once.
    queueMicrotask(() => {
      void timeline.readMore();
      this.#host.requestUpdate();
    });
  }

  #readDecisions(): void {
    const audit = this.audit;
    if (audit !== this.#followedAudit) {
      this.#unfollowAudit?.();
      this.#followedAudit = audit;
      this.#unfollowAudit = audit?.all.subscribe(this.#tell);
    }
    void audit?.refresh().then(() => {
      this.#areDecisionsRead = audit === this.audit;
      this.#tell();
      this.#host.requestUpdate();
    });
  }

  /** Brings the rows up to date with what has come. */
  bringTo(shown: ShownRows): void {
    if (this.#isForgotten) shown.clear();
    this.#isForgotten = false;
    const changes: Changes = { added: [], changed: [], removed: new Set() };
    this.#takeEntries(changes);
    this.#takeLines(changes);
    if (this.#isSettled) this.#takeMessages(changes);
    this.#takeDecisions(changes);
    shown.apply(changes);
  }

  #add(row: Unplaced<LogRow>, { added }: Changes): void {
    const whole = { ...row, number: this.#lastNumber++ } as LogRow;
    this.#rows.set(whole.key, whole);
    added.push(whole);
  }

  #takeEntries(changes: Changes): void {
    const entries = this.#told?.timeline.state.get().entries ?? [];
    if (entries === this.#entries) return;
    const left = new Set<string>();
    for (const entry of entries) {
      if (this.#isElsewhere(entry)) continue;
      const key = `entry ${entry.id}`;
      left.add(key);
      const row = this.#rows.get(key);
      if (!row) {
        this.#add({ kind: 'entry', key, at: entry.at, entry }, changes);
        if (this.#log && entry.kind === 'request') this.#keys.set(joinKey(entry), key);
      }
      if (row?.kind === 'entry' && row.entry !== entry) {
        const next: LogRow = { ...row, entry };
        this.#rows.set(key, next);
        changes.changed.push(next);
      }
    }
    for (const { id } of this.#entries)
      if (!left.has(`entry ${id}`) && this.#rows.delete(`entry ${id}`)) changes.removed.add(`entry ${id}`);
    this.#entries = entries;
  }

  /** True for what has a row of its own kind: the lines of this session, and with `messages` each notification. */
  #isElsewhere(entry: TranscriptEntry): boolean {
    if (entry.kind !== 'notification' || !this.#isOfSession(entry)) return false;
    return this.#log !== undefined || (entry.direction === 'received' && entry.method === LOG_METHOD);
  }

  #isOfSession({ session }: TranscriptEntry): boolean {
    const source = this.#told?.source;
    return source !== undefined && 'session' in source && source.session === session;
  }

  #takeLines(changes: Changes): void {
    const book = this.#book;
    if (!book) return;
    for (let number = Math.max(this.#nextLine, book.first); number < book.end; number++) {
      const line = book.at(number)!;
      const key = `line ${number}`;
      this.#lineKeys.push(key);
      this.#add({ kind: 'line', key, at: line.at, line, lineNumber: number }, changes);
    }
    this.#nextLine = book.end;
    this.#dropOldest(this.#lineKeys, book.count, changes);
  }

  #takeMessages(changes: Changes): void {
    const log = this.#log;
    if (!log) return;
    // Cleared, or the oldest rows were dropped.
    if (log.first > this.#firstMessage) {
      this.#firstMessage = log.first;
      const [dropped, left] = [this.#messageKeys.filter((key) => numberIn(key) < log.first), this.#messageKeys];
      this.#messageKeys = left.slice(dropped.length);
      for (const key of dropped) if (this.#rows.delete(key)) changes.removed.add(key);
      for (const [key, { number }] of this.#whole) if (number < log.first) this.#whole.delete(key);
    }
    for (let number = Math.max(this.#nextMessage, log.first); number < log.end; number++)
      this.#takeMessage(log.at(number)!, changes);
    this.#nextMessage = log.end;
    for (const number of this.#changedMessages) {
      const row = this.#rows.get(`message ${number}`);
      // What it says is in the message, which is the same object.
      if (row) changes.changed.push(row);
    }
    this.#changedMessages.clear();
  }

  #takeMessage(message: LoggedRow, changes: Changes): void {
    const { at, number } = message;
    const key = `message ${number}`;
    if (message.kind === 'exchange') this.#add({ kind: 'exchange', key, at, exchange: message }, changes);
    else {
      const { type, about, method, direction } = message;
      const isRequest = type === 'request';
      if (isRequest) this.#whole.set(joinKey({ ...message, requestId: message.id }), message);
      // The line of the log is its row; an answer is in the row of its request.
      if (type === 'notification' && method === LOG_METHOD && direction === 'received') return;
      if ((isRequest && this.#told) || (type !== 'notification' && !isRequest && about)) return;
      this.#add({ kind: 'message', key, at, message }, changes);
    }
    this.#messageKeys.push(key);
  }

  #takeDecisions(changes: Changes): void {
    if (!this.#areDecisionsRead) return;
    const left = new Set<string>();
    for (const decision of this.decisions.toReversed()) {
      const key = `decision ${decision.id}`;
      left.add(key);
      const row = this.#rows.get(key);
      if (!row) this.#add({ kind: 'decision', key, at: decision.at, decision }, changes);
      else if (row.kind === 'decision' && row.decision !== decision) {
        const next: LogRow = { ...row, decision };
        this.#rows.set(key, next);
        changes.changed.push(next);
      }
    }
    for (const key of this.#decisionKeys) if (!left.has(key) && this.#rows.delete(key)) changes.removed.add(key);
    this.#decisionKeys = left;
  }

  #dropOldest(keys: string[], count: number, { removed }: Changes): void {
    for (const key of keys.splice(0, keys.length - count)) if (this.#rows.delete(key)) removed.add(key);
  }
}

/** The same for a request in the transcript and among the messages: both have the time of the same event. */
function joinKey({
  direction,
  clock,
  method,
  requestId,
}: Pick<TranscriptEntry, 'direction' | 'clock' | 'method' | 'requestId'>): string {
  return `${direction} ${clock} ${method} ${typeof requestId} ${requestId}`;
}

function numberIn(key: string): number {
  return Number(key.split(' ')[1]);
}

import { jsonLine } from '../../src/content/index.js';
import { type LogMessage, PerSession, type Readable, type Session, Store } from '../../src/index.js';

/**
 * Lines that are kept; older ones are dropped. A person can still search this many, and with 200 characters each they
 * need about 26 MB.
 */
export const MAX_LOG_LINES = 100_000;

/** Characters of data in all kept lines together. A hundred thousand large lines would need 6 GB. */
export const MAX_LOG_DATA_CHARACTERS = 50_000_000;

/** Loggers that the select offers. The lines of other loggers are shown too. */
export const MAX_LOGGERS = 200;

/**
 * Places at the front of the array that may be empty before the array is compacted, because moving the other lines
 * costs time.
 */
const MAX_LOG_EMPTY_PLACES = 25_000;

const book = new PerSession(({ log }) => new LogBook(log));

/**
 * Returns the book of a session. It starts with the lines that the session has kept so far, and lives as long as the
 * session.
 */
export function bookOf(session: Session): LogBook {
  return session.own.get(book);
}

/**
 * The lines of a session's log, many more than the session itself keeps. Each line has a permanent number; the first is
 * 0. Adding a line costs the same for any number of lines.
 */
export class LogBook {
  readonly #messages: (LogMessage | undefined)[] = [];
  readonly #sizes: number[] = [];
  /** The number of the message at index 0 of the array. */
  #base = 0;
  #first = 0;
  #characters = 0;
  #dropped = 0;
  #last: LogMessage | undefined;
  readonly #loggers = new Map<string, number>();
  readonly #changes = new Store(0);

  constructor(log: Readable<readonly LogMessage[]>) {
    this.#addNew(log.get());
    log.subscribe((messages) => this.#addNew(messages));
  }

  /** Increases with each change. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Number of the oldest stored line. */
  get first(): number {
    return this.#first;
  }

  /** One more than the number of the newest line. */
  get end(): number {
    return this.#base + this.#messages.length;
  }

  get count(): number {
    return this.end - this.#first;
  }

  /** Lines that were dropped because there were too many. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Names of the loggers of the stored lines, in the order of their first lines. */
  get loggers(): readonly string[] {
    return [...this.#loggers.keys()];
  }

  at(number: number): LogMessage | undefined {
    return this.#messages[number - this.#base];
  }

  /** Drops all lines, for every element that shows this session. */
  clear(): void {
    while (this.count > 0) this.#drop();
    this.#dropped = 0;
    this.#compact();
    this.#changes.set(this.#changes.get() + 1);
  }

  /** Adds the new messages of the session: those after the last known message. */
  #addNew(messages: readonly LogMessage[]): void {
    let from = messages.length;
    while (from > 0 && messages[from - 1] !== this.#last) from--;
    if (from === messages.length) return;
    for (const message of messages.slice(from)) this.#add(message);
    this.#last = messages.at(-1);
    this.#changes.set(this.#changes.get() + 1);
  }

  #add(message: LogMessage): void {
    const { logger } = message;
    const size = measureData(message.data) + (logger?.length ?? 0);
    this.#messages.push(message);
    this.#sizes.push(size);
    this.#characters += size;
    if (logger !== undefined && (this.#loggers.has(logger) || this.#loggers.size < MAX_LOGGERS))
      this.#loggers.set(logger, (this.#loggers.get(logger) ?? 0) + 1);
    while (this.count > MAX_LOG_LINES || (this.#characters > MAX_LOG_DATA_CHARACTERS && this.count > 1)) {
      this.#drop();
      this.#dropped++;
    }
    if (this.#first - this.#base > MAX_LOG_EMPTY_PLACES) this.#compact();
  }

  #drop(): void {
    const place = this.#first++ - this.#base;
    this.#characters -= this.#sizes[place]!;
    const logger = this.#messages[place]?.logger;
    this.#messages[place] = undefined;
    const left = logger === undefined ? undefined : this.#loggers.get(logger);
    if (left === undefined) return;
    if (left > 1) this.#loggers.set(logger!, left - 1);
    else this.#loggers.delete(logger!);
  }

  #compact(): void {
    const empty = this.#first - this.#base;
    this.#messages.splice(0, empty);
    this.#sizes.splice(0, empty);
    this.#base = this.#first;
  }
}

function measureData(data: unknown): number {
  return typeof data === 'string' ? data.length : jsonLine(data, MAX_LOG_DATA_CHARACTERS).text.length;
}

import { jsonLine } from '../../src/content/index.js';
import { type LogMessage, PerSession, type Readable, type Session, Store } from '../../src/index.js';

/** Lines kept; older ones are dropped. What a person can still search, and about 26 MB of messages with lines of 200 characters. */
export const MAX_LOG_LINES = 100_000;

/** Characters of data that the kept lines have in all: a hundred thousand large lines would be 6 GB. */
export const MAX_LOG_DATA_CHARACTERS = 50_000_000;

/** Loggers that are offered to choose from; the lines of others are shown all the same. */
export const MAX_LOGGERS = 200;

/** Places at the front of the array that may be empty before they are given back: moving the others costs as much. */
const MAX_LOG_EMPTY_PLACES = 25_000;

const book = new PerSession(({ log }) => new LogBook(log));

/** The book of a session, which begins with what the session has kept so far. It lives as long as the session. */
export function bookOf(session: Session): LogBook {
  return session.own.get(book);
}

/**
 * The lines of a session's log, far more of them than the session itself keeps. Each has a number that stays: the first
 * is 0. To add a line costs the same however many there are.
 */
export class LogBook {
  readonly #messages: (LogMessage | undefined)[] = [];
  readonly #sizes: number[] = [];
  /** Number of the message at place 0 of the array. */
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

  /** Counts what changed. */
  get changes(): Readable<number> {
    return this.#changes;
  }

  /** Number of the oldest line that is kept. */
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

  /** Names of loggers that lines are kept of, in the order they came. */
  get loggers(): readonly string[] {
    return [...this.#loggers.keys()];
  }

  at(number: number): LogMessage | undefined {
    return this.#messages[number - this.#base];
  }

  /** Drops all lines, for everybody who shows this session. */
  clear(): void {
    while (this.count > 0) this.#drop();
    this.#dropped = 0;
    this.#compact();
    this.#changes.set(this.#changes.get() + 1);
  }

  /** What the session keeps now. What is new in it stands behind the last one that is known. */
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
    const size = sizeOf(message.data) + (logger?.length ?? 0);
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

function sizeOf(data: unknown): number {
  return typeof data === 'string' ? data.length : jsonLine(data, MAX_LOG_DATA_CHARACTERS).text.length;
}

import type { ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import { hasAnsi, runInSlices, jsonLine, readAnsi } from '../../src/content/index.js';
import {
  asMcpError,
  type LogLevel,
  type LogMessage,
  type McpError,
  PerSession,
  type Readable,
  type Session,
  Store,
} from '../../src/index.js';
import type { Redactor } from '../../src/transcript/index.js';
import { html } from '../internal/html.js';
import { counted, fileStamp, formatCount, giveFile } from '../internal/text.js';

/** The level that one of these elements asked a session for; null where it was told to stop. Outlives the elements. */
const requested = new PerSession((): { level: LogLevel | null | undefined } => ({ level: undefined }));

/** The level that the server is asked to send, and what it said to that. */
export class RequestedLogLevel implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #onError: (error: McpError) => void;
  #session: Session | undefined;
  #error: McpError | undefined;
  #refused: LogLevel | undefined;

  constructor(host: ReactiveControllerHost, onError: (error: McpError) => void) {
    this.#host = host;
    this.#onError = onError;
    host.addController(this);
  }

  hostConnected(): void {}

  /** Goes on with this session. */
  follow(session: Session | undefined): void {
    if (session === this.#session) return;
    this.#session = session;
    this.#error = undefined;
  }

  /** Undefined where nobody asked yet. */
  get value(): LogLevel | null | undefined {
    return this.#session?.own.get(requested).level;
  }

  get error(): McpError | undefined {
    return this.#error;
  }

  /** @param level undefined for as little as the server can */
  async ask(level: LogLevel | undefined): Promise<void> {
    const session = this.#session;
    if (!session) return;
    const asked = session.own.get(requested);
    const before = asked.level;
    asked.level = level ?? null;
    this.#error = undefined;
    this.#host.requestUpdate();
    try {
      await session.setLogLevel(level);
    } catch (reason) {
      asked.level = before;
      if (session !== this.#session) return;
      this.#error = asMcpError(reason);
      this.#refused = level;
      this.#host.requestUpdate();
      this.#onError(this.#error);
    }
  }

  /** Asks once more for what was refused. */
  readonly again = (): void => void this.ask(this.#refused);
}

/** Characters of a message that its row shows: more than fit into the widest window. */
const ROW_TEXT = 600;
/** Characters of a message that are searched, copied and saved: all that the session keeps of one. */
const WHOLE_TEXT = 100_000;

/** What a row shows of a message. The browser shows a line break in it as a space. */
export function rowText({ data }: LogMessage): string {
  const { text, isWhole } = beginning(data, ROW_TEXT);
  return isWhole ? text : `${text}…`;
}

/** What a person looks for is in here. */
function searchText(message: LogMessage): string {
  const { text } = beginning(message.data, WHOLE_TEXT);
  return `${message.level} ${message.logger ?? ''} ${withoutCommands(text)}`.toLowerCase();
}

/** One line of a file: when, how bad, where from, what. Without commands for the terminal that may show the file one day. */
function savedText(message: LogMessage): string {
  const { text } = beginning(message.data, WHOLE_TEXT);
  const logger = message.logger === undefined ? '' : `${onOneLine(message.logger)}: `;
  return `${new Date(message.at).toISOString()} ${message.level} ${logger}${onOneLine(withoutCommands(text))}\n`;
}

function beginning(data: unknown, limit: number): { text: string; isWhole: boolean } {
  if (typeof data !== 'string') return jsonLine(data, limit);
  return data.length > limit ? { text: data.slice(0, limit), isWhole: false } : { text: data, isWhole: true };
}

function withoutCommands(text: string): string {
  return hasAnsi(text)
    ? readAnsi(text)
        .map((run) => run.text)
        .join('')
    : text;
}

/** A server could otherwise make up lines that it never sent. */
function onOneLine(text: string): string {
  return /[\n\r\u2028\u2029\u0085\v\f]/.test(text) ? text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, '⏎') : text;
}

/** Characters that go to the clipboard, the newest lines: other programs stand still over more. A file takes all. */
export const MAX_LOG_COPIED = 5_000_000;
/** Lines made into text between two looks at the clock. */
const STEP = 32;
/** Milliseconds for which it is told what became of the press. */
const LOG_COPY_TOLD_MS = 4000;
const LINE = { one: 'line', other: 'lines' };

/** The shown lines, oldest first, for one export. */
type TakeLines = () => readonly LogMessage[];

/** Copies and saves lines without what was secret in the session, in stretches, and says what became of it. */
export class LineExport implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #redactor: () => Pick<Redactor, 'without'> | undefined;
  #outcome = '';
  #running: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param redactor of the session whose lines they are */
  constructor(host: ReactiveControllerHost, redactor: () => Pick<Redactor, 'without'> | undefined) {
    this.#host = host;
    this.#redactor = redactor;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.#tell('');
  }

  /** @param count lines that there are to take */
  render(count: number, take: TakeLines): TemplateResult {
    return html`<span class="small quiet outcome" role="status">${this.#outcome}</span>
      <button
        class="plain small"
        part="button"
        data-name="copy-button"
        type="button"
        ?disabled=${count === 0}
        aria-label="Copy ${counted(count, LINE)}"
        @click=${() => this.#copy(take())}
      >
        Copy
      </button>
      <button
        class="plain small"
        part="button"
        data-name="download-button"
        type="button"
        ?disabled=${count === 0}
        aria-label="Save ${counted(count, LINE)} as a file"
        @click=${() => this.#save(take())}
      >
        Save
      </button>`;
  }

  async #copy(lines: readonly LogMessage[]): Promise<void> {
    const texts = await this.#texts(lines.toReversed(), MAX_LOG_COPIED);
    if (!texts) return;
    try {
      await navigator.clipboard.writeText(texts.toReversed().join(''));
      const isAll = texts.length === lines.length;
      this.#tell(
        isAll
          ? `Copied ${counted(texts.length, LINE)}.`
          : `Copied the newest ${formatCount(texts.length)} of ${counted(lines.length, LINE)}. Save takes all of them.`,
      );
    } catch {
      this.#tell('Not copied: the browser refused.');
    }
  }

  async #save(lines: readonly LogMessage[]): Promise<void> {
    const texts = await this.#texts(lines, Infinity);
    if (!texts) return;
    giveFile(`log-${fileStamp()}.txt`, texts);
    this.#tell(`Saved ${counted(texts.length, LINE)}.`);
  }

  /** Undefined when another export was begun. */
  async #texts(lines: readonly LogMessage[], limit: number): Promise<string[] | undefined> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const texts: string[] = [];
    await runInSlices(write(lines, limit, texts, this.#redactor()), running.signal);
    return running.signal.aborted ? undefined : texts;
  }

  #tell(outcome: string): void {
    clearTimeout(this.#timer);
    this.#outcome = outcome;
    this.#timer = outcome === '' ? undefined : setTimeout(() => this.#tell(''), LOG_COPY_TOLD_MS);
    this.#host.requestUpdate();
  }
}

function* write(
  lines: readonly LogMessage[],
  limit: number,
  texts: string[],
  redactor: Pick<Redactor, 'without'> | undefined,
): Generator<undefined, void, undefined> {
  let characters = 0;
  for (const line of lines) {
    const plain = savedText(line);
    const text = redactor?.without(plain) ?? plain;
    characters += text.length;
    if (characters > limit && texts.length > 0) return;
    texts.push(text);
    if (texts.length % STEP === 0) yield;
  }
}

/** Lines kept; older ones are dropped. What a person can still search, and about 26 MB of messages with lines of 200 characters. */
export const MAX_LOG_LINES = 100_000;
/** Characters of data that the kept lines have in all: a hundred thousand large lines would be 6 GB. */
export const MAX_LOG_DATA_CHARACTERS = 50_000_000;
/** Loggers that are offered to choose from; the lines of others are shown all the same. */
export const MAX_LOGGERS = 200;
/** Places at the front of the array that may be empty before they are given back: moving the others costs as much. */
const MAX_LOG_EMPTY_PLACES = 25_000;

/** From what matters least to what matters most. */
export const LEVELS: readonly LogLevel[] = [
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
];
const RANKS = new Map(LEVELS.map((level, rank) => [level, rank]));

/** How much a level matters, from 0. */
export function rankOf(level: LogLevel): number {
  return RANKS.get(level) ?? 0;
}

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
    this.#take(log.get());
    log.subscribe((messages) => this.#take(messages));
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
    this.#giveBack();
    this.#changes.set(this.#changes.get() + 1);
  }

  /** What the session keeps now. What is new in it stands behind the last one that is known. */
  #take(messages: readonly LogMessage[]): void {
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
    if (this.#first - this.#base > MAX_LOG_EMPTY_PLACES) this.#giveBack();
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

  #giveBack(): void {
    const empty = this.#first - this.#base;
    this.#messages.splice(0, empty);
    this.#sizes.splice(0, empty);
    this.#base = this.#first;
  }
}

function sizeOf(data: unknown): number {
  return typeof data === 'string' ? data.length : jsonLine(data, MAX_LOG_DATA_CHARACTERS).text.length;
}

/** Which lines are shown: those that fit to all of it. */
export interface LineFilter {
  /** Words that are all in the line. */
  readonly text: string;
  /** This level, or one that matters more. */
  readonly level: LogLevel;
  /** Only those of this logger. */
  readonly logger: string | undefined;
}

export const EVERYTHING: LineFilter = { text: '', level: 'debug', logger: undefined };

export function isSameFilter(one: LineFilter, other: LineFilter): boolean {
  return one.text === other.text && one.level === other.level && one.logger === other.logger;
}

/** Says which lines fit to a filter, and counts what that costs. */
export class LineTest {
  readonly #words: readonly string[];
  readonly #rank: number;
  readonly #logger: string | undefined;
  /** Characters that were looked at. */
  cost = 0;

  constructor({ text, level, logger }: LineFilter) {
    this.#words = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.#rank = rankOf(level);
    this.#logger = logger;
  }

  /** True when every line fits. */
  get isEmpty(): boolean {
    return this.#words.length === 0 && this.#rank === 0 && this.#logger === undefined;
  }

  fits(message: LogMessage): boolean {
    this.cost++;
    if (rankOf(message.level) < this.#rank) return false;
    if (this.#logger !== undefined && message.logger !== this.#logger) return false;
    if (this.#words.length === 0) return true;
    const text = searchText(message);
    this.cost += text.length;
    return this.#words.every((word) => text.includes(word));
  }
}

import type { AuditEntry } from '../../src/approvals/index.js';
import type { LogLevel } from '../../src/index.js';
import { fitsFilter, isFailedRow, type LoggedMessage } from '../../src/messages/index.js';
import { isFailed, toolOf } from '../../src/transcript/index.js';
import { wordsOfDecision } from './decision.js';
import { LEVELS, rankOf } from './log-level.js';
import { searchText } from './log-text.js';
import { kindOf, type LogRow, type RowKind } from './rows.js';

/** The rows that are shown: those that meet all conditions. An absent member fits every row. */
export interface LogFilter {
  /** Words that must all be in a row. */
  readonly text?: string | undefined;
  readonly kind?: RowKind | undefined;
  readonly failed?: boolean | undefined;
  /** The least important level of the lines. */
  readonly level?: LogLevel | undefined;
  readonly logger?: string | undefined;
  /** Only what has to do with calls of this tool. */
  readonly tool?: string | undefined;
  readonly answer?: AuditEntry['answer'] | undefined;
  /** Only decisions about this server. */
  readonly server?: string | undefined;
  /** Only rows with these keys. */
  readonly keys?: ReadonlySet<string> | undefined;
}

/** What a row stands for, beyond itself. */
export interface RowRelations {
  /** The message of a request or notification as it was. */
  readonly wholeOf: (row: LogRow) => LoggedMessage | undefined;
  /** The row of the request to which a row belongs. */
  readonly aboutOf: (row: LogRow) => LogRow | undefined;
}

export function isEmptyFilter({ text, kind, failed, level, logger, tool, answer, server, keys }: LogFilter): boolean {
  const isAnyLevel = level === undefined || level === LEVELS[0];
  return !text?.trim() && !kind && !failed && isAnyLevel && [logger, tool, answer, server, keys].every((one) => !one);
}

/** Returns a function that is true for rows that fit. Prepared once, because there may be 100,000 rows. */
export function fitsLogFilter(filter: LogFilter, relations: RowRelations): (row: LogRow) => boolean {
  const { text = '', kind, failed, level = 'debug', logger, tool, answer, server, keys } = filter;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fitsWord = words.map((word) => fitsFilter({ text: word }));
  const rank = rankOf(level);
  return (row) =>
    (!keys || keys.has(row.key)) &&
    (!kind || kindOf(row) === kind) &&
    (!failed || hasFailed(row, relations)) &&
    (rank === 0 || rankOf(levelOf(row) ?? 'emergency') >= rank) &&
    (logger === undefined || (row.kind === 'line' && row.line.logger === logger)) &&
    (tool === undefined || toolIn(row, relations) === tool) &&
    (answer === undefined || (row.kind === 'decision' && row.decision.answer === answer)) &&
    (server === undefined || (row.kind === 'decision' && row.decision.server === server)) &&
    (words.length === 0 || holdsAll(row, words, fitsWord, relations));
}

/** The level of a line, also of a recorded one; undefined for other rows, which no level hides. */
function levelOf(row: LogRow): LogLevel | undefined {
  if (row.kind === 'line') return row.line.level;
  if (row.kind !== 'entry' || kindOf(row) !== 'log') return undefined;
  return LEVELS.find((level) => level === row.entry.subject);
}

/** True for what ended without success. */
export function hasFailed(row: LogRow, { wholeOf }: RowRelations): boolean {
  switch (row.kind) {
    case 'entry': {
      const whole = wholeOf(row);
      const isCancelled = row.entry.ended === 'cancelled';
      return (isFailed(row.entry) && !isCancelled) || (whole !== undefined && isFailedRow(whole));
    }
    case 'message':
      return isFailedRow(row.message) || (row.message.answer !== undefined && isFailedRow(row.message.answer));
    case 'exchange':
      return isFailedRow(row.exchange);
    case 'line':
      return rankOf(row.line.level) >= ERROR_RANK;
    case 'decision':
      return row.decision.outcome === 'failed' || row.decision.outcome === 'tool-error';
  }
}

const ERROR_RANK = rankOf('error');

/** The tool that a row is about. */
export function toolIn(row: LogRow, { aboutOf }: RowRelations): string | undefined {
  if (row.kind === 'decision') return row.decision.kind.startsWith('tool-') ? row.decision.about : undefined;
  if (row.kind === 'entry') {
    const own = toolOf(row.entry);
    if (own !== undefined) return own;
    const about = aboutOf(row);
    return about?.kind === 'entry' ? toolOf(about.entry) : undefined;
  }
  if (row.kind !== 'message') return undefined;
  const { message } = row;
  const call = message.type === 'request' && message.direction === 'sent' ? message : message.about;
  return call?.method === 'tools/call' ? call.subject : undefined;
}

function holdsAll(
  row: LogRow,
  words: readonly string[],
  fitsWord: readonly ReturnType<typeof fitsFilter>[],
  { wholeOf }: RowRelations,
): boolean {
  const texts = textsOf(row);
  const whole = row.kind === 'exchange' ? row.exchange : wholeOf(row);
  const answer = whole?.kind === 'message' ? whole.answer : undefined;
  return words.every(
    (word, at) =>
      texts.some((text) => text.includes(word)) ||
      (whole !== undefined && fitsWord[at]!(whole)) ||
      (answer !== undefined && fitsWord[at]!(answer)),
  );
}

/** In JSON a quotation mark has a backslash before it. */
function textsOf(row: LogRow): readonly string[] {
  if (row.kind === 'line') return [searchText(row.line)];
  if (row.kind === 'decision') return [wordsOfDecision(row.decision).toLowerCase()];
  if (row.kind !== 'entry') return [];
  const { method, subject = '', problem = '', params, result, error } = row.entry;
  return [`${method} ${subject} ${problem}`, params?.json, result?.json, error?.json].flatMap((part) =>
    part ? [part.toLowerCase()] : [],
  );
}

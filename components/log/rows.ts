import type { AuditEntry } from '../../src/approvals/index.js';
import type { LogMessage } from '../../src/index.js';
import type { LoggedExchange, LoggedMessage } from '../../src/messages/index.js';
import { type EntryKind, kindOf as kindOfEntry, type TranscriptEntry } from '../../src/transcript/index.js';

/** Names the contents of a row for as long as it lasts, and puts rows of the same millisecond in order. */
interface Place {
  readonly key: string;
  /** Grows with each row. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A request with its answer, or a notification, as the transcript recorded it. */
export interface EntryRow extends Place {
  readonly kind: 'entry';
  readonly entry: TranscriptEntry;
}
/** A message of the session as it was, which has no row of the transcript. */
export interface MessageRow extends Place {
  readonly kind: 'message';
  readonly message: LoggedMessage;
}
/** An HTTP exchange without a message. */
export interface ExchangeRow extends Place {
  readonly kind: 'exchange';
  readonly exchange: LoggedExchange;
}
/** A line that the server logged. */
export interface LineRow extends Place {
  readonly kind: 'line';
  readonly line: LogMessage;
  /** Its number in the book of lines. */
  readonly lineNumber: number;
}
/** A question or a call, and the decision about it. */
export interface DecisionRow extends Place {
  readonly kind: 'decision';
  readonly decision: AuditEntry;
}

/** One row of the log. */
export type LogRow = EntryRow | MessageRow | ExchangeRow | LineRow | DecisionRow;

/** The kinds that a person can choose. */
export type RowKind = EntryKind | 'http' | 'sign-in' | 'decision';

export const ROW_KINDS: readonly RowKind[] = ['call', 'question', 'decision', 'notification', 'log', 'http', 'sign-in'];

export function kindOf(row: LogRow): RowKind {
  switch (row.kind) {
    case 'entry':
      return kindOfEntry(row.entry);
    case 'message':
      return kindOfMessage(row.message);
    case 'exchange':
      return row.exchange.exchange.purpose === 'sign-in' ? 'sign-in' : 'http';
    case 'line':
      return 'log';
    case 'decision':
      return 'decision';
  }
}

function kindOfMessage({ type, direction, method }: LoggedMessage): RowKind {
  if (type === 'notification') return method === LOG_METHOD ? 'log' : 'notification';
  if (type === 'request') return direction === 'sent' ? 'call' : 'question';
  return direction === 'received' ? 'call' : 'question';
}

/** The notification that is a line of the log. */
export const LOG_METHOD = 'notifications/message';

/** Negative if the first is above the second. */
export function compareRows(one: LogRow, other: LogRow): number {
  return one.at - other.at || one.number - other.number;
}

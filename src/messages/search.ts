import { isFailedRow, type LoggedRow, textOfMessage } from './message-log.js';

/** The conditions of a search of the messages. An absent member fits every row. */
export interface MessageFilter {
  /** Words that must all occur: in a method, a name, an id, a message, an address or a header. */
  readonly text?: string | undefined;
  /**
   * `request` and `answer` in both directions; `notification` without log lines; `log` for log lines; `http` for exchanges that carry
   * no message, `sign-in` for those of them that belong to a sign-in.
   */
  readonly kind?: 'request' | 'answer' | 'notification' | 'log' | 'http' | 'sign-in' | undefined;
  readonly direction?: 'sent' | 'received' | undefined;
  /** Only failures. */
  readonly failed?: boolean | undefined;
  /** Only rows with these numbers. */
  readonly numbers?: ReadonlySet<number> | undefined;
}

export function isEmptyFilter({ text, kind, direction, failed, numbers }: MessageFilter): boolean {
  return !text?.trim() && !kind && !direction && !failed && !numbers;
}

/** Returns a function that is true for rows that match. Prepared once, because there may be 100,000 rows. */
export function fitsFilter({
  text = '',
  kind,
  direction,
  failed,
  numbers,
}: MessageFilter): (row: LoggedRow) => boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (row) =>
    (!numbers || numbers.has(row.number)) &&
    (!kind || kindOfRow(row) === kind || (kind === 'http' && row.kind === 'exchange')) &&
    (!direction || (row.kind === 'message' && row.direction === direction)) &&
    (!failed || isFailedRow(row)) &&
    (words.length === 0 || holdsAll(row, words));
}

function kindOfRow(row: LoggedRow): MessageFilter['kind'] {
  if (row.kind === 'exchange') return row.exchange.purpose === 'sign-in' ? 'sign-in' : 'http';
  if (row.type === 'request') return 'request';
  if (row.type !== 'notification') return 'answer';
  return row.method === 'notifications/message' ? 'log' : 'notification';
}

function holdsAll(row: LoggedRow, words: readonly string[]): boolean {
  const headers = (given: readonly (readonly [string, string])[] = []): string => given.flat().join(' ');
  const exchanges = row.kind === 'exchange' ? [row.exchange] : row.exchanges;
  const texts = [
    ...(row.kind === 'message'
      ? [`${row.method} ${row.id ?? ''} ${row.failure ?? ''}`, textOfMessage(row.message)]
      : []),
    ...exchanges.map(
      ({
        method,
        url,
        status = '',
        requestHeaders,
        responseHeaders,
        requestBody = '',
        responseBody = '',
        callback = '',
        failure = '',
      }) =>
        `${method} ${url} ${status} ${headers(requestHeaders)} ${headers(responseHeaders)} ${requestBody} ${responseBody} ${callback} ${failure}`,
    ),
  ].map((text) => text.toLowerCase());
  return words.every((word) => texts.some((text) => text.includes(word)));
}

/** The rows that fit, in steps for `runInSlices`: a step is one row, which may hold a megabyte. */
export function* fittingRows(
  rows: readonly LoggedRow[],
  filter: MessageFilter,
): Generator<undefined, LoggedRow[], undefined> {
  const fits = fitsFilter(filter);
  const found: LoggedRow[] = [];
  for (const row of rows) {
    if (fits(row)) found.push(row);
    yield;
  }
  return found;
}

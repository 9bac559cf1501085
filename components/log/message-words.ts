import {
  type HttpExchange,
  isFailedExchange,
  isFailedRow,
  isProbeRefusal,
  isRefusedVisit,
  type LoggedMessage,
  type LoggedRow,
  redactedAddress,
  redactedText,
  sizeOf,
} from '../../src/messages/index.js';
import type { Redactor } from '../../src/transcript/index.js';
import { formatBytes, oneLine } from '../internal/text.js';
import { formatDuration } from '../tool-result/result-text.js';
import { t } from './messages.js';

/** The text in place of a secret on the screen. */
export const mask = (): string => '••••••';

/** A text without the secrets of the session. */
export function hide(text: string, redactor: Redactor): string {
  return redactedText(text, redactor, mask);
}

/** Characters of a title. */
const TITLE_LENGTH = 200;

/** The subject of a row: method and name, or the purpose of the HTTP request. Without secrets: it is read out and listed. */
export function titleOf(row: LoggedRow, redactor: Redactor): string {
  if (row.kind === 'exchange') return purposeOf(row.exchange, redactor);
  const { method, subject, type } = row;
  const name = subject && redactedAddress(subject, mask, redactor);
  const named = oneLine(hide(name ? `${method} ${name}` : method, redactor), TITLE_LENGTH);
  if (type === 'request' || type === 'notification') return named;
  return named ? t('log.answerTo', { title: named }) : t('log.unknownAnswer');
}

function purposeOf({ purpose, phase = 'other', method, url }: HttpExchange, redactor: Redactor): string {
  if (purpose === 'stream') return t('log.stream');
  if (purpose === 'end-session') return t('log.endSession');
  if (purpose === 'cors-check') return t('log.corsCheck');
  if (purpose === 'sign-in') return t(`log.phase.${phase}`);
  return oneLine(`${method} ${redactedAddress(url, mask, redactor)}`, TITLE_LENGTH);
}

/** The status of an exchange in words: `200 OK`, `redirect`, `no answer`. */
export function statusOf(exchange: HttpExchange, redactor: Redactor): string {
  const { status, statusText = '', isRedirect, failure, callback } = exchange;
  if (callback !== undefined) return t(isRefusedVisit(exchange) ? 'log.cameBackRefused' : 'log.cameBack');
  if (isRedirect) return t('log.redirect');
  if (status === undefined) return failure === undefined ? '…' : t('log.noStatus');
  return oneLine(hide(`${status} ${statusText}`.trim(), redactor), TITLE_LENGTH);
}

/** The facts of a row: id, how it ended, status, time, size. */
export function factsOf(row: LoggedRow, redactor: Redactor): readonly string[] {
  if (row.kind === 'exchange') {
    const { at, endedAt } = row.exchange;
    const time = endedAt === undefined ? t('log.stillOpen') : formatDuration(endedAt - at);
    return [row.exchange.method, statusOf(row.exchange, redactor), time];
  }
  const { id, type, about, duration } = row;
  const [exchange] = row.exchanges.slice(-1);
  const isTold = exchange && (row.direction === 'sent' || type === 'error') && !isPlainSuccess(exchange);
  return [
    id === undefined ? undefined : t('log.id', { id: oneLine(hide(String(id), redactor), 40) }),
    t(`log.type.${type}`),
    stateOf(row),
    isTold ? statusOf(exchange, redactor) : undefined,
    type === 'request' ? duration && formatDuration(duration) : about?.duration && formatDuration(about.duration),
    formatBytes(sizeOf(row)),
  ].filter((fact): fact is string => typeof fact === 'string');
}

/** The HTTP status of a request, where it is another than 200. */
export function statusOfWhole({ exchanges }: LoggedMessage, redactor: Redactor): string | undefined {
  const exchange = exchanges.at(-1);
  return exchange && !isPlainSuccess(exchange) ? statusOf(exchange, redactor) : undefined;
}

/** A notification is answered with 202. */
function isPlainSuccess({ status }: HttpExchange): boolean {
  return status === 200 || status === 202;
}

function stateOf(row: LoggedMessage): string | undefined {
  if (isProbeRefusal(row)) return t('log.older');
  if (row.type !== 'request' || row.answer) return undefined;
  if (row.isCancelled) return t('log.cancelled');
  return row.failure === undefined ? t('log.waiting') : t('log.failed');
}

/** The tone of a row, which sets its colour. Its text says the same. */
export function toneOf(row: LoggedRow): 'failed' | 'plain' | 'quiet' {
  if (isFailedRow(row)) return 'failed';
  // These have an exchange that ended early, or with an error status.
  const isExcused = row.kind === 'exchange' || isProbeRefusal(row) || row.isCancelled === true;
  if (!isExcused && row.exchanges.some(isFailed)) return 'failed';
  return row.kind === 'exchange' || row.type === 'notification' ? 'quiet' : 'plain';
}

/** A request that was refused and sent again, with a token, has not failed. */
function isFailed(exchange: HttpExchange, at: number, all: readonly HttpExchange[]): boolean {
  return at === all.length - 1 && isFailedExchange(exchange);
}

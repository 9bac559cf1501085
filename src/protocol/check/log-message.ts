import { jsonLine } from '../../util/json-line.js';
import type { JsonObject, LogLevel, LogMessage } from '../model.js';
import { asString, compact } from './object.js';

/** From what matters least to what matters most. */
const LEVELS: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
/** Characters of a logger's name that are kept: names in use have under 60. */
const MAX_LOGGER_NAME = 200;
/** Characters of JSON that one message may have; of a larger one, the first as many are kept as a text. Two hundred screens. */
export const MAX_LOG_DATA: number = 64 * 1024;

/** A message of the log, and how many characters it has. */
export interface ReadLogMessage {
  readonly message: LogMessage;
  readonly size: number;
}

/**
 * A message as sent. One that breaks the rules is read as well as it can be, and says in `issues` what was done about it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
 */
export function readLogMessage(raw: JsonObject | undefined): ReadLogMessage {
  const issues: string[] = [];
  const level = readLevel(raw?.['level'], issues);
  const logger = readLogger(raw?.['logger'], issues);
  const { data, size } = readData(raw, issues);
  const message = compact({ level, logger, data, at: Date.now(), issues: issues.length > 0 ? issues : undefined });
  return { message, size: size + (logger?.length ?? 0) };
}

function readLevel(sent: unknown, issues: string[]): LogLevel {
  const level = LEVELS.find((each) => each === sent);
  if (level) return level;
  const words = typeof sent === 'string' ? `Its level “${sent.slice(0, 40)}” is not known` : 'It has no level';
  issues.push(`${words}: it counts as info.`);
  return 'info';
}

function readLogger(sent: unknown, issues: string[]): string | undefined {
  const logger = asString(sent);
  if (sent !== undefined && logger === undefined) issues.push('The name of its logger is not a text and was left out.');
  if (logger === undefined || logger.length <= MAX_LOGGER_NAME) return logger;
  issues.push(`The name of its logger has ${count(logger.length)} characters; the first ${MAX_LOGGER_NAME} are kept.`);
  return detached(logger.slice(0, MAX_LOGGER_NAME));
}

function readData(raw: JsonObject | undefined, issues: string[]): { data: unknown; size: number } {
  const data: unknown = raw?.['data'] ?? null;
  if (raw?.['data'] === undefined) issues.push('It has no data.');
  const isText = typeof data === 'string';
  const { text, isWhole } = isText
    ? { text: data.slice(0, MAX_LOG_DATA), isWhole: data.length <= MAX_LOG_DATA }
    : jsonLine(data, MAX_LOG_DATA);
  if (isWhole) return { data, size: text.length };
  const size = isText ? `has ${count(data.length)} characters` : `has more than ${count(MAX_LOG_DATA)} characters`;
  issues.push(`Its data ${size}; the first ${count(MAX_LOG_DATA)} are kept${isText ? '' : ', as text'}.`);
  return { data: detached(text), size: text.length };
}

/** A piece cut from a text holds on to all of it; this one does not. */
function detached(piece: string): string {
  return JSON.parse(JSON.stringify(piece)) as string;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

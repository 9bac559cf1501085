import { hasAnsi, jsonLine, readAnsi, withLineFeeds } from '../../src/content/index.js';
import type { LogMessage } from '../../src/index.js';

/** Characters of a message that its row shows. They are more than fit into the widest window. */
const MAX_ROW_CHARACTERS = 600;

/** Characters of a message that are searched, copied and saved. The session keeps no more of a message. */
const MAX_SEARCHED_CHARACTERS = 100_000;

/** Returns the text of a message for its row. The browser shows a line break in it as a space. */
export function rowText({ data }: LogMessage): string {
  const { text, isWhole } = beginning(data, MAX_ROW_CHARACTERS);
  return isWhole ? text : `${text}…`;
}

/** Returns the text that a search looks through, in lower case. */
export function searchText(message: LogMessage): string {
  const { text } = beginning(message.data, MAX_SEARCHED_CHARACTERS);
  return `${message.level} ${message.logger ?? ''} ${moveSignsToEnd(text)}`.toLowerCase();
}

/**
 * Returns one line of a file: time, level, logger and message. It contains no terminal commands, because a terminal may
 * show the file one day.
 */
export function savedText(message: LogMessage): string {
  const { text } = beginning(message.data, MAX_SEARCHED_CHARACTERS);
  const logger = message.logger === undefined ? '' : `${onOneLine(message.logger)}: `;
  return `${new Date(message.at).toISOString()} ${message.level} ${logger}${onOneLine(withoutAnsi(text))}\n`;
}

function beginning(data: unknown, limit: number): { text: string; isWhole: boolean } {
  if (typeof data !== 'string') return jsonLine(data, limit);
  return data.length > limit ? { text: data.slice(0, limit), isWhole: false } : { text: data, isWhole: true };
}

/** The shown text, then the text of signs. */
function moveSignsToEnd(text: string): string {
  const lines = withLineFeeds(text);
  if (!hasAnsi(lines)) return lines;
  const runs = readAnsi(lines);
  const signs = runs.filter(({ sign }) => sign !== undefined);
  return [runs.filter(({ sign }) => sign === undefined), signs]
    .map((some) => some.map((run) => run.text).join(''))
    .join(' ');
}

/** True if a part of the text is shown as a sign only, so that the source is worth showing. */
export function hasSigns(text: string): boolean {
  const lines = withLineFeeds(text);
  return hasAnsi(lines) && readAnsi(lines).some(({ sign }) => sign !== undefined);
}

function withoutAnsi(text: string): string {
  const lines = withLineFeeds(text);
  return hasAnsi(lines)
    ? readAnsi(lines)
        .map((run) => (run.sign === undefined ? run.text : `‹${run.text}›`))
        .join('')
    : lines;
}

/** Without this, a server could fake lines that it never sent. */
function onOneLine(text: string): string {
  return /[\n\r\u2028\u2029\u0085\v\f]/.test(text) ? text.replace(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/g, '⏎') : text;
}

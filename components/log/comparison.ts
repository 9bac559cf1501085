import { createTwoFilesPatch } from 'diff';
import { type LoggedMessage, redactedMessage } from '../../src/messages/index.js';
import type { Redactor } from '../../src/transcript/index.js';
import { isDeeperThan, toJson } from '../../src/util/json.js';
import { mask } from './message-words.js';

/** Characters of two messages that are compared, each written with one value a line. */
const MAX_COMPARED_CHARACTERS = 1_000_000;
/** Levels of two messages that are compared. */
const MAX_MESSAGE_DIFF_DEPTH = 200;
/** Milliseconds that comparing may take: a task of more than 50 can be felt. */
const MAX_COMPARE_MS = 40;

/**
 * The differences between two messages, as a unified diff; empty if there are none.
 * @param isWhole whether secrets are shown
 * @returns undefined if they are too long, or too different
 */
export function differenceOf(
  one: LoggedMessage,
  other: LoggedMessage,
  redactor: Redactor,
  isWhole: boolean,
): string | undefined {
  if ([one, other].some((row) => isDeeperThan(wholePair(row), MAX_MESSAGE_DIFF_DEPTH))) return undefined;
  const [before, after] = [one, other].map((row) =>
    toJson(sorted(isWhole ? wholePair(row) : redactedPair(row, redactor)), undefined, 2),
  ) as [string, string];
  if (before === after) return '';
  if (before.length + after.length > MAX_COMPARED_CHARACTERS) return undefined;
  const patch = createTwoFilesPatch(
    formatMessageNumber(one),
    formatMessageNumber(other),
    `${before}\n`,
    `${after}\n`,
    undefined,
    undefined,
    {
      context: 3,
      timeout: MAX_COMPARE_MS,
    },
  );
  return patch?.replace(/^=+\n/, '');
}

/** A request with its answer; another message alone. */
function wholePair({ message, answer }: LoggedMessage): unknown {
  return answer ? [message, answer.message] : message;
}

function redactedPair(row: LoggedMessage, redactor: Redactor): unknown {
  const message = redactedMessage(row, redactor, mask);
  return row.answer ? [message, redactedMessage(row.answer, redactor, mask)] : message;
}

function formatMessageNumber({ number }: LoggedMessage): string {
  return `#${number}`;
}

/** The same members in the same order, from either side. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

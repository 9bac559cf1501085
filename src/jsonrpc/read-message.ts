import { McpError } from '../errors.js';
import { isMessage } from './is-message.js';
import type { RpcMessage } from './messages.js';

/** Messages accepted in one batch; a longer array is cut there and said so. */
export const MAX_BATCH_LENGTH = 10_000;

/** Characters of a broken message quoted in a problem. */
const QUOTE_LENGTH = 120;

type Report = (problem: McpError) => void;

/** One JSON text as messages. What cannot be read is reported, never thrown: one bad message must not hide the rest. */
export function readMessages(text: string, report: Report): readonly RpcMessage[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    report(problem('is not JSON', text, error));
    return [];
  }
  return readMessageValue(value, report, text);
}

/** A message that came as a value, through a port. @param text what to quote where it is none */
export function readMessageValue(value: unknown, report: Report, text: string = typeof value): readonly RpcMessage[] {
  if (isMessage(value)) return [value];
  // The only place a batch is unrolled: nobody above knows that batches exist.
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_BATCH_LENGTH)
    report(
      new McpError('limit', `The server sent ${items.length} messages in one batch; ${MAX_BATCH_LENGTH} were read.`),
    );
  return items.slice(0, MAX_BATCH_LENGTH).filter((item): item is RpcMessage => {
    const isOne = isMessage(item);
    // Quoted as it came: writing a value again fails where it is nested deep enough.
    if (!isOne) report(problem('is not a JSON-RPC 2.0 message', text));
    return isOne;
  });
}

function problem(what: string, text: string, cause?: unknown): McpError {
  const quote = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  return new McpError('bad-message', `A message from the server ${what} and was skipped: ${quote}`, { cause });
}

import { McpError, isMcpError } from '../errors.js';

/** Longest message read, in bytes of its body or characters of its event. Protects the page's memory. */
export const MAX_MESSAGE_SIZE: number = 64 * 1024 * 1024;

/** A body as text, and whether it was cut because it is too long. */
export interface BodyText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * A body as text, up to `limit` bytes; what comes after is not even received. `response.text()` has no limit, and a
 * stranger's server decides how much it sends.
 * @throws McpError `stream-ended` when the connection breaks; the reason it was given up for, if that is one of ours
 */
export async function readText(response: Response, limit: number): Promise<BodyText> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  try {
    while (reader && size <= limit) {
      const { done, value } = await reader.read();
      text += decoder.decode(value, { stream: !done });
      if (done) break;
      size += value.byteLength;
    }
  } catch (error) {
    throw brokenOff(error);
  } finally {
    reader?.cancel().catch(() => {});
  }
  return { text, cut: size > limit };
}

/** What it means that a body cannot be read to its end. */
export function brokenOff(error: unknown): McpError {
  return isMcpError(error)
    ? error
    : new McpError('stream-ended', 'The connection broke in the middle of an answer.', { cause: error });
}

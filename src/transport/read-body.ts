import { McpError, isMcpError } from '../errors.js';

/**
 * Hands a body on as text, piece by piece, until `take` says that it is enough; what comes after is not even received.
 * @throws McpError `stream-ended` when the connection breaks; the signal's reason when it was given up
 */
export async function readBody(response: Response, take: (text: string, bytes: number) => boolean): Promise<void> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  try {
    for (let enough = !reader; !enough;) {
      const { done, value } = await reader!.read();
      enough = take(decoder.decode(value, { stream: !done }), value?.byteLength ?? 0) || done;
    }
  } catch (error) {
    if (isMcpError(error) || (error as Error).name === 'AbortError') throw error;
    throw new McpError('stream-ended', 'The connection broke in the middle of an answer.', { cause: error });
  } finally {
    reader?.cancel().catch(() => {});
  }
}

/** A body as text, up to `limit` bytes. `response.text()` has no limit, and a stranger's server decides how much it sends. */
export async function readText(response: Response, limit: number): Promise<{ text: string; cut: boolean }> {
  let text = '';
  let size = 0;
  await readBody(response, (piece, bytes) => {
    text += piece;
    return (size += bytes) > limit;
  });
  return { text, cut: size > limit };
}

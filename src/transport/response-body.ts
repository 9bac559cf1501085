import { mediaTypeOf } from '../util/media-type.js';
import { McpError, isMcpError } from '../errors.js';
import { errorText } from './error-texts.js';
import { bodyEnded } from './exchange-observer.js';

/**
 * Bytes of the longest body, or characters of the longest event, that is read as a message. A larger one is not read,
 * and its request fails with `limit`. Protects the page’s memory.
 */
export const MAX_MESSAGE_SIZE: number = 64 * 1024 * 1024;

/** A body as text, and whether it was cut because it is too long. */
export interface BodyText {
  readonly text: string;
  readonly cut: boolean;
}

/**
 * Reads a body as text, up to `limit` bytes; the rest is not received. `response.text()` has no limit, and the server
 * decides how much it sends.
 * @throws McpError `stream-ended` when the connection breaks; the abort reason, where that is an McpError
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
    const broken = brokenOff(error);
    bodyEnded(response, text, broken);
    throw broken;
  } finally {
    reader?.cancel().catch(() => {});
  }
  bodyEnded(response, text);
  return { text, cut: size > limit };
}

/** The error for a body that cannot be read to its end. */
export function brokenOff(error: unknown): McpError {
  return isMcpError(error) ? error : new McpError('stream-ended', errorText('transport.brokenOff'), { cause: error });
}

export function tooLarge(): McpError {
  return new McpError('limit', errorText('transport.messageTooLarge', { megabytes: MAX_MESSAGE_SIZE / 1024 / 1024 }));
}

/** The media type, without its parameters. */
export function essence(response: Response): string {
  return mediaTypeOf(response.headers.get('content-type'));
}

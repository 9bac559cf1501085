import { McpError } from '../errors.js';

/**
 * What somebody must know before they type a key into a page: for pages that ask for one. Plain words, to be shown beside
 * the field.
 */
export const KEY_IN_PAGE_WARNING: string =
  'Every script of this page, and every extension of your browser, can read a key that you give it, and can spend with it. ' +
  'Use a key of its own with a low limit, and take it back when you are done.';

/**
 * A key, or where it is had: a function is asked before each request. It is kept in memory only, is sent to the endpoint
 * and nowhere else, and is never written into an error.
 */
export type KeySource = string | (() => string | undefined | Promise<string | undefined>);

/** @throws McpError `invalid-input` for what no header can carry; `unauthorized` where there is none to be had */
export async function readKey(source: KeySource | undefined, host: string): Promise<string | undefined> {
  let key: string | undefined;
  try {
    key = (typeof source === 'function' ? await source() : source)?.trim();
  } catch {
    // What was thrown may quote the key.
    throw new McpError('unauthorized', `The page could not get a key for ${host}.`, {
      remedy: 'Give it the key again.',
    });
  }
  if (source !== undefined && !key)
    throw new McpError('unauthorized', `There is no key for ${host}.`, { remedy: 'Give this page a key.' });
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new McpError('invalid-input', `The key for ${host} holds characters that no key has.`, {
      remedy: 'Copy it again, without spaces or line breaks.',
    });
  return key;
}

/** What looks like a key, whole or half masked: endpoints like to repeat the one they refuse. */
const KEY_LIKE = /\b(?:sk|pk|key|api|gsk|xai)[-_][\w*.…-]{4,}/gi;

/** A text of the endpoint without the key in it. */
export function withoutKey(text: string, key: string | undefined): string {
  const plain = key ? text.replaceAll(key, '…') : text;
  return plain.replace(KEY_LIKE, '…');
}

import { asMcpError } from '../errors.js';
import type { JsonObject } from '../protocol/model.js';
import { isRedirect } from '../transport/redirected.js';
import { asObject, asString, asStrings } from '../protocol/check/object.js';
import { readText } from '../transport/read-body.js';
import { MAX_DOCUMENT_SIZE, METADATA_TIMEOUT_MS } from './limits.js';

export type Fields = JsonObject;

/** A document, or why there is none. `silent`: nothing came back at all, as when CORS forbids it. */
export type Reading = { readonly fields: Fields } | { readonly missing: string; readonly silent?: true };

/** What every request to an authorization server has in common: nothing of the page goes along, and nothing is followed. */
export const PLAIN: RequestInit = {
  credentials: 'omit',
  cache: 'no-store',
  referrerPolicy: 'no-referrer',
  redirect: 'manual',
};

/**
 * Reads a metadata document. Only headers that need no preflight: most of these servers allow no others.
 * @throws McpError `cancelled`
 */
export async function readDocument(
  fetch: typeof globalThis.fetch,
  address: string,
  signal: AbortSignal,
): Promise<Reading> {
  try {
    const response = await fetch(address, {
      ...PLAIN,
      headers: { Accept: 'application/json' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(METADATA_TIMEOUT_MS)]),
    });
    if (isRedirect(response)) return { missing: 'it redirects, which is not followed' };
    if (!response.ok) {
      response.body?.cancel().catch(() => {});
      return { missing: `status ${response.status}` };
    }
    const { text, cut } = await readText(response, MAX_DOCUMENT_SIZE);
    return cut ? { missing: `it is over ${MAX_DOCUMENT_SIZE / 1024} KB` } : readObject(text);
  } catch {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    return { missing: 'no answer', silent: true };
  }
}

function readObject(text: string): Reading {
  try {
    const fields = asObject(JSON.parse(text));
    if (fields) return { fields };
  } catch {
    // A page that answers everything with its own HTML has no such document either.
  }
  return { missing: 'no JSON object' };
}

/** A field that is text, and not empty. */
export function textIn(fields: Fields, name: string): string | undefined {
  return asString(fields[name]) || undefined;
}

/** A field that is a list of texts; undefined where there is none. */
export function textsIn(fields: Fields, name: string): readonly string[] | undefined {
  return asStrings(fields[name]);
}

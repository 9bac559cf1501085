import { asMcpError } from '../errors.js';
import { asObject } from '../protocol/check/object.js';
import { isRedirect } from '../transport/redirected.js';
import { readText } from '../transport/read-body.js';
import { MAX_DOCUMENT_SIZE, TOKEN_TIMEOUT_MS } from './limits.js';
import { AuthorizationError, hostOf } from './problems.js';
import { PLAIN, type Fields } from './read-document.js';

/**
 * A `fetch` for authorization servers: nothing of the page goes along, nothing is followed, and what comes back is
 * bounded and read whole.
 * @throws AuthorizationError when no answer comes, or one that is too long; McpError `cancelled`
 */
export function boundedFetch(
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    let answer: Response;
    let body: { text: string; cut: boolean };
    try {
      answer = await fetch(url, {
        ...init,
        ...PLAIN,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TOKEN_TIMEOUT_MS)]),
      });
      body = await readText(answer, MAX_DOCUMENT_SIZE);
    } catch {
      if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
      throw new AuthorizationError(`No answer from ${hostOf(url)}.`, {
        remedy: `Check the connection. If it is there, it must allow this page with CORS at ${new URL(url).pathname}.`,
      });
    }
    if (isRedirect(answer))
      throw new AuthorizationError(`${hostOf(url)} redirects at ${new URL(url).pathname}, which is not followed.`, {
        remedy: 'Whoever runs it has to name the address that it leads to.',
      });
    if (body.cut)
      throw new AuthorizationError(`${hostOf(url)} answered with over ${MAX_DOCUMENT_SIZE / 1024} KB; refused.`);
    const headers = new Headers(answer.headers);
    // What is wrong stands in the body, too, and in more words.
    headers.delete('www-authenticate');
    const { status } = answer;
    return new Response([204, 205].includes(status) ? null : body.text, { status, headers });
  };
}

/** Posts something, and reads what comes back as JSON; an empty document where it is none. */
export async function ask(
  fetch: typeof globalThis.fetch,
  address: string,
  { signal, ...init }: RequestInit & { readonly signal: AbortSignal },
): Promise<{ status: number; fields: Fields }> {
  const response = await boundedFetch(fetch, signal)(address, { method: 'POST', ...init });
  return { status: response.status, fields: asObject(await response.json().catch(() => undefined)) ?? {} };
}

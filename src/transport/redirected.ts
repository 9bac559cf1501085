import { McpError, asMcpError } from '../errors.js';
import { hostOf, isRedirect, type HttpEndpoint } from './http-exchange.js';

/**
 * Sends a request again that was redirected, to where the address leads, if that is in the same origin: that is how
 * servers say /mcp/ for /mcp. A browser that follows by itself takes headers and message along to wherever it leads, and
 * does not say where that is. So the way is found by a request that carries nothing.
 * @throws McpError `http` for a way that leaves the origin, or cannot be seen
 */
export async function sendWhereItLeads(
  { fetch }: HttpEndpoint,
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const target = await whereItLeads(fetch, url, init.signal);
  if (!target || new URL(target).origin !== new URL(url).origin)
    throw new McpError(
      'http',
      `${hostOf(url)} redirected to another site (${target ? hostOf(target) : 'which did not let this page see where'}); refused.`,
      { remedy: 'If you trust that site, use its address.' },
    );
  const response = await fetch(target, init);
  if (!isRedirect(response)) return response;
  throw new McpError('http', `${hostOf(url)} redirects in circles.`, { remedy: 'Check the address.' });
}

async function whereItLeads(
  fetch: HttpEndpoint['fetch'],
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      signal,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    response.body?.cancel().catch(() => {});
    return response.url;
  } catch {
    if (signal.aborted) throw asMcpError(signal.reason, 'cancelled');
    return undefined;
  }
}

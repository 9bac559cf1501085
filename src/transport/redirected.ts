import { McpError, asMcpError } from '../errors.js';
import type { HttpEndpoint } from './http-exchange.js';

/** A browser shows a redirect that it did not follow as an answer of this type; elsewhere it has its status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status > 300 && status < 400);
}

/**
 * Sends a request again that was redirected, to where the address leads, if that is in the same origin: that is how
 * servers say /mcp/ for /mcp. A browser that follows by itself takes headers and message along to wherever it leads, and
 * does not say where that is. So the way is found by a request that carries nothing.
 * @throws McpError `http` for a way that leaves the origin, or cannot be seen
 */
export async function sendWhereItLeads(
  endpoint: HttpEndpoint,
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const { fetch } = endpoint;
  const target = await whereItLeads(fetch, url, init.signal);
  const { host, origin } = new URL(url);
  if (!target || new URL(target).origin !== origin)
    throw new McpError(
      'http',
      `${host} redirected to another site (${target ? new URL(target).host : 'which did not let this page see where'}); refused.`,
      { remedy: 'If you trust that site, use its address.' },
    );
  const response = await fetch(target, init);
  // From now on straight there.
  if (response.ok && url === endpoint.url) endpoint.url = target;
  if (!isRedirect(response)) return response;
  throw new McpError('http', `${host} redirects in circles.`, { remedy: 'Check the address.' });
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

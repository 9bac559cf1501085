import { isMcpError, McpError } from '../errors.js';
import type { HttpEndpoint } from './http-exchange.js';

/** @see https://fetch.spec.whatwg.org/#redirect-status */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A browser shows a redirect that it did not follow as an answer of this type; elsewhere it has its status. */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || REDIRECTS.has(status);
}

/** The address with a slash at the end of its path, or without one: that is where nearly all servers redirect to. */
export function withOtherSlash(url: string): string | undefined {
  const other = new URL(url);
  if (other.pathname === '/') return undefined;
  other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return other.href;
}

/**
 * Sends a request again that was redirected, if the same origin is where it leads: servers say /mcp/ for /mcp in this way.
 * A browser does not show where a redirect leads, and to let it follow is to ask whatever address the server chose. So
 * nothing is followed, and only the other spelling of the path is tried.
 * @throws McpError `http` for a way that leaves the origin, or cannot be seen
 */
export async function sendWhereItLeads(
  endpoint: HttpEndpoint,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  redirect: Response,
): Promise<Response> {
  const { fetch } = endpoint;
  const { host, origin } = new URL(url);
  const told = redirect.headers.get('location');
  const target = told === null ? withOtherSlash(url) : URL.canParse(told, url) ? new URL(told, url).href : undefined;
  if (target && new URL(target).origin !== origin)
    throw new McpError('http', `${host} redirected to another site (${new URL(target).host}); refused.`, {
      remedy: 'If you trust that site, use its address.',
    });
  const response =
    target &&
    (await fetch(target, init).catch((error: unknown) => {
      // A page that no other page may read, a guess that was wrong: what went wrong is still the redirect.
      if (told === null && !init.signal.aborted && !isMcpError(error)) return undefined;
      throw error;
    }));
  if (!response || (isNowhere(response) && told === null))
    throw new McpError(
      'http',
      `${host} redirects to an address that the browser does not show. It may be another site, so it is not followed.`,
      { remedy: 'Use the address that it leads to: whoever runs that server knows it.' },
    );
  // From now on straight there.
  if (response.ok && url === endpoint.url) endpoint.url = target;
  if (!isRedirect(response)) return response;
  throw new McpError('http', `${host} redirects in circles.`, { remedy: 'Check the address.' });
}

/** What a guess finds that was wrong. */
function isNowhere(response: Response): boolean {
  return isRedirect(response) || response.status === 404 || response.status === 405;
}

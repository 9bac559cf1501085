import { HttpError, McpError, isMcpError } from '../errors.js';
import { errorText } from './error-texts.js';

/** @see https://fetch.spec.whatwg.org/#redirect-status */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** The status that a browser gives a redirect that it does not show. */
export const HIDDEN_STATUS = 0;

/**
 * True for a redirect. A browser gives one that was not followed the type `opaqueredirect` and no status; other
 * engines give the status.
 */
export function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || REDIRECTS.has(status);
}

/** The URL with the slash at the end of its path added or removed: nearly all redirects of MCP servers lead there. */
export function withOtherSlash(url: string): string | undefined {
  const other = new URL(url);
  if (other.pathname === '/') return undefined;
  other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  return other.href;
}

/**
 * Follows a redirect, where it may lead to the same origin: sends the request again. A browser does not show where a
 * redirect leads, and following it would send the request to any address that the server chose. So only the `Location`
 * that another engine shows is followed, and else the URL with the other slash is tried.
 * @returns the response, and the URL that it came from
 * @throws McpError `http` for a redirect that leaves the origin or cannot be seen
 */
export async function followRedirect(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { signal: AbortSignal },
  redirect: Response,
): Promise<{ readonly response: Response; readonly url: string }> {
  const { host, origin } = new URL(url);
  const location = redirect.headers.get('location');
  const target =
    location === null ? withOtherSlash(url) : URL.canParse(location, url) ? new URL(location, url).href : undefined;
  if (target && new URL(target).origin !== origin)
    throw new McpError('http', errorText('transport.redirectedElsewhere', { host, other: new URL(target).host }), {
      remedy: errorText('transport.useThatAddress'),
    });
  const response =
    target &&
    (await fetch(target, init).catch((error: unknown) => {
      // A wrong guess, or a page that CORS hides: the error is still that of the redirect.
      if (location === null && !init.signal.aborted && !isMcpError(error)) return undefined;
      throw error;
    }));
  if (!response || (isWrongGuess(response) && location === null))
    throw new McpError('http', errorText('transport.redirectHidden', { host }), {
      remedy: errorText('transport.useTargetAddress'),
    });
  if (!isRedirect(response)) return { response, url: target };
  throw new McpError('http', errorText('transport.redirectLoop', { host }), {
    remedy: errorText('transport.checkAddress'),
  });
}

/** The error for a redirect that is not followed, where the browser shows nothing of it. */
export function hiddenRedirect(url: string): HttpError {
  return new HttpError('http', errorText('transport.redirectHidden', { host: new URL(url).host }), {
    status: HIDDEN_STATUS,
    remedy: errorText('transport.useTargetAddress'),
  });
}

/** True where the guessed URL is wrong too. */
function isWrongGuess(response: Response): boolean {
  return isRedirect(response) || response.status === 404 || response.status === 405;
}

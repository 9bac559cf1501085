/** What servers of 2025 allowed: they could not know `Mcp-Method` and `Mcp-Name` yet. */
export const ALLOWED_IN_2025 =
  'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, last-event-id';
const EXPOSED = 'mcp-session-id, mcp-protocol-version, www-authenticate, last-event-id';

/**
 * @param {undefined | 'none' | { allow?: string, expose?: string, methods?: string }} cors nothing given means everything is allowed
 */
export function corsHeaders(cors, request) {
  if (cors === 'none') return {};
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': cors?.methods ?? 'GET, POST, DELETE, OPTIONS',
    'access-control-allow-headers': cors?.allow ?? request.headers['access-control-request-headers'] ?? '*',
    // Without it Chromium keeps an answer for seconds, and a test could meet the one of an earlier test.
    'access-control-max-age': '0',
  };
  const expose = cors?.expose ?? EXPOSED;
  if (expose) headers['access-control-expose-headers'] = expose;
  return headers;
}

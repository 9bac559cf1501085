// The suite's servers send no CORS headers, so no page reaches them. This forward proxy stands before the browser, answers
// preflights, adds the headers a server for browsers sends, and changes nothing else: addresses, Host and Origin stay as
// they are, events stream through. The browser goes on enforcing CORS. The proxy serves the client's page as well.
import { createServer, request as forward } from 'node:http';

const HOST = '127.0.0.1';
/** The headers that a server must expose to a client in a page. */
const EXPOSED = 'Mcp-Session-Id, WWW-Authenticate, DPoP-Nonce';
const PAGE_POLICY = "default-src 'none'; script-src 'self'; connect-src http://localhost:* http://127.0.0.1:*";

/**
 * @param {ReadonlyMap<string, string>} modules the page's modules by path
 * @param {string} entry path of the one that the page loads
 * @param {{ addsCors?: boolean }} [options] `addsCors`: false where servers are to be as they are, without CORS headers
 * @returns {Promise<{ address: string, withoutCors: string, close(): void }>}
 */
export async function startCorsProxy(modules, entry, { addsCors = true } = {}) {
  const page = `<!doctype html><title>Conformance</title><script type="module" src="${entry}"></script>`;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url, address);
    if (url.port === port) return servePage(url.pathname, outgoing);
    if (addsCors && incoming.method === 'OPTIONS') return outgoing.writeHead(204, preflightHeaders(incoming)).end();
    return pass(url, incoming, outgoing);
  });
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const port = String(server.address().port);
  const address = `http://${HOST}:${port}`;

  function servePage(path, outgoing) {
    const isPage = path === '/';
    const body = isPage ? page : modules.get(path);
    if (body === undefined) return outgoing.writeHead(404).end();
    const type = isPage || path.endsWith('.html') ? 'text/html' : 'text/javascript';
    const headers = { 'content-type': type, 'cache-control': 'no-store' };
    return outgoing.writeHead(200, { ...headers, 'content-security-policy': PAGE_POLICY }).end(body);
  }

  function pass(url, incoming, outgoing) {
    // A socket of its own for each request: the suite waits for open ones when it closes a server.
    const onward = forward(url, { method: incoming.method, headers: incoming.headers, agent: false });
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode, answer.statusMessage, {
        ...answer.headers,
        ...(addsCors && corsHeaders()),
      });
      // The page must see the head of a stream before its first event.
      outgoing.flushHeaders();
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    onward.on('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
    outgoing.on('close', () => onward.destroy());
    incoming.pipe(onward);
  }

  const corsHeaders = () => ({
    'access-control-allow-origin': address,
    'access-control-expose-headers': EXPOSED,
    vary: 'Origin',
  });
  // The names of mirrored parameters come from the tool, so a server can only allow the requested ones.
  const preflightHeaders = ({ headers }) => ({
    ...corsHeaders(),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  });

  return {
    address,
    // The same server by another name is another origin, and this one answers without CORS headers.
    withoutCors: `http://localhost:${port}/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

// The site of one page of the check: its own files, the servers that the page scripts, and a count of every other request
// that reaches it. A second listener stands in as proxy for the rest of the web, so that nothing leaves the machine and
// everything that would is counted.
import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { answer } from '../../test/support/scripted/answer.mjs';

const HOST = '127.0.0.1';

/** The policy of a strict page. Here it only reports, so that a violation happens instead of being blocked. */
const REPORTED = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  'frame-src blob:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * @param {Map<string, string>} modules path → code; the first is the entry
 * @param {(what: string) => void} onRequest is told of every request that the harness did not make
 * @returns {Promise<{ origin: string, proxy: string, close(): void }>}
 */
export async function openSite(modules, onRequest) {
  const endpoints = new Map();
  const [entry] = modules.keys();
  const html = `<!doctype html><meta charset="utf-8"><title>content</title><link rel="icon" href="data:,"><script type="module" src="${entry}"></script>`;
  const site = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, `http://${HOST}`);
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.url === '/') {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy-report-only': REPORTED,
      });
      return response.end(html);
    }
    if (modules.has(request.url)) {
      response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' });
      return response.end(modules.get(request.url));
    }
    if (pathname === '/scenarios' && request.method === 'POST') {
      const name = `/custom-${randomUUID()}`;
      endpoints.set(name, { scenario: JSON.parse(body), log: [], counts: new Map(), sessions: new Set() });
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ url: `http://${HOST}:${site.address().port}${name}` }));
    }
    const endpoint = endpoints.get(pathname);
    if (endpoint) return answer(endpoint, { ...entryOf(request), body: read(body) }, response);
    // An answer to a server whose stage is over is ours; everything else is not.
    if (!pathname.startsWith('/custom-')) onRequest(`${request.method} ${request.url}`);
    return response.writeHead(404).end();
  });
  // Every request to another host, also one that no script of the page sees: a connection made in advance, for instance.
  const proxy = createServer((request, response) => {
    onRequest(`${request.method} ${request.url}`);
    response.writeHead(404).end();
  });
  proxy.on('connect', (request, socket) => {
    onRequest(`CONNECT ${request.url}`);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
  });
  for (const server of [site, proxy]) await new Promise((resolve) => server.listen(0, HOST, resolve));
  const origin = `http://${HOST}:${site.address().port}`;
  return {
    origin,
    proxy: `http://${HOST}:${proxy.address().port}`,
    /** Forgets the servers of a stage that is over. */
    forget: () => endpoints.clear(),
    close() {
      for (const server of [site, proxy]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

const entryOf = ({ method, url, headers }) => ({ method, path: url, headers, aborted: false });

function read(body) {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

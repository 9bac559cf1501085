// An MCP server that speaks 2026-07-28 and nothing older, made with the official SDK. It refuses the old handshake, so a
// client that gets through has really gone the modern way.
import { createServer } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { localhostHostValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import { createHarbour } from './modern/harbour.mjs';
import { followers } from './modern/tide.mjs';

const ENDPOINT = '/mcp';
const harbour = createMcpHandler(createHarbour, { legacy: 'reject' });
followers.notify = harbour.notify;
const serve = toNodeHandler(harbour);
const hostIsLocal = localhostHostValidation();
const originIsLocal = originValidation(['localhost', '127.0.0.1', '[::1]']);

createServer((request, response) => {
  allowOtherOrigins(request, response);
  // `null` is a page opened from disk, as in a first test of the script tag.
  const allowed =
    hostIsLocal(request, response) && (request.headers.origin === 'null' || originIsLocal(request, response));
  if (!allowed) return;
  if (new URL(request.url, 'http://localhost').pathname !== ENDPOINT) response.writeHead(404).end();
  else if (request.method === 'OPTIONS') response.writeHead(204).end();
  else void serve(request, response);
}).listen(Number(process.env.PORT ?? 3903));

/** The CORS headers. Reflecting the asked-for headers admits every `Mcp-Param-*` a tool declares. */
function allowOtherOrigins(request, response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST, GET, DELETE, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', 'mcp-protocol-version, www-authenticate');
  response.setHeader('access-control-max-age', '600');
  response.setHeader('vary', 'access-control-request-headers');
}

// Real HTTP servers with MCP behind them, and what an operator gets wrong before them.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';

const ALLOW =
  'content-type, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id, authorization, x-own';
const PRM = '/.well-known/oauth-protected-resource';
const AS = '/.well-known/oauth-authorization-server';

/** The CORS headers of a server that does everything right. */
export const RIGHT = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers': ALLOW,
  'access-control-expose-headers': 'mcp-session-id, www-authenticate',
};

export const without = (...names) =>
  Object.fromEntries(Object.entries(RIGHT).filter(([name]) => !names.includes(name.replace('access-control-', ''))));
export const allowing = (headers) => ({ ...RIGHT, 'access-control-allow-headers': headers });

/** Serves a handler until the end of the test. @returns its origin, and what it was asked */
export async function serve(t, handle) {
  const log = [];
  const server = createServer((request, response) => {
    log.push({ method: request.method, path: request.url, headers: request.headers });
    void handle(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${server.address().port}`, log };
}

function createNotes() {
  return new McpServer({ name: 'notes\u001B[31m', version: '3.2.1' }, { capabilities: { tools: {} } });
}

/**
 * An MCP server made with the official SDK, of both eras.
 * @param {{ cors?: object, legacy?: 'reject', preflight?: (response: object, request: object) => void, token?: string, signIn?: object }} [options] `cors`: the
 *   headers of each answer; `token`: it lets nobody in without; `signIn`: which documents of a sign-in there are, each `{ cors }` or absent
 * @returns {Promise<{ url: string, log: object[] }>}
 */
export async function mcpServer(t, { cors = RIGHT, legacy, preflight, token, signIn = {} } = {}) {
  const mcp = toNodeHandler(createMcpHandler(createNotes, legacy ? { legacy } : {}));
  const { origin, log } = await serve(t, (request, response) => {
    const { pathname } = new URL(request.url, origin);
    const send = (headers, status, body, more = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers, ...more }).end(JSON.stringify(body));
    const document = documents(origin, signIn)[pathname];
    if (document) {
      if (request.method === 'OPTIONS') return response.writeHead(204, document.cors).end();
      return send(document.cors, document.status ?? 200, document.body);
    }
    if (pathname !== '/mcp') return send({ 'access-control-allow-origin': '*' }, 404, {});
    for (const [name, value] of Object.entries(cors)) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return preflight ? preflight(response, request) : response.writeHead(204).end();
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return send(
        {},
        401,
        { error: 'invalid_token' },
        signIn.challenge ? { 'www-authenticate': `Bearer resource_metadata="${origin}${PRM}/mcp"` } : {},
      );
    return mcp(request, response);
  });
  return { url: `${origin}/mcp`, log };
}

function documents(origin, { resource, server, registers, takesDocuments, tokens = { cors: RIGHT } }) {
  return {
    ...(resource && {
      [`${PRM}/mcp`]: { cors: resource.cors, body: { resource: `${origin}/mcp`, authorization_servers: [origin] } },
    }),
    ...(server && {
      [AS]: {
        cors: server.cors,
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          code_challenge_methods_supported: ['S256'],
          ...(registers && { registration_endpoint: `${origin}/register` }),
          ...(takesDocuments && { client_id_metadata_document_supported: true }),
        },
      },
    }),
    '/token': { cors: tokens.cors, status: 400, body: { error: 'invalid_request' } },
    ...(registers && { '/register': { cors: registers.cors, status: 400, body: {} } }),
  };
}

// An MCP server that wants people to sign in, and the authorization server that it trusts. `loans:read` is enough to
// connect and to look; what changes something needs `loans:write`, and says so when it is called.
import { createServer } from 'node:http';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createAuthorization } from './library/authorization.mjs';
import { createLibrary, WRITERS } from './library/loans.mjs';

const ENDPOINT = '/mcp';
const METADATA = '/.well-known/oauth-protected-resource';
const SCOPES = ['loans:read', 'loans:write'];
const serve = toNodeHandler(createMcpHandler(createLibrary, { legacy: 'reject' }));

const server = createServer();
server.listen(Number(process.env.PORT ?? 3904), '127.0.0.1', () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const resource = origin + ENDPOINT;
  const authorization = createAuthorization(origin);
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url, origin);
    if (pathname !== ENDPOINT && !pathname.startsWith(METADATA)) return authorization.handle(request, response);
    allowOtherOrigins(request, response);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (pathname !== ENDPOINT)
      return sendJson(response, 200, { resource, authorization_servers: [origin], scopes_supported: SCOPES });
    return void answer({ request, response, resource, authorization });
  });
});

async function answer({ request, response, resource, authorization }) {
  const refuse = (status, error, scope) => {
    const where = `resource_metadata="${new URL(METADATA + ENDPOINT, resource)}"`;
    response.setHeader('www-authenticate', `Bearer ${error ? `error="${error}", ` : ''}scope="${scope}", ${where}`);
    sendJson(response, status, { error: error ?? 'unauthorized' });
  };
  const [, token] = (request.headers.authorization ?? '').split(' ');
  const scopes = await authorization.scopesOf(token, resource);
  if (!scopes) return refuse(401, token && 'invalid_token', 'loans:read');
  // In this revision the headers name the called tool.
  const isWriter = request.headers['mcp-method'] === 'tools/call' && WRITERS.has(request.headers['mcp-name']);
  const needed = isWriter ? 'loans:write' : 'loans:read';
  if (!scopes.has(needed)) return refuse(403, 'insufficient_scope', needed);
  return serve(request, response);
}

function sendJson(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** The CORS headers, and access to the header that says where to sign in. */
function allowOtherOrigins(request, response) {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-methods', 'POST, OPTIONS');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', 'mcp-protocol-version, www-authenticate, dpop-nonce');
  response.setHeader('vary', 'access-control-request-headers');
}

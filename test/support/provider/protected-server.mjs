// A small MCP server of 2026-07-28 that takes tokens of one authorization server only: `tools/call` needs `write`, all else
// `read`.
import { createServer } from '../http-server.mjs';

const HOST = '127.0.0.1';
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-expose-headers': 'WWW-Authenticate, DPoP-Nonce',
  'access-control-max-age': '0',
};
const RESULTS = {
  'server/discover': {
    resultType: 'complete',
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'protected', version: '1' } },
  },
  'tools/list': { resultType: 'complete', ttlMs: 0, tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { resultType: 'complete', content: [{ type: 'text', text: 'done' }] },
};

/** @param {{ issuer: string, provider: import('oidc-provider').default }} authorizationServer */
export async function startProtectedServer({ issuer, provider }) {
  const server = createServer(async (request, response) => {
    const allow = { ...CORS, 'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '' };
    const send = (status, body, headers = {}) =>
      response
        .writeHead(status, { ...allow, 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(body));
    if (request.method === 'OPTIONS') return response.writeHead(204, allow).end();
    if (request.url === '/.well-known/oauth-protected-resource/mcp')
      return send(200, { resource, authorization_servers: [issuer], scopes_supported: ['read', 'write'] });
    if (request.url !== '/mcp' || request.method !== 'POST') return send(404, {});
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { id, method } = JSON.parse(text || '{}');
    const [, value] = (request.headers.authorization ?? '').split(' ');
    const token = value && (await provider.AccessToken.find(value));
    if (!token?.isValid || token.aud !== resource)
      return send(401, {}, { 'www-authenticate': 'Bearer error="invalid_token", scope="read"' });
    const needed = method === 'tools/call' ? 'write' : 'read';
    if (!token.scopes.has(needed))
      return send(403, {}, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${needed}"` });
    return id === undefined ? send(202, {}) : send(200, { jsonrpc: '2.0', id, result: RESULTS[method] });
  });
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const resource = `http://${HOST}:${server.address().port}/mcp`;
  return {
    url: resource,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

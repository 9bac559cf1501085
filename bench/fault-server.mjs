// Servers that fail in ways that need a memory: they forget sessions, drop streams, answer twice. The ways in which data
// is enough are scenarios of test/support/scripted-server.mjs. Each URL is a server of its own with a log of its own.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { corsHeaders } from '../test/support/scripted/cors.mjs';
import { ordinaryResult } from '../test/support/scripted/ordinary.mjs';
import { faults } from './faults/behaviours.mjs';

/**
 * @typedef {{ method: string, message: any, headers: object, path: string, response: import('node:http').ServerResponse,
 *   state: Record<string, any>, json(body: unknown, status?: number): void, events(): void, result(result: unknown): object }} Exchange
 */

/** @returns {Promise<{ url(fault: string): string, log(url: string): object[], stop(): void }>} */
export async function createFaultServer() {
  const endpoints = new Map();

  const endpointAt = (path) => {
    const [, fault, instance] = path.split('/');
    if (!Object.hasOwn(faults, fault)) return undefined;
    const key = `/${fault}/${instance}`;
    if (!endpoints.has(key)) endpoints.set(key, { behaviour: faults[fault], state: {}, sessions: new Set(), log: [] });
    return endpoints.get(key);
  };

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const endpoint = endpointAt(request.url);
    if (!endpoint) return response.writeHead(404).end();
    for (const [name, value] of Object.entries(corsHeaders(undefined, request))) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    const message = body === '' ? undefined : JSON.parse(body);
    const { method, headers, url: path } = request;
    endpoint.log.push({ at: Date.now(), method, path, headers, message });
    return serve(endpoint, {
      method,
      message,
      headers,
      path,
      response,
      state: endpoint.state,
      ...tools(response, message),
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  return {
    url: (fault) => `${base}/${fault}/${randomUUID()}`,
    log: (url) => endpointAt(new URL(url).pathname)?.log ?? [],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** An ordinary server of 2025-11-25, except for what the fault has its own way with. */
function serve({ behaviour, sessions }, exchange) {
  const { method, message, headers, response, json } = exchange;
  if (behaviour.everything?.(exchange)) return undefined;
  if (message?.method === 'initialize') {
    const id = randomUUID();
    sessions.add(id);
    response.setHeader('mcp-session-id', id);
  } else if (method === 'POST' && !sessions.has(headers['mcp-session-id'])) {
    const isUnknown = headers['mcp-session-id'] !== undefined && behaviour.forgotten !== 400;
    const error = isUnknown
      ? { code: -32001, message: 'Session not found' }
      : { code: -32000, message: 'Bad Request: No valid session ID provided' };
    return json({ jsonrpc: '2.0', id: message.id ?? null, error }, isUnknown ? 404 : 400);
  }
  const special = behaviour[method === 'POST' ? message.method : method];
  if (special && special({ ...exchange, sessions }) !== 'as usual') return undefined;
  if (method === 'GET') return response.writeHead(405).end();
  if (method === 'DELETE') return response.writeHead(200).end();
  if (message.id === undefined) return response.writeHead(202).end();
  return json({ jsonrpc: '2.0', id: message.id, ...ordinaryResult({}, message) });
}

function tools(response, message) {
  return {
    json: (body, status = 200) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    /** Begins a stream of events. */
    events() {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.flushHeaders();
    },
    result: (result) => ({ jsonrpc: '2.0', id: message?.id, result }),
  };
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

// A real HTTP server that behaves as a scenario says: any revision, any fault. Each URL is its own little server with its
// own state and its own log, so tests that run side by side never meet.
//
//   /<scenario>/<instance>        the endpoint (the instance may be left out)
//   /log/<scenario>/<instance>    what it was asked, as JSON
//   /scenarios                    POST a scenario made of plain data, get { url }
//   /faults                       POST a list of paths, get what was wrong with the messages sent there
import { createServer } from './http-server.mjs';
import { createServer as createTcpServer } from 'node:net';
import { randomUUID } from 'node:crypto';
import { readJson, sendJson } from './json.mjs';
import { corsHeaders } from './scripted/cors.mjs';
import { answer } from './scripted/answer.mjs';
import { scenarios } from './scripted/scenarios.mjs';

const HOST = '127.0.0.1';

/**
 * @param {{ ledger?: ReturnType<typeof import('./wire/ledger.mjs').createLedger> }} [options] a ledger that every message
 *   is noted in; without one nothing is held against the schemas
 * @returns {Promise<{ base: string, url(name: string, instance?: string): string, stop(): void }>}
 */
export async function createScriptedServer({ ledger } = {}) {
  /** @type {Map<string, { scenario: object, log: object[], counts: Map<string, number>, sessions: Set<string> }>} */
  const endpoints = new Map();
  const deadPort = await unusedPort();
  const script = { ...scenarios };

  const endpointAt = (path) => {
    const name = path.split('/')[1];
    if (!Object.hasOwn(script, name)) return undefined;
    if (!endpoints.has(path)) {
      endpoints.set(path, { scenario: script[name], log: [], counts: new Map(), sessions: new Set() });
    }
    return endpoints.get(path);
  };

  const server = createServer(async (request, response) => {
    const path = new URL(request.url, `http://${HOST}`).pathname;
    const body = await bodyOf(request);
    if (path.startsWith('/log/')) return sendJson(response, endpointAt(path.slice('/log'.length))?.log ?? []);
    if (path === '/scenarios' && request.method === 'OPTIONS') return sendJson(response, {});
    if (path === '/scenarios') {
      const name = `custom-${randomUUID()}`;
      script[name] = JSON.parse(body);
      return sendJson(response, { url: `http://${HOST}:${server.address().port}/${name}` });
    }
    if (path === '/faults') return sendJson(response, ledger?.claim(JSON.parse(body)) ?? []);
    const endpoint = endpointAt(path);
    if (!endpoint) return response.writeHead(404).end();
    const entry = {
      method: request.method,
      path: request.url,
      headers: request.headers,
      body: readJson(body),
      aborted: false,
    };
    endpoint.log.push(entry);
    if (entry.method === 'POST')
      ledger?.note(path, entry.body, {
        header: entry.headers['mcp-protocol-version'],
        spoken: endpoint.scenario.revision ?? '2025-11-25',
      });
    response.once('close', () => {
      entry.aborted = !response.writableFinished;
    });
    for (const [name, value] of Object.entries(corsHeaders(endpoint.scenario.cors, request)))
      response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    return answer(endpoint, entry, response);
  });
  await new Promise((resolve) => server.listen(0, HOST, resolve));
  const base = `http://${HOST}:${server.address().port}`;

  return {
    base,
    url(name, instance = randomUUID()) {
      if (name === 'dead') return `http://${HOST}:${deadPort}/mcp`;
      if (!Object.hasOwn(script, name))
        throw new Error(`No scenario "${name}". There are: ${Object.keys(script).join(', ')}`);
      return `${base}/${name}/${instance}`;
    },
    deadUrl: `http://${HOST}:${deadPort}/mcp`,
    names: Object.keys(scenarios),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

/** A port that was free a moment ago and that nobody listens on. */
function unusedPort() {
  return new Promise((resolve, reject) => {
    const probe = createTcpServer()
      .once('error', reject)
      .listen(0, HOST, () => {
        const { port } = probe.address();
        probe.close(() => resolve(port));
      });
  });
}

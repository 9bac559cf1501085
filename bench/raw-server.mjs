// A server that costs as little as can be and does the same each time: plain node:http, answers written beforehand. Every
// client meets it, so what it costs is in the floor as well.
//
//   /legacy/<tools>   2025-11-25, with a session        /modern/<tools>   2026-07-28, without
//
// <tools> is how many there are in its list; `200-schemas` gives each an output schema.
import { createServer } from 'node:http';

const LEGACY = '2025-11-25';
const MODERN = '2026-07-28';
const serverInfo = { name: 'raw', version: '1.0.0' };
const MEGABYTE = 1024 * 1024;
/** A line of a log, 80 characters. */
const LINE = `${'2026-11-20T10:00:00Z info the same line again and again, as logs have it'.padEnd(79, '.')}\n`;

const lists = new Map();
const resource = JSON.stringify({
  contents: [{ uri: 'bench://log', mimeType: 'text/plain', text: LINE.repeat((10 * MEGABYTE) / LINE.length) }],
});

/** @returns {Promise<{ url(era: 'legacy' | 'modern', tools?: string): string, requests: string[], weather: { delayMs: number, isGone: boolean }, stop(): void }>} */
export async function createRawServer() {
  /** Method of each request since the last look, preflights left out. */
  const requests = [];
  const weather = { delayMs: 0, isGone: false };
  const server = createServer(async (request, response) => {
    for (const [name, value] of CORS) response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (weather.isGone) return request.socket.destroy();
    const body = await bodyOf(request);
    if (weather.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, weather.delayMs));
    const message = body && JSON.parse(body);
    requests.push(`${request.method} ${message?.method ?? ''}`.trim());
    const [, era, tools] = request.url.split('/');
    if (request.method === 'DELETE') return response.writeHead(200).end();
    if (request.method !== 'POST') return response.writeHead(405).end();
    if (message.id === undefined) return response.writeHead(202).end();
    return answer(message, era === 'modern', tools, response);
  });
  // Sockets stay open, as in the clients: a benchmark of calls must not measure connections.
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: (era, tools = '2') => `http://127.0.0.1:${server.address().port}/${era}/${tools}`,
    requests,
    /** Milliseconds until it begins to answer, and whether it hangs up instead. */
    weather,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const CORS = [
  ['access-control-allow-origin', '*'],
  ['access-control-allow-methods', 'GET, POST, DELETE, OPTIONS'],
  [
    'access-control-allow-headers',
    'content-type, accept, authorization, mcp-session-id, mcp-protocol-version, mcp-method, mcp-name, last-event-id',
  ],
  ['access-control-expose-headers', 'mcp-session-id'],
  // The longest that Chromium allows: preflights are the browser's, not the client's.
  ['access-control-max-age', '7200'],
];

function answer({ id, method, params }, isModern, tools, response) {
  // The additional fields of every result of that era.
  const era = isModern
    ? `"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":${json(serverInfo)}},`
    : '';
  const cache = isModern ? '"ttlMs":0,"cacheScope":"private",' : '';
  const succeed = (fields, before = era) =>
    sendJson(response, `{"jsonrpc":"2.0","id":${json(id)},"result":{${before}${fields}}}`);
  const refuse = (status, code, message) =>
    sendJson(response, json({ jsonrpc: '2.0', id, error: { code, message, data: { supported: [MODERN] } } }), status);
  const capabilities = '"capabilities":{"tools":{},"resources":{}}';
  switch (method) {
    case 'initialize':
      if (isModern) return refuse(400, -32022, 'Unsupported protocol version');
      response.setHeader('mcp-session-id', 'bench');
      return succeed(`"protocolVersion":"${LEGACY}",${capabilities},"serverInfo":${json(serverInfo)}`);
    case 'server/discover':
      if (!isModern) return refuse(400, -32601, 'Method not found');
      return succeed(`"supportedVersions":["${MODERN}"],${capabilities}`, era + cache);
    case 'tools/list':
      return succeed(`"tools":${toolList(tools)}`, era + cache);
    case 'resources/read':
      if (params.uri === 'bench://log-as-event') return sendEvents(response, id, era + cache + resource.slice(1, -1));
      return succeed(resource.slice(1, -1), era + cache);
    case 'tools/call':
      if (params.name === 'echo') return succeed(textBlock(params.arguments.message));
      if (params.name === 'burst')
        return sendEvents(response, id, era + textBlock('done'), progress(params._meta, params.arguments.count));
      return sendEvents(response, id, era + textBlock(params.arguments.message ?? 'done'));
    default:
      return refuse(isModern ? 404 : 200, -32601, 'Method not found');
  }
}

const json = JSON.stringify;
const textBlock = (text) => `"content":[{"type":"text","text":${json(text)}}]`;

function sendJson(response, body, status = 200) {
  const bytes = Buffer.from(body);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
}

async function sendEvents(response, id, fields, before = []) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  for (const text of before) if (!response.write(text)) await new Promise((resolve) => response.once('drain', resolve));
  response.end(`event: message\ndata: {"jsonrpc":"2.0","id":${json(id)},"result":{${fields}}}\n\n`);
}

/** The messages as text, some 64 KB at a time, as a busy server's socket has them. */
function* progress(meta, count) {
  const token = json(meta.progressToken);
  let text = '';
  for (let done = 1; done <= count; done++) {
    text += `event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":${token},"progress":${done},"total":${count},"message":"step ${done}"}}\n\n`;
    if (text.length < 65_536 && done < count) continue;
    yield text;
    text = '';
  }
}

/** Tools as large as real ones are: some 600 bytes each. */
function toolList(tools) {
  if (!lists.has(tools)) {
    const withSchemas = tools.endsWith('-schemas');
    lists.set(tools, json(Array.from({ length: parseInt(tools, 10) }, (_, index) => tool(index, withSchemas))));
  }
  return lists.get(tools);
}

function tool(index, withSchema) {
  return {
    name: `tool_${index}`,
    title: `Tool number ${index}`,
    description: `Looks something up in the ledger number ${index} and gives back what it finds there, newest first, as text.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        order: { type: 'string', enum: ['newest', 'oldest', 'name'] },
        archived: { type: 'boolean', description: 'Whether to look in the archive as well' },
      },
      required: ['query'],
    },
    ...(withSchema && {
      outputSchema: {
        type: 'object',
        properties: {
          found: { type: 'array', items: { type: 'object', properties: { [`id${index}`]: { type: 'string' } } } },
          total: { type: 'integer', minimum: 0 },
        },
        required: ['found', 'total'],
      },
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

async function bodyOf(request) {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += chunk;
  return body;
}

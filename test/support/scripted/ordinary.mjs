// What a small, well-behaved server of each revision says.
const MODERN = '2026-07-28';
const META = 'io.modelcontextprotocol/';
const serverInfo = { name: 'scripted', version: '1.0.0' };

export const tools = [
  {
    name: 'echo',
    description: 'Says back what you say.',
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  },
  {
    name: 'add',
    description: 'Adds two numbers.',
    inputSchema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
  },
];

const results = {
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'resources/list': () => ({ resources: [{ uri: 'test://one', name: 'one', mimeType: 'text/plain' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'test://{name}', name: 'any' }] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }] }] }),
  'resources/read': ({ uri }) => ({ contents: [{ uri, mimeType: 'text/plain', text: `Contents of ${uri}` }] }),
  'prompts/get': ({ arguments: given }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Hello ${given?.who ?? ''}` } }],
  }),
  'tools/call': ({ name, arguments: given }) => ({
    content: [{ type: 'text', text: name === 'add' ? String(given.a + given.b) : `Echo: ${given?.message ?? ''}` }],
  }),
  'completion/complete': () => ({ completion: { values: ['one', 'two'] } }),
  'logging/setLevel': () => ({}),
};
const capabilities = { tools: {}, resources: {}, prompts: {}, completions: {} };

export const isModern = (scenario) => scenario.revision === MODERN;

export function ordinaryResult(scenario, { method, params = {} }) {
  const make = Object.hasOwn(results, method) ? results[method] : undefined;
  if (!isModern(scenario)) {
    if (method === 'initialize') {
      const protocolVersion = scenario.revision ?? '2025-11-25';
      return { result: { protocolVersion, capabilities: scenario.capabilities ?? capabilities, serverInfo } };
    }
    return make ? { result: make(params) } : unknownMethod(method, 200);
  }
  const envelope = { resultType: 'complete', _meta: { [`${META}serverInfo`]: serverInfo } };
  const cache = { ttlMs: 0, cacheScope: 'private' };
  if (method === 'server/discover') {
    const said = { supportedVersions: [MODERN], capabilities: scenario.capabilities ?? capabilities };
    return { result: { ...said, ...envelope, ...cache } };
  }
  if (!make || method === 'ping') return unknownMethod(method, 404);
  return { result: { ...make(params), ...envelope, ...(/list$|read$/.test(method) ? cache : {}) } };
}

const unknownMethod = (method, status) => ({ status, error: { code: -32601, message: `Method not found: ${method}` } });

/** What a strict 2026-07-28 server refuses before it looks at the method. */
export function refusalOfModern(scenario, { body, headers }) {
  const refuse = (code, message, data) => ({ status: 400, error: { code, message, ...(data ? { data } : {}) } });
  const meta = body?.params?._meta ?? {};
  const version = meta[`${META}protocolVersion`] ?? body?.params?.protocolVersion;
  if (version !== MODERN) {
    return refuse(-32022, `Unsupported protocol version: ${version}`, { supported: [MODERN], requested: version });
  }
  if (!meta[`${META}clientCapabilities`]) return refuse(-32602, `Missing ${META}clientCapabilities`);
  if (headers['mcp-protocol-version'] !== MODERN) return refuse(-32020, 'MCP-Protocol-Version disagrees with the body');
  if (headers['mcp-method'] !== body.method) return refuse(-32020, 'Mcp-Method disagrees with the body');
  const { name: ofParams, uri, taskId } = body.params;
  const named = { 'tools/call': ofParams, 'prompts/get': ofParams, 'resources/read': uri };
  const name = body.method.startsWith('tasks/') ? taskId : named[body.method];
  if (name !== undefined && decodeHeader(headers['mcp-name']) !== name) {
    return refuse(-32020, 'Mcp-Name disagrees with the body');
  }
  return undefined;
}

function decodeHeader(value) {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1];
  return encoded === undefined ? value : Buffer.from(encoded, 'base64').toString('utf8');
}

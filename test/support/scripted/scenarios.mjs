// What can go wrong, by name. A scenario is an ordinary server of `revision` (2025-11-25 where it says nothing) with the
// `replies`, `cors` and `session` that make it special; see answer.mjs for what a reply can be.
import { ALLOWED_IN_2025 } from './cors.mjs';
import { tools } from './ordinary.mjs';

const MODERN = '2026-07-28';
const html = (title, status) => ({
  status,
  type: 'text/html; charset=utf-8',
  text: `<!doctype html><title>${title}</title><h1>${title}</h1><script>parent.pwned = true</script>`,
});
const everything = (reply) => ({ replies: { '*': reply } });
const brokenList = {
  result: {
    tools: [
      tools[0],
      { name: 42, inputSchema: 'not a schema' },
      { title: 'A tool without a name', inputSchema: { type: 'object' } },
      tools[1],
    ],
  },
};
const page = (name, nextCursor) => ({
  result: { tools: [{ ...tools[0], name }], ...(nextCursor === undefined ? {} : { nextCursor }) },
});
const asModern = ({ result }) => ({
  result: { ...result, resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
});

export const scenarios = {
  // Ordinary servers of each revision that has one endpoint.
  'rev-2025-03-26': { revision: '2025-03-26' },
  'rev-2025-06-18': { revision: '2025-06-18' },
  'rev-2025-11-25': { revision: '2025-11-25' },
  'rev-2026-07-28': { revision: MODERN },
  'no-session': { session: false },
  'unknown-revision': { revision: '2099-01-01' },

  // Not MCP at all.
  html: everything(html('It works', 200)),
  'not-found': everything(html('404 Not Found', 404)),
  'server-down': everything({ status: 500, text: 'Internal Server Error' }),
  'plain-text': everything({ text: 'hello' }),
  'empty-body': everything({ text: '', type: 'application/json' }),
  unauthorized: everything({
    status: 401,
    headers: { 'www-authenticate': 'Bearer resource_metadata="http://127.0.0.1/.well-known/oauth-protected-resource"' },
    type: 'application/json',
    text: '{"error":"invalid_token"}',
  }),
  forbidden: everything({ status: 403, text: 'Forbidden' }),

  // What a browser hides. `dead` (nobody listens) is made by the server itself.
  'no-cors': { cors: 'none' },
  'session-id-hidden': { cors: { expose: '' } },
  'cors-of-2025': { revision: '2025-11-25', cors: { allow: ALLOWED_IN_2025 } },
  'delete-refused': { cors: { methods: 'GET, POST' } },
  'cors-of-2025-03-26': { revision: '2025-03-26', cors: { allow: 'content-type, accept, mcp-session-id' } },

  // Answers that come, but wrong, late or never.
  'malformed-json': { replies: { 'tools/call': { text: '{"jsonrpc":"2.0","id":', type: 'application/json' } } },
  'malformed-message': { replies: { 'tools/call': { message: { jsonrpc: '1.0', id: '$id', result: 'x' } } } },
  'malformed-event': {
    replies: {
      'tools/call': { sse: ['data: {not json\n\n', { response: { content: [{ type: 'text', text: 'after' }] } }] },
    },
  },
  'wrong-id': {
    replies: { 'tools/call': { message: { jsonrpc: '2.0', id: 'somebody-else', result: { content: [] } } } },
  },
  'stream-ends-early': {
    replies: {
      'tools/call': {
        sse: [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'about to end' } }],
      },
    },
  },
  'connection-reset': { replies: { 'tools/call': { reset: true } } },
  'never-answers': { replies: { 'tools/call': { hang: true } } },
  'never-answers-at-all': everything({ hang: true }),
  'never-answers-modern': { revision: MODERN, replies: { 'tools/call': { hang: true } } },
  'tool-error': { replies: { 'tools/call': { error: { code: -32602, message: 'Unknown tool: <b>echo</b>' } } } },
  'session-lost-once': {
    replies: {
      'tools/call': [
        { status: 404, error: { code: -32001, message: 'Session not found' } },
        { result: { content: [{ type: 'text', text: 'after the session was renewed' }] } },
      ],
    },
  },
  'version-header-refused': {
    replies: {
      'tools/list': { status: 400, error: { code: -32000, message: 'Bad Request: Unsupported protocol version' } },
    },
  },

  // Lists.
  'broken-item': { replies: { 'tools/list': brokenList } },
  'broken-item-modern': { revision: MODERN, replies: { 'tools/list': asModern(brokenList) } },
  'list-not-a-list': { replies: { 'tools/list': { result: { tools: 'none' } } } },
  'three-pages': {
    replies: {
      // An empty string is a cursor like any other.
      'tools/list': ({ params }) =>
        params?.cursor === undefined
          ? page('first', '')
          : params.cursor === ''
            ? page('second', 'last')
            : page('third'),
    },
  },
  'endless-cursor': { replies: { 'tools/list': (_message, turn) => page(`tool-${turn}`, `page-${turn}`) } },
  'repeating-cursor': { replies: { 'tools/list': () => page('again', 'same') } },

  // JSON-RPC batches: only 2025-03-26 had them.
  batch: {
    revision: '2025-03-26',
    replies: {
      'tools/list': { message: [{ jsonrpc: '2.0', id: '$id', result: { tools } }] },
      'tools/call': {
        sse: [
          [
            { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'working' } },
            { jsonrpc: '2.0', id: '$id', result: { content: [{ type: 'text', text: 'from a batch' }] } },
          ],
        ],
      },
    },
  },

  // Questions that come with an answer's stream.
  'asks-sampling': {
    replies: {
      'tools/call': {
        sse: [
          {
            jsonrpc: '2.0',
            id: 'ask-1',
            method: 'sampling/createMessage',
            params: { messages: [{ role: 'user', content: { type: 'text', text: 'Who?' } }], maxTokens: 50 },
          },
          { wait: 300 },
          { response: { content: [{ type: 'text', text: 'asked' }] } },
        ],
      },
    },
  },
  pings: {
    replies: {
      'tools/call': {
        sse: [
          { jsonrpc: '2.0', id: 'ping-1', method: 'ping' },
          { wait: 100 },
          { response: { content: [{ type: 'text', text: 'pinged' }] } },
        ],
      },
    },
  },
};

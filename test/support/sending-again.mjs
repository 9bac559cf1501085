// The table of docs/sending-again.md, and for each row the server that makes it happen. test/repo/sending-again.test.mjs holds the
// document against it, test/session/sending-again.test.ts and test/relay/sending-again.test.mjs run it.
const CALL = '`tools/call`';
const LIST = '`tools/list`';
const CALL_OR_LIST = 'call or list';

const ok = { result: { resultType: 'complete', content: [{ type: 'text', text: 'again' }], tools: [] } };
const listOk = { result: { resultType: 'complete', tools: [], ttlMs: 0, cacheScope: 'private' } };
/** An error under the id of the request, or under none. */
const answered = (status, code, message = 'The server says no.', data) => ({ status, error: { code, message, data } });
const unread = (status, code, message) => ({ status, message: { jsonrpc: '2.0', id: null, error: { code, message } } });
const text = (status, words = 'no', headers = {}) => ({ status, text: words, headers });
/** First that, and the right answer where it comes again: a second time shows. */
const once = (reply) => (method, status) => ({
  [method]: [typeof reply === 'function' ? reply(status) : reply, method === 'tools/list' ? listOk : ok],
});
const SESSION_WORDS = 'Order placed, but the session with the printer expired';
const TASK = {
  taskId: 't',
  status: 'working',
  createdAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:00:00Z',
};
const TASK_TOOL = { name: 'echo', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } };
const QUESTION = {
  method: 'elicitation/create',
  params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
};
const PAGE = { mode: 'url', url: 'https://example.com/sign-in', elicitationId: 'e', message: 'Sign in' };

const SESSION =
  'a new session is opened; sent again, once, if the server is the same and the person’s consent still holds';
const NOT = 'told as it is';
const WARNED = 'told, with “The call may have gone through” before the remedy';

/** @type {readonly import('./sending-again.mjs').Row[]} */
export const ROWS = [
  // A session that the server has forgotten.
  {
    sign: '404 without an answer: a text, or an error under no id',
    era: '2025-11-25',
    request: CALL,
    done: SESSION,
    sent: 2,
    why: 'The protocol gives this status to a request of an unknown session, before anybody looks what it asks.',
    replies: once(text(404)),
  },
  {
    sign: '404, error −32001, under any id',
    era: '2025-11-25',
    request: CALL,
    done: SESSION,
    sent: 2,
    why: 'It is the code that servers have for an unknown session.',
    replies: once(answered(404, -32001, 'Session not found')),
  },
  {
    sign: '404, another error under the id of the request',
    era: '2025-11-25',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'Whoever names the id has read the request; it is the answer, whatever it says of a session.',
    error: 'server-error',
    replies: once(answered(404, -32603, SESSION_WORDS)),
  },
  {
    sign: '404, error −32601, −32602 or −32002, under any id',
    era: '2025-11-25',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'It speaks of the method or the name, so a new session changes nothing.',
    error: 'server-error',
    replies: once(unread(404, -32602, 'Unknown tool')),
  },
  {
    sign: '404 of any kind',
    era: '2026-07-28',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'There is no session that could be opened anew.',
    error: 'http',
    replies: once(text(404)),
  },
  {
    sign: '400, an error under no id with words of a session, or “not initialized”',
    era: '2025-11-25',
    request: CALL,
    done: SESSION,
    sent: 2,
    why: 'Many servers say so instead of 404, before they look for whom the request is.',
    replies: once(unread(400, -32000, 'Bad Request: Server not initialized')),
  },
  {
    sign: 'one of the signs of a lost session above',
    era: '2025-11-25',
    request: LIST,
    done: 'read again in a new session, by whoever asked and because the session is new',
    sent: 3,
    why: 'Reading twice does no harm.',
    replies: once(text(404)),
  },
  {
    sign: '400, an error under the id of the request with words of a session',
    era: '2025-11-25',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'The words are those of a tool.',
    error: 'server-error',
    replies: once(answered(400, -32603, SESSION_WORDS)),
  },
  {
    sign: '400, a text with words of a session',
    era: '2025-11-25',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'A text proves nothing: any program may have written it.',
    error: 'http',
    replies: once(text(400, 'Tool run_session failed')),
  },
  {
    sign: '400, any other answer',
    era: 'both',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'The same request would be refused again.',
    error: 'server-error',
    replies: once(answered(400, -32602)),
  },
  {
    sign: '404 for a look at the task that the call became',
    era: '2025-11-25',
    request: CALL,
    done: 'told; the task can be followed later',
    sent: 1,
    why: 'The call was taken up, and its task may go on: a new session would make a second one.',
    error: 'stream-ended',
    client: 'task',
    capabilities: { tools: {}, tasks: { requests: { tools: { call: {} } } } },
    replies: () => ({
      'tools/list': { result: { tools: [TASK_TOOL] } },
      'tools/call': [{ result: { task: { ...TASK, pollInterval: 100, ttl: null } } }, ok],
      'tasks/get': text(404),
    }),
  },
  // Headers and revisions of the newest era.
  {
    sign: '400, error −32020',
    era: '2026-07-28',
    request: CALL,
    done: 'the list of tools is read; sent again, once, if the person’s consent still holds for the tool as it is now',
    sent: 2,
    why: 'The server compares the headers before it runs anything, and they follow a definition that has changed.',
    replies: once(answered(400, -32020, 'Header mismatch')),
  },
  {
    sign: '400, error −32020',
    era: '2025-11-25',
    request: CALL,
    done: NOT,
    sent: 1,
    why: 'There the code has no meaning: it is one that a tool chose.',
    error: 'server-error',
    replies: once(answered(400, -32020)),
  },
  {
    sign: '200, error −32020',
    era: 'both',
    request: CALL,
    done: NOT,
    sent: 1,
    why: 'A server refuses headers with 400, so this comes from a tool.',
    error: 'server-error',
    replies: once(answered(200, -32020)),
  },
  {
    sign: '400, error −32022',
    era: '2026-07-28',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'Another revision is chosen while connecting, never in the middle.',
    error: 'server-error',
    replies: once(answered(400, -32022, 'Unsupported protocol version', { supported: ['2026-07-28'] })),
  },
  // What the server asks before it goes on.
  {
    sign: '200, error −32042 with pages to visit',
    era: '2025-11-25',
    request: CALL,
    done: 'sent again after the person has visited them',
    sent: 2,
    why: 'The protocol says so: the call cannot be carried out before.',
    client: 'visits',
    replies: once(answered(200, -32042, 'Sign in first.', { elicitations: [PAGE] })),
  },
  {
    sign: '200, a result that asks for input',
    era: '2026-07-28',
    request: CALL,
    done: 'sent again with the answers and the state of the server, ten rounds at most',
    sent: 2,
    why: 'It is how this era answers a question: the server expects the next round.',
    client: 'answers',
    replies: once({ result: { resultType: 'input_required', inputRequests: { who: QUESTION }, requestState: 's' } }),
  },
  // Who may ask.
  {
    sign: '401, and a sign-in or a new token follows',
    era: 'both',
    request: CALL_OR_LIST,
    done: 'sent again with the new token; DPoP numbers and rights likewise, a few times at most',
    sent: 2,
    why: '401 says that the request was not applied (RFC 9110).',
    client: 'signs-in',
    replies: once(text(401)),
  },
  {
    sign: '403, and the page gets a token with more rights',
    era: 'both',
    request: CALL_OR_LIST,
    done: 'sent again with the new token; our own sign-in does so only for `insufficient_scope`',
    sent: 2,
    why: '403 says that the server refuses to do it (RFC 9110, RFC 6750).',
    client: 'signs-in',
    replies: once(text(403, 'no', { 'www-authenticate': 'Bearer error="insufficient_scope", scope="write"' })),
  },
  {
    sign: '401 without a sign-in',
    era: 'both',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'Without another token it would be refused again.',
    error: 'unauthorized',
    replies: once(text(401)),
  },
  {
    sign: '403 without a sign-in',
    era: 'both',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'Without another token it would be refused again.',
    error: 'forbidden',
    replies: once(text(403)),
  },
  // Another address.
  {
    sign: '307 or 308, within the origin',
    era: 'both',
    request: CALL_OR_LIST,
    done: 'sent there, once',
    sent: 2,
    why: 'These say that the same message is to go to another address. In a page, where a browser hides the address, it is told.',
    inPage: { sent: 1, error: 'http', warns: 'of calls' },
    statuses: [307, 308],
    replies: once((status) => text(status, '', { location: '?there' })),
  },
  {
    sign: '301, 302 or 303',
    era: 'both',
    request: CALL,
    done: WARNED,
    sent: 1,
    why: 'A server may have run the call, and redirect to a page about it. A browser hides the status, so there no call is redirected: the handshake finds the address.',
    error: 'http',
    warns: true,
    // The relay answers with 502 and an error.
    relayed: { error: 'server-error' },
    statuses: [301, 302, 303],
    replies: once((status) => text(status, '', { location: '?there' })),
  },
  {
    sign: '301, 302 or 303',
    era: 'both',
    request: LIST,
    done: 'sent there, once',
    sent: 2,
    why: 'Reading twice does no harm. In a page, where a browser hides the address, it is told.',
    inPage: { sent: 1, error: 'http' },
    // The relay follows a message only where it stays what it is.
    relayed: { sent: 1, error: 'server-error' },
    statuses: [301, 302, 303],
    replies: once((status) => text(status, '', { location: '?there' })),
  },
  // The outcome is unknown.
  {
    sign: 'no answer: the connection breaks',
    era: 'both',
    request: CALL,
    done: WARNED,
    sent: 1,
    why: 'The server may have received it.',
    error: 'network',
    warns: true,
    // The relay answers with 502 and an error.
    relayed: { error: 'server-error' },
    browserRepeats: true,
    replies: once({ reset: true }),
  },
  {
    sign: 'no answer: the connection breaks',
    era: 'both',
    request: LIST,
    done: 'told; read again when somebody looks, or the connection is back',
    sent: 1,
    why: 'Reading twice does no harm, but at once it would only fail again.',
    error: 'network',
    // The relay answers with 502 and an error.
    relayed: { error: 'server-error' },
    browserRepeats: true,
    replies: once({ reset: true }),
  },
  {
    sign: '408, 499, 500 to 599, with a text',
    era: 'both',
    request: CALL,
    done: WARNED,
    sent: 1,
    why: 'A gateway that waited too long says 502 or 504, and the server behind it goes on.',
    error: 'http',
    warns: true,
    statuses: [408, 499, 500, 502, 504, 599],
    browserRepeats: true,
    replies: once((status) => text(status)),
  },
  {
    sign: '500 to 599, with an error under any id',
    era: 'both',
    request: CALL,
    done: WARNED,
    sent: 1,
    why: 'A server that fails may have done a part.',
    error: 'server-error',
    warns: true,
    statuses: [500, 502],
    replies: once((status) => answered(status, -32603)),
  },
  {
    sign: '500 to 599',
    era: 'both',
    request: LIST,
    done: NOT,
    sent: 1,
    why: 'A server that has trouble is not asked more often.',
    error: 'http',
    statuses: [500, 503],
    replies: once((status) => text(status)),
  },
  {
    sign: '429',
    era: 'both',
    request: CALL_OR_LIST,
    done: 'told, with the seconds to wait',
    sent: 1,
    why: 'It was refused, and a program that repeats it would make things worse.',
    error: 'http',
    replies: once(text(429)),
  },
  {
    sign: '200, no answer of this protocol, such as a page',
    era: 'both',
    request: CALL,
    done: WARNED,
    sent: 1,
    why: 'Who wrote it is unknown.',
    error: 'not-mcp',
    warns: true,
    replies: once({ text: '<p>Hello', type: 'text/html' }),
  },
  {
    sign: 'a stream ends without the answer, and no event had an id',
    era: 'both',
    request: CALL,
    done: 'told, with “The request may have been carried out”',
    sent: 1,
    why: 'The call has begun.',
    error: 'stream-ended',
    warns: true,
    replies: once({ sse: [': hello\n\n'] }),
  },
  {
    sign: 'a stream ends without the answer, after an event with an id',
    era: '2025-11-25',
    request: CALL,
    done: 'the stream is taken up with `Last-Event-ID`; the call is not sent',
    sent: 1,
    why: 'Asking for the rest of an answer runs nothing.',
    replies: () => ({
      'tools/call': { sse: ['id: 7\nretry: 100\ndata:\n\n'] },
      GET: [
        // The first one is the stream of the session.
        text(405),
        // Whatever id the call has.
        { sse: [1, 2, 3, 4].map((id) => ({ jsonrpc: '2.0', id, result: ok.result })) },
      ],
    }),
  },
  {
    sign: 'no answer in time',
    era: 'both',
    request: CALL,
    done: 'cancelled, and told, with “The request may have been carried out”',
    sent: 1,
    why: 'The server may be at work.',
    error: 'timeout',
    warns: true,
    client: 'impatient',
    replies: once({ hang: true }),
  },
  {
    sign: '200, any other error',
    era: 'both',
    request: CALL_OR_LIST,
    done: NOT,
    sent: 1,
    why: 'It is the answer.',
    error: 'server-error',
    replies: once(answered(200, -32603)),
  },
  // While connecting.
  {
    sign: '400, 404, 405, or an answer that is not of the newest era, to `server/discover`',
    era: '2025-11-25',
    request: '`initialize`',
    done: 'the handshake of the older era follows, once',
    sent: 1,
    why: 'Both only ask who the server is.',
    statuses: [400, 404, 405],
    replies: (_method, status) => ({ 'server/discover': text(status) }),
  },
  {
    sign: '429, 500 to 599 to `server/discover`',
    era: '2026-07-28',
    request: '`server/discover`',
    done: 'told: the connection fails, and a lost one is tried again with growing pauses',
    sent: 1,
    why: 'It says nothing of the era.',
    error: 'http',
    statuses: [429, 500, 503],
    replies: (_method, status) => ({ 'server/discover': text(status) }),
  },
].map((row) => ({ warns: false, ...row }));

const METHODS = { [CALL]: ['tools/call'], [LIST]: ['tools/list'], [CALL_OR_LIST]: ['tools/call', 'tools/list'] };

const methodsOf = ({ request }) => METHODS[request] ?? [request.replaceAll('`', '')];
const erasOf = ({ era }) => (era === 'both' ? ['2025-11-25', '2026-07-28'] : [era]);

export const HEAD = ['sign', 'era', 'request', 'what is done', 'sent', 'why'];
/** The cells of a row, as the document has them. */
export const cellsOf = ({ sign, era, request, done, sent, why }) => [sign, era, request, done, String(sent), why];

/** The cases of a row: each era, method and status that it is for. */
export const casesOf = (row) =>
  erasOf(row).flatMap((era) =>
    methodsOf(row).flatMap((method) => (row.statuses ?? [undefined]).map((status) => ({ era, method, status }))),
  );

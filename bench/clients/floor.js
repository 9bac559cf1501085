// The floor: what fetch and JSON.parse cost by themselves. No checks, no time-outs, no errors in words; nobody can do it
// for less, and everything a client adds is measured against it.
const HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
};

const MAX_SIZE = 64 * 1024 * 1024;

/** @param {{ hasLimit?: boolean }} options whether the length of an answer is watched */
export async function open(url, { hasLimit = false } = {}) {
  let lastId = 0;
  let session;

  async function post(method, params, { isNotification = false, onProgress } = {}) {
    const id = isNotification ? undefined : ++lastId;
    const message = { jsonrpc: '2.0', id, method, params };
    const response = await fetch(url, {
      method: 'POST',
      headers: session ? { ...HEADERS, 'mcp-session-id': session } : HEADERS,
      body: JSON.stringify(message),
    });
    session ??= response.headers.get('mcp-session-id') ?? undefined;
    if (isNotification) return undefined;
    if (!response.headers.get('content-type').startsWith('text/event-stream'))
      return JSON.parse(await (hasLimit ? readUpTo(response, MAX_SIZE) : response.text())).result;
    let result;
    await readEvents(response, (data) => {
      const received = JSON.parse(data);
      if (received.id === id) result = received.result;
      else if (received.method === 'notifications/progress') onProgress?.(received.params);
    });
    return result;
  }

  await post('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'floor', version: '1' },
  });
  await post('notifications/initialized', {}, { isNotification: true });
  return {
    listTools: async () => (await post('tools/list', {})).tools,
    callTool: (name, args, options = {}) => {
      const token = options.onProgress && { _meta: { progressToken: lastId + 1 } };
      return post('tools/call', { name, arguments: args, ...token }, options);
    },
    readResource: async (uri) => (await post('resources/read', { uri })).contents,
    close: async () => {},
  };
}

/** The least one can do: only its length is looked at. */
async function readUpTo(response, limit) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let { done, value } = await reader.read(); !done && size < limit; { done, value } = await reader.read()) {
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/** Text is looked at once, however large an event is. */
async function readEvents(response, onData) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let pieces = [];
  let held = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const text = held + decoder.decode(value, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n', start)) {
      pieces.push(text.slice(start, end));
      const event = pieces.length === 1 ? pieces[0] : pieces.join('');
      pieces = [];
      start = end + 2;
      onData(event.slice(event.indexOf('data: ') + 6));
    }
    // The end of an event may be cut in two.
    held = text.endsWith('\n') && start < text.length ? '\n' : '';
    if (start < text.length) pieces.push(text.slice(start, text.length - held.length));
  }
}

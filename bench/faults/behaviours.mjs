// What each fault does differently: HTTP method or MCP method → what happens instead. `everything` comes before all
// else and says true where it has answered.
const text = (words) => ({ content: [{ type: 'text', text: words }] });
const event = (message, id) => `${id ? `id: ${id}\n` : ''}event: message\ndata: ${JSON.stringify(message)}\n\n`;
const progress = ({ message }, done) => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: message.params._meta.progressToken, progress: done, total: 5 },
});
/** What stands in `arguments.message`, said back. */
const echo = ({ message }) => text(`Echo: ${message.params.arguments?.message ?? ''}`);

/** The server starts anew after its first call: every session from before is gone. */
const forgetful = {
  'tools/call'({ state, sessions, response }) {
    if (!state.restarted) response.once('finish', () => sessions.clear());
    state.restarted = true;
    return 'as usual';
  },
};

export const faults = {
  'session-404': { ...forgetful, forgotten: 404 },
  'session-400': { ...forgetful, forgotten: 400 },

  'get-closes-at-once': {
    GET({ events, response }) {
      events();
      response.end();
    },
  },

  /** The answer comes on the third stream; the second one ends before it says anything. */
  'resumed-stream-drops': {
    'tools/call'({ state, events, response, message, result }) {
      if (message.params.arguments.message !== 'resumed') return 'as usual';
      state.answer = result(text('Echo: resumed'));
      events();
      return response.end('retry: 200\nid: e1\ndata: \n\n');
    },
    GET({ state, events, response, headers }) {
      events();
      // The standing stream: quiet.
      if (headers['last-event-id'] === undefined) return;
      state.resumed = (state.resumed ?? 0) + 1;
      if (state.resumed === 1) response.end();
      else response.end(event(state.answer, 'e2'));
    },
  },

  'five-pages': {
    'tools/list'({ message, json, result }) {
      const page = Number(message.params?.cursor ?? 1);
      const tools = [{ name: `tool-${page}`, inputSchema: { type: 'object' } }];
      json(result(page < 5 ? { tools, nextCursor: String(page + 1) } : { tools }));
    },
  },

  /** /mcp → /mcp/, as many frameworks do it. */
  'redirect-307': {
    everything({ path, response }) {
      if (path.endsWith('/')) return false;
      response.writeHead(307, { location: `${path}/` }).end();
      return true;
    },
  },

  'progress-with-result': {
    'tools/call'(exchange) {
      if (!exchange.message.params._meta) return 'as usual';
      exchange.events();
      const news = [1, 2, 3, 4, 5].map((done) => event(progress(exchange, done)));
      exchange.response.end(news.join('') + event(exchange.result(echo(exchange))));
    },
  },

  'late-progress': {
    'tools/call'(exchange) {
      if (!exchange.message.params._meta) return 'as usual';
      exchange.events();
      const [early, late] = [
        [1, 2, 3],
        [4, 5],
      ].map((some) => some.map((done) => event(progress(exchange, done))).join(''));
      exchange.response.end(early + event(exchange.result(echo(exchange))) + late);
    },
  },

  /** 2024-11-05: one stream, and another address for what is sent. */
  'progress-with-result-sse': {
    everything(exchange) {
      const { method, path, message, response, state, events, json, result } = exchange;
      if (method === 'GET') {
        state.stream = response;
        events();
        response.write(`event: endpoint\ndata: ${path}/messages\n\n`);
      } else if (!path.endsWith('/messages')) json({ error: 'Method not allowed' }, 405);
      else {
        response.writeHead(202).end();
        if (message.id === undefined) return true;
        const answers = {
          initialize: {
            protocolVersion: '2024-11-05',
            capabilities: { tools: {} },
            serverInfo: { name: 'old', version: '1' },
          },
          'tools/call': echo(exchange),
        };
        const news =
          message.params?._meta?.progressToken !== undefined
            ? [1, 2, 3, 4, 5].map((done) => event(progress(exchange, done)))
            : [];
        state.stream.write(news.join('') + event(result(answers[message.method] ?? {})));
      }
      return true;
    },
  },

  /** Answers to nobody, twice, and to yesterday's call. */
  'stray-answers': {
    'tools/call'(exchange) {
      const { state, events, response, result } = exchange;
      const answer = result(echo(exchange));
      const stray = { ...answer, id: 9999, result: text('for somebody else') };
      events();
      response.end([state.before ?? stray, answer, answer].map((one) => event(one)).join(''));
      state.before = answer;
    },
  },

  'half-a-message': {
    'tools/call'({ message, response, events, result }) {
      const half = JSON.stringify(result(text('never whole'))).slice(0, 50);
      if (message.params.arguments.message === 'half of JSON')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(half);
      if (message.params.arguments.message !== 'half of an event') return 'as usual';
      events();
      return response.end(`event: message\ndata: ${half}\n\n`);
    },
  },

  'ten-megabytes-in-one-event': {
    'tools/call'({ events, response, result }) {
      events();
      response.end(event(result(text('0123456789'.repeat(1024 * 1024)))));
    },
  },

  'hundred-thousand-notifications': {
    async 'tools/call'(exchange) {
      const { events, response } = exchange;
      events();
      const gone = new Promise((resolve) => response.once('close', resolve));
      for (let left = 100_000; left > 0; left -= 1000) {
        const news = {
          jsonrpc: '2.0',
          method: 'notifications/message',
          params: { level: 'info', data: `${left} to go` },
        };
        if (!response.write(event(news).repeat(1000)))
          await Promise.race([gone, new Promise((resolve) => response.once('drain', resolve))]);
      }
      response.end(event(exchange.result(echo(exchange))));
    },
  },

  'silent-initialize': {
    initialize() {},
  },
};

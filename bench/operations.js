// The measured operations, step by step: the same for every client, in Node and in a page. Each step checks the answer,
// so that no client is fast because it leaves something out.

const LONG = 20_000;

/**
 * `tools`: which list the server has. `times`: steps in one measurement. `rounds`: measurements. `per`: how many of what is
 * counted one step is. `warmUp`: what is run before, where it is not the same.
 * `budgetMs`: where a target hangs on it, more rounds are made, so that the best of them says what it costs, not how busy
 * the machine was.
 */
export const operations = [
  { id: 'call-json', what: 'tools/call, answer as JSON', tools: '2', times: 60, rounds: 9, per: 1, unit: 'µs' },
  { id: 'call-sse', what: 'tools/call, answer as events', tools: '2', times: 60, rounds: 9, per: 1, unit: 'µs' },
  { id: 'call-100', what: 'tools/call, 100 at a time', tools: '2', times: 1, rounds: 9, per: 100, unit: 'µs' },
  {
    id: 'list-1000',
    what: 'tools/list, 1,000 tools',
    tools: '1000',
    times: 6,
    budgetMs: LONG,
    rounds: 40,
    per: 1,
    unit: 'ms',
  },
  {
    id: 'list-10000',
    what: 'tools/list, 10,000 tools',
    tools: '10000',
    times: 1,
    budgetMs: LONG,
    rounds: 40,
    per: 1,
    unit: 'ms',
  },
  {
    id: 'list-schemas',
    what: 'tools/list, 200 tools with output schemas',
    tools: '200-schemas',
    times: 10,
    budgetMs: LONG,
    rounds: 40,
    per: 1,
    unit: 'ms',
  },
  {
    id: 'progress',
    what: '50,000 progress messages in one call',
    tools: '2',
    times: 1,
    budgetMs: LONG,
    rounds: 20,
    per: 50_000,
    warmUp: 'progress-less',
    unit: 'µs',
  },
  { id: 'read-json', what: 'resources/read, 10 MB as JSON', tools: '2', times: 1, rounds: 7, per: 1, unit: 'ms' },
  { id: 'read-event', what: 'resources/read, 10 MB in one event', tools: '2', times: 1, rounds: 7, per: 1, unit: 'ms' },
];

const TEN_MEGABYTES = 10 * 1024 * 1024;

const steps = {
  'call-json': (line) => echo(line, 'echo'),
  'call-sse': (line) => echo(line, 'echo-as-events'),
  'call-100': (line) => Promise.all(Array.from({ length: 100 }, () => echo(line, 'echo'))),
  'list-1000': (line) => list(line, 1000),
  'list-10000': (line) => list(line, 10_000),
  'list-schemas': (line) => list(line, 200),
  progress: (line) => burst(line, 50_000),
  'progress-less': (line) => burst(line, 5000),
  'read-json': (line) => read(line, 'bench://log'),
  'read-event': (line) => read(line, 'bench://log-as-event'),
};

async function echo(line, tool) {
  const { content } = await line.callTool(tool, { message: 'hello' });
  expect(content[0].text, 'hello');
}

async function list(line, count) {
  const tools = await line.listTools();
  // An application shows the list: it lives until the next one comes.
  line.shown = tools;
  expect(tools.length, count);
  expect(tools[count - 1].inputSchema.required[0], 'query');
}

async function burst(line, count) {
  let heard = 0;
  let last = 0;
  const onProgress = ({ progress }) => {
    heard++;
    last = progress;
  };
  await line.callTool('burst', { count }, { onProgress });
  expect(heard, count);
  expect(last, count);
}

async function read(line, uri) {
  const [{ text }] = await line.readResource(uri);
  expect(text.length > TEN_MEGABYTES - 100, true);
}

function expect(actual, wanted) {
  if (actual !== wanted) throw new Error(`${String(actual)} is not ${String(wanted)}`);
}

/** One client and its open connections. */
export function createSubject(client) {
  const lines = new Map();
  const lineTo = (url, options) => {
    const key = `${url} ${JSON.stringify(options)}`;
    if (!lines.has(key)) lines.set(key, client.open(url, options));
    return lines.get(key);
  };
  return {
    /** Runs an operation that often, one after the other. */
    async run(id, url, options, times) {
      const line = await lineTo(url, options);
      for (let left = times; left > 0; left--) await steps[id](line);
    },
    /** Closes everything, so that the memory of one operation is no burden to the next. */
    async leave() {
      for (const line of lines.values()) await (await line).close();
      lines.clear();
    },
    /** So many calls, six at a time, as many as a browser has connections. */
    async calls(url, options, count) {
      const line = await lineTo(url, options);
      let left = count;
      const one = async () => {
        while (left-- > 0) await echo(line, left % 2 === 0 ? 'echo' : 'echo-as-events');
      };
      await Promise.all(Array.from({ length: 6 }, one));
    },
    /** So many connections, each with one call, one after the other. */
    async connections(url, options, count) {
      for (let left = count; left > 0; left--) {
        const line = await client.open(url, options);
        await echo(line, 'echo');
        await line.close();
      }
    },
  };
}

// The suite starts every scenario's client at once; a browser does a few at a time. Each client command hands its scenario
// in here and waits for its turn.
import { createServer } from 'node:http';

/**
 * @param {(job: { scenario: string, revision: string, url: string, context?: object }) => Promise<string | undefined>} run
 * @param {number} places scenarios at the same time
 */
export async function startScenarioQueue(run, places) {
  /** @type {Map<string, { problem?: string, seconds: number }>} by `key` */
  const outcomes = new Map();
  const waiting = [];
  let running = 0;

  const server = createServer(async (request, response) => {
    const job = JSON.parse(await textOf(request));
    if (running === places) await new Promise((resolve) => waiting.push(resolve));
    else running++;
    const started = Date.now();
    const problem = await run(job).catch(String);
    outcomes.set(key(job.revision, job.scenario), { problem, seconds: (Date.now() - started) / 1000 });
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ problem }));
    // A waiting scenario takes this place; without one, it becomes free.
    if (waiting.length > 0) waiting.shift()();
    else running--;
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    address: `http://127.0.0.1:${server.address().port}`,
    outcomeOf: (revision, scenario) => outcomes.get(key(revision, scenario)),
    close: () => server.close(),
  };
}

const key = (revision, scenario) => `${revision} ${scenario}`;

async function textOf(request) {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

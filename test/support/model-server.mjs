// A small HTTP server that speaks the streaming wires of OpenAI and of Anthropic, as a test tells it to.
// POST /script with {pieces, status?, headers?, type?, end?} gives an address; POST there gets exactly these pieces, each
// written by itself. GET /seen/<id> tells what was posted. CORS: everything but where `cors` is false.
import { createServer } from './http-server.mjs';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, authorization',
  'access-control-expose-headers': 'retry-after',
};

/** @returns {Promise<{ base: string, stop(): void }>} */
export async function createModelServer() {
  const scripts = new Map();
  let last = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const [, first, id] = request.url.split('/');
    const script = scripts.get(first === 'seen' ? id : first);
    if (request.method === 'OPTIONS') return response.writeHead(204, script?.cors === false ? {} : CORS).end();
    if (first === 'script') {
      scripts.set(String(++last), { ...JSON.parse(body), seen: [] });
      return response.writeHead(200, CORS).end(String(last));
    }
    if (first === 'seen') return response.writeHead(200, CORS).end(JSON.stringify(script.seen));
    if (!script) return response.writeHead(404, CORS).end();
    const entry = { headers: request.headers, body: JSON.parse(body), aborted: false };
    script.seen.push(entry);
    response.on('close', () => (entry.aborted = !response.writableEnded));
    await answer(script, script.seen.length - 1, response);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(script, round, response) {
  const { status = 200, headers = {}, type = 'text/event-stream', cors, end = 'close', pauseMs = 2 } = script;
  const pieces = script.rounds ? script.rounds[Math.min(round, script.rounds.length - 1)] : script.pieces;
  response.writeHead(status, { ...(cors === false ? {} : CORS), 'content-type': type, ...headers });
  response.flushHeaders();
  for (const piece of pieces) {
    if (response.destroyed) return;
    // Bytes as numbers, so that a cut may go through a letter.
    response.write(typeof piece === 'string' ? piece : Buffer.from(piece));
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  if (end === 'reset') response.socket.destroy();
  else if (end === 'close') response.end();
}

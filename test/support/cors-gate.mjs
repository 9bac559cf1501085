// Stands before a real server and speaks for it about CORS: takes the server's own CORS headers away, and sends exactly the
// header lines of the test instead, with every answer, and alone with 204 to every preflight. That is what an operator does
// who is told which lines to add.
//
//   POST /gates        { server, lines, cut?, most?, token? } makes a gate, get { url }; with a token it lets nobody in without
//   GET  /log/<gate>   what came there, preflights included
import { request as requestTo } from 'node:http';
import { createServer } from './http-server.mjs';
import { randomUUID } from 'node:crypto';
import { readJson, sendJson } from './json.mjs';

/** @param {(id: string) => string} urlOf the endpoint of a real server */
export async function createCorsGate(urlOf) {
  /** @type {Map<string, { target: URL, lines: string[][], cut: boolean, down: boolean, most?: number, log: object[], open: Set<import('node:http').ServerResponse> }>} */
  const gates = new Map();

  const server = createServer((incoming, outgoing) => {
    const { pathname, search } = new URL(incoming.url, 'http://127.0.0.1');
    if (pathname === '/gates') return control(incoming, outgoing);
    const [, first, ...rest] = pathname.split('/');
    if (first === 'log') return sendJson(outgoing, gates.get(rest[0])?.log ?? []);
    const gate = gates.get(first);
    if (!gate) return outgoing.writeHead(404).end();
    const { method, headers } = incoming;
    const entry = { method, path: pathname, headers, body: undefined };
    gate.log.push(entry);
    if (gate.down) return outgoing.destroy();
    gate.open.add(outgoing);
    outgoing.once('close', () => gate.open.delete(outgoing));
    // A limit on requests that stands before whatever adds CORS headers. Empty ones are counted.
    if (method === 'POST' && headers['content-length'] === '0' && gate.most !== undefined && gate.most-- <= 0)
      return outgoing.writeHead(429).end();
    if (method === 'OPTIONS') {
      for (const [name, value] of gate.lines) outgoing.setHeader(name, value);
      return outgoing.writeHead(204).end();
    }
    if (gate.token !== undefined && headers.authorization !== `Bearer ${gate.token}`) {
      for (const [name, value] of gate.lines) outgoing.setHeader(name, value);
      return outgoing.writeHead(401).end();
    }
    return handOn(gate, entry, `/${rest.join('/')}${search}`, incoming, outgoing);
  });

  async function control(incoming, outgoing) {
    if (incoming.method === 'OPTIONS') return sendJson(outgoing, {});
    let text = '';
    for await (const chunk of incoming.setEncoding('utf8')) text += chunk;
    const { server: id, lines, cut = false, gate, ...changes } = JSON.parse(text);
    const name = gate ?? randomUUID();
    const fresh = {
      target: new URL(gate ? gates.get(gate).target : urlOf(id)),
      cut,
      down: false,
      log: [],
      open: new Set(),
    };
    const readLines = lines && lines.map((line) => line.split(/:\s*(.*)/, 2));
    gates.set(name, {
      ...(gates.get(name) ?? fresh),
      ...changes,
      ...(readLines && { lines: readLines }),
    });
    const { target, open } = gates.get(name);
    if (changes.down) for (const one of open) one.destroy();
    return sendJson(outgoing, { url: `http://127.0.0.1:${server.address().port}/${name}${target.pathname}` });
  }

  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    base: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function handOn(gate, entry, path, incoming, outgoing) {
  const { target, lines } = gate;
  const chunks = [];
  incoming.on('data', (chunk) => chunks.push(chunk));
  incoming.once('end', () => {
    const body = Buffer.concat(chunks);
    entry.body = readJson(body.toString('utf8'));
    // Without a preflight there is nothing to keep alive: each request its own connection.
    const { host: _, origin: __, ...headers } = incoming.headers;
    const onward = requestTo(
      { hostname: target.hostname, port: target.port, method: incoming.method, path, headers, agent: false },
      (reply) => {
        const own = Object.entries(reply.headers).filter(([name]) => !name.startsWith('access-control-'));
        for (const [name, value] of [...own, ...lines]) outgoing.setHeader(name, value);
        outgoing.writeHead(reply.statusCode);
        outgoing.flushHeaders();
        relay(gate, entry, reply, outgoing);
      },
    );
    onward.once('error', () => outgoing.destroy());
    outgoing.once('close', () => onward.destroy());
    onward.end(body);
  });
}

/** Hands an answer on; where the gate cuts, the stream of the first call breaks after its first event. */
function relay(gate, entry, reply, outgoing) {
  const cuts = gate.cut && entry.body?.method === 'tools/call';
  if (cuts) gate.cut = false;
  // The second address of HTTP+SSE is named on the stream, as a path of the real server.
  const [, name] = entry.path.split('/');
  const isStream = /event-stream/.test(reply.headers['content-type'] ?? '');
  reply.setEncoding('utf8');
  reply.on('data', (text) => {
    const own = isStream ? text.replace(/^(event: endpoint\ndata: )(\/.*)$/m, `$1/${name}$2`) : text;
    const breaks = cuts && /^id:/m.test(text);
    // Not at once: what was written would not go out any more.
    outgoing.write(own, () => breaks && setTimeout(() => outgoing.destroy(), 50));
  });
  reply.once('end', () => outgoing.end());
  reply.once('error', () => outgoing.destroy());
}

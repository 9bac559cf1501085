// How a scripted endpoint answers one HTTP request: as a well-behaved server of its revision, unless its scenario has
// something else to say about this method.
import { randomUUID } from 'node:crypto';
import { isModern, ordinaryResult, refusalOfModern } from './ordinary.mjs';

/**
 * A reply, in a scenario:
 *   { result } | { error: { code, message, data? } }   wrapped as the response to this request
 *   { message }                                        sent as it is: any JSON, wrapped in nothing
 *   { text, type?, status?, headers? }                 any HTTP answer
 *   { sse: [...], end?: boolean }                      a stream of events: an object is a JSON-RPC message (its id filled
 *                                                      in where it says "$id", its token where "$progressToken"), a string is written as it is; `{ wait: ms }`
 *                                                      pauses, `{ heard: method, times? }` waits for messages that come
 *                                                      meanwhile, `{ response: result }` is the response. `end: false` keeps it open
 *                                                      and `reset: true` breaks it at the end
 *   { hang: true }                                     never answers
 *   { reset: true }                                    breaks the connection
 * A scenario with `slash: status` has its endpoint at its path with a slash at the end, and redirects there without.
 * `status` may stand beside result, error and message as well. A list of replies is used one after the other; the last
 * one stays. In a scenario written in JavaScript, a function from (message, endpoint) to a reply is a reply.
 */
export async function answer(endpoint, entry, response) {
  const { scenario } = endpoint;
  const message = entry.body;
  const method = entry.method === 'POST' ? (message?.method ?? 'response') : entry.method;
  if (scenario.slash && !entry.path.endsWith('/'))
    return send({ status: scenario.slash, text: '', headers: { location: `${entry.path}/` } }, message, response);
  const scripted = pick(endpoint, method, message);
  if (scripted) return send(scripted, message, response, endpoint);

  if (entry.method === 'GET') return response.writeHead(405, { allow: 'POST, DELETE' }).end();
  if (entry.method === 'DELETE') return response.writeHead(isModern(scenario) ? 405 : 200).end();
  if (isModern(scenario)) {
    const refusal = refusalOfModern(scenario, entry);
    if (refusal) return send(refusal, message, response);
  } else {
    const refusal = openSession(endpoint, entry, response);
    if (refusal) return send(refusal, message, response);
  }
  if (message?.id === undefined || method === 'response') return response.writeHead(202).end();
  return send(ordinaryResult(scenario, message), message, response);
}

function pick({ scenario, counts }, method, message) {
  const replies = scenario.replies?.[method] ?? scenario.replies?.['*'];
  if (typeof replies === 'function')
    return replies(message, counts.set(method, (counts.get(method) ?? 0) + 1).get(method));
  if (!Array.isArray(replies)) return replies;
  const turn = counts.get(method) ?? 0;
  counts.set(method, turn + 1);
  return replies[Math.min(turn, replies.length - 1)];
}

/** As the official SDK refuses before it looks for whom a request is. */
const refusal = (status, error) => ({ status, message: { jsonrpc: '2.0', error, id: null } });

/** Gives out a session id with `initialize` and wants it back with everything else. */
function openSession({ scenario, sessions }, { body, headers }, response) {
  if (scenario.session === false) return undefined;
  if (body?.method === 'initialize') {
    const id = randomUUID();
    sessions.add(id);
    response.setHeader('mcp-session-id', id);
    return undefined;
  }
  const id = headers['mcp-session-id'];
  if (id === undefined) return refusal(400, { code: -32000, message: 'Bad Request: No valid session ID provided' });
  if (!sessions.has(id)) return refusal(404, { code: -32001, message: 'Session not found' });
  return undefined;
}

async function send(reply, message, response, endpoint) {
  const id = message?.id ?? null;
  if (reply.hang) return;
  if (reply.sse) return sendEvents(reply, message, response, endpoint);
  if (reply.reset) return void response.destroy();
  if (reply.text !== undefined) {
    response.writeHead(reply.status ?? 200, { 'content-type': reply.type ?? 'text/plain', ...reply.headers });
    return void response.end(reply.text);
  }
  const body =
    reply.message ??
    (reply.error ? { jsonrpc: '2.0', id, error: reply.error } : { jsonrpc: '2.0', id, result: reply.result });
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(fillIn(JSON.stringify(body), message));
}

async function sendEvents({ sse, end = true, reset = false, headers }, request, response, endpoint) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', ...headers });
  response.flushHeaders();
  const from = endpoint.log.length;
  for (const event of sse) {
    if (event.wait) await pause(event.wait);
    else if (event.heard) await heard(endpoint, event, { from, response });
    else if (typeof event === 'string') response.write(event);
    else {
      const message = 'response' in event ? { jsonrpc: '2.0', id: request?.id ?? null, result: event.response } : event;
      response.write(`event: message\ndata: ${fillIn(JSON.stringify(message), request)}\n\n`);
    }
  }
  if (reset) response.destroy();
  else if (end) response.end();
}

/** Until so many messages of this method have come, or nobody waits any more. An answer to a question is a `response`. */
async function heard({ log }, { heard: method, times = 1 }, { from, response }) {
  const isHeard = ({ body }) => body && (body.method ?? 'response') === method;
  // oxlint-disable-next-line no-await-in-loop -- one look after the other is the point
  while (!response.destroyed && log.slice(from).filter(isHeard).length < times) await pause(10);
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const fillIn = (json, request) =>
  json
    .replaceAll('"$id"', JSON.stringify(request?.id ?? null))
    .replaceAll('"$progressToken"', JSON.stringify(request?.params?._meta?.progressToken ?? null));

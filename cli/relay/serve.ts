import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { McpError } from '../../src/errors.js';
import { isLoopbackHost } from '../../src/util/hosts.js';
import { type Handler, refusal } from './answers.js';
import { isTaken } from './backpressure.js';
import { errorText } from './error-texts.js';

/** Connections that are open at the same time. A browser opens six; further ones are closed at once. */
const MAX_CONNECTIONS = 256;
/** Milliseconds for the headers of a request. Otherwise silent connections would block others. */
const HEADERS_MS = 5000;

/** The address at which a server listens. */
export interface ServeAddress {
  readonly port: number;
  /** Its origin, with the host that it was given. */
  readonly url: string;
  /** The names under which this machine reaches it, for a guard. */
  readonly hosts: readonly string[];
}

export interface Serving extends ServeAddress {
  /** Ends all connections, also those under way. */
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Default: 0, any free one. */
  readonly port?: number;
  /** Default: `127.0.0.1`. Only loopback addresses. */
  readonly host?: string;
}

/**
 * Serves a handler over HTTP on this machine, and nowhere else. Bodies are streamed in both directions and wait for their
 * reader; `request.signal` aborts when the client hangs up.
 * @param handlerFor gets the address, whose port is only known now
 * @throws McpError `invalid-input` where the host is not this machine, or the port is taken
 */
export async function serve(
  handlerFor: (address: ServeAddress) => Handler,
  { port = 0, host = '127.0.0.1' }: ServeOptions = {},
): Promise<Serving> {
  const name = host.includes(':') ? `[${host}]` : host;
  if (!isLoopbackHost(name)) throw new McpError('invalid-input', errorText('relay.notLoopback', { host }));
  let handle: Handler | undefined;
  const server = createServer(
    { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 1000 },
    (message, response) => void respond(message, response, handle!, name),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    throw isInUse ? new McpError('invalid-input', errorText('relay.portTaken', { port }), { cause: error }) : error;
  }
  const { port: taken } = server.address() as AddressInfo;
  const address: ServeAddress = {
    port: taken,
    url: `http://${name}:${taken}`,
    hosts: ['127.0.0.1', 'localhost', '[::1]'].map((one) => `${one}:${taken}`),
  };
  handle = handlerFor(address);
  return {
    ...address,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function respond(message: IncomingMessage, out: ServerResponse, handle: Handler, host: string): Promise<void> {
  const hungUp = new AbortController();
  out.once('close', () => {
    if (!out.writableFinished) hungUp.abort();
  });
  let response: Response;
  try {
    response = await handle(requestOf(message, host, hungUp.signal));
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    response = refusal(500, errorText('relay.internal', { problem }));
  }
  try {
    await write(response, out);
  } catch {
    // The status has been sent, so only the early end can report the error.
    out.destroy();
  }
}

function requestOf(message: IncomingMessage, host: string, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at]!, rawHeaders[at + 1]!);
  const hasBody = method !== 'GET' && method !== 'HEAD';
  // `//other.example/` and `http://other.example/` are targets too. Only path and query count.
  const { pathname, search } = new URL(url.replace(/^\/+/, '/'), `http://${host}`);
  const init = { method, headers, signal, ...(hasBody && { body: Readable.toWeb(message), duplex: 'half' }) };
  return new Request(`http://${host}${pathname}${search}`, init as RequestInit);
}

/** Waits for the reader: the source is read only as fast as the reader reads. */
async function write(response: Response, out: ServerResponse): Promise<void> {
  const reader = response.body?.getReader();
  out.once('close', () => void reader?.cancel().catch(() => {}));
  if (out.destroyed) return reader?.cancel();
  out.writeHead(response.status, [...response.headers].flat());
  out.flushHeaders();
  while (reader) {
    // oxlint-disable-next-line no-await-in-loop -- one piece after the other, that is a stream
    const { done, value } = await reader.read();
    if (done) break;
    // oxlint-disable-next-line no-await-in-loop -- and the next one when this one is taken
    if (!out.write(value)) await isTaken(out);
    if (out.destroyed) return;
  }
  out.end();
}

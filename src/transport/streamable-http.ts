import { isRequest, type RpcMessage } from '../jsonrpc/messages.js';
import { readMessages } from '../jsonrpc/read-message.js';
import type { ExchangeEnd, StreamInit, Transport } from '../jsonrpc/transport.js';
import { JSON_TYPE, SSE_TYPE, essence, notMcp, readJson, send, type HttpEndpoint } from './http-exchange.js';
import { readSse } from './sse-stream.js';

/**
 * An exchange and nothing else: one POST, one answer, as JSON or as a stream of events. No session, nothing to resume.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
export class StreamableHttp implements Transport {
  readonly #endpoint: HttpEndpoint;

  constructor(endpoint: HttpEndpoint) {
    this.#endpoint = endpoint;
  }

  async exchange(message: RpcMessage, { headers, signal, deliver }: StreamInit): Promise<ExchangeEnd> {
    const response = await post(this.#endpoint, message, { ...headers }, signal);
    await readAnswer(response, message, this.#endpoint, deliver);
    return 'here';
  }

  async close(): Promise<void> {}
}

/** The POST that both HTTP shapes with one endpoint begin an exchange with. */
export function post(
  endpoint: HttpEndpoint,
  message: RpcMessage,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  url?: string,
): Promise<Response> {
  return send(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': JSON_TYPE, Accept: `${JSON_TYPE}, ${SSE_TYPE}`, ...headers },
    message,
    signal,
    ...(url !== undefined && { url }),
  });
}

/** What a stream told about itself while it was read, for whoever may have to take it up again. */
export interface StreamTrace {
  /** The id of the last event, for `Last-Event-ID`. */
  lastEventId?: string;
  /** The pause the server asked for, in milliseconds. */
  retryMs?: number;
  /** Whether anything came at all. */
  alive: boolean;
}

/** Reads the answer to a POST, whichever of the two forms it has, and delivers its messages. */
export async function readAnswer(
  response: Response,
  message: RpcMessage,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
  trace: StreamTrace = { alive: false },
): Promise<void> {
  // Notifications and answers want no reply; whatever the 202 says of its body, or has in it, is of no use.
  if (!isRequest(message)) return void response.body?.cancel().catch(() => {});
  switch (essence(response)) {
    case SSE_TYPE:
      return readStream(response, endpoint, deliver, trace);
    case JSON_TYPE:
      return readJson(response, endpoint, deliver);
    default:
      throw await notMcp(response, endpoint.url);
  }
}

/** Delivers the messages of an event stream and keeps `trace` up to date. */
export function readStream(
  response: Response,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
  trace: StreamTrace,
): Promise<void> {
  return readSse(response, {
    onEvent: ({ event = 'message', data }) => {
      trace.alive = true;
      if (event !== 'message') return;
      for (const message of readMessages(data, endpoint.onProblem)) deliver(message);
    },
    onId: (id) => {
      trace.lastEventId = id;
    },
    onRetry: (ms) => {
      trace.retryMs = ms;
    },
  });
}

import type { McpError } from '../errors.js';
import type { RpcMessage } from '../jsonrpc/messages.js';
import { readMessages } from '../jsonrpc/read-message.js';
import { SSE_TYPE, type HttpEndpoint } from './http-exchange.js';
import { essence, notMcp } from './mishap.js';
import { MAX_EVENT_ID } from './limits.js';
import { readSse } from './sse-stream.js';

/** What a stream told about itself while it was read, for whoever may have to take it up again. */
export interface StreamTrace {
  /** The id of the last event, for `Last-Event-ID`. */
  lastEventId?: string;
  /** The pause the server asked for, in milliseconds. */
  retryMs?: number;
  /** Whether anything came at all. */
  alive: boolean;
  /** Whether there is nothing left to wait for. */
  answered?: boolean;
  /** Why it cannot be taken up where it broke off, if that is so. */
  notResumed?: McpError;
}

/**
 * Delivers the messages of an event stream, until `enough` aborts, and keeps `trace` up to date.
 * @throws HttpError `not-mcp` for an answer that is none
 */
export async function readStream(
  response: Response,
  endpoint: HttpEndpoint,
  deliver: (message: RpcMessage) => void,
  trace: StreamTrace,
  enough?: AbortSignal,
): Promise<void> {
  if (essence(response) !== SSE_TYPE) throw await notMcp(response, endpoint.url);
  await readSse(
    response,
    {
      onEvent: ({ event = 'message', data }) => {
        trace.alive = true;
        if (event !== 'message') return;
        for (const message of readMessages(data, endpoint.onProblem)) deliver(message);
      },
      onId: (id) => {
        if (id.length <= MAX_EVENT_ID) trace.lastEventId = id;
        // From an earlier one the server would say again what has come already.
        else delete trace.lastEventId;
      },
      onRetry: (ms) => {
        trace.retryMs = ms;
      },
    },
    enough,
  );
}

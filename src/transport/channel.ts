import { type ErrorText, isMcpError, McpError } from '../errors.js';
import { isRequest, readMessages, readMessageValue, type RpcMessage } from '../jsonrpc/messages.js';
import type { DeliverMessage, SendResult, StreamInit, Transport } from '../jsonrpc/transport.js';
import { MAX_MESSAGE_SIZE, tooLarge } from './response-body.js';
import { errorText } from './error-texts.js';
import { toJson } from '../util/json.js';

/** A port, or a worker itself. */
type Postable = MessagePort | Worker;

/** WebSocket subprotocol of MCP. */
const SUBPROTOCOL = 'mcp';

/**
 * Values that one posted message may hold; a message with more is dropped and reported as a problem. A value that occurs
 * in several places counts each time: a structured clone keeps shared references and cycles, so that code that reads,
 * compares or writes the message could take minutes for a few objects, or never end.
 */
const MAX_POSTED_VALUES = 1_000_000;

/** Carries whole messages in both directions: a port, a worker, a WebSocket. */
export interface Channel {
  send(message: RpcMessage): void;
  /**
   * Called once, before anything is sent. Call `end` when nothing more can come.
   * @param receive takes each message, as JSON text or as an object
   */
  open(receive: (data: unknown) => void, end: (error: McpError) => void): Promise<void>;
  close(): void;
}

/**
 * A transport over one channel: answers come on the same channel, at any time and in any order. There is no exchange
 * to abort, so a call is cancelled by a message.
 */
export class ChannelTransport implements Transport {
  readonly #channel: Channel;
  readonly #onProblem: (problem: McpError) => void;
  #opened: Promise<void> | undefined;
  #deliver: DeliverMessage = () => {};
  readonly #ended = new AbortController();

  constructor(channel: Channel, onProblem: (problem: McpError) => void) {
    this.#channel = channel;
    this.#onProblem = onProblem;
  }

  async send(message: RpcMessage, { signal }: StreamInit): Promise<SendResult> {
    await this.#open();
    signal.throwIfAborted();
    this.#ended.signal.throwIfAborted();
    try {
      this.#channel.send(message);
    } catch (cause) {
      if (isMcpError(cause)) throw cause;
      throw new McpError('invalid-input', errorText('transport.argumentsUnsendable', { problem: String(cause) }), {
        cause,
      });
    }
    return isRequest(message) ? 'accepted' : 'complete';
  }

  /**
   * Delivers everything that comes until the channel ends.
   * @throws McpError `stream-ended`, `network`
   */
  async listen({ signal, onMessage }: StreamInit): Promise<void> {
    this.#deliver = onMessage;
    await this.#open();
    const end = AbortSignal.any([signal, this.#ended.signal]);
    await new Promise<void>((resolve) => {
      if (end.aborted) resolve();
      else end.addEventListener('abort', () => resolve(), { once: true });
    });
    if (!signal.aborted) throw this.#ended.signal.reason;
  }

  async close(): Promise<void> {
    this.#ended.abort(new McpError('closed', errorText('transport.closed')));
    this.#channel.close();
  }

  #open(): Promise<void> {
    return (this.#opened ??= this.#channel.open(
      (data) => {
        const problem = problemOf(data);
        if (problem) return this.#onProblem(problem);
        const messages =
          typeof data === 'string' ? readMessages(data, this.#onProblem) : readMessageValue(data, this.#onProblem);
        for (const message of messages) this.#deliver(message);
      },
      (error) => this.#ended.abort(error),
    ));
  }
}

/**
 * A server in a worker, a frame or another window. Messages travel as objects, or as JSON text where the server sends
 * that. The port belongs to the session from then on: no other code may listen to it.
 */
export function postableChannel(target: Postable): Channel {
  const life = new AbortController();
  const { signal } = life;
  return {
    // A port has one other end, so there is no origin to name. The empty options say that no object is transferred.
    send: (message) => target.postMessage(message, {}),
    async open(receive, end) {
      target.addEventListener('message', (event) => receive((event as MessageEvent).data), { signal });
      const broken = (what: ErrorText): McpError =>
        new McpError('stream-ended', what, {
          remedy: errorText('transport.startAgain'),
        });
      target.addEventListener('messageerror', () => end(broken(errorText('transport.pageServerUnreadable'))), {
        signal,
      });
      // A worker tells of its failure; a port never does.
      target.addEventListener('error', () => end(broken(errorText('transport.pageServerFailed'))), { signal });
      target.addEventListener('close', () => end(broken(errorText('transport.pageServerClosed'))), { signal });
      if ('start' in target) target.start();
    },
    close() {
      life.abort();
      // The worker is the page’s: it may serve others, or be used again, so it is not terminated.
      if ('close' in target) target.close();
    },
  };
}

/**
 * A server behind a WebSocket: one JSON text per message. A browser cannot send headers with it, so `headers` of the
 * session, a token for example, are not sent.
 */
export function webSocketChannel(url: string): Channel {
  const { host } = new URL(url);
  let socket: WebSocket | undefined;
  return {
    send(message) {
      if (socket?.readyState !== WebSocket.OPEN)
        throw new McpError('stream-ended', errorText('transport.socketClosed', { host }), {
          remedy: errorText('transport.connectAgain'),
        });
      socket.send(toJson(message));
    },
    open: (receive, end) =>
      new Promise((resolve, reject) => {
        const refused = (cause?: unknown): McpError =>
          new McpError('network', errorText('transport.noSocket', { host }), {
            cause,
            remedy: errorText('transport.checkWebSocket'),
          });
        let opened: WebSocket;
        try {
          opened = socket = new WebSocket(url, SUBPROTOCOL);
        } catch (error) {
          // A port that browsers block, or plain `ws:` from an https page.
          return reject(refused(error));
        }
        opened.addEventListener('open', () => resolve());
        opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'string' && data.length > MAX_MESSAGE_SIZE) end(tooLarge());
          else if (typeof data === 'string') receive(data);
        });
        opened.addEventListener('close', ({ code, wasClean }) => {
          const error = new McpError('stream-ended', errorText('transport.socketClosedBy', { host, code }), {
            remedy: errorText('transport.checkFirst', { remedy: errorText('transport.connectAgain') }),
          });
          end(error);
          // Before it is open, this is all that a browser tells of the reason.
          reject(wasClean ? error : refused());
        });
      }),
    close: () => socket?.close(),
  };
}

/**
 * Why a posted message is not read; undefined where it can be. Holes in its lists become null, as in JSON: other code
 * would skip them, or go through four thousand million of them.
 */
function problemOf(data: unknown): McpError | undefined {
  let values = 0;
  let characters = 0;
  // Not recursive: the server decides how deep a message is.
  const open: unknown[] = [data];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part === 'string') characters += part.length;
    if (characters > MAX_MESSAGE_SIZE) return tooLarge();
    // Counted before its values are taken out: lists with holes, buffers and `String` objects cost next to nothing to send.
    if (++values + lengthOf(part) > MAX_POSTED_VALUES)
      return new McpError('limit', errorText('transport.tooManyValues', { limit: MAX_POSTED_VALUES }));
    if (Array.isArray(part)) for (let index = 0; index < part.length; index++) open.push((part[index] ??= null));
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return undefined;
}

function lengthOf(part: unknown): number {
  if (typeof part !== 'object') return 0;
  const isText = Object.prototype.toString.call(part) === '[object String]';
  const isList = isText || Array.isArray(part) || ArrayBuffer.isView(part);
  return (isList && (part as { readonly length?: number }).length) || 0;
}

import { McpError, isMcpError } from '../errors.js';
import { isRequest, type RpcMessage } from '../jsonrpc/messages.js';
import { readMessages, readMessageValue } from '../jsonrpc/read-message.js';
import type { ExchangeEnd, StreamInit, Transport } from '../jsonrpc/transport.js';

/**
 * Values that one posted message may hold, a shared part counted each time that it stands there. A structured clone keeps
 * shared parts and circles: what reads, compares or writes it afterwards would walk a few objects for minutes, or for ever.
 */
export const MAX_POSTED_VALUES = 1_000_000;

/** Something that carries whole messages both ways: a port, a worker, a socket. */
export interface Channel {
  send(message: RpcMessage): void;
  /** Called once, before anything is sent. `end` is called when nothing more can come. */
  open(receive: (data: unknown) => void, end: (error: McpError) => void): Promise<void>;
  close(): void;
}

/**
 * One channel for everything: what is sent is answered on the same channel, some time, in any order. There is nothing to
 * hang up on, so giving up has to be said in words.
 */
export class ChannelTransport implements Transport {
  readonly #channel: Channel;
  readonly #onProblem: (problem: McpError) => void;
  #opened: Promise<void> | undefined;
  #deliver: StreamInit['deliver'] = () => {};
  readonly #ended = new AbortController();

  constructor(channel: Channel, onProblem: (problem: McpError) => void) {
    this.#channel = channel;
    this.#onProblem = onProblem;
  }

  async exchange(message: RpcMessage, { signal }: StreamInit): Promise<ExchangeEnd> {
    await this.#open();
    signal.throwIfAborted();
    this.#ended.signal.throwIfAborted();
    try {
      this.#channel.send(message);
    } catch (cause) {
      if (isMcpError(cause)) throw cause;
      throw new McpError('invalid-input', `These arguments cannot be sent: ${String(cause)}`, { cause });
    }
    return isRequest(message) ? 'elsewhere' : 'here';
  }

  /** Delivers everything that comes until the channel ends. @throws McpError `stream-ended`, `network` */
  async listen({ signal, deliver }: StreamInit): Promise<void> {
    this.#deliver = deliver;
    await this.#open();
    const end = AbortSignal.any([signal, this.#ended.signal]);
    await new Promise<void>((resolve) => {
      if (end.aborted) resolve();
      else end.addEventListener('abort', () => resolve(), { once: true });
    });
    if (!signal.aborted) throw this.#ended.signal.reason;
  }

  async close(): Promise<void> {
    this.#ended.abort(new McpError('closed', 'The session is closed.'));
    this.#channel.close();
  }

  #open(): Promise<void> {
    return (this.#opened ??= this.#channel.open(
      (data) => {
        if (hasMoreValuesThan(MAX_POSTED_VALUES, data)) {
          this.#onProblem(
            new McpError(
              'limit',
              `A message from the server holds more than ${MAX_POSTED_VALUES} values and was skipped.`,
            ),
          );
          return;
        }
        const messages =
          typeof data === 'string' ? readMessages(data, this.#onProblem) : readMessageValue(data, this.#onProblem);
        for (const message of messages) this.#deliver(message);
      },
      (error) => this.#ended.abort(error),
    ));
  }
}

function hasMoreValuesThan(limit: number, data: unknown): boolean {
  let count = 0;
  // No recursion: whoever made the message decides how deep it goes.
  const open: unknown[] = [data];
  while (open.length > 0) {
    const part = open.pop();
    if (++count > limit) return true;
    if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) open.push(inner);
  }
  return false;
}

import type { ExchangeTime } from './call-clock.js';
import type { MessageSource } from './http-exchange.js';
import type { RpcMessage } from './messages.js';

/** @param from what the message came with, where somebody observes that */
export type DeliverMessage = (message: RpcMessage, from?: MessageSource) => void;

export interface StreamInit {
  /** Headers that the protocol adds to this message, beside the transport’s own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Aborting it ends the exchange. */
  readonly signal: AbortSignal;
  /** The clock of the exchange, for those who observe it. */
  readonly time?: ExchangeTime | undefined;
  /** Called for each message that comes on this exchange, in order. */
  readonly onMessage: DeliverMessage;
  /** Called each time that the other side has opened the stream, and can send something on it. */
  readonly onOpen?: (() => void) | undefined;
}

/**
 * `complete`: everything that belongs to the message has been delivered. `accepted`: the message was accepted, and its
 * answer comes on the GET stream.
 */
export type SendResult = 'complete' | 'accepted';

/**
 * Carries messages. Methods may be called at any time and in any order; there is no state to set from outside.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export interface Transport {
  /**
   * Sends one message and delivers all messages that come back on the same exchange.
   * @throws McpError where the message cannot be delivered
   */
  send(message: RpcMessage, init: StreamInit): Promise<SendResult>;
  /** Follows the GET stream, on transports that have one. Resolves when nothing more can come. */
  listen?(init: StreamInit): Promise<void>;
  /** Ends the session, on transports that have one. Never throws. */
  close(headers?: Readonly<Record<string, string>>): Promise<void>;
}

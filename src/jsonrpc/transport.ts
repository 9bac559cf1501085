import type { RpcMessage } from './messages.js';

export interface StreamInit {
  /** What the protocol adds to this one message, beside the transport's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The life of the exchange: aborting hangs up. */
  readonly signal: AbortSignal;
  /** Called for each message, in the order they came. */
  readonly onMessage: (message: RpcMessage) => void;
  /** Called whenever the other side has opened the stream, so that it can say something there. */
  readonly onOpen?: (() => void) | undefined;
}

/**
 * `here`: everything that belongs to the message has been delivered. `elsewhere`: it was accepted, and what belongs to
 * it comes on the standing stream.
 */
export type SendResult = 'complete' | 'accepted';

/** How messages travel. There is no order of calls to keep and no state to set from outside. */
export interface Transport {
  /** Sends one message and delivers everything that comes back on the same exchange. */
  send(message: RpcMessage, init: StreamInit): Promise<SendResult>;
  /** The standing stream, on transports that have one. Ends when there is nothing more to come. */
  listen?(init: StreamInit): Promise<void>;
  /** Says goodbye where the transport has a way to. Never throws. */
  close(headers?: Readonly<Record<string, string>>): Promise<void>;
}

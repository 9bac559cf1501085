import type { McpError } from '../errors.js';
import type { Pause } from './in-flight.js';
import type { RpcId, RpcNotification, RpcParams, RpcRequest } from './messages.js';

/** Milliseconds in which a notification or an answer of ours must be accepted. */
export const ACCEPT_TIMEOUT_MS = 30_000;

/** A message on its way out, dressed by the protocol. */
export interface Outgoing {
  readonly method: string;
  readonly params?: RpcParams | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether a person started it here; absent where nobody said. Never sent. */
  readonly isPersons?: boolean | undefined;
  /**
   * The farewell to send when the caller gives up. Where it is absent, hanging up says enough, or nothing may be said:
   * how to cancel is data of the protocol, not a branch here.
   */
  readonly giveUp?: ((id: RpcId, reason: string) => Outgoing) | undefined;
}

export interface InboundContext {
  /** Aborted when the other side withdraws the request, the call it came with ends, or the peer closes. */
  readonly signal: AbortSignal;
  /** Our own request on whose stream it came, where the transport can tell. */
  readonly during?: Outgoing | undefined;
  /** Whether what it belongs to was started by a person here, where that is known and `during` is not. */
  readonly isPersons?: boolean | undefined;
}

export interface PeerHandlers {
  /** Time that does not count, where others than this peer know of some. */
  readonly pause?: Pause | undefined;
  /**
   * Answers a request of the other side. A thrown `ProtocolError` is sent with its code and words, anything else as an
   * internal error without any. Absent: requests are not answered at all, only reported.
   */
  onRequest?: ((request: RpcRequest, context: InboundContext) => Promise<unknown>) | undefined;
  onNotification(notification: RpcNotification): void;
  /** Something that broke a rule and was survived. */
  onProblem(problem: McpError): void;
  /** What the protocol adds to answers, which nobody dresses one by one. */
  headers?: (() => Outgoing['headers']) | undefined;
}

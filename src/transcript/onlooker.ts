import type { RpcMessage } from '../jsonrpc/messages.js';
import type { MessageSchemas } from './message-schemas.js';
import type { StreamInit, Transport } from '../jsonrpc/transport.js';

/** Something that happened on a connection. It is noted later: what goes on now does not wait for it. */
export interface Fact {
  /** The connection, itself. */
  readonly line: object;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly at: number;
  readonly what: 'sent' | 'received' | 'ended' | 'closed';
  readonly message?: RpcMessage | undefined;
  /** The message of ours on whose exchange it came. */
  readonly on?: RpcMessage | undefined;
  /** What is said of what is in the message, as of when it went by. */
  readonly schemas?: MessageSchemas | undefined;
  /** Why an exchange ended before its time. */
  readonly error?: unknown;
}

/**
 * The same transport, and each message on it told. Headers are not looked at. Costs a call about a microsecond: what was
 * said is handed on as it is, and read when the page has time.
 */
export function overheard(transport: Transport, tell: (fact: Fact) => void): Transport {
  const line = transport;
  const note = (what: Fact['what'], message?: RpcMessage, on?: RpcMessage, error?: unknown): void =>
    tell({ line, at: performance.now(), what, message, on, error });
  const heard = (init: StreamInit, on?: RpcMessage): StreamInit => ({
    ...init,
    deliver(message) {
      note('received', message, on);
      init.deliver(message);
    },
  });
  return {
    exchange(message, init) {
      note('sent', message);
      const end = transport.exchange(message, heard(init, message));
      end.then(
        (how) => how === 'here' && note('ended', message),
        (error: unknown) => note('ended', message, message, init.signal.reason ?? error),
      );
      return end;
    },
    ...(transport.listen && { listen: (init) => transport.listen!(heard(init)) }),
    close(headers) {
      note('closed');
      return transport.close(headers);
    },
  };
}

import type { MessageSource } from '../jsonrpc/http-exchange.js';
import type { RpcMessage } from '../jsonrpc/messages.js';
import type { StreamInit, Transport } from '../jsonrpc/transport.js';
import { currentClock } from '../util/clock.js';
import { Correlation, type WireFact, type WireRelation } from './correlation.js';
import type { MessageSchemas } from './message-schemas.js';

/** An event on a connection, related to its request. It is recorded later, so that the connection does not wait. */
export interface WireEvent extends Omit<WireFact, 'on'>, WireRelation {
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  /** The revision of the connection after this message; undefined before one was found. */
  readonly revision: string | undefined;
  /** The HTTP exchange that a received message came with, if exchanges are observed. */
  readonly from: MessageSource | undefined;
  /** Why an exchange ended early. */
  readonly error: unknown;
  /** Schemas of the message at the time of the event. */
  schemas: MessageSchemas | undefined;
}

/** The event of a fact, which is the next one of its connection. @param at milliseconds of `performance.now()` */
export function relatedEvent(
  correlation: Correlation,
  fact: WireFact,
  at: number,
  from?: MessageSource,
  error?: unknown,
): WireEvent {
  const { what, message, time } = fact;
  const { request, about, open } = correlation.relate(fact);
  const { revision } = correlation;
  // The receiver sets `schemas`: a property that is added later costs an allocation for each message.
  return { what, message, time, request, about, open, at, revision, from, error, schemas: undefined };
}

/**
 * Wraps a transport so that each message is also reported to `report`. Headers are not read. It costs a call about a
 * microsecond: the message object is passed on unchanged and read later.
 */
export function tapTransport(transport: Transport, report: (event: WireEvent) => void): Transport {
  const correlation = new Correlation();
  /**
   * When the messages arrived that are now delivered. In a browser, asking the clock for each costs a tenth of all that
   * is done for a progress message.
   */
  let arrivedAt: number | undefined;
  const arrival = (): number => {
    if (arrivedAt === undefined) {
      arrivedAt = currentClock.now();
      queueMicrotask(() => (arrivedAt = undefined));
    }
    return arrivedAt;
  };
  const note = (fact: WireFact, error?: unknown): void => {
    arrivedAt = undefined;
    report(relatedEvent(correlation, fact, currentClock.now(), undefined, error));
  };
  const heard = (init: StreamInit, on?: RpcMessage): StreamInit => ({
    ...init,
    onMessage(message, from) {
      report(relatedEvent(correlation, { what: 'received', message, on }, arrival(), from));
      init.onMessage(message);
    },
  });
  return {
    send(message, init) {
      note({ what: 'sent', message, time: init.time });
      const end = transport.send(message, heard(init, message));
      end.then(
        (how) => how === 'complete' && note({ what: 'ended', message }),
        (error: unknown) => note({ what: 'ended', message }, init.signal.reason ?? error),
      );
      return end;
    },
    ...(transport.listen && { listen: (init) => transport.listen!(heard(init)) }),
    close(headers) {
      note({ what: 'closed' });
      return transport.close(headers);
    },
  };
}

import type { ExchangeTime } from '../jsonrpc/call-clock.js';
import { isRequest, isResponse, type RpcMessage } from '../jsonrpc/messages.js';
import type { StreamInit, Transport } from '../jsonrpc/transport.js';
import type { SchemaPlace } from '../util/secrets/schema-secrecy.js';
import { currentClock } from '../util/clock.js';

type Params = Readonly<Record<string, unknown>> | undefined;

/** Schemas of the parts of one message. Secrets are found with them. */
export interface MessageSchemas {
  /** Schema of the arguments of a tool or prompt. */
  readonly arguments?: unknown;
  /** Schema of the user's answer to an elicitation. */
  readonly content?: unknown;
  /** Schemas of several such answers, by the names of their requests. */
  readonly answers?: ReadonlyMap<string, unknown>;
  readonly structuredContent?: unknown;
  /** Whether the user chose to store the argument at this pointer, which has `*` for list indexes. */
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/** The input and output schema of a tool or prompt. */
export interface ItemSchemas {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/**
 * Requests and calls of one session whose schemas are remembered while they are open; when there are more, the oldest
 * are forgotten.
 */
const MAX_OBSERVED_REQUESTS = 200;

const NOTHING_SAID: MessageSchemas = {};

/** Finds the schemas for the messages of one session: a response does not name its schema. */
export class SchemaFinder {
  readonly #schemasOf: (method: string, name: string) => ItemSchemas | undefined;
  /** Schemas of open elicitations, by request id and by name within a result. */
  readonly #elicitations = new Map<string, unknown>();
  readonly #inside = new Map<string, unknown>();
  /** Output schemas of open calls, by request id. */
  readonly #called = new Map<string, unknown>();

  /** @param schemasOf returns the schemas in the server's list for a tool or prompt */
  constructor(schemasOf: (method: string, name: string) => ItemSchemas | undefined) {
    this.#schemasOf = schemasOf;
  }

  /** Must be called once for each event, in order. */
  of({ what, message }: Pick<TranscriptEvent, 'what' | 'message'>): MessageSchemas {
    if (!message || (what !== 'sent' && what !== 'received')) return NOTHING_SAID;
    if (isResponse(message)) return what === 'sent' ? this.#answer(message) : this.#result(message);
    if (!isRequest(message)) return NOTHING_SAID;
    const params: Params = message.params;
    if (what === 'received') {
      keep(this.#elicitations, String(message.id), params?.['requestedSchema']);
      return {};
    }
    const name = params?.['name'];
    const item = typeof name === 'string' ? this.#schemasOf(message.method, name) : undefined;
    if (item?.output !== undefined) keep(this.#called, String(message.id), item.output);
    return {
      ...(item && { arguments: item.input, isShown: item.isShown }),
      ...(params?.['inputResponses'] !== undefined && { answers: this.#inside }),
    };
  }

  #answer(message: RpcMessage): MessageSchemas {
    const schema = 'id' in message ? this.#elicitations.get(String(message.id)) : undefined;
    return schema === undefined ? {} : { content: schema };
  }

  #result(message: RpcMessage): MessageSchemas {
    const { id, result } = message as { readonly id?: unknown; readonly result?: Params };
    const inputRequests = result?.['inputRequests'];
    if (typeof inputRequests === 'object' && inputRequests !== null)
      for (const [name, inputRequest] of Object.entries(inputRequests))
        keep(this.#inside, name, (inputRequest as { params?: Params } | null)?.params?.['requestedSchema']);
    const output = this.#called.get(String(id));
    return output === undefined ? {} : { structuredContent: output };
  }
}

function keep(map: Map<string, unknown>, name: string, schema: unknown): void {
  if (schema === undefined) return;
  map.delete(name);
  map.set(name, schema);
  if (map.size > MAX_OBSERVED_REQUESTS) for (const oldest of map.keys()) if (map.delete(oldest)) break;
}

/** An event on a connection. It is recorded later, so that the connection does not wait. */
export interface TranscriptEvent {
  /** The connection's object, which identifies it. */
  readonly connection: object;
  /** Milliseconds of `performance.now()`. */
  readonly at: number;
  readonly what: 'sent' | 'received' | 'ended' | 'closed';
  readonly message?: RpcMessage | undefined;
  /** The request on whose stream the message came. */
  readonly on?: RpcMessage | undefined;
  /** The clock of the exchange that this message begins. */
  readonly time?: ExchangeTime | undefined;
  /** Schemas of the message at the time of the event. */
  schemas?: MessageSchemas | undefined;
  /** Why an exchange ended early. */
  readonly error?: unknown;
}

/**
 * Wraps a transport so that each message is also reported to `tell`. Headers are not read. It costs a call about a
 * microsecond: the message object is passed on unchanged and read later.
 */
export function tapTransport(transport: Transport, report: (event: TranscriptEvent) => void): Transport {
  const connection = transport;
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
  const note = (what: TranscriptEvent['what'], message?: RpcMessage, more?: Partial<TranscriptEvent>): void => {
    arrivedAt = undefined;
    const { on, error, time } = more ?? {};
    report({ connection, at: currentClock.now(), what, message, on, error, time, schemas: undefined });
  };
  const heard = (init: StreamInit, on?: RpcMessage): StreamInit => ({
    ...init,
    onMessage(message) {
      // `schemas` is set by the receiver: a property that is added later costs an allocation for each message.
      const at = arrival();
      report({ connection, at, what: 'received', message, on, error: undefined, time: undefined, schemas: undefined });
      init.onMessage(message);
    },
  });
  return {
    send(message, init) {
      note('sent', message, { time: init.time });
      const end = transport.send(message, heard(init, message));
      end.then(
        (how) => how === 'complete' && note('ended', message),
        (error: unknown) => note('ended', message, { on: message, error: init.signal.reason ?? error }),
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

import { isRequest, isResponse, type RpcMessage } from '../jsonrpc/messages.js';
import type { StreamInit, Transport } from '../jsonrpc/transport.js';
import type { Place } from '../util/secrets/schema.js';

type Params = Readonly<Record<string, unknown>> | undefined;

/** What schemas say of the parts of one message. */
export interface MessageSchemas {
  /** Of what was filled into a form of a tool or prompt. */
  readonly arguments?: unknown;
  /** Of what a person answered to a form of the server. */
  readonly content?: unknown;
  /** Of several such answers, by the names of the questions. */
  readonly answers?: ReadonlyMap<string, unknown>;
  readonly structuredContent?: unknown;
  /** Whether the person had the argument at this pointer stored as shown, which has `*` for the place in a list. */
  readonly isShown?: ((pointer: string, place: Place) => boolean) | undefined;
}

/** What a tool or prompt says of what goes in and comes out. */
export interface ItemSchemas {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly isShown?: ((pointer: string, place: Place) => boolean) | undefined;
}

/** Requests and calls of one session that are remembered while they are open; of more, the oldest are forgotten. */
const MAX_OBSERVED_REQUESTS = 200;

const NOTHING_SAID: MessageSchemas = {};

/** Knows which schemas are about the messages of one session: an answer says nothing of itself. */
export class SchemaFinder {
  readonly #schemasOf: (method: string, name: string) => ItemSchemas | undefined;
  /** Forms that the server asks to be filled in, by the ids of its requests, and by the names inside of results. */
  readonly #asked = new Map<string, unknown>();
  readonly #inside = new Map<string, unknown>();
  /** What comes out of calls, by the ids of our requests. */
  readonly #called = new Map<string, unknown>();

  /** @param schemasOf what the server lists says of one tool or prompt */
  constructor(schemasOf: (method: string, name: string) => ItemSchemas | undefined) {
    this.#schemasOf = schemasOf;
  }

  /** To be asked once for each fact, in their order. */
  of({ what, message }: Pick<TranscriptEvent, 'what' | 'message'>): MessageSchemas {
    if (!message || (what !== 'sent' && what !== 'received')) return NOTHING_SAID;
    if (isResponse(message)) return what === 'sent' ? this.#answer(message) : this.#result(message);
    if (!isRequest(message)) return NOTHING_SAID;
    const params: Params = message.params;
    if (what === 'received') {
      keep(this.#asked, String(message.id), params?.['requestedSchema']);
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
    const schema = 'id' in message ? this.#asked.get(String(message.id)) : undefined;
    return schema === undefined ? {} : { content: schema };
  }

  #result(message: RpcMessage): MessageSchemas {
    const { id, result } = message as { readonly id?: unknown; readonly result?: Params };
    const questions = result?.['inputRequests'];
    if (typeof questions === 'object' && questions !== null)
      for (const [name, question] of Object.entries(questions))
        keep(this.#inside, name, (question as { params?: Params } | null)?.params?.['requestedSchema']);
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

/** Something that happened on a connection. It is noted later: what goes on now does not wait for it. */
export interface TranscriptEvent {
  /** The connection, itself. */
  readonly line: object;
  /** Milliseconds on the clock of `performance.now()`. */
  readonly at: number;
  readonly what: 'sent' | 'received' | 'ended' | 'closed';
  readonly message?: RpcMessage | undefined;
  /** The message of ours on whose exchange it came. */
  readonly on?: RpcMessage | undefined;
  /** What is said of what is in the message, as of when it went by. */
  schemas?: MessageSchemas | undefined;
  /** Why an exchange ended before its time. */
  readonly error?: unknown;
}

/**
 * The same transport, and each message on it told. Headers are not looked at. Costs a call about a microsecond: what was
 * said is handed on as it is, and read when the page has time.
 */
export function tapTransport(transport: Transport, tell: (fact: TranscriptEvent) => void): Transport {
  const line = transport;
  const note = (what: TranscriptEvent['what'], message?: RpcMessage, on?: RpcMessage, error?: unknown): void =>
    tell({ line, at: performance.now(), what, message, on, error });
  const heard = (init: StreamInit, on?: RpcMessage): StreamInit => ({
    ...init,
    onMessage(message) {
      note('received', message, on);
      init.onMessage(message);
    },
  });
  return {
    send(message, init) {
      note('sent', message);
      const end = transport.send(message, heard(init, message));
      end.then(
        (how) => how === 'complete' && note('ended', message),
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

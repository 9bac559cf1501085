import type { ExchangeTime } from '../jsonrpc/call-clock.js';
import { isRequest, isResponse, type RpcId, type RpcMessage, type RpcRequest } from '../jsonrpc/messages.js';
import { readRevision } from '../protocol/decode/server.js';

/** One request. Every event about it has the same object, so data about a request is attached to it. */
export interface WireRequest {
  readonly message: RpcRequest;
  /** The sender: this client, or the server. */
  readonly direction: 'sent' | 'received';
  /** The clock of its exchange, where this client measures it. */
  readonly time: ExchangeTime | undefined;
}

/** An event of a connection, before it is related to its request. */
export interface WireFact {
  readonly what: 'sent' | 'received' | 'ended' | 'closed';
  readonly message?: RpcMessage | undefined;
  /** The request on whose stream the message came. */
  readonly on?: RpcMessage | undefined;
  readonly time?: ExchangeTime | undefined;
}

/** The requests that a fact is about. */
export interface WireRelation {
  /** The request that this is, answers, withdraws or ends. */
  readonly request: WireRequest | undefined;
  /** The open request of this client to which a notification or a request of the server belongs. */
  readonly about: WireRequest | undefined;
  /** Requests that were open when the connection was closed. */
  readonly open?: readonly WireRequest[] | undefined;
}

type Params = Readonly<Record<string, unknown>> | undefined;

const UNRELATED: WireRelation = { request: undefined, about: undefined };

/**
 * Relates the messages of one connection to their requests. No other code does that: the transcript, the message log
 * and the recordings of the command use its results.
 */
export class Correlation {
  /** By id as text: some servers answer 7 with "7", and ids of this client are numbers. */
  readonly #sent = new OpenRequests((id) => String(id));
  /** By id and its type: a server may use 1 and "1". */
  readonly #received = new OpenRequests((id) => `${typeof id} ${id}`);
  #revision: string | undefined;

  /** The latest revision on the connection; undefined before it is negotiated. */
  get revision(): string | undefined {
    return this.#revision;
  }

  /** Must be called once for each fact, in order. */
  relate(fact: WireFact): WireRelation {
    const { what, message, on } = fact;
    if (what === 'closed') return this.#close();
    if (!message) return UNRELATED;
    if (what === 'ended') return this.#end(message);
    this.#revision = readRevision(message) ?? this.#revision;
    const isSent = what === 'sent';
    if (isResponse(message)) {
      // An error without an id belongs to the request on whose stream it came.
      const id = message.id ?? (on && 'id' in on ? on.id : undefined);
      return { request: (isSent ? this.#received : this.#sent).take(id), about: undefined };
    }
    if (isRequest(message)) {
      const request: WireRequest = { message, direction: what, time: fact.time };
      (isSent ? this.#sent : this.#received).add(request);
      return { request, about: on && this.#requestOf(on, message.params) };
    }
    const about = this.#requestOf(on, message.params);
    if (message.method !== 'notifications/cancelled') return { request: undefined, about };
    return { request: (isSent ? this.#sent : this.#received).take(message.params?.['requestId']), about };
  }

  /** A request of this client ended. It is still open where no answer came. */
  #end(message: RpcMessage): WireRelation {
    if (!isRequest(message)) return UNRELATED;
    // A later request may have the same id.
    if (this.#sent.get(message.id)?.message !== message) return UNRELATED;
    return { request: this.#sent.take(message.id), about: undefined };
  }

  #close(): WireRelation {
    return { ...UNRELATED, open: [...this.#sent.takeAll(), ...this.#received.takeAll()] };
  }

  /** The open request to which a message belongs that came on the stream of `on`, or that has its progress token. */
  #requestOf(on: RpcMessage | undefined, params: Params): WireRequest | undefined {
    const token = params?.['progressToken'];
    const current = on && isRequest(on) ? this.#sent.get(on.id) : undefined;
    // Most often the notification came on the stream of the request that it is about.
    if (token === undefined || (current && tokenOf(current) === token)) return current;
    return this.#sent.withToken(token) ?? current;
  }
}

/** The requests of one side that have no answer yet. */
class OpenRequests {
  readonly #keyOf: (id: RpcId) => string;
  readonly #requests = new Map<string, WireRequest>();

  constructor(keyOf: (id: RpcId) => string) {
    this.#keyOf = keyOf;
  }

  add(request: WireRequest): void {
    this.#requests.set(this.#keyOf(request.message.id), request);
  }

  get(id: RpcId): WireRequest | undefined {
    return this.#requests.get(this.#keyOf(id));
  }

  /** @param id anything: a server may send an object that is no text */
  take(id: unknown): WireRequest | undefined {
    if (typeof id !== 'string' && typeof id !== 'number') return undefined;
    const found = this.get(id);
    this.#requests.delete(this.#keyOf(id));
    return found;
  }

  takeAll(): readonly WireRequest[] {
    const all = [...this.#requests.values()];
    this.#requests.clear();
    return all;
  }

  withToken(token: unknown): WireRequest | undefined {
    for (const request of this.#requests.values()) if (tokenOf(request) === token) return request;
    return undefined;
  }
}

function tokenOf({ message }: WireRequest): unknown {
  return (message.params?.['_meta'] as Params)?.['progressToken'];
}

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
  readonly #sent = new Map<string, WireRequest>();
  readonly #received = new Map<string, WireRequest>();
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
      return { request: takeOut(isSent ? this.#received : this.#sent, id), about: undefined };
    }
    if (isRequest(message)) {
      const request: WireRequest = { message, direction: what, time: fact.time };
      (isSent ? this.#sent : this.#received).set(keyOf(message.id), request);
      return { request, about: on && this.#requestOf(on, message.params) };
    }
    const about = this.#requestOf(on, message.params);
    if (message.method !== 'notifications/cancelled') return { request: undefined, about };
    return { request: takeOut(isSent ? this.#sent : this.#received, message.params?.['requestId']), about };
  }

  /** A request of this client ended. It is still open where no answer came. */
  #end(message: RpcMessage): WireRelation {
    if (!isRequest(message)) return UNRELATED;
    const key = keyOf(message.id);
    const request = this.#sent.get(key);
    // A later request may have the same id.
    if (request?.message !== message) return UNRELATED;
    this.#sent.delete(key);
    return { request, about: undefined };
  }

  #close(): WireRelation {
    const open = [...this.#sent.values(), ...this.#received.values()];
    this.#sent.clear();
    this.#received.clear();
    return { ...UNRELATED, open };
  }

  /** The open request to which a message belongs that came on the stream of `on`, or that has its progress token. */
  #requestOf(on: RpcMessage | undefined, params: Params): WireRequest | undefined {
    const token = params?.['progressToken'];
    const current = on && isRequest(on) ? this.#sent.get(keyOf(on.id)) : undefined;
    // Most often the notification came on the stream of the request that it is about.
    if (token === undefined || (current && tokenOf(current) === token)) return current;
    for (const request of this.#sent.values()) if (tokenOf(request) === token) return request;
    return current;
  }
}

function tokenOf({ message }: WireRequest): unknown {
  return (message.params?.['_meta'] as Params)?.['progressToken'];
}

/** @param id anything: a server may send an object that is no text */
function takeOut(open: Map<string, WireRequest>, id: unknown): WireRequest | undefined {
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const key = keyOf(id);
  const found = open.get(key);
  open.delete(key);
  return found;
}

/** `1` and `"1"` are two ids. */
function keyOf(id: RpcId): string {
  return `${typeof id} ${id}`;
}

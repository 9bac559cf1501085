import { isRequest, isResponse } from '../jsonrpc/messages.js';
import type { SchemaPlace } from '../secrets/schema-secrecy.js';
import type { WireFact, WireRelation, WireRequest } from './correlation.js';

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
  /** Returns true if the user chose to store the argument at this pointer, which has `*` for list indexes. */
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/** The input and output schema of a tool or prompt. */
export interface ItemSchemas {
  readonly input?: unknown;
  readonly output?: unknown;
  readonly isShown?: ((pointer: string, place: SchemaPlace) => boolean) | undefined;
}

/** Elicitations inside of results whose schemas are remembered. When there are more, the oldest are forgotten. */
const MAX_REMEMBERED_ELICITATIONS = 200;

const NO_SCHEMAS: MessageSchemas = {};

/** Finds the schemas of the messages of one session: an answer does not name its schema, its request does. */
export class SchemaFinder {
  readonly #schemasOf: (method: string, name: string) => ItemSchemas | undefined;
  /** Output schemas of the calls, as the list had them when each was sent. */
  readonly #outputs = new WeakMap<WireRequest, unknown>();
  /** Schemas of elicitations that came inside of a result, by name: the next call answers them. */
  readonly #inside = new Map<string, unknown>();

  /** @param schemasOf returns the schemas in the server's list for a tool or prompt */
  constructor(schemasOf: (method: string, name: string) => ItemSchemas | undefined) {
    this.#schemasOf = schemasOf;
  }

  /** Must be called once for each message, in order. */
  of({ what, message, request }: Pick<WireFact & WireRelation, 'what' | 'message' | 'request'>): MessageSchemas {
    if (!message || (what !== 'sent' && what !== 'received')) return NO_SCHEMAS;
    if (isResponse(message))
      return what === 'sent' ? answerSchemas(request) : this.#resultSchemas(message.result, request);
    if (what !== 'sent' || !isRequest(message)) return NO_SCHEMAS;
    const params: Params = message.params;
    const name = params?.['name'];
    const item = typeof name === 'string' ? this.#schemasOf(message.method, name) : undefined;
    if (request && item?.output !== undefined) this.#outputs.set(request, item.output);
    return {
      ...(item && { arguments: item.input, isShown: item.isShown }),
      ...(params?.['inputResponses'] !== undefined && { answers: this.#inside }),
    };
  }

  #resultSchemas(result: unknown, request: WireRequest | undefined): MessageSchemas {
    const inputRequests = (result as Params)?.['inputRequests'];
    if (typeof inputRequests === 'object' && inputRequests !== null)
      for (const [name, inputRequest] of Object.entries(inputRequests))
        this.#remember(name, (inputRequest as { params?: Params } | null)?.params?.['requestedSchema']);
    const output = request && this.#outputs.get(request);
    return output === undefined ? NO_SCHEMAS : { structuredContent: output };
  }

  #remember(name: string, schema: unknown): void {
    if (schema === undefined) return;
    this.#inside.delete(name);
    this.#inside.set(name, schema);
    const [oldest] = this.#inside.keys();
    if (this.#inside.size > MAX_REMEMBERED_ELICITATIONS) this.#inside.delete(oldest!);
  }
}

/** The answer of the person to a form of the server. */
function answerSchemas(request: WireRequest | undefined): MessageSchemas {
  const schema = request?.message.params?.['requestedSchema'];
  return schema === undefined ? NO_SCHEMAS : { content: schema };
}

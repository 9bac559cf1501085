import type { Outgoing } from '../jsonrpc/outgoing.js';
import type { Peer } from '../jsonrpc/peer.js';
import type { ClientCapabilities, Implementation, JsonObject, ServerProfile, Tool } from './model.js';
import type { Revision } from './revisions.js';

/** What is agreed, and what we say of ourselves with it. */
export interface Framing {
  readonly revision: Revision;
  readonly client: Implementation;
  /** What this host can do right now; may change while a session is open. */
  readonly capabilities: () => ClientCapabilities;
}

/** A request in neutral words, before an era dresses it. */
export interface NeutralRequest {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** The tool a `tools/call` is for, where known: some eras mirror its arguments in headers. */
  readonly tool?: Tool | undefined;
  readonly progressToken?: string | undefined;
}

/** What a result turned out to be, before anybody looks at its fields. */
export type Reading =
  | { readonly kind: 'complete'; readonly result: JsonObject }
  | {
      readonly kind: 'input-required';
      /** Questions by the key their answers go back under. */
      readonly asks: Readonly<Record<string, { readonly method: string; readonly params: unknown }>>;
      /** Opaque, to be sent back byte for byte; absent when the server sent none. */
      readonly requestState?: string | undefined;
    };

/** Which news of the server somebody wants. */
export interface Interest {
  readonly tools: boolean;
  readonly prompts: boolean;
  readonly resources: boolean;
}

/** The mechanics of one era. All differences between revisions that are more than facts live behind this. */
export interface Era {
  readonly name: Revision['era'];
  /** Methods a client may send. A method an era does not have is refused by its absence here. */
  readonly methods: ReadonlySet<string>;
  /** The first words. @throws McpError `unsupported-version` when there is no revision in common */
  greet(peer: Peer, framing: Framing, url: string, options: GreetOptions): Promise<Greeting>;
  /** Turns a neutral request into what goes on the wire. */
  dress(request: NeutralRequest, framing: Framing): Promise<Outgoing>;
  /** @throws McpError `bad-message` for a result this client must not use */
  read(method: string, raw: unknown): Promise<Reading>;
  /** Follows news of the server until `signal` aborts or there is none to be had. */
  follow(peer: Peer, framing: Framing, interest: Interest, signal: AbortSignal): Promise<void>;
  /** What tells why a client must not use a tool, as the end of a sentence; undefined when it may. */
  toolCheck(): Promise<(tool: Tool) => string | undefined>;
  /** Headers of the messages that nobody dresses: answers, goodbyes. */
  headers(framing: Framing): Readonly<Record<string, string>>;
}

export interface GreetOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Greeting {
  readonly framing: Framing;
  readonly server: ServerProfile;
}

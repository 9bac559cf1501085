import type { McpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/outgoing.js';
import type { Connection } from './connection.js';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerProfile, Tool } from './model.js';
import type { Revision } from './revisions.js';

/** What is agreed, and what we say of ourselves with it. */
export interface Framing {
  readonly revision: Revision;
  readonly client: Implementation;
  /** What this host can do right now; may change while a session is open. */
  readonly capabilities: () => ClientCapabilities;
  /** The least that a server may log, where requests say so; undefined asks for no log. */
  readonly logLevel?: (() => LogLevel | undefined) | undefined;
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
      /** The answers are not sent: once they are given, the same request goes out again as it was. */
      readonly asItWas?: true | undefined;
    }
  /** The call goes on at the server; what it told is as sent. */
  | { readonly kind: 'task'; readonly task: JsonObject };

/** Whoever follows the news of one connection. */
export interface FollowContext {
  /** Resources whose changes are wanted from the start. */
  readonly uris: readonly string[];
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Milliseconds that a server may take to say yes. */
  readonly timeoutMs: number;
  /** There was a time when news could be missed: what is known may be old. */
  onGap(): void;
  onProblem(problem: McpError): void;
}

/** The news of one connection, followed. */
export interface Follower {
  /** Resolves once the server can ask us something of itself, or never will; absent where it asks in answers only. */
  readonly opened?: Promise<void>;
  /**
   * Asks for the news of one resource more. Resolves when the server agrees.
   * @throws McpError, ProtocolError when it does not
   */
  watch(uri: string): Promise<void>;
  unwatch(uri: string): Promise<void>;
  /** Whether that notification was about the following itself. */
  heard(method: string, params: unknown): boolean;
}

/** The mechanics of one era. All differences between revisions that are more than facts live behind this. */
export interface Era {
  readonly name: Revision['era'];
  /** Methods a client may send. A method an era does not have is refused by its absence here. */
  methods(): Promise<ReadonlySet<string>>;
  /** Turns a neutral request into what goes on the wire. */
  dress(request: NeutralRequest, framing: Framing): Promise<Outgoing>;
  /** @throws McpError `bad-message` for a result this client must not use */
  read(method: string, raw: unknown): Promise<Reading>;
  /** What an error answer means, where it is more than a refusal. @throws the error itself where it is not */
  readRefusal(error: unknown): Promise<Reading>;
  /** Follows all news the server has said that it has. */
  follow(connection: Connection, context: FollowContext): Promise<Follower>;
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

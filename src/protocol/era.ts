import { type McpError, ProtocolError } from '../errors.js';
import { rpcCodes, type RpcNotification, type RpcRequest } from '../jsonrpc/messages.js';
import { type InboundContext, type Outgoing, Peer } from '../jsonrpc/peer.js';
import type { Transport } from '../jsonrpc/transport.js';
import type { HttpEndpoint } from '../transport/http.js';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerProfile, Tool } from './model.js';
import type { Revision } from './revisions.js';
import { errorText } from './error-texts.js';

/**
 * Answers one question of a server in its wire form. Both eras bring their questions here: one as a request on a
 * stream, the other inside a result.
 * @returns undefined for a method nobody here knows
 * @throws ProtocolError to refuse with its code; McpError `declined` when the person refuses
 */
export type AnswerServerRequest = (
  method: string,
  params: unknown,
  context: InboundContext,
) => Promise<unknown> | undefined;

/** Answers what a server asks on its stream: `ping` at once, everything else through the one ask dispatcher. */
export async function answerRequest(
  { method, params }: RpcRequest,
  context: InboundContext,
  answerServerRequest: AnswerServerRequest,
): Promise<unknown> {
  if (method === 'ping') return {};
  const answer = answerServerRequest(method, params, context);
  if (!answer) throw new ProtocolError(rpcCodes.methodNotFound, errorText('protocol.notAnswered', { method }));
  return answer;
}

/** An open line to a server, in the era and revision that both speak. */
export interface Connection {
  readonly era: Era;
  readonly protocol: NegotiatedProtocol;
  readonly peer: Peer;
  readonly server: ServerProfile;
  /** Which opening made it, to be tried first next time. */
  readonly kind: ConnectionKind;
  /** What the server says unasked comes on a stream that is open already. */
  readonly streamIsOpen?: true;
}

export type ConnectionKind = 'modern' | 'streamable' | 'http-sse';

/** What a connection needs from whoever opens it. */
export interface ConnectContext {
  readonly endpoint: HttpEndpoint;
  /** What carries everything, where the endpoint is not HTTP. */
  readonly channel?: (() => Promise<Transport>) | undefined;
  readonly client: Implementation;
  readonly capabilities: () => ClientCapabilities;
  /** What servers may log, for those that are told with each request. */
  readonly logLevel?: (() => LogLevel | undefined) | undefined;
  readonly answerServerRequest: () => Promise<AnswerServerRequest>;
  /** Looks on at everything that is said: the transport, as it is to be used. */
  readonly observe?: ((transport: Transport) => Transport) | undefined;
  /** News of the server that is not about one request. */
  onNotification(method: string, params: unknown): void;
  /** The standing stream ended, with the reason if it was not meant to. */
  onStreamEnd(error: McpError): void;
  onProblem(problem: McpError): void;
  readonly signal: AbortSignal;
  /** Milliseconds allowed for each step. */
  readonly timeoutMs: number;
}

/**
 * A peer on that transport, wired to the context.
 * @param answersRequests in one era a server may ask, in the other it must not and gets no answer
 */
export function createPeer(
  transport: Transport,
  context: ConnectContext,
  answersRequests: boolean,
  headers: () => Readonly<Record<string, string>>,
): Peer {
  const peer: Peer = new Peer(context.observe?.(transport) ?? transport, {
    headers,
    pause: context.endpoint.pause,
    onProblem: context.onProblem,
    onNotification: (notification) => routeNotification(peer, notification, context),
    onRequest: answersRequests
      ? async (...asked) => answerRequest(...asked, await context.answerServerRequest())
      : undefined,
  });
  return peer;
}

function routeNotification(peer: Peer, { method, params }: RpcNotification, { onNotification }: ConnectContext): void {
  switch (method) {
    case 'notifications/progress':
      // Without a token it is nobody's here; a more tolerant reader may know whose.
      if (params?.['progressToken'] === undefined) break;
      return peer.progress(params['progressToken'] as string, params);
    case 'notifications/cancelled':
      return peer.withdraw(params?.['requestId'] as string);
  }
  onNotification(method, params);
}

/** This opening does not fit the server; the next one may. */
export interface NotThisTransport {
  readonly notThisOne: McpError;
  /** The revision it would rather be greeted with. */
  readonly offer?: Revision | undefined;
}

export type ConnectStrategy = (context: ConnectContext, offer?: Revision) => Promise<Connection | NotThisTransport>;

export function connected(opening: ConnectionKind, era: Era, peer: Peer, { protocol, server }: Handshake): Connection {
  return { kind: opening, era, peer, protocol, server };
}

export function negotiatedProtocol(
  { client, capabilities, logLevel }: ConnectContext,
  revision: Revision,
): NegotiatedProtocol {
  return { revision, client, capabilities, logLevel };
}

/** Says goodbye, in the words of the era. */
export async function disconnect(connection: Connection | undefined): Promise<void> {
  await connection?.peer.close(connection.era.headers(connection.protocol));
}

/** What is agreed, and what we say of ourselves with it. */
export interface NegotiatedProtocol {
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
export interface Subscription {
  /** Resolves once the server can ask us something of itself, or never will; absent where it asks in answers only. */
  readonly opened?: Promise<void>;
  /**
   * Asks for the news of one resource more. Resolves when the server agrees.
   * @throws McpError, ProtocolError when it does not
   */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** Whether that notification was about the following itself. */
  handle(method: string, params: unknown): boolean;
}

/** The mechanics of one era. All differences between revisions that are more than facts live behind this. */
export interface Era {
  readonly name: Revision['era'];
  /** Methods a client may send. A method an era does not have is refused by its absence here. */
  methods(): Promise<ReadonlySet<string>>;
  /** Turns a neutral request into what goes on the wire. */
  encodeRequest(request: NeutralRequest, protocol: NegotiatedProtocol): Promise<Outgoing>;
  /** @throws McpError `bad-message` for a result this client must not use */
  read(method: string, raw: unknown): Promise<Reading>;
  /** What an error answer means, where it is more than a refusal. @throws the error itself where it is not */
  readRefusal(error: unknown): Promise<Reading>;
  /** Follows all news the server has said that it has. */
  subscribe(connection: Connection, context: FollowContext): Promise<Subscription>;
  /** What tells why a client must not use a tool, as the end of a sentence; undefined when it may. */
  toolCheck(): Promise<(tool: Tool) => string | undefined>;
  /** Headers of the messages that nobody dresses: answers, goodbyes. */
  headers(protocol: NegotiatedProtocol): Readonly<Record<string, string>>;
}

export interface HandshakeOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

export interface Handshake {
  readonly protocol: NegotiatedProtocol;
  readonly server: ServerProfile;
}

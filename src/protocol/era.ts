import { type ErrorText, type McpError, ProtocolError } from '../errors.js';
import { rpcCodes, type RpcNotification, type RpcRequest } from '../jsonrpc/messages.js';
import { Peer } from '../jsonrpc/peer.js';
import { type InboundContext } from '../jsonrpc/inbound-requests.js';
import { type Outgoing } from '../jsonrpc/pending-request.js';
import type { Transport } from '../jsonrpc/transport.js';
import type { HttpEndpoint } from '../transport/http.js';
import type { ClientCapabilities, Implementation, JsonObject, LogLevel, ServerProfile, Tool } from './model.js';
import type { Revision } from './revisions.js';
import { errorText } from './error-texts.js';

/**
 * Answers one request of a server, in its wire form. Both eras use it: in one a request comes on a stream, in the
 * other inside a result.
 * @returns undefined for an unknown method
 * @throws ProtocolError to refuse with its code; McpError `declined` when the person refuses
 */
export type AnswerServerRequest = (
  method: string,
  params: unknown,
  context: InboundContext,
) => Promise<unknown> | undefined;

/** Answers a request that came on a stream: `ping` at once, everything else by `answerServerRequest`. */
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

/** An open connection to a server, in the era and revision that both speak. */
export interface Connection {
  readonly era: Era;
  readonly protocol: NegotiatedProtocol;
  readonly peer: Peer;
  readonly server: ServerProfile;
  /** Which strategy opened it. It is tried first at the next visit. */
  readonly kind: ConnectionKind;
  /** True where notifications come on a stream that is open already. */
  readonly streamIsOpen?: true;
  /** The requests of a session that were sent on it before there was one. */
  readonly begun?: Begun | undefined;
}

/** What was begun on a connection before its session took it over. */
export interface Begun {
  /**
   * The raw answer to a list request, once.
   * @param end ends the wait for it
   */
  takeList(method: string, end: AbortSignal | undefined): Promise<unknown> | undefined;
  /** The notifications, which are followed already; as {@link Era.subscribe}. */
  follow(context: FollowContext): Promise<Subscription>;
}

export type ConnectionKind = 'modern' | 'streamable' | 'http-sse';

/** The input for opening a connection. */
export interface ConnectContext {
  readonly endpoint: HttpEndpoint;
  /** Makes the channel, where the endpoint is not HTTP. */
  readonly channel?: (() => Promise<Transport>) | undefined;
  readonly client: Implementation;
  readonly capabilities: () => ClientCapabilities;
  /** The least severe level that servers may log, for revisions that send it with each request. */
  readonly logLevel?: (() => LogLevel | undefined) | undefined;
  readonly answerServerRequest: () => Promise<AnswerServerRequest>;
  /** Wraps the transport, to see all messages. */
  readonly observe?: ((transport: Transport) => Transport) | undefined;
  /** Called for each notification that is not about one request. */
  onNotification(method: string, params: unknown): void;
  /** Called when the GET stream ended without being closed by us. */
  onStreamEnd(error: McpError): void;
  onProblem(problem: McpError): void;
  readonly signal: AbortSignal;
  /** Milliseconds that each step of connecting may take. */
  readonly timeoutMs: number;
  /** The only revision to ask for. Default: the newest that both sides speak. */
  readonly revision?: Revision | undefined;
}

/**
 * Makes a peer on the transport.
 * @param answersRequests in one era a server may send requests; in the other it must not, and gets no answer
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
      // Without a token it belongs to no call here; the page may know its subject.
      if (params?.['progressToken'] === undefined) break;
      return peer.progress(params['progressToken'] as string, params);
    case 'notifications/cancelled':
      return peer.withdraw(params?.['requestId'] as string);
  }
  onNotification(method, params);
}

/** This strategy does not fit the server; another one may. */
export interface NotThisTransport {
  readonly notThisOne: McpError;
  /** The revision that the server wants in the handshake. */
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

/** Ends the session, as its era does it. Never throws. */
export async function disconnect(connection: Connection | undefined): Promise<void> {
  await connection?.peer.close(connection.era.headers(connection.protocol));
}

/** The revision both sides agreed on, and the client info, capabilities and log level sent with requests. */
export interface NegotiatedProtocol {
  readonly revision: Revision;
  readonly client: Implementation;
  /** Capabilities of this client at the moment; they may change while a session is open. */
  readonly capabilities: () => ClientCapabilities;
  /** The least severe level that the server may log, for eras whose requests contain it; undefined asks for no log. */
  readonly logLevel?: (() => LogLevel | undefined) | undefined;
}

/** A request of the neutral model, before an era encodes it. */
export interface NeutralRequest {
  readonly method: string;
  readonly params?: JsonObject | undefined;
  /** The tool of a `tools/call`, where known: one era repeats some arguments in headers. */
  readonly tool?: Tool | undefined;
  readonly progressToken?: string | undefined;
  /** Asks the server to go on with it as a task: only the revision that has tasks built in leaves that to the client. */
  readonly asTask?: boolean | undefined;
}

/** The kind of a result, read before its fields. */
export type Reading =
  | { readonly kind: 'complete'; readonly result: JsonObject }
  | {
      readonly kind: 'input-required';
      /** The server’s requests, by the key under which their answers are sent. */
      readonly asks: Readonly<Record<string, { readonly method: string; readonly params: unknown }>>;
      /** Opaque; sent back unchanged. Absent when the server sent none. */
      readonly requestState?: string | undefined;
      /** True where the answers are not sent: after them the same request is sent again, unchanged. */
      readonly resendUnchanged?: true | undefined;
    }
  /** The call continues at the server as a task; `task` is as the server sent it. */
  | { readonly kind: 'task'; readonly task: JsonObject };

/** The input for following the notifications of one connection. */
export interface FollowContext {
  /** URIs of the resources to subscribe to from the start. */
  readonly uris: readonly string[];
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Milliseconds that the server may take to acknowledge a subscription. */
  readonly timeoutMs: number;
  /** Called after a time in which notifications could be lost: known data may be old. */
  onGap(): void;
  onProblem(problem: McpError): void;
  /** Called if a broken stream cannot be opened again: the server may be down. */
  onUnreachable(problem: McpError): void;
}

/** The notifications of one connection. */
export interface Subscription {
  /**
   * Resolves once the server can send requests, or never will; absent in the era where requests come in results only.
   */
  readonly opened?: Promise<void>;
  /**
   * Subscribes to one more resource. Resolves when the server agrees.
   * @throws McpError, ProtocolError when it does not
   */
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /**
   * Handles a notification about the subscription itself.
   * @returns whether it was one
   */
  handle(method: string, params: unknown): boolean;
}

/** The mechanics of one era. Every difference between revisions that needs code is behind this interface. */
export interface Era {
  readonly name: Revision['era'];
  /** The methods that a client may send. Any other method is refused. */
  readonly methods: ReadonlySet<string>;
  /** Encodes a request of the neutral model. */
  encodeRequest(request: NeutralRequest, protocol: NegotiatedProtocol): Outgoing;
  /**
   * Reads the kind of a result.
   * @param asTask as in the request
   * @throws McpError `bad-message` for a result that this client must not use
   */
  read(method: string, raw: unknown, asTask?: boolean): Reading;
  /**
   * Reads an error response that is more than a refusal.
   * @throws the error itself if it is only a refusal
   */
  readRefusal(error: unknown): Reading;
  /** Follows all notifications that the server declared. */
  subscribe(connection: Connection, context: FollowContext): Promise<Subscription>;
  /** Returns the reason why a client must not use a tool, as the end of a sentence; undefined if it may. */
  faultOfTool(tool: Tool): ErrorText | undefined;
  /** Headers of messages that are not encoded one by one: responses, and the end of a session. */
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

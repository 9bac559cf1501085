import type { McpError } from '../errors.js';
import type { RpcNotification } from '../jsonrpc/messages.js';
import { Peer } from '../jsonrpc/peer.js';
import type { Transport } from '../jsonrpc/transport.js';
import type { HttpEndpoint } from '../transport/http-exchange.js';
import type { AnswerAsk } from './ask.js';
import type { Era, Framing, Greeting } from './era.js';
import { answerRequest } from './eras/legacy/inbound.js';
import type { ClientCapabilities, Implementation, LogLevel, ServerProfile } from './model.js';
import type { Revision } from './revisions.js';

/** An open line to a server, in the era and revision that both speak. */
export interface Connection {
  readonly era: Era;
  readonly framing: Framing;
  readonly peer: Peer;
  readonly server: ServerProfile;
  /** Which opening made it, to be tried first next time. */
  readonly opening: OpeningName;
  /** What the server says unasked comes on a stream that is open already. */
  readonly streamIsOpen?: true;
}

export type OpeningName = 'modern' | 'streamable' | 'http-sse';

/** What a connection needs from whoever opens it. */
export interface OpeningContext {
  readonly endpoint: HttpEndpoint;
  /** What carries everything, where the endpoint is not HTTP. */
  readonly channel?: (() => Promise<Transport>) | undefined;
  readonly client: Implementation;
  readonly capabilities: () => ClientCapabilities;
  /** What servers may log, for those that are told with each request. */
  readonly logLevel?: (() => LogLevel | undefined) | undefined;
  readonly answerAsk: () => Promise<AnswerAsk>;
  /** Looks on at everything that is said: the transport, as it is to be used. */
  readonly observe?: ((transport: Transport) => Transport) | undefined;
  /** News of the server that is not about one request. */
  onNews(method: string, params: unknown): void;
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
  context: OpeningContext,
  answersRequests: boolean,
  headers: () => Readonly<Record<string, string>>,
): Peer {
  const peer: Peer = new Peer(context.observe?.(transport) ?? transport, {
    headers,
    pause: context.endpoint.pause,
    onProblem: context.onProblem,
    onNotification: (notification) => routeNotification(peer, notification, context),
    onRequest: answersRequests ? async (...asked) => answerRequest(...asked, await context.answerAsk()) : undefined,
  });
  return peer;
}

function routeNotification(peer: Peer, { method, params }: RpcNotification, { onNews }: OpeningContext): void {
  switch (method) {
    case 'notifications/progress':
      // Without a token it is nobody's here; a more tolerant reader may know whose.
      if (params?.['progressToken'] === undefined) break;
      return peer.progress(params['progressToken'] as string, params);
    case 'notifications/cancelled':
      return peer.withdraw(params?.['requestId'] as string);
  }
  onNews(method, params);
}

/** This opening does not fit the server; the next one may. */
export interface NotThisOne {
  readonly notThisOne: McpError;
  /** The revision it would rather be greeted with. */
  readonly offer?: Revision | undefined;
}

export type Opening = (context: OpeningContext, offer?: Revision) => Promise<Connection | NotThisOne>;

export function connected(opening: OpeningName, era: Era, peer: Peer, { framing, server }: Greeting): Connection {
  return { opening, era, peer, framing, server };
}

export function framingFor({ client, capabilities, logLevel }: OpeningContext, revision: Revision): Framing {
  return { revision, client, capabilities, logLevel };
}

/** Says goodbye, in the words of the era. */
export async function leave(connection: Connection | undefined): Promise<void> {
  await connection?.peer.close(connection.era.headers(connection.framing));
}

import type { McpError } from '../errors.js';
import type { RpcNotification } from '../jsonrpc/messages.js';
import { Peer } from '../jsonrpc/peer.js';
import type { Transport } from '../jsonrpc/transport.js';
import type { HttpEndpoint } from '../transport/http-exchange.js';
import type { AnswerAsk } from './ask.js';
import type { Era, Framing, Greeting, Interest } from './era.js';
import type { ClientCapabilities, Implementation, ServerProfile } from './model.js';
import type { Revision } from './revisions.js';

/** An open line to a server, in the era and revision that both speak. */
export interface Connection {
  readonly era: Era;
  readonly framing: Framing;
  readonly peer: Peer;
  readonly server: ServerProfile;
  /** Which opening made it, to be tried first next time. */
  readonly opening: OpeningName;
  /** Follows news of the server until `signal` aborts or there is none to be had. */
  follow(interest: Interest, signal: AbortSignal): Promise<void>;
}

export type OpeningName = 'modern' | 'streamable' | 'http-sse';

/** What a connection needs from whoever opens it. */
export interface OpeningContext {
  readonly endpoint: HttpEndpoint;
  /** What carries everything, where the endpoint is not HTTP. */
  readonly channel?: (() => Promise<Transport>) | undefined;
  readonly client: Implementation;
  readonly capabilities: () => ClientCapabilities;
  readonly answerAsk: AnswerAsk;
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
  const peer: Peer = new Peer(transport, {
    headers,
    onProblem: context.onProblem,
    onNotification: (notification) => routeNotification(peer, notification, context),
    onRequest: answersRequests
      ? async (...asked) => (await import('./eras/legacy/inbound.js')).answerRequest(...asked, context.answerAsk)
      : undefined,
  });
  return peer;
}

function routeNotification(peer: Peer, { method, params }: RpcNotification, { onNews }: OpeningContext): void {
  switch (method) {
    case 'notifications/progress':
      return peer.progress(params?.['progressToken'] as string, params);
    case 'notifications/cancelled':
      return peer.withdraw(params?.['requestId'] as string, 'The server withdrew its question.');
    default:
      return onNews(method, params);
  }
}

/** This opening does not fit the server; the next one may. */
export interface NotThisOne {
  readonly notThisOne: McpError;
  /** The revision it would rather be greeted with. */
  readonly offer?: Revision | undefined;
}

export type Opening = (context: OpeningContext, offer?: Revision) => Promise<Connection | NotThisOne>;

export function connected(opening: OpeningName, era: Era, peer: Peer, { framing, server }: Greeting): Connection {
  const follow: Connection['follow'] = (interest, signal) => era.follow(peer, framing, interest, signal);
  return { opening, era, peer, framing, server, follow };
}

export function framingFor({ client, capabilities }: OpeningContext, revision: Revision): Framing {
  return { revision, client, capabilities };
}

/** Says goodbye, in the words of the era. */
export async function leave(connection: Connection | undefined): Promise<void> {
  await connection?.peer.close(connection.era.headers(connection.framing));
}

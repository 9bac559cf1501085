import { asMcpError, type ErrorText, errorTextOf, isMcpError, McpError, type ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import type { Peer } from '../jsonrpc/peer.js';
import type { Outgoing } from '../jsonrpc/pending-request.js';
import type { JsonObject } from './model.js';
import { StreamSlot } from '../transport/stream-slots.js';
import { readElicitationRequest } from './decode/server-requests.js';
import { readProfile } from './decode/server.js';
import { asArray, asObject, asString, asStrings } from './decode/values.js';
import type {
  Connection,
  Era,
  FollowContext,
  Subscription,
  NegotiatedProtocol,
  Handshake,
  HandshakeOptions,
  Reading,
} from './era.js';
import {
  findRevision,
  legacyMethods,
  mutual,
  noCommonRevision,
  type Revision,
  urlElicitationRequired,
} from './revisions.js';
import { errorText } from './error-texts.js';

/**
 * Follows the GET stream, which carries all notifications; only changes of single resources need a subscription.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/resources#subscriptions
 */
async function follow(connection: Connection, context: FollowContext): Promise<Subscription> {
  const { era, peer, protocol, streamIsOpen } = connection;
  const { uris, signal, timeoutMs, onGap, onProblem } = context;
  const report = (error: unknown): void => {
    if (!signal.aborted) onProblem(asMcpError(error));
  };
  const ask = async (method: string, uri: string): Promise<void> => {
    await peer.request(era.encodeRequest({ method, params: { uri } }, protocol), { signal, timeoutMs });
  };
  const place = new StreamSlot(connection.server.url);
  /** Follows the stream while this tab has a slot for it, and again when it gets one again. */
  const listen = async (onOpen: () => void): Promise<void> => {
    for (let isAgain = false; ; isAgain = true) {
      // Without a slot the server cannot send requests, so calls need not wait for the stream.
      // oxlint-disable-next-line no-await-in-loop -- one stream after the other
      const held = await place.take(signal, onOpen);
      if (isAgain) onGap();
      try {
        // oxlint-disable-next-line no-await-in-loop -- one stream after the other
        await peer.listen(era.headers(protocol), AbortSignal.any([signal, held]), onOpen);
      } catch (error) {
        if (!held.aborted) {
          place.release();
          throw error;
        }
      }
      if (!held.aborted || signal.aborted) return place.release();
    }
  };
  const watch = (uri: string): Promise<void> => ask('resources/subscribe', uri);
  const opened = new Promise<void>((resolve) => {
    if (streamIsOpen) resolve();
    else listen(resolve).catch(report).finally(resolve);
  });
  for (const uri of uris) watch(uri).catch(report);
  return { opened, subscribe: watch, unsubscribe: (uri) => ask('resources/unsubscribe', uri), handle: () => false };
}

/**
 * Another revision that both speak, where the server refused ours and named its own.
 * @throws the refusal, where there is none
 */
function anotherRevision(refusal: unknown, offered: Revision): Revision {
  const { rpcCode, data } = refusal as Partial<ProtocolError>;
  const revision = rpcCode === -32602 ? mutual('legacy', asObject(data)?.['supported']) : undefined;
  if (!revision || revision.id === offered.id) throw refusal;
  return revision;
}

function legacyHeaders({ revision }: NegotiatedProtocol): Readonly<Record<string, string>> {
  return revision.versionHeader ? { 'MCP-Protocol-Version': revision.id } : {};
}

/**
 * Sends `initialize`, then `notifications/initialized`. The server answers with our revision or offers another one; if
 * this client does not speak it, connecting fails.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
export async function handshake(
  peer: Peer,
  offer: NegotiatedProtocol,
  url: string,
  options: HandshakeOptions,
): Promise<Handshake> {
  const raw = asObject(await initialize(peer, offer, options));
  const revision = findRevision(raw?.['protocolVersion']);
  if (!raw || !revision || revision.era !== 'legacy') throw noCommonRevision(asStrings([raw?.['protocolVersion']])!);
  const protocol = { ...offer, revision };
  const server = readProfile(url, revision, raw, raw['serverInfo']);
  await peer
    .notify({ method: 'notifications/initialized', headers: legacyHeaders(protocol) }, options)
    .catch((error: unknown) => {
      if (!isRefusedNews(error)) throw error;
    });
  return { protocol, server };
}

/**
 * True if a server answered `initialize` but refuses only `notifications/initialized`: some answer 405, 500 or “method
 * not found”, and serve every later request. A server that serves none reports that at the next request.
 */
function isRefusedNews(error: unknown): boolean {
  if (!isMcpError(error)) return false;
  const { status = 0, rpcCode } = error as Partial<ProtocolError>;
  // Other refusals of a status 400 are about the session.
  return status === 405 || status >= 500 || rpcCode === rpcCodes.methodNotFound;
}

async function initialize(peer: Peer, offer: NegotiatedProtocol, options: HandshakeOptions): Promise<unknown> {
  const say = ({ revision, client, capabilities }: NegotiatedProtocol): Promise<unknown> =>
    // Not encoded by the era: `initialize` has no version header, and must not be cancelled by a message.
    peer.request(
      {
        method: 'initialize',
        params: { protocolVersion: revision.id, capabilities: capabilities(), clientInfo: client },
      },
      { ...options, opens: true },
    );
  try {
    return await say(offer);
  } catch (error) {
    return say({ ...offer, revision: anotherRevision(error, offer.revision) });
  }
}

/** A call that is sent again unchanged after the person has visited some pages. */
export type PagesFirst = Extract<Reading, { kind: 'input-required' }> & {
  readonly resendUnchanged: true;
  /** The server’s refusal. The call ends with it where pages cannot be visited. */
  readonly refusal: ProtocolError;
};

/**
 * Reads the pages that the person must visit first from the error −32042.
 * @throws the error itself, where it names none
 * @throws McpError `bad-message` where one of them is no valid page
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#url-elicitation-required-error
 */
function readUrlRequired(error: ProtocolError): PagesFirst {
  const pages = asArray(asObject(error.data)?.['elicitations']) ?? [];
  if (pages.length === 0) throw error;
  for (const page of pages) {
    const fault = faultOf(page);
    if (fault === undefined) continue;
    const what = errorText('protocol.pageUnusable', { fault, words: errorTextOf(error) });
    throw new McpError('bad-message', what, { cause: error });
  }
  const asks = pages.map((params, index) => [`page-${index + 1}`, { method: 'elicitation/create', params }] as const);
  return { kind: 'input-required', asks: Object.fromEntries(asks), resendUnchanged: true, refusal: error };
}

function faultOf(page: unknown): ErrorText | undefined {
  const request = readElicitationRequest(page);
  if ('fault' in request) return request.fault;
  return request.mode === 'url' ? undefined : errorText('protocol.notAPage');
}

/**
 * The revisions before 2026-07-28: a session begins with a handshake, both sides may send requests, and cancelling is
 * a message.
 */
export const legacyEra: Era = Object.freeze({
  name: 'legacy',
  methods: legacyMethods,
  headers: legacyHeaders,
  faultOfTool: () => undefined,

  encodeRequest({ method, params: given, progressToken, asTask }, protocol) {
    const headers = legacyHeaders(protocol);
    const params: JsonObject | undefined = asTask ? { ...given, task: {} } : given;
    return {
      method,
      params: progressToken ? { ...params, _meta: { ...asObject(params?.['_meta']), progressToken } } : params,
      headers,
      // This notification cancels the request at the server: closing the response stream does not.
      cancelNotification: (requestId, reason): Outgoing => ({
        method: 'notifications/cancelled',
        params: { requestId, reason },
        headers,
      }),
    };
  },

  read(method, raw, asTask) {
    const result = asObject(raw);
    if (!result) throw new McpError('bad-message', errorText('protocol.answerNotObject', { method }));
    const task = asTask ? asObject(result['task']) : undefined;
    if (task && !asString(task['taskId']))
      throw new McpError('bad-message', errorText('protocol.taskWithoutId', { method }));
    if (task) return { kind: 'task', task };
    // `ttlMs` belongs to a later revision and means nothing here.
    return { kind: 'complete', result: 'ttlMs' in result ? { ...result, ttlMs: undefined as never } : result };
  },

  readRefusal(error) {
    if ((error as Partial<ProtocolError>).rpcCode !== urlElicitationRequired) throw error;
    return readUrlRequired(error as ProtocolError);
  },

  subscribe: async (...asked) => follow(...asked),
} satisfies Era);

/**
 * Notifies a server that the roots have changed, if its revision has a notification for that; in others it requests
 * them when it needs them.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/roots#root-list-changes
 */
export async function notifyRootsChanged({ era, peer, protocol, server }: Connection): Promise<void> {
  if (server.era !== 'legacy') return;
  await peer.notify({ method: 'notifications/roots/list_changed', headers: era.headers(protocol) });
}

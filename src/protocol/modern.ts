import { asMcpError, McpError } from '../errors.js';
import type { Peer } from '../jsonrpc/peer.js';
import { STREAM_LONG_LIFE_MS, MAX_IDLE_STREAMS } from '../transport/retry.js';
import { backoff } from '../transport/retry.js';
import { StreamSlot } from '../transport/stream-slots.js';
import { sleep, untilOnline } from '../util/async.js';
import { serverOffers } from './capabilities.js';
import { readInputRequests, withoutSayingWhat } from './decode/server-requests.js';
import { readProfile } from './decode/server.js';
import { asObject, asString, asStrings } from './decode/values.js';
import type {
  Connection,
  Era,
  FollowContext,
  Subscription,
  NegotiatedProtocol,
  Handshake,
  HandshakeOptions,
  NeutralRequest,
  Reading,
} from './era.js';
import type { JsonObject } from './model.js';
import { encodeHeaderValue, faultOfTool, parameterHeaders } from './param-headers.js';
import { interactiveMethods, modernMethods, mutual } from './revisions.js';
import { errorText } from './error-texts.js';
import { currentClock } from '../util/clock.js';

export const PREFIX = 'io.modelcontextprotocol/';
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';
/** Names the subscription to which a notification belongs. */
export const SUBSCRIPTION_ID: string = `${PREFIX}subscriptionId`;
/** Extensions that this library implements. */
const EXTENSIONS: JsonObject = { [`${PREFIX}tasks`]: {} };

/**
 * The request’s parameters with client info and capabilities, which every request repeats: the protocol is stateless.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
function envelope({ params, progressToken }: NeutralRequest, protocol: NegotiatedProtocol): JsonObject {
  const capabilities = protocol.capabilities() as JsonObject;
  const logLevel = protocol.logLevel?.();
  return {
    ...params,
    _meta: {
      ...asObject(params?.['_meta']),
      ...(progressToken !== undefined && { progressToken }),
      [`${PREFIX}protocolVersion`]: protocol.revision.id,
      [`${PREFIX}clientCapabilities`]: {
        ...capabilities,
        extensions: { ...EXTENSIONS, ...asObject(capabilities['extensions']) },
      },
      ...(logLevel && { [`${PREFIX}logLevel`]: logLevel }),
      [`${PREFIX}clientInfo`]: protocol.client as unknown as JsonObject,
    },
  };
}

/** The parameter that the header `Mcp-Name` repeats, by method; other methods send no such header. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
};

/**
 * Headers that repeat parts of the body, for proxies that route without reading bodies.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports
 */
function mirroredHeaders({ method, params }: NeutralRequest, protocol: NegotiatedProtocol): Record<string, string> {
  const name = asString(params?.[NAMED_BY[method] ?? '']);
  return {
    ...versionHeader(protocol),
    'Mcp-Method': method,
    ...(name !== undefined && { 'Mcp-Name': encodeHeaderValue(name) }),
  };
}

function versionHeader({ revision }: NegotiatedProtocol): Record<string, string> {
  return { 'MCP-Protocol-Version': revision.id };
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

/**
 * Follows notifications by one request whose stream carries them until it is answered. A broken stream is opened again
 * after growing pauses, and given up after {@link MAX_IDLE_STREAMS} times without a message. What a stream carries
 * cannot be changed: for other resources another stream is opened, and the old one is closed once the server has
 * acknowledged it.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
 */
async function listen(connection: Connection, context: FollowContext): Promise<Subscription> {
  const listening = new Listening(connection, context);
  // Not awaited: a server that is slow to acknowledge must not delay calls.
  listening.start().catch((error: unknown) => {
    if (!context.signal.aborted) context.onProblem(asMcpError(error));
  });
  return listening;
}

/** One subscription stream, and the streams that replace it when it breaks. */
interface Stream {
  readonly end: AbortController;
  readonly wanted: JsonObject;
  /** Called once with the acknowledged notifications; undefined if the server did not list them. */
  agreed?: (granted: JsonObject | undefined) => void;
  wasOpen: boolean;
  /** True once something came since the stream was last opened. */
  alive: boolean;
}

class Listening implements Subscription {
  readonly #connection: Connection;
  readonly #context: FollowContext;
  /** One slot for all streams of this connection, since they replace each other. */
  readonly #place: StreamSlot;
  #uris: readonly string[] = [];
  #stream: Stream | undefined;
  /** Changes run one after the other, so that it is clear to which stream an acknowledgement belongs. */
  #changing: Promise<unknown> = Promise.resolve();

  constructor(connection: Connection, context: FollowContext) {
    this.#connection = connection;
    this.#context = context;
    this.#place = new StreamSlot(connection.server.url);
  }

  start(): Promise<unknown> {
    return this.#inTurn(() => this.#change(this.#context.uris));
  }

  subscribe(uri: string): Promise<void> {
    return this.#inTurn(async () => {
      const refused = await this.#change([...this.#uris, uri]);
      if (!refused.includes(uri)) return;
      this.#uris = this.#uris.filter((other) => other !== uri);
      throw new McpError('unsupported-method', errorText('protocol.noSubscription', { uri }));
    });
  }

  unsubscribe(uri: string): Promise<void> {
    return this.#inTurn(async () => void (await this.#change(this.#uris.filter((other) => other !== uri))));
  }

  handle(method: string, params: unknown): boolean {
    const raw = asObject(params);
    if (asObject(raw?.['_meta'])?.[SUBSCRIPTION_ID] === undefined) return method === ACKNOWLEDGED;
    if (method !== ACKNOWLEDGED) {
      if (this.#stream) this.#stream.alive = true;
      return false;
    }
    this.#stream?.agreed?.(asObject(raw?.['notifications']) ?? {});
    return true;
  }

  /**
   * Opens another stream with these resources, in place of the current one.
   * @returns the resources that the server did not grant
   */
  async #change(uris: readonly string[]): Promise<readonly string[]> {
    const { capabilities } = this.#connection.server;
    const wanted = {
      ...(serverOffers(capabilities, 'notifications/tools/list_changed') && { toolsListChanged: true }),
      ...(serverOffers(capabilities, 'notifications/prompts/list_changed') && { promptsListChanged: true }),
      ...(serverOffers(capabilities, 'notifications/resources/list_changed') && { resourcesListChanged: true }),
      ...(uris.length > 0 && { resourceSubscriptions: uris }),
    };
    const before = this.#stream;
    this.#stream = undefined;
    let refused: readonly string[] = [];
    // Not sent to a server that offers no notifications.
    if (Object.keys(wanted).length > 0) {
      const stream: Stream = { end: new AbortController(), wanted, wasOpen: false, alive: false };
      this.#stream = stream;
      try {
        refused = refusedOf(wanted, await this.#open(stream));
      } catch (error) {
        this.#stream = before;
        if (!before) this.#place.release();
        throw error;
      }
      if (refused.length > 0) this.#context.onProblem(notAll(refused));
    }
    this.#uris = uris;
    before?.end.abort(new McpError('cancelled', errorText('protocol.streamReplaced')));
    if (!this.#stream) this.#place.release();
    return refused;
  }

  /**
   * Resolves with the acknowledged notifications.
   * @throws McpError if the server does not acknowledge
   */
  #open(stream: Stream): Promise<JsonObject | undefined> {
    return new Promise((resolve, reject) => {
      const patience = currentClock.setTimeout(() => {
        this.#context.onProblem(new McpError('timeout', errorText('protocol.notAcknowledged')));
        // No acknowledgement came in time; notifications may come all the same.
        stream.agreed?.(undefined);
      }, this.#context.timeoutMs);
      stream.agreed = (granted) => {
        currentClock.clearTimeout(patience);
        delete stream.agreed;
        stream.wasOpen = true;
        resolve(granted);
      };
      void this.#keep(stream, (error) => {
        currentClock.clearTimeout(patience);
        reject(error);
      });
    });
  }

  /** Reads a stream and opens it again as long as that makes sense. */
  async #keep(stream: Stream, refuse: (error: unknown) => void): Promise<void> {
    const { onGap, onProblem } = this.#context;
    const life = AbortSignal.any([this.#context.signal, stream.end.signal]);
    const { era, peer, protocol } = this.#connection;
    const request = { method: 'subscriptions/listen', params: { notifications: stream.wanted } };
    for (let idle = 0; idle < MAX_IDLE_STREAMS; idle++) {
      stream.alive = false;
      let held: AbortSignal;
      try {
        held = await this.#place.take(this.#context.signal);
      } catch (error) {
        return refuse(error);
      }
      if (life.aborted) {
        if (!this.#stream) this.#place.release();
        return refuse(life.reason);
      }
      const opened = currentClock.timeOfDay();
      try {
        const signal = AbortSignal.any([life, held]);
        await peer.request(era.encodeRequest(request, protocol), { signal, timeoutMs: Infinity });
        // The stream ended in good order, so the server has read the request.
        stream.agreed?.(undefined);
      } catch (error) {
        const problem = asMcpError(error);
        if (held.aborted && !life.aborted) {
          // Another tab took the slot: try again.
          idle = -1;
          onGap();
          continue;
        }
        if (life.aborted || !stream.wasOpen) return refuse(problem);
        if (problem.code === 'network') this.#context.onUnreachable(problem);
        // A broken connection is tried again; a refusal is not.
        if (problem.code !== 'network' && problem.code !== 'stream-ended') {
          this.#place.release();
          return onProblem(problem);
        }
      }
      if (stream.alive || currentClock.timeOfDay() - opened > STREAM_LONG_LIFE_MS || (await untilOnline(life)))
        idle = -1;
      try {
        await sleep(backoff(Math.max(idle, 0)), life);
      } catch {
        return;
      }
      // Notifications are not repeated: only a new request finds missed changes.
      onGap();
    }
    this.#place.release();
    onProblem(new McpError('stream-ended', errorText('protocol.notificationsEnded')));
  }

  #inTurn<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#changing.then(act);
    this.#changing = turn.catch(() => {});
    return turn;
  }
}

/** The requested notifications that were not granted. A server that does not list any counts as granting all. */
function refusedOf(wanted: JsonObject, granted: JsonObject | undefined): readonly string[] {
  if (!granted) return [];
  const uris = asStrings(granted['resourceSubscriptions']) ?? [];
  return Object.entries(wanted).flatMap(([key, value]) =>
    value === true
      ? granted[key] === true
        ? []
        : [key]
      : (asStrings(value) ?? []).filter((uri) => !uris.includes(uri)),
  );
}

function notAll(refused: readonly string[]): McpError {
  return new McpError('unsupported-method', errorText('protocol.someNotSubscribed', { refused: refused.join(', ') }));
}

/**
 * Reads a result that is not complete: the server needs input, runs a task, or sent something that cannot be used.
 * @throws McpError `bad-message` for a result that this client must not use
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic
 */
function readIncomplete(method: string, raw: unknown): Reading {
  const result = asObject(raw);
  if (!result) throw bad('protocol.answerNotObject', method);
  const { resultType, inputRequests, requestState } = result;
  if (resultType === 'task') return readTaskHandle(method, result);
  if (resultType !== 'input_required')
    throw new McpError(
      'bad-message',
      errorText('protocol.formUnknown', { method, form: String(asString(resultType)) }),
    );
  if (!interactiveMethods.has(method)) throw bad('protocol.inputNotAllowed', method);
  const asks = readInputRequests(method, inputRequests);
  const state = asString(requestState);
  if (Object.keys(asks).length === 0 && state === undefined) throw withoutSayingWhat(method);
  return { kind: 'input-required', asks, requestState: state };
}

function readTaskHandle(method: string, result: JsonObject): Reading {
  // Some servers send `resultType: task` here too, as in examples of the extension; the status decides.
  if (method === 'tasks/get') return { kind: 'complete', result };
  if (method !== 'tools/call') throw bad('protocol.taskNotAllowed', method);
  if (!asString(result['taskId'])) throw bad('protocol.taskWithoutId', method);
  return { kind: 'task', task: result };
}

type BadAnswer = 'answerNotObject' | 'inputNotAllowed' | 'taskNotAllowed' | 'taskWithoutId';

function bad(key: `protocol.${BadAnswer}`, method: string): McpError {
  return new McpError('bad-message', errorText(key, { method }));
}

/** Methods whose results have `ttlMs`. Where it is absent, the result is stale at once. */
const CACHEABLE = /\/(list|read)$/;

/**
 * Revision 2026-07-28: requests are independent, the server’s requests come inside results, and closing the connection
 * cancels.
 */
export const modernEra: Era = Object.freeze({
  name: 'modern',
  methods: modernMethods,
  headers: versionHeader,
  /** Reads `resultType` first; absent means complete. */
  read(method, raw) {
    const result = asObject(raw);
    const isComplete = result && (result['resultType'] === undefined || result['resultType'] === 'complete');
    return isComplete
      ? { kind: 'complete', result: CACHEABLE.test(method) ? { ttlMs: 0, ...result } : result }
      : readIncomplete(method, raw);
  },

  readRefusal(error) {
    throw error;
  },

  faultOfTool,

  encodeRequest(request, protocol) {
    const { method, params, tool } = request;
    const mirrored = tool && parameterHeaders(tool, asObject(params?.['arguments']) ?? {});
    return {
      method,
      params: envelope(request, protocol),
      headers: { ...mirroredHeaders(request, protocol), ...mirrored },
    };
  },

  subscribe: async (...asked) => listen(...asked),
} satisfies Era);

/**
 * Sends `server/discover`: who the server is and which revisions it speaks. Only servers of this era know it, and it
 * changes nothing, so it is also the probe.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/server/discover
 */
export async function requestDiscover(
  peer: Peer,
  protocol: NegotiatedProtocol,
  { signal, timeoutMs }: HandshakeOptions,
): Promise<unknown> {
  return peer.request(modernEra.encodeRequest({ method: 'server/discover' }, protocol), {
    signal,
    timeoutMs,
    opens: true,
  });
}

/** Reads the answer of a server that named a revision of this client. */
export function readDiscovery(raw: unknown, protocol: NegotiatedProtocol, url: string): Handshake {
  const result = asObject(raw) ?? {};
  const revision = mutual('modern', result['supportedVersions']) ?? protocol.revision;
  // Drafts of the revision had the name at the top level.
  const serverInfo = asObject(result['_meta'])?.[SERVER_INFO] ?? result['serverInfo'];
  return { protocol: { ...protocol, revision }, server: readProfile(url, revision, result, serverInfo) };
}

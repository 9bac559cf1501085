import type { McpError } from '../errors.js';
import type { Transport } from '../jsonrpc/transport.js';
import type { ConnectContext } from '../protocol/era.js';
import { knownRevision } from '../protocol/revisions.js';
import { type Channel, ChannelTransport, postableChannel, webSocketChannel } from '../transport/channel.js';
import { ProvenHeaders } from '../transport/cors-failure.js';
import type { HttpEndpoint } from '../transport/http.js';
import { loadOnce } from '../util/load-once.js';
import { isModelContext } from '../util/model-context.js';
import { DEFAULT_CLIENT, DEFAULT_CONNECT_TIMEOUT_MS } from './defaults.js';
import type { Endpoint, SessionOptions } from './options.js';

/** The input of a connection that depends on the address and the options. */
export function createEndpoint(
  target: Endpoint,
  url: string,
  { fetch = globalThis.fetch, headers = {}, auth, clientInfo, connectTimeoutMs, revision }: SessionOptions,
  onProblem: (problem: McpError) => void,
  observer: {
    readonly observeFetch: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
    readonly visiting: HttpEndpoint['visiting'];
  },
  onUnreachable: (problem: McpError) => void,
): Pick<ConnectContext, 'endpoint' | 'channel' | 'client' | 'timeoutMs' | 'revision'> {
  const endpoint: HttpEndpoint = {
    url,
    fetch: observer.observeFetch(fetch),
    visiting: observer.visiting,
    onProblem,
    onUnreachable,
    provenHeaders: new ProvenHeaders(),
    headers: async () => (typeof headers === 'function' ? headers() : headers),
  };
  return {
    ...(!url.startsWith('http') && {
      channel: async () => openTransport(target, url, onProblem),
    }),
    endpoint: auth?.sign(endpoint) ?? endpoint,
    client: clientInfo ?? DEFAULT_CLIENT,
    timeoutMs: connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
    ...(revision !== undefined && { revision: knownRevision(revision) }),
  };
}

/** The transport for an endpoint that is not HTTP. @throws McpError `load` */
async function openTransport(
  target: Endpoint,
  url: string,
  onProblem: (problem: McpError) => void,
): Promise<Transport> {
  return new ChannelTransport(await channelTo(target, url), onProblem);
}

async function channelTo(target: Endpoint, url: string): Promise<Channel> {
  if (isModelContext(target)) {
    const { modelContextChannel } = await loadOnce('page-tools', () => import('../protocol/model-context.js'));
    return modelContextChannel(target, globalThis.location?.host || 'page');
  }
  const inThisPage = typeof target === 'object' && 'postMessage' in target;
  return inThisPage ? postableChannel(target) : webSocketChannel(url);
}

import type { McpError } from '../errors.js';
import type { OpeningContext } from '../protocol/connection.js';
import type { HttpEndpoint } from '../transport/http-exchange.js';
import { ProvenHeaders } from '../transport/no-answer.js';
import { openTransport } from './open-transport.js';
import type { SessionSecrets } from './session-secrets.js';
import { DEFAULT_CLIENT, DEFAULT_CONNECT_TIMEOUT_MS, type Endpoint, type SessionOptions } from './session-options.js';

export function createEndpoint(
  target: Endpoint,
  url: string,
  { fetch = globalThis.fetch, headers = {}, auth, clientInfo, connectTimeoutMs }: SessionOptions,
  onProblem: (problem: McpError) => void,
  secrets: SessionSecrets,
): Pick<OpeningContext, 'endpoint' | 'channel' | 'client' | 'timeoutMs'> {
  const endpoint: HttpEndpoint = {
    url,
    fetch: secrets.hearing(fetch),
    onProblem,
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
  };
}

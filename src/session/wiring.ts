import type { ApprovalDesk } from '../approvals/approval-desk.js';
import type { McpError } from '../errors.js';
import type { AskDesk } from '../features/asks/ask-handler.js';
import type { OpeningContext } from '../protocol/connection.js';
import type { AskMethod, ClientCapabilities, ServerProfile } from '../protocol/model.js';
import type { Storage } from '../store/storage.js';
import {
  DEFAULT_CLIENT,
  DEFAULT_CONNECT_TIMEOUT_MS,
  type AnswerKind,
  type Endpoint,
  type SessionOptions,
} from './session-options.js';

/**
 * Whether this host can answer such a question at all, by a person or by page code. What it cannot answer it does not
 * offer to servers.
 */
export function accepts(method: AskMethod, options: SessionOptions): boolean {
  const { answers = [], approvals, sampler = approvals?.sampler, elicitor, roots } = options;
  const answerers: Readonly<Record<AskMethod, readonly [kind: AnswerKind, code: unknown]>> = {
    'sampling/createMessage': ['sampling', sampler],
    'elicitation/create': ['elicitation', elicitor],
    'roots/list': ['roots', roots],
  };
  const [kind, code] = answerers[method];
  return code !== undefined || (approvals !== undefined && answers.includes(kind));
}

/** What this host can do right now. */
export function capabilitiesOf(options: SessionOptions): ClientCapabilities {
  return {
    ...(accepts('sampling/createMessage', options) && { sampling: {} }),
    ...(accepts('elicitation/create', options) && { elicitation: { form: {} } }),
    ...(accepts('roots/list', options) && { roots: {} }),
  };
}

/** The desk where questions are decided. On demand: most servers never ask. */
export function createDesk(options: SessionOptions, server: () => ServerProfile): AskDesk {
  let desk: Promise<ApprovalDesk> | undefined;
  const load = async (): Promise<ApprovalDesk> => (await import('./open-desk.js')).openDesk(options, server);
  return {
    accepts: (method) => accepts(method, options),
    admit: async (...asked) => (await (desk ??= load())).admit(...asked),
  };
}

/** Name of the database where the page gives none. */
const DEFAULT_NAMESPACE = 'mcp-embed';

/** Where this session's memory is. Loaded beside the connection, which is slower. */
export async function openStorage(
  { storage = 'local', namespace = DEFAULT_NAMESPACE, headers, identity }: SessionOptions,
  onProblem: (problem: McpError) => void,
): Promise<Storage> {
  // What a server shows to whoever holds a token is theirs: without knowing whose, it is not kept.
  const isPrivate = headers !== undefined && identity === undefined;
  if (typeof storage === 'object' && !isPrivate) return storage;
  const { createStorage } = await import('../store/create-storage.js');
  return createStorage(isPrivate || typeof storage === 'object' ? 'none' : storage, namespace, onProblem);
}

export function createEndpoint(
  target: Endpoint,
  url: string,
  { fetch = globalThis.fetch, headers = {}, clientInfo, connectTimeoutMs }: SessionOptions,
  onProblem: (problem: McpError) => void,
): Pick<OpeningContext, 'endpoint' | 'channel' | 'client' | 'timeoutMs'> {
  return {
    // On demand: most servers are reached over HTTP.
    ...(!url.startsWith('http') && {
      channel: async () => (await import('./open-transport.js')).openTransport(target, url, onProblem),
    }),
    endpoint: { url, fetch, onProblem, headers: async () => (typeof headers === 'function' ? headers() : headers) },
    client: clientInfo ?? DEFAULT_CLIENT,
    timeoutMs: connectTimeoutMs ?? DEFAULT_CONNECT_TIMEOUT_MS,
  };
}

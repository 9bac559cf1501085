import { asMcpError } from '../errors.js';
import type { ContentBlock, JsonObject, Root, ServerRequestMethod, ServerRequests } from '../protocol/model.js';
import { redactAddress } from '../secrets/addresses.js';
import type { Redactor } from '../secrets/redactor.js';
import type { AuthorizedBy, NewAuditEntry } from './audit-entry.js';
import type { AuditLog } from './audit-log.js';
import { type AuditedValue, previewOf } from './audit-preview.js';
import { type Approval, APPROVAL_KINDS, type RequestingServer } from './types.js';

/** The audit log for the server requests of one session, and the server's key in it. */
export interface ServerRequestAudit {
  readonly log: AuditLog;
  /** Knows the secrets of the session. */
  readonly redactor?: Redactor | undefined;
  /** The server’s key: its URL or `serverId`, with the identity where there is one. */
  readonly server: string;
}

/** A server request that is to be recorded. */
interface AuditedServerRequest<K extends ServerRequestMethod> {
  readonly method: K;
  readonly request: ServerRequests[K]['request'];
  readonly requestingServer: RequestingServer;
  readonly during?: Approval['during'];
  readonly at: number;
}

/** Records how a server request ended. */
export async function auditServerRequest<K extends ServerRequestMethod>(
  { log, server, redactor }: ServerRequestAudit,
  { method, request, requestingServer, during, at }: AuditedServerRequest<K>,
  consent: AuthorizedBy | (() => AuthorizedBy),
  answer: Promise<ServerRequests[K]['result']>,
): Promise<void> {
  const { answer: how, given } = await answer.then(
    (result) => readAnswer(method, request, result, redactor),
    (error: unknown) => ({
      answer: /^(declined|limit)$/.test(asMcpError(error).code) ? ('refused' as const) : ('withdrawn' as const),
      given: undefined,
    }),
  );
  const words = (text: string): string => redactor?.without(text, true) ?? text;
  const entry: NewAuditEntry = {
    server,
    serverName: words(requestingServer.server.title ?? requestingServer.server.name),
    host: requestingServer.host,
    kind: APPROVAL_KINDS[method],
    about: method,
    initiator: 'server',
    ...(during && { during: words([during.method, during.name].filter(Boolean).join(' ')) }),
    shown: shownOf(method, request, redactor),
    ...(given && { given }),
    answer: how,
    authorizedBy: typeof consent === 'function' ? consent() : consent,
    at,
    decidedAfter: Date.now() - at,
  };
  log.add(entry);
}

function shownOf(
  method: ServerRequestMethod,
  asked: ServerRequests[ServerRequestMethod]['request'],
  redactor?: Redactor,
): readonly AuditedValue[] {
  if (method === 'sampling/createMessage') {
    const { messages, systemPrompt, tools, maxTokens, includeContext } =
      asked as ServerRequests['sampling/createMessage']['request'];
    const last = messages.at(-1);
    const values = {
      'system prompt': systemPrompt,
      messages: messages.length,
      'last message': last && `${last.role}: ${summarizeContent(last.content)}`,
      'tools offered': tools?.map(({ name }) => name).join(', '),
      'length limit': maxTokens,
      'context wanted': includeContext,
    };
    return previewOf(values, { redactor });
  }
  if (method !== 'elicitation/create') return [];
  const question = asked as ServerRequests['elicitation/create']['request'];
  if (question.mode === 'url')
    return previewOf({ message: question.message, page: withoutQuery(question.url) }, { redactor });
  const fields = Object.keys(propertiesOf(question.requestedSchema));
  return previewOf({ message: question.message, 'fields asked for': fields.join(', ') }, { redactor });
}

function readAnswer(
  method: ServerRequestMethod,
  asked: ServerRequests[ServerRequestMethod]['request'],
  result: ServerRequests[ServerRequestMethod]['result'],
  redactor?: Redactor,
): Pick<NewAuditEntry, 'answer' | 'given'> {
  if (method === 'roots/list') {
    const roots = result as readonly Root[];
    return {
      answer: 'allowed',
      given: previewOf({ folders: roots.map(({ uri }) => uri).join(', ') || 'none' }, { redactor }),
    };
  }
  if (method === 'sampling/createMessage') {
    const { content, model } = result as ServerRequests['sampling/createMessage']['result'];
    return { answer: 'allowed', given: previewOf({ answer: summarizeContent(content), model }, { redactor }) };
  }
  const { action, content } = result as ServerRequests['elicitation/create']['result'];
  if (action !== 'accept') return { answer: 'refused', given: previewOf({ answer: action }) };
  if (!content) return { answer: 'allowed' };
  const { requestedSchema: schema } = asked as { readonly requestedSchema?: JsonObject };
  return { answer: 'allowed', given: previewOf(content, { schema, redactor }) };
}

function propertiesOf({ properties }: JsonObject): JsonObject {
  return typeof properties === 'object' && properties !== null && !Array.isArray(properties)
    ? (properties as JsonObject)
    : {};
}

function summarizeContent(content: readonly ContentBlock[]): string {
  return content
    .slice(0, 20)
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text.slice(0, 4096) : `[${block.type}]`))
    .join(' ');
}

/** Removes the query, which often contains credentials. */
function withoutQuery(url: string): string {
  try {
    const { origin, pathname } = new URL(redactAddress(url));
    return origin + pathname;
  } catch {
    return '';
  }
}

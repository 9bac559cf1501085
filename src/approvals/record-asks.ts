import { asMcpError } from '../errors.js';
import type { AskMethod, ContentBlock, JsonObject, Root, ServerAsks } from '../protocol/model.js';
import type { Approval, Asker } from './approval.js';
import type { Redactor } from '../util/redactor.js';
import { redactAddress } from '../util/secrets.js';
import type { ConsentRecord } from './record.js';
import type { Consent, NewEntry } from './record-entry.js';
import { previewOf, type RecordedValue } from './record-preview.js';

/** Where the questions of one session's server are recorded, and under which name of that server. */
export interface AskRecord {
  readonly record: ConsentRecord;
  /** Knows what was secret in the session. */
  readonly redactor?: Redactor | undefined;
  /** The endpoint, and whose session it is where the page said so. */
  readonly server: string;
}

const KIND = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
} as const satisfies Record<AskMethod, Approval['kind']>;

/** Who asks what, since when. */
export interface RecordedAsk<K extends AskMethod> {
  readonly method: K;
  readonly request: ServerAsks[K]['request'];
  readonly asker: Asker;
  readonly during?: Approval['during'];
  readonly at: number;
}

/** Notes how a question of a server ended. */
export async function recordAsk<K extends AskMethod>(
  { record, server, redactor }: AskRecord,
  { method, request, asker, during, at }: RecordedAsk<K>,
  consent: Consent | (() => Consent),
  answer: Promise<ServerAsks[K]['result']>,
): Promise<void> {
  const { answer: how, given } = await answer.then(
    (result) => readAnswer(method, request, result, redactor),
    (error: unknown) => ({
      answer: /^(declined|limit)$/.test(asMcpError(error).code) ? ('refused' as const) : ('withdrawn' as const),
      given: undefined,
    }),
  );
  const words = (text: string): string => redactor?.without(text, true) ?? text;
  const entry: NewEntry = {
    server,
    serverName: words(asker.server.title ?? asker.server.name),
    host: asker.host,
    kind: KIND[method],
    about: method,
    startedBy: 'server',
    ...(during && { during: words([during.method, during.name].filter(Boolean).join(' ')) }),
    shown: shownOf(method, request, redactor),
    ...(given && { given }),
    answer: how,
    consent: typeof consent === 'function' ? consent() : consent,
    at,
    decidedAfter: Date.now() - at,
  };
  record.note(entry);
}

function shownOf(
  method: AskMethod,
  asked: ServerAsks[AskMethod]['request'],
  redactor?: Redactor,
): readonly RecordedValue[] {
  if (method === 'sampling/createMessage') {
    const { messages, systemPrompt, tools, maxTokens, includeContext } =
      asked as ServerAsks['sampling/createMessage']['request'];
    const last = messages.at(-1);
    const values = {
      'system prompt': systemPrompt,
      messages: messages.length,
      'last message': last && `${last.role}: ${textOf(last.content)}`,
      'tools offered': tools?.map(({ name }) => name).join(', '),
      'length limit': maxTokens,
      'context wanted': includeContext,
    };
    return previewOf(values, { redactor });
  }
  if (method !== 'elicitation/create') return [];
  const question = asked as ServerAsks['elicitation/create']['request'];
  if (question.mode === 'url')
    return previewOf({ message: question.message, page: withoutQuery(question.url) }, { redactor });
  const fields = Object.keys(propertiesOf(question.requestedSchema));
  return previewOf({ message: question.message, 'fields asked for': fields.join(', ') }, { redactor });
}

function readAnswer(
  method: AskMethod,
  asked: ServerAsks[AskMethod]['request'],
  result: ServerAsks[AskMethod]['result'],
  redactor?: Redactor,
): Pick<NewEntry, 'answer' | 'given'> {
  if (method === 'roots/list') {
    const roots = result as readonly Root[];
    return {
      answer: 'allowed',
      given: previewOf({ folders: roots.map(({ uri }) => uri).join(', ') || 'none' }, { redactor }),
    };
  }
  if (method === 'sampling/createMessage') {
    const { content, model } = result as ServerAsks['sampling/createMessage']['result'];
    return { answer: 'allowed', given: previewOf({ answer: textOf(content), model }, { redactor }) };
  }
  const { action, content } = result as ServerAsks['elicitation/create']['result'];
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

function textOf(content: readonly ContentBlock[]): string {
  return content
    .slice(0, 20)
    .map((block) => ('text' in block && typeof block.text === 'string' ? block.text.slice(0, 4096) : `[${block.type}]`))
    .join(' ');
}

/** What stands behind the question mark is often what proves who one is. */
function withoutQuery(url: string): string {
  try {
    const { origin, pathname } = new URL(redactAddress(url));
    return origin + pathname;
  } catch {
    return '';
  }
}

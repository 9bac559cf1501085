import { isForbiddenByName, type NameRulesByKind, type RuledKind, rulesFor } from '../approvals/name-rules.js';
import { McpError } from '../errors.js';
import { asObject } from '../protocol/decode/values.js';
import { errorText } from './error-texts.js';

type Ruled = Exclude<RuledKind, 'tools'>;

/**
 * The error for a resource or a prompt that the page, or its site, does not allow.
 * @param name as page code gave it: it may be anything
 */
export function refusalOf(kind: Ruled, name: unknown, policy: NameRulesByKind): McpError | undefined {
  // A server may read a name in a value that is no text.
  const isForbidden =
    typeof name === 'string' ? isForbiddenByName(kind, name, policy) : rulesFor(kind, policy).length > 0;
  if (!isForbidden) return undefined;
  const words = String(name);
  return new McpError(
    'declined',
    kind === 'resources'
      ? errorText('session.resourceNotAllowed', { uri: words })
      : errorText('session.promptNotAllowed', { prompt: words }),
  );
}

type Named = readonly [kind: Ruled, name: unknown];

/** The subject of a request, by method. The requests for tools are judged before they are sent. */
const NAMED: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => Named>> = {
  'resources/read': ({ uri }) => ['resources', uri],
  'resources/subscribe': ({ uri }) => ['resources', uri],
  'prompts/get': ({ name }) => ['prompts', name],
  'completion/complete': ({ ref }) => {
    const { type, name, uri } = asObject(ref) ?? {};
    return type === 'ref/prompt' ? ['prompts', name] : ['resources', uri];
  },
};

/** @throws McpError `declined` for a request that the page, or its site, does not allow */
export function requireAllowedByPage(method: string, params: unknown, policy: NameRulesByKind = {}): void {
  const named = Object.hasOwn(NAMED, method) ? NAMED[method]!(asObject(params) ?? {}) : undefined;
  const refusal = named && refusalOf(...named, policy);
  if (refusal) throw refusal;
}

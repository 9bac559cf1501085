import { asObject } from './decode/values.js';
import type { ServerCapabilities } from './model.js';

/** A method of the specification that needs a capability, or a notification that a server sends without a request. */
export type OfferedMethod =
  | 'ping'
  | 'tools/list'
  | 'tools/call'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  | 'logging/setLevel'
  | 'tasks/list'
  | 'tasks/get'
  | 'tasks/result'
  | 'tasks/update'
  | 'tasks/cancel'
  | 'notifications/tools/list_changed'
  | 'notifications/resources/list_changed'
  | 'notifications/resources/updated'
  | 'notifications/prompts/list_changed'
  | 'notifications/message';

type Offer = (capabilities: ServerCapabilities) => boolean;

/** The capability is there. A server may send anything as its value: `null` and `false` are no offer. */
const has =
  (name: keyof ServerCapabilities): Offer =>
  (capabilities) =>
    Boolean(capabilities[name]);

/** The capability is there and has that flag set. */
const hasFlag =
  (name: 'tools' | 'resources' | 'prompts', flag: 'listChanged' | 'subscribe'): Offer =>
  (capabilities) =>
    Boolean((capabilities[name] as { readonly [flag in string]?: unknown } | null | undefined)?.[flag]);

/**
 * The extension for calls that go on at the server after they were answered.
 * @see https://github.com/modelcontextprotocol/ext-tasks/blob/main/specification/draft/tasks.md
 */
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

/** Tasks exist in two forms: as an extension, and built into revision 2025-11-25. */
const hasTasks: Offer = ({ tasks, extensions }) =>
  Boolean(tasks) || asObject(extensions)?.[TASKS_EXTENSION] !== undefined;

/**
 * The capability that each client method, and each notification that a client can wait for, needs. The methods that
 * open and follow a session (`initialize`, `server/discover`, `subscriptions/listen`) need none and have no row.
 */
const REQUIRED_CAPABILITY: Readonly<Record<OfferedMethod, Offer>> = {
  ping: () => true,
  'tools/list': has('tools'),
  'tools/call': has('tools'),
  'resources/list': has('resources'),
  'resources/templates/list': has('resources'),
  'resources/read': has('resources'),
  'resources/subscribe': hasFlag('resources', 'subscribe'),
  'resources/unsubscribe': hasFlag('resources', 'subscribe'),
  'prompts/list': has('prompts'),
  'prompts/get': has('prompts'),
  'completion/complete': has('completions'),
  'logging/setLevel': has('logging'),
  'tasks/list': hasTasks,
  'tasks/get': hasTasks,
  'tasks/result': hasTasks,
  'tasks/update': hasTasks,
  'tasks/cancel': hasTasks,
  'notifications/tools/list_changed': hasFlag('tools', 'listChanged'),
  'notifications/resources/list_changed': hasFlag('resources', 'listChanged'),
  'notifications/resources/updated': hasFlag('resources', 'subscribe'),
  'notifications/prompts/list_changed': hasFlag('prompts', 'listChanged'),
  'notifications/message': has('logging'),
};

/**
 * True if the capabilities of a server include this method or notification. It does not tell whether the revision in
 * use has the method: `Session.request` checks both and rejects with `unsupported-method`.
 * @param method of the specification. `resources/subscribe` and `logging/setLevel` also mean these features in the
 * later revisions, which use other methods for them.
 * @example if (serverOffers(session.server.capabilities, 'resources/subscribe')) showSwitch();
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation
 */
export function serverOffers(capabilities: ServerCapabilities, method: OfferedMethod): boolean {
  return REQUIRED_CAPABILITY[method](capabilities);
}

/** True if the specification, in any revision, makes this method depend on a capability of the server. */
export function isOfferedMethod(method: string): method is OfferedMethod {
  return Object.hasOwn(REQUIRED_CAPABILITY, method);
}

/**
 * True if a client may ask this server to run a tool call as a task. If false, `taskSupport` of its tools is ignored.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
 */
export function offersTaskCalls({ tasks }: ServerCapabilities): boolean {
  return Boolean(asObject(asObject(tasks?.requests)?.['tools'])?.['call']);
}

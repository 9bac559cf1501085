import type { ApprovalPolicy } from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import type { RequestHandlers } from '../approvals/sampler.js';
import type { RateLimits } from '../approvals/rate-limit.js';
import type { SessionAuth } from '../auth/types.js';
import { McpError } from '../errors.js';
import type { Implementation, JsonObject, ServerProfile } from '../protocol/model.js';
import type { Storage } from '../storage/types.js';
import { isModelContext, type ModelContext } from '../util/model-context.js';
import { requireModelContextAllowed, requireServerAllowed } from '../policy/site-policy.js';
import { randomId } from '../util/tab-coordination.js';
import { addressIn } from './address.js';
import { errorText } from './error-texts.js';

/** The kinds of server requests, as the option `capabilities` names them. */
export type CapabilityName = 'sampling' | 'elicitation' | 'roots';

export interface SessionOptions extends RequestHandlers {
  /**
   * Headers of the page, for example `Authorization`. A function is called before each request. They are never stored.
   */
  readonly headers?: HeadersSource | undefined;
  /** Signs requests: an `Authorization` or an `OwnSignIn` of `mcp-embed/auth`. It takes precedence over `headers`. */
  readonly auth?: SessionAuth | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * The storage for data: `local` (IndexedDB, the default), `session` (IndexedDB, until the tab closes), `none`
   * (memory, until the page closes), or the page’s own implementation.
   */
  readonly storage?: 'local' | 'session' | 'none' | Storage | undefined;
  /**
   * The recording of messages, without headers and secrets: in `storage` (true, the default), in memory until the page
   * closes (`memory`), or not at all (false).
   */
  readonly transcript?: 'memory' | boolean | undefined;
  /**
   * True to hold all messages and HTTP exchanges in memory, unchanged and with secrets, for `<mcp-messages>` and
   * `MessageLog` of `mcp-embed/messages`. Default false. None of it is stored. A site policy without transcripts
   * forbids it.
   */
  readonly messages?: boolean | undefined;
  /** Name of the database. Default `mcp-embed`. */
  readonly namespace?: string | undefined;
  /**
   * Identity of the signed-in person. Data stored for one identity is never shown to another. With `headers`, `meta` or
   * `auth` and no identity nothing is stored, because the data may be private.
   */
  readonly identity?: string | undefined;
  /**
   * Name of the server in the storage, instead of its URL. Without it nothing is stored for a server inside the page (a
   * worker or a port), which has no URL; and, unless `identity` is given, for a server whose URL contains a secret.
   * Servers with the same name share lists, decisions and drafts: give each its own name.
   */
  readonly serverId?: string | undefined;
  /** Milliseconds without an answer or progress before a call fails with `timeout`. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds that a call may take in all. Default 600,000. */
  readonly maxTimeoutMs?: number | undefined;
  /** Milliseconds that each step of connecting may take. Default 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Milliseconds between two pings, in revisions that have them. When one is not answered in time the session fails.
   * Default 0: no pings are sent, and a dead connection is noticed at the next call.
   */
  readonly pingIntervalMs?: number | undefined;
  /**
   * True to reopen a broken connection automatically, with growing pauses, while the page is visible; and to ping a
   * server that does not answer a call, or whose stream breaks. Default false: the session fails, and `connect()` opens
   * it again. Elements set it.
   */
  readonly reconnect?: boolean | undefined;
  /**
   * The revision of the protocol to ask for, such as `2025-06-18`. Default: the newest that both sides speak. A server of an
   * older revision may answer the handshake with another one, which is used then.
   * @see https://modelcontextprotocol.io/specification/versioning
   */
  readonly revision?: string | undefined;
  /**
   * Sent as `_meta` with every list, call, read, prompt and completion; not with the handshake, pings, and requests
   * about tasks. Default: none. Without an `identity`, nothing is stored then: the data may depend on it. `meta` of a
   * call takes precedence, key by key. Fails with `invalid-input` for keys that the client sets itself: `progressToken`
   * and those that begin with `io.modelcontextprotocol/`.
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
   */
  readonly meta?: JsonObject | undefined;
  /** Extensions that this page supports, with their settings, by name. They are sent to the server. */
  readonly extensions?: JsonObject | undefined;
  /** Name and version of the client, as sent to the server. Default: this library. */
  readonly clientInfo?: Implementation | undefined;
  /**
   * Server requests that the page shows to the person, in `approvals`. `elicitation` means forms and URLs. A capability
   * that neither the person nor page code can answer is not declared to the server.
   */
  readonly capabilities?: readonly CapabilityName[] | undefined;
  /**
   * Which server requests and which tool calls are allowed, refused, or shown to the person first. Set by page code
   * when it connects. Nothing that a server or a person does changes it. Default: the person decides, except about
   * calls that the person or page code makes.
   */
  readonly policy?: ApprovalPolicy | undefined;
  /** How many requests the server may send; the others are refused. Default: 20 that wait, 100 a minute. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  /**
   * The queue in which server requests wait for the person; several sessions may share one. Without a queue the person
   * is not asked: page code answers if it can, and all other requests are declined.
   */
  readonly approvals?: ApprovalQueue | undefined;
}

export type HeadersSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

/**
 * The address of a server: an http(s) or ws(s) URL, a port or worker of this page, a recording, or the page's own tools
 * (`modelContextServer()`).
 */
export type Endpoint = string | URL | MessagePort | Worker | ModelContext;

/** Prefix of `Session.url` for a server inside this page that has a `serverId`; the other prefix is for one without. */
const NAMED_IN_PAGE = 'port:/';
const UNNAMED_IN_PAGE = 'port:?';
/** `Session.url` of a recording that is played back. */
export const RECORDING = 'port:Recording';

/** Random ids, not a counter: after a reload the same number could mean another server. */
const inPage = new WeakMap<object, string>();

/**
 * The endpoint as an absolute URL, without its fragment. For a server inside this page, a unique name: `port:/` and the
 * `serverId`, or `port:?` and a random id, which stays the same for the same object.
 * @param serverId the name that the page gives the server
 * @throws McpError `invalid-input`
 */
export function readEndpoint(endpoint: Endpoint, serverId?: string): string {
  if (isModelContext(endpoint) || (typeof endpoint === 'object' && 'postMessage' in endpoint)) {
    const { url } = endpoint as { readonly url?: unknown };
    if (typeof url === 'string' && url.startsWith(RECORDING)) return url;
    if (serverId !== undefined) return NAMED_IN_PAGE + encodeURIComponent(serverId);
    const id = inPage.get(endpoint) ?? randomId();
    inPage.set(endpoint, id);
    return UNNAMED_IN_PAGE + id;
  }
  const text = String(endpoint);
  const address = addressIn(text);
  if (!address)
    throw new McpError('invalid-input', errorText('session.notAnAddress', { address: text }), {
      remedy: errorText('session.giveHttpAddress'),
    });
  if (address.username || address.password)
    throw new McpError('invalid-input', errorText('session.passwordInAddress'), {
      remedy: errorText('session.giveInHeaders'),
    });
  address.hash = '';
  return address.href;
}

/**
 * Asks the site policy about a server.
 * @param url as {@link readEndpoint} gives it for the endpoint
 * @throws McpError `declined` where the site does not allow it; `invalid-input` where its policy is wrong
 */
export function requireAllowed(url: string, endpoint: Endpoint): void {
  if (isModelContext(endpoint)) requireModelContextAllowed();
  requireServerAllowed(url.startsWith(RECORDING) ? 'recording' : url.startsWith('port:') ? 'in-page' : url);
}

/** The state of a session. Before `ready`, `server` is the profile from an earlier visit. */
export type SessionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'connecting'; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'ready'; readonly server: ServerProfile }
  /**
   * The connection broke and is being opened again (option `reconnect`). `retryAt`: when the next attempt begins, in
   * milliseconds since 1970; undefined while one runs. `attempts`: how many have failed so far. `connect()` tries at once.
   */
  | {
      readonly phase: 'lost';
      readonly error: McpError;
      readonly server: ServerProfile;
      readonly retryAt: number | undefined;
      readonly attempts: number;
    }
  | { readonly phase: 'failed'; readonly error: McpError; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'closed'; readonly server?: ServerProfile | undefined };

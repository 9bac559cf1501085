import type { ApprovalPolicy } from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/queue.js';
import type { RequestHandlers } from '../approvals/sampler.js';
import type { RateLimits } from '../approvals/rate-limit.js';
import type { SessionAuth } from '../auth/types.js';
import { McpError } from '../errors.js';
import type { ClientCapabilities, Implementation, JsonObject, ServerProfile } from '../protocol/model.js';
import type { Storage } from '../storage/types.js';
import { randomId } from '../util/coordination.js';
import { errorText } from './error-texts.js';

/**
 * What this host can do right now, by a person or by page code. Pages are opened by persons only, and tools are used by
 * models only: a person who answers for one writes text.
 */
export function capabilitiesOf(options: SessionOptions): ClientCapabilities {
  const { capabilities = [], approvals, sampler = approvals?.sampler, elicitor, roots, extensions } = options;
  const asksPerson = (kind: CapabilityName): boolean | undefined => approvals && capabilities.includes(kind);
  const showsPages = asksPerson('elicitation');
  return {
    ...((sampler || asksPerson('sampling')) && { sampling: sampler ? { tools: {} } : {} }),
    ...((elicitor || showsPages) && { elicitation: { form: {}, ...(showsPages && { url: {} }) } }),
    ...((roots || asksPerson('roots')) && { roots: { listChanged: asksPerson('roots') } }),
    ...(extensions && { extensions }),
  };
}

/** Questions of a server by the names pages use for them. */
export type CapabilityName = 'sampling' | 'elicitation' | 'roots';

export interface SessionOptions extends RequestHandlers {
  /** Headers of the page's own, `Authorization` for one; a function is asked before each request. Never stored. */
  readonly headers?: HeadersSource | undefined;
  /** Signs requests in: an `Authorization`, or an `OwnSignIn`, of `mcp-embed/auth`. Wins over `headers`. */
  readonly auth?: SessionAuth | undefined;
  /** Replaces `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Where everything is kept: `local` (IndexedDB, default), `session` (the same, for as long as this tab), `none` (until
   * the page goes), or an implementation of the page's own.
   */
  readonly storage?: 'local' | 'session' | 'none' | Storage | undefined;
  /**
   * Whether what is said is written down, without headers and secrets: with what else is remembered (default), only until
   * the page goes (`memory`), or not at all (false).
   */
  readonly transcript?: 'memory' | boolean | undefined;
  /** Name of the database. Default `mcp-embed`. */
  readonly namespace?: string | undefined;
  /**
   * Whose session it is. What is remembered for one identity is never shown to another; with `headers` or `auth` and no
   * identity nothing is remembered, because it may be private.
   */
  readonly identity?: string | undefined;
  /**
   * What this page calls the server where it keeps things, instead of its address. Without it nothing is kept of a server
   * inside the page (a worker, a port), which has no address, and of one whose address carries a secret, unless `identity`
   * says whose that is. Servers of the same name share lists, decisions and drafts: give each its own.
   */
  readonly serverId?: string | undefined;
  /** Milliseconds without an answer or progress before a call is given up. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds a call may take in all. Default 600,000. */
  readonly maxTimeoutMs?: number | undefined;
  /** Milliseconds each step of connecting may take. Default 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Milliseconds between two pings, which tell whether the server is still there where its revision has them; when none
   * comes back in time the session fails. Default 0: none are sent, a call tells as well.
   */
  readonly pingIntervalMs?: number | undefined;
  /** Extensions that this page speaks, by their names, with their settings: told to servers. */
  readonly extensions?: JsonObject | undefined;
  /** What we say of ourselves. Default: this library. */
  readonly clientInfo?: Implementation | undefined;
  /**
   * Questions in `approvals` that this page shows; `elicitation` are forms and pages to visit. A question that nobody can
   * answer is not offered to servers.
   */
  readonly capabilities?: readonly CapabilityName[] | undefined;
  /**
   * Which questions of a server and which calls of tools are allowed, refused, or shown to the person first. Default: the
   * person decides, except about calls that they or page code make.
   */
  readonly policy?: ApprovalPolicy | undefined;
  /** How much the server may ask; what is more is refused. Default: 20 questions that wait, 100 a minute. */
  readonly rateLimits?: Partial<RateLimits> | undefined;
  /**
   * Where questions wait for the person; several sessions may share one. Without one nobody is asked: page code answers
   * what it can, everything else is declined.
   */
  readonly approvals?: ApprovalQueue | undefined;
}

export type HeadersSource =
  | Readonly<Record<string, string>>
  | (() => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>);

export const DEFAULT_CLIENT: Implementation = { name: 'mcp-embed', version: '0.1.0' };
/**
 * Milliseconds that each step of connecting may take, where the page says nothing (`connectTimeoutMs`). Then connecting
 * fails with `timeout`.
 */
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** Where a server is: an http(s) or ws(s) address, a port or worker of this page, or a recording. */
export type Endpoint = string | URL | MessagePort | Worker;

/** What `Session.url` says of a server inside this page: with the name that the page gave it, or a random one. */
const NAMED_IN_PAGE = 'port:/';
const UNNAMED_IN_PAGE = 'port:?';
/** And of a recording that is played back. */
export const RECORDING = 'port:Recording';

/** Random, and not counted: what is inside the page now is not what was there before a reload. */
const inPage = new WeakMap<object, string>();

/**
 * The endpoint as an absolute URL, without its fragment. For one inside this page a name that nothing else has: `port:/` and
 * what the page calls it, or `port:?` and a random one, the same for the same object.
 * @param serverId the name that the page gives it
 * @throws McpError `invalid-input`
 */
export function readEndpoint(endpoint: Endpoint, serverId?: string): string {
  if (typeof endpoint === 'object' && 'postMessage' in endpoint) {
    const { url } = endpoint as { readonly url?: unknown };
    if (typeof url === 'string' && url.startsWith(RECORDING)) return url;
    if (serverId !== undefined) return NAMED_IN_PAGE + encodeURIComponent(serverId);
    const id = inPage.get(endpoint) ?? randomId();
    inPage.set(endpoint, id);
    return UNNAMED_IN_PAGE + id;
  }
  const text = String(endpoint);
  const base = globalThis.location?.href;
  const address = text.trim() && URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!address || !/^(http|ws)s?:$/.test(address.protocol))
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

/** Where a session stands. `server` before `ready` is what an earlier visit remembered. */
export type SessionState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'connecting'; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'ready'; readonly server: ServerProfile }
  | { readonly phase: 'failed'; readonly error: McpError; readonly server?: ServerProfile | undefined }
  | { readonly phase: 'closed'; readonly server?: ServerProfile | undefined };

import type { Answerers } from '../approvals/answerers.js';
import type { ApprovalPolicy } from '../approvals/policy.js';
import type { ApprovalQueue } from '../approvals/approval-queue.js';
import { McpError } from '../errors.js';
import type { Implementation } from '../protocol/model.js';
import type { Storage } from '../store/storage.js';

/** Questions of a server by the names pages use for them. */
export type AnswerKind = 'sampling' | 'elicitation' | 'roots';

export interface SessionOptions extends Answerers {
  /** Headers of the page's own, `Authorization` for one; a function is asked before each request. Never stored. */
  readonly headers?: HeadersSource | undefined;
  /** Replaces `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Where the server's profile and lists are remembered: `local` (IndexedDB, default), `none` (until the page goes), or
   * an implementation of the page's own.
   */
  readonly storage?: 'local' | 'none' | Storage | undefined;
  /** Name of the database. Default `mcp-embed`. */
  readonly namespace?: string | undefined;
  /**
   * Whose session it is. What is remembered for one identity is never shown to another; with `headers` and no identity
   * nothing is remembered, because it may be private.
   */
  readonly identity?: string | undefined;
  /** Milliseconds without an answer or progress before a call is given up. Default 60,000. */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds a call may take in all. Default 600,000. */
  readonly maxTimeoutMs?: number | undefined;
  /** Milliseconds each step of connecting may take. Default 30,000. */
  readonly connectTimeoutMs?: number | undefined;
  /** What we say of ourselves. Default: this library. */
  readonly clientInfo?: Implementation | undefined;
  /** Questions in `approvals` that this page shows. A question that nobody can answer is not offered to servers. */
  readonly answers?: readonly AnswerKind[] | undefined;
  /** Decides which questions page code answers, which go to the person, and which are refused. */
  readonly policy?: ApprovalPolicy | undefined;
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
export const DEFAULT_CONNECT_TIMEOUT_MS = 30_000;

/** Where a server is: an http(s) or ws(s) address, or a port or worker of this page. */
export type Endpoint = string | URL | MessagePort | Worker;

/**
 * The endpoint as an absolute URL; `port:` for one inside this page.
 * @throws McpError `invalid-input`
 */
export function readEndpoint(endpoint: Endpoint): string {
  if (typeof endpoint === 'object' && 'postMessage' in endpoint) return 'port:';
  const text = String(endpoint);
  const base = globalThis.location?.href;
  const address = text.trim() && URL.canParse(text, base) ? new URL(text, base) : undefined;
  if (!address || !/^(http|ws)s?:$/.test(address.protocol))
    throw new McpError('invalid-input', `“${text}” is not the address of an MCP server.`, {
      remedy: 'Give an http or https address, such as https://example.com/mcp.',
    });
  if (address.username || address.password)
    throw new McpError('invalid-input', 'An address must not carry a password.', { remedy: 'Give it in `headers`.' });
  return address.href;
}

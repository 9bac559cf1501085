import type { ErrorText, McpError } from '../errors.js';
import type { Clock } from '../jsonrpc/call-clock.js';
import type { JsonObject, Progress, ServerCapabilities, Initiator, Task, Tool, ToolResult } from '../protocol/model.js';

export interface CallOptions {
  /** Aborting it cancels the call, in the way that the server’s revision has for that. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Called when the server makes a task of the call, and at each change of the task’s status or message. The call waits
   * for the task as long as `maxTimeoutMs` allows, so allow more where tasks take long.
   */
  readonly onTask?: ((task: Task) => void) | undefined;
  /** Milliseconds without an answer or progress before the call fails. Default: the session’s (60,000). */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds in all, with or without progress. Default: the session’s (10 minutes). */
  readonly maxTimeoutMs?: number | undefined;
  /** Measures the call: a new `CallClock` for each. */
  readonly clock?: Clock | undefined;
  /**
   * Sent as `_meta` with the request, beside that of the session. Fails with `invalid-input` for keys that the client
   * sets itself: `progressToken` and those that begin with `io.modelcontextprotocol/`.
   * @example { meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } }
   * @see https://modelcontextprotocol.io/specification/2026-07-28/basic#meta
   */
  readonly meta?: JsonObject | undefined;
  /** Default `page`. */
  readonly initiator?: Initiator | undefined;
  /**
   * The definition that the arguments were made for. Where the server lists another one when the call is decided, it is
   * not made: `declined`. Only for a call with an `initiator`.
   */
  readonly definition?: Tool | undefined;
}

/** A tool call as its initiator requested it. */
export interface WantedCall extends CallOptions {
  readonly name: string;
  readonly args: JsonObject;
  readonly clock: Clock;
}

/** The permission to make one call. */
export interface Permit {
  /** As the person edited them, where they did. */
  readonly args: JsonObject;
  /** Returns true if the permission is still valid after the server refused the call unread. Default: it is. */
  readonly stillHolds?: (() => Promise<boolean>) | undefined;
}

/** Decides about one call, records it in the audit log, and passes its result on: `ToolCallAuthorization`. */
export interface CallAuthorization<P extends Permit = Permit> {
  /**
   * Checks the current definition of the tool once, with a question to the person if needed.
   * @returns undefined if something changed meanwhile, so that another check follows
   * @throws McpError `declined`
   */
  decide(isAgain: boolean): Promise<P | undefined>;
  /** Makes the call and writes it down. @returns undefined where the server refused it unread, and the permission has ended */
  record(permit: P, send: () => Promise<ToolResult>): Promise<ToolResult | undefined>;
  /** The result, once the person released it where the policy wants that. @throws McpError `declined` */
  release(result: ToolResult): Promise<ToolResult>;
  /** The error for a tool that is another one at each look. */
  giveUp(): Error;
}

/** The functions of a session that lists and calls need. */
export interface Requester {
  /**
   * Sends a request and gives its complete result, after input requests were answered. `ttlMs` and `cacheScope` are in
   * a result that can be cached, in revisions that have them only.
   * @throws McpError, ProtocolError
   */
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions & {
      tool?: Tool | undefined;
      /** Asks the server to go on with the call as a task. Its end is the end of the call. */
      asTask?: boolean | undefined;
      /**
       * Returns true if a request that the server refused without running it may be sent again in a new session.
       * Default: it may.
       */
      mayResend?: (() => Promise<boolean>) | undefined;
    },
  ): Promise<JsonObject>;
  /** The authorization of a tool call; undefined if page code may call without it. */
  authorizationOf(call: WantedCall): CallAuthorization | undefined;
  /** True if private results may be cached: the session has an identity, or no person is signed in. */
  readonly keepsPrivate: boolean;
  /** The server’s capabilities; waits until they are known. @throws McpError `closed` when the session is not open */
  capabilities(): Promise<ServerCapabilities>;
  /** True if the headers of a call repeat its arguments; waits until that is known. @throws McpError `closed` */
  hasParamHeaders(): Promise<boolean>;
  /**
   * Calls `listener` at each change of that resource. @returns a function that unsubscribes @throws McpError,
   * ProtocolError
   */
  subscribe(uri: string, listener: (uri: string) => void, signal: AbortSignal | undefined): Promise<() => void>;
  /** The error for a resource that the page, or its site, does not allow. */
  refusalOf(uri: string): McpError | undefined;
  /** Returns a function that gives the reason why a tool must not be used, as the end of a sentence, or undefined. */
  toolCheck(): Promise<(tool: Tool) => ErrorText | undefined>;
}

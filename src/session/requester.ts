import type { JsonObject, Progress, ServerCapabilities, Initiator, Task, Tool, ToolResult } from '../protocol/model.js';

export interface CallOptions {
  /** Aborting it cancels the call, in the way the server's revision has for that. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Told when the server makes a task of the call, and of each change of its status or its words. The call waits for the
   * task as long as `maxTimeoutMs` allows, so give more of it where a task may take long.
   */
  readonly onTask?: ((task: Task) => void) | undefined;
  /** Milliseconds without an answer or progress before giving up. Default: the session's (60,000). */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds in all, progress or not. Default: the session's (10 minutes). */
  readonly maxTimeoutMs?: number | undefined;
  /** Default `page`. */
  readonly initiator?: Initiator | undefined;
}

/**
 * Makes a call, with the arguments as a person edited them.
 * @param mayGoOn whether the call that the server refused unread may be sent again, now that its tools were read anew or the
 * session is another one; where it is absent, it may
 */
export type SendCall = (args: JsonObject, mayGoOn?: () => Promise<boolean>) => Promise<ToolResult>;

/** All that a feature needs of a session. */
export interface Requester {
  /**
   * Sends a request and gives its complete result, whatever questions had to be answered in between. `ttlMs` and
   * `cacheScope` of what can be kept are in it where the server's revision has them, and only there.
   * @throws McpError, ProtocolError
   */
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions & {
      tool?: Tool | undefined;
      /** Whether what the server refused unread may be sent again in a new session. Default: it may. */
      mayGoOn?: (() => Promise<boolean>) | undefined;
    },
  ): Promise<JsonObject>;
  /**
   * Makes a call of a tool, where anybody is to be asked first if it may be made.
   * @throws McpError `declined` when it may not be made, or its result may not go on
   */
  authorizeCall(name: string, args: JsonObject, options: CallOptions, send: SendCall): Promise<ToolResult>;
  /** Whether results meant for one person may be kept, because it is known whose session this is. */
  readonly keepsPrivate: boolean;
  /** What the server offers. Waits until it is known. @throws McpError `closed` when the session is not open */
  capabilities(): Promise<ServerCapabilities>;
  /** Tells `listener` of each change of that resource. @returns what ends that. @throws McpError, ProtocolError */
  subscribe(uri: string, listener: (uri: string) => void, signal: AbortSignal | undefined): Promise<() => void>;
  /** What tells why a tool must not be used, as the end of a sentence, or undefined. */
  toolCheck(): Promise<(tool: Tool) => string | undefined>;
}

import type { JsonObject, Progress, ServerCapabilities, Tool } from '../protocol/model.js';

/** Who started a call: a person by pressing a button, the page's own code, a model, or an app inside the page. */
export type StartedBy = 'person' | 'page' | 'model' | 'app';

export interface CallOptions {
  /** Aborting it cancels the call, in the way the server's revision has for that. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Milliseconds without an answer or progress before giving up. Default: the session's (60,000). */
  readonly timeoutMs?: number | undefined;
  /** Milliseconds in all, progress or not. Default: the session's (10 minutes). */
  readonly maxTimeoutMs?: number | undefined;
  /** Default `page`. */
  readonly startedBy?: StartedBy | undefined;
}

/** All that a feature needs of a session. */
export interface Requester {
  /**
   * Sends a request and gives its complete result, whatever questions had to be answered in between.
   * @throws McpError, ProtocolError
   */
  request(
    method: string,
    params: JsonObject | undefined,
    options?: CallOptions & { tool?: Tool | undefined },
  ): Promise<JsonObject>;
  /** What the server offers. Waits until it is known. @throws McpError `closed` when the session is not open */
  capabilities(): Promise<ServerCapabilities>;
  /** What tells why a tool must not be used, as the end of a sentence, or undefined. */
  toolCheck(): Promise<(tool: Tool) => string | undefined>;
}

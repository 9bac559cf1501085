import type { AskMethod, ClientCapabilities, ServerAsks, ServerProfile } from '../../protocol/model.js';

export interface AskContext {
  /** The question's life: aborted when the server, the call it came with, or the session ends it. */
  readonly signal: AbortSignal;
  /** What was running when the server asked, where known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /**
   * Whether it belongs to a call that the person started here, so that they expect a question. To be asked when it is
   * shown. Absent: no.
   */
  readonly isOwn?: (() => boolean) | undefined;
  /** That call itself, for counting what comes with it: always the same object for the same call. */
  readonly call?: object | undefined;
}

/** Where questions go to be decided. */
export interface AskDesk {
  /** What this host says that it can do, and therefore may be asked. */
  offers(): ClientCapabilities;
  /** Whoever asks. */
  server(): ServerProfile;
  /** @throws McpError `declined`, `cancelled` */
  admit<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    context: AskContext,
  ): Promise<ServerAsks[K]['result']>;
}

/** Reads a question off the wire, has it decided, and writes the answer for the wire. */
export type AskHandler = (params: unknown, desk: AskDesk, context: AskContext) => Promise<unknown>;

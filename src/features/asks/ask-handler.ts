import type { AskMethod, ServerAsks } from '../../protocol/model.js';

export interface AskContext {
  /** The question's life: aborted when the server, the call it came with, or the session ends it. */
  readonly signal: AbortSignal;
  /** What was running when the server asked, where known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
}

/** Where questions go to be decided. */
export interface AskDesk {
  /** True when this host said that it answers such questions. */
  accepts(method: AskMethod): boolean;
  /** @throws McpError `declined`, `cancelled` */
  admit<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    context: AskContext,
  ): Promise<ServerAsks[K]['result']>;
}

/** Reads a question off the wire, has it decided, and writes the answer for the wire. */
export type AskHandler = (params: unknown, desk: AskDesk, context: AskContext) => Promise<unknown>;

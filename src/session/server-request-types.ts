import { type ErrorText, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import type { Outgoing } from '../jsonrpc/pending-request.js';
import type { ClientCapabilities, ServerProfile, ServerRequestMethod, ServerRequests } from '../protocol/model.js';

/** The facts about a server request besides its params. */
export interface ServerRequestContext {
  /** Aborts when the server, the call that the request belongs to, or the session ends the request. */
  readonly signal: AbortSignal;
  /** The call that was running when the server sent the request, where known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /**
   * Returns true if the request belongs to a call that the person started here, and so expects. Call it when the
   * request is shown. Absent: false.
   */
  readonly isOwn?: (() => boolean) | undefined;
  /** The call itself, to count its requests: always the same object for the same call. */
  readonly call?: Outgoing | undefined;
}

/** Decides server requests. */
export interface ServerRequestDecider {
  /** The capabilities that this client declared. */
  offers(): ClientCapabilities;
  /** The requesting server. */
  server(): ServerProfile;
  /** @throws McpError `declined`, `cancelled` */
  authorize<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    context: ServerRequestContext,
  ): Promise<ServerRequests[K]['result']>;
}

/** Reads a server request, has it decided, and encodes the answer. */
export type ServerRequestHandler = (
  params: unknown,
  decider: ServerRequestDecider,
  context: ServerRequestContext,
) => Promise<unknown>;

/** Refuses an invalid request before it is shown. @throws ProtocolError −32602, `bad-message` */
export function refuseInvalid(what: ErrorText): never {
  throw new ProtocolError(rpcCodes.invalidParams, what, { code: 'bad-message' });
}

import type { ApprovalController } from '../approvals/controller.js';
import { type ErrorText, errorTextOf, isMcpError, McpError, ProtocolError } from '../errors.js';
import { rpcCodes } from '../jsonrpc/messages.js';
import type { Outgoing } from '../jsonrpc/peer.js';
import {
  readElicitationRequest,
  readSamplingRequest,
  rootFault,
  writeSamplingResult,
} from '../protocol/decode/server-requests.js';
import { asObject } from '../protocol/decode/values.js';
import type { AnswerServerRequest } from '../protocol/era.js';
import type {
  ServerRequestMethod,
  ClientCapabilities,
  ElicitationRequest,
  ElicitationResult,
  Root,
  SamplingRequest,
  ServerRequests,
  ServerProfile,
} from '../protocol/model.js';
import { createApprovalController, type SessionPermissions } from './approvals.js';
import type { SessionContext } from './context.js';
import { capabilitiesOf } from './options.js';
import { errorText } from './error-texts.js';

export interface ServerRequestContext {
  /** Aborts when the server, the call that the request belongs to, or the session ends the request. */
  readonly signal: AbortSignal;
  /** The call that was running when the server sent the request, where known. */
  readonly during?: { readonly method: string; readonly name?: string | undefined } | undefined;
  /**
   * Whether the request belongs to a call that the person started here, so that they expect it. Ask when the request is
   * shown. Absent: it does not.
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
type ServerRequestHandler = (
  params: unknown,
  decider: ServerRequestDecider,
  context: ServerRequestContext,
) => Promise<unknown>;

/** Refuses an invalid request before anybody sees it. @throws ProtocolError −32602, `bad-message` */
function refuse(what: ErrorText): never {
  throw new ProtocolError(rpcCodes.invalidParams, what, { code: 'bad-message' });
}

const handleElicitation: ServerRequestHandler = async (params, decider, context) => {
  const request = readElicitationRequest(params);
  if ('fault' in request) refuse(request.fault);
  const { mode } = request;
  if (!decider.offers().elicitation?.[mode]) refuse(errorText('session.modeNotOffered', { mode }));
  try {
    return writeResult(mode, await decider.authorize('elicitation/create', request, context));
  } catch (error) {
    // A refusal, by a person or by the policy, is a normal answer here.
    if (isMcpError(error) && error.code === 'declined') return { action: 'decline' };
    throw error;
  }
};

/** Only an accepted form has content. @throws McpError `invalid-input` for an unusable answer of page code */
function writeResult(
  mode: ElicitationRequest['mode'],
  { action, content }: Partial<ElicitationResult> = {},
): ElicitationResult {
  if (action === 'decline' || action === 'cancel') return { action };
  if (action === 'accept') return mode === 'url' ? { action } : { action, content: asObject(content) ?? {} };
  throw new McpError('invalid-input', errorText('session.elicitorAnswerUnusable'), {
    remedy: errorText('session.elicitorReturns', {
      accept: '`{action: "accept", content: {…}}`',
      decline: '`{action: "decline"}`',
      cancel: '`{action: "cancel"}`',
    }),
  });
}

const handleRoots: ServerRequestHandler = async (_params, decider, context) => {
  try {
    const roots = await decider.authorize('roots/list', undefined, context);
    return { roots: roots.filter(canBeShared) };
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(rpcCodes.methodNotFound, errorText('session.rootsNotShared'), {
      code: 'declined',
      cause: error,
    });
  }
};

/**
 * Whether the root is a `file://` URL without `..`. The specification allows only `file://` roots, so no other root is
 * sent, whoever answered. Roots on another computer are allowed: a page may know of them.
 */
function canBeShared({ uri }: Root): boolean {
  const fault = rootFault(String(uri));
  return fault === undefined || fault === 'host';
}

/**
 * The error code of a refusal. @see
 * https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling
 */
const USER_REJECTED = -1;

/**
 * Turns with tool use in one sampling conversation. The model is called again after each, and the protocol has no
 * limit. One more is refused. The turns are counted in the messages, so that it does not matter over which connection
 * they come.
 */
export const MAX_TOOL_TURNS = 50;
/**
 * Sampling requests that are answered during one call, where it is known which call they belong to. More are refused.
 */
export const MAX_SAMPLING_PER_CALL = 100;

/** Number of sampling requests of each call. */
const counts = new WeakMap<Outgoing, number>();

const handleSampling: ServerRequestHandler = async (params, decider, context) => {
  const request = readSamplingRequest(params);
  if ('fault' in request) refuse(request.fault);
  if ((request.tools || request.toolChoice) && !decider.offers().sampling?.tools)
    refuse(errorText('session.toolsNotOffered'));
  if (turnsWithTools(request) > MAX_TOOL_TURNS)
    tooOften(errorText('session.tooManyToolTurns', { limit: MAX_TOOL_TURNS }));
  if (!maySampleOnce(context.call)) tooOften(errorText('session.tooManySamplings', { limit: MAX_SAMPLING_PER_CALL }));
  try {
    return writeSamplingResult(
      await decider.authorize('sampling/createMessage', request, context),
      decider.server().revision,
    );
  } catch (error) {
    if (!isMcpError(error) || error.code !== 'declined') throw error;
    throw new ProtocolError(USER_REJECTED, errorText('session.samplingRejected'), { code: 'declined', cause: error });
  }
};

function tooOften(what: ErrorText): never {
  throw new ProtocolError(USER_REJECTED, what, { code: 'limit' });
}

function turnsWithTools({ messages }: SamplingRequest): number {
  return messages.filter(({ content }) => content.some(({ type }) => type === 'tool_use')).length;
}

function maySampleOnce(call: Outgoing | undefined): boolean {
  if (!call) return true;
  const count = (counts.get(call) ?? 0) + 1;
  counts.set(call, count);
  return count <= MAX_SAMPLING_PER_CALL;
}

interface ServerRequestKind {
  /** The client capability that such requests need. */
  readonly capability: keyof ClientCapabilities;
  readonly handle: ServerRequestHandler;
}

/** Every method that a server can request. A missing row is a compile error. */
const KINDS: { readonly [K in ServerRequestMethod]: ServerRequestKind } = {
  'sampling/createMessage': { capability: 'sampling', handle: handleSampling },
  'elicitation/create': { capability: 'elicitation', handle: handleElicitation },
  'roots/list': { capability: 'roots', handle: handleRoots },
};

/** Answers a request of either era. Undefined for an unknown method, and for one that this client does not answer. */
export function answerServerRequest(
  method: string,
  params: unknown,
  decider: ServerRequestDecider,
  context: ServerRequestContext,
): Promise<unknown> | undefined {
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method as ServerRequestMethod] : undefined;
  return kind && decider.offers()[kind.capability] && kind.handle(params, decider, context);
}

/** State of the session that is read anew for each request. */
interface SessionNow {
  /** Aborts when the current connection ends. */
  life(): AbortSignal;
  /** How many calls run that a person started here. */
  runningPersonCalls(): number;
}

/** Creates the handler for the server requests of one session. */
export function requestHandlerFor(
  session: SessionContext & { readonly permissions: SessionPermissions; readonly server: ServerProfile },
  { life, runningPersonCalls }: SessionNow,
  onProblem: (problem: McpError) => void,
): AnswerServerRequest {
  const server = (): ServerProfile => session.server;
  let controller: ApprovalController | undefined;
  const decider: ServerRequestDecider = {
    offers: () => capabilitiesOf(session.options),
    server,
    authorize: async (...asked) =>
      (controller ??= createApprovalController(session, server, onProblem)).authorize(...asked),
  };
  return (method, params, { signal, during, isByPerson = during?.isByPerson }) => {
    // Older revisions do not say which call a request belongs to. While exactly one call of the person runs, it counts
    // as that one’s.
    const cameInOne = runningPersonCalls() === 1;
    return answerServerRequest(method, params, decider, {
      signal: AbortSignal.any([signal, life()]),
      call: during,
      ...(during && { during: describe(during) }),
      isOwn: () => isByPerson ?? (cameInOne && runningPersonCalls() === 1),
    });
  };
}

/** The same description object for the same call, so that its requests can be recognized as belonging together. */
const described = new WeakMap<Outgoing, { readonly method: string; readonly name?: string }>();

function describe(call: Outgoing): { readonly method: string; readonly name?: string } {
  const known = described.get(call);
  if (known) return known;
  const name = call.params?.['name'] ?? call.params?.['uri'];
  const during = { method: call.method, ...(typeof name === 'string' && { name }) };
  described.set(call, during);
  return during;
}

/** The error of a call whose server request got no answer that can be sent. */
export function refusedAnswer(error: unknown): McpError {
  if (!isMcpError(error))
    return new McpError('invalid-input', errorText('session.handlerFailed', { problem: String(error) }), {
      cause: error,
    });
  if (error.code === 'declined')
    return new McpError('declined', errorText('session.questionDeclined'), { cause: error });
  // A local refusal has a JSON-RPC code too, but must not look like an error that the server sent.
  if (error.code !== 'server-error' && 'rpcCode' in error)
    return new McpError(error.code, errorText('session.cannotBeAnswered', { problem: errorTextOf(error) }), {
      cause: error,
      remedy: error.remedyText,
    });
  return error;
}

/** The error for a request that this page did not declare. */
export function notOffered(method: string): McpError {
  return new McpError('bad-message', errorText('session.questionNotOffered', { method }));
}

/** @throws McpError `bad-message` */
export function refuseRequest(...[method]: Parameters<AnswerServerRequest>): never {
  throw notOffered(method);
}

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
  readonly call?: Outgoing | undefined;
}

/** Where questions go to be decided. */
export interface ServerRequestDecider {
  /** What this host says that it can do, and therefore may be asked. */
  offers(): ClientCapabilities;
  /** Whoever asks. */
  server(): ServerProfile;
  /** @throws McpError `declined`, `cancelled` */
  authorize<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    context: ServerRequestContext,
  ): Promise<ServerRequests[K]['result']>;
}

/** Reads a question off the wire, has it decided, and writes the answer for the wire. */
type ServerRequestHandler = (
  params: unknown,
  desk: ServerRequestDecider,
  context: ServerRequestContext,
) => Promise<unknown>;

/** Refuses a question that breaks a rule, before anybody sees it. @throws ProtocolError −32602, `bad-message` */
function refuse(what: ErrorText): never {
  throw new ProtocolError(rpcCodes.invalidParams, what, { code: 'bad-message' });
}

const handleElicitation: ServerRequestHandler = async (params, desk, context) => {
  const request = readElicitationRequest(params);
  if ('fault' in request) refuse(request.fault);
  const { mode } = request;
  if (!desk.offers().elicitation?.[mode]) refuse(errorText('session.modeNotOffered', { mode }));
  try {
    return writeResult(mode, await desk.authorize('elicitation/create', request, context));
  } catch (error) {
    // A refusal is an answer here, whether a person or the page's policy says it.
    if (isMcpError(error) && error.code === 'declined') return { action: 'decline' };
    throw error;
  }
};

/** Only an accepted form has content. @throws McpError `invalid-input` for an answer of page code that is none */
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

const handleRoots: ServerRequestHandler = async (_params, desk, context) => {
  try {
    const roots = await desk.authorize('roots/list', undefined, context);
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
 * The specification knows `file://` roots only, and none may climb: whoever answered, the server gets no other. A page may
 * know of folders on another computer.
 */
function canBeShared({ uri }: Root): boolean {
  const fault = rootFault(String(uri));
  return fault === undefined || fault === 'host';
}

/** The code a refusal travels under. @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#error-handling */
const USER_REJECTED = -1;

/**
 * Times that a model may use tools in one conversation: it is asked again after each, and nothing in the protocol ends
 * that. One more is refused. The conversation itself tells, whichever way it comes.
 */
export const MAX_TOOL_TURNS = 50;
/**
 * Requests to a model that a server gets answered for one call, where it is known which one it asks for. More are
 * refused.
 */
export const MAX_SAMPLING_PER_CALL = 100;

/** How many each call has had. */
const counts = new WeakMap<Outgoing, number>();

const handleSampling: ServerRequestHandler = async (params, desk, context) => {
  const request = readSamplingRequest(params);
  if ('fault' in request) refuse(request.fault);
  if ((request.tools || request.toolChoice) && !desk.offers().sampling?.tools)
    refuse(errorText('session.toolsNotOffered'));
  if (turnsWithTools(request) > MAX_TOOL_TURNS)
    tooOften(errorText('session.tooManyToolTurns', { limit: MAX_TOOL_TURNS }));
  if (!maySampleOnce(context.call)) tooOften(errorText('session.tooManySamplings', { limit: MAX_SAMPLING_PER_CALL }));
  try {
    return writeSamplingResult(
      await desk.authorize('sampling/createMessage', request, context),
      desk.server().revision,
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
  /** What a host declares that answers such questions. */
  readonly capability: keyof ClientCapabilities;
  readonly handle: ServerRequestHandler;
}

/** One row per question a server can ask; a missing row does not compile. */
const KINDS: { readonly [K in ServerRequestMethod]: ServerRequestKind } = {
  'sampling/createMessage': { capability: 'sampling', handle: handleSampling },
  'elicitation/create': { capability: 'elicitation', handle: handleElicitation },
  'roots/list': { capability: 'roots', handle: handleRoots },
};

/** Both eras bring their questions here. Undefined for a method that is no question, or none this host answers. */
export function answerServerRequest(
  method: string,
  params: unknown,
  desk: ServerRequestDecider,
  context: ServerRequestContext,
): Promise<unknown> | undefined {
  const kind = Object.hasOwn(KINDS, method) ? KINDS[method as ServerRequestMethod] : undefined;
  return kind && desk.offers()[kind.capability] && kind.handle(params, desk, context);
}

/** What the session knows beside its server. Asked anew for each question. */
interface SessionNow {
  /** The life of the connection a question came on. */
  life(): AbortSignal;
  /** How many calls run that a person started here. */
  runningPersonCalls(): number;
}

/** Whoever answers the questions of one session's server. */
export function requestHandlerFor(
  session: SessionContext & { readonly permissions: SessionPermissions; readonly server: ServerProfile },
  { life, runningPersonCalls }: SessionNow,
  onProblem: (problem: McpError) => void,
): AnswerServerRequest {
  const server = (): ServerProfile => session.server;
  let controller: ApprovalController | undefined;
  const ask: ServerRequestDecider = {
    offers: () => capabilitiesOf(session.options),
    server,
    authorize: async (...asked) =>
      (controller ??= createApprovalController(session, server, onProblem)).authorize(...asked),
  };
  return (method, params, { signal, during, isByPerson = during?.isByPerson }) => {
    // Older revisions do not say which call a question belongs to: while exactly one of the person's runs, it is theirs.
    const cameInOne = runningPersonCalls() === 1;
    return answerServerRequest(method, params, ask, {
      signal: AbortSignal.any([signal, life()]),
      call: during,
      ...(during && { during: describe(during) }),
      isOwn: () => isByPerson ?? (cameInOne && runningPersonCalls() === 1),
    });
  };
}

/** The same object for the same call: that is how its questions are known to belong together. */
const described = new WeakMap<Outgoing, { readonly method: string; readonly name?: string }>();

function describe(call: Outgoing): { readonly method: string; readonly name?: string } {
  const known = described.get(call);
  if (known) return known;
  const name = call.params?.['name'] ?? call.params?.['uri'];
  const during = { method: call.method, ...(typeof name === 'string' && { name }) };
  described.set(call, during);
  return during;
}

/** Why a call ends that asked something and got no answer which could be sent. */
export function refusedAnswer(error: unknown): McpError {
  if (!isMcpError(error))
    return new McpError('invalid-input', errorText('session.handlerFailed', { problem: String(error) }), {
      cause: error,
    });
  if (error.code === 'declined')
    return new McpError('declined', errorText('session.questionDeclined'), { cause: error });
  // Refused by the rules, or because nobody could be asked: the words are ours, and must not look like an error that the server sent.
  if (error.code !== 'server-error' && 'rpcCode' in error)
    return new McpError(error.code, errorText('session.cannotBeAnswered', { problem: errorTextOf(error) }), {
      cause: error,
      remedy: error.remedyText,
    });
  return error;
}

/** A question that this page never said it answers. */
export function notOffered(method: string): McpError {
  return new McpError('bad-message', errorText('session.questionNotOffered', { method }));
}

/** @throws McpError `bad-message` */
export function refuseRequest(...[method]: Parameters<AnswerServerRequest>): never {
  throw notOffered(method);
}

import type { ApprovalController } from '../approvals/controller.js';
import type { ApprovalPolicy } from '../approvals/policy.js';
import { McpError, errorTextOf, isMcpError } from '../errors.js';
import type { Outgoing } from '../jsonrpc/pending-request.js';
import type { AnswerServerRequest } from '../protocol/era.js';
import type { ClientCapabilities, ServerProfile, ServerRequestMethod } from '../protocol/model.js';
import { createApprovalController, type SessionPermissions } from './approvals.js';
import type { SessionContext } from './context.js';
import { capabilitiesOf } from './capabilities.js';
import { asObject } from '../protocol/decode/values.js';
import { requireSendable } from './outgoing-check.js';
import { errorText } from './error-texts.js';
import type { ServerRequestContext, ServerRequestDecider, ServerRequestHandler } from './server-request-types.js';
import { handleElicitation } from './elicitation-requests.js';
import { handleRoots } from './roots-requests.js';
import { handleSampling } from './sampling-requests.js';

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
    authorize: async (method, request, context) =>
      (controller ??= createApprovalController(session, server, onProblem)).authorize(method, request, context),
  };
  return (method, params, { signal, during, isByPerson = during?.isByPerson }) => {
    // Older revisions do not say which call a request belongs to. While exactly one call of the person runs, it counts
    // as that one’s.
    const cameInOne = runningPersonCalls() === 1;
    const ended = AbortSignal.any([signal, life()]);
    const answer = answerServerRequest(method, params, decider, {
      signal: ended,
      call: during,
      ...(during && { during: describe(during) }),
      isOwn: () => isByPerson ?? (cameInOne && runningPersonCalls() === 1),
    });
    const { policy } = session.options;
    return policy?.beforeSend && answer ? answer.then((given) => shownToPage(given, policy)) : answer;

    async function shownToPage(given: unknown, rules: ApprovalPolicy): Promise<unknown> {
      try {
        await requireSendable({ method, params: asObject(given), isAnswer: true, signal: ended }, rules, server());
      } catch (error) {
        // The server is told only that there is no answer; the person needs the reason.
        if (isMcpError(error)) onProblem(error);
        throw error;
      }
      return given;
    }
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
export function refuseRequest(method: string): never {
  throw notOffered(method);
}

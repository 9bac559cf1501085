import { type ErrorText, errorTextOf, isMcpError, McpError } from '../errors.js';
import type {
  ServerRequestMethod,
  ElicitationRequest,
  Root,
  SamplingRequest,
  ServerRequests,
} from '../protocol/model.js';
import { abortable } from '../util/async.js';
import { type ServerRequestAudit, type AuthorizedBy, auditServerRequest } from './audit-log.js';
import { SamplingBudget } from './budget.js';
import { decide, defaultServerRequestPolicy, type ServerRequestPolicy } from './policy.js';
import { type ApprovalQueue, callSampler } from './queue.js';
import type { Roots } from './roots.js';
import { type Approval, type RequestingServer } from './types.js';
import { type AnswerContext, type RequestHandlers } from './sampler.js';
import { type RateLimits, RateLimiter } from './rate-limit.js';
import { type RootsDecision, rootsIn } from './roots.js';
import { errorText } from './error-texts.js';

interface RootsQuestion {
  readonly stored: Roots;
  /** Roots that page code adds. */
  readonly fromPage: Promise<readonly Root[]> | undefined;
  readonly queue: ApprovalQueue;
  readonly requestingServer: RequestingServer;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
  readonly signal: AbortSignal;
}

/**
 * Lets the person decide which roots a server learns, unless a remembered decision covers all of them: it is a list of
 * URIs, so a new root is asked about. Without any root, and outside a call of the person, nobody is asked.
 * @throws McpError `declined`, `cancelled`
 */
async function decideRoots(
  { stored, fromPage, queue, requestingServer, during, isOwn, signal }: RootsQuestion,
  onDecider: (consent: AuthorizedBy) => void,
): Promise<readonly Root[]> {
  const { roots, consent } = await stored.refresh();
  stored.asked = roots;
  const added = (await fromPage) ?? [];
  const all = [...roots, ...added];
  if (consent?.verdict === 'deny') {
    onDecider('remembered');
    throw new McpError('declined', errorText('approvals.rootsRefusedEarlier'));
  }
  const known = new Set([...(consent?.shared ?? []), ...(consent?.leftOut ?? [])]);
  if (consent && all.every(({ uri }) => known.has(uri))) {
    onDecider('remembered');
    return all.filter(({ uri }) => consent.shared.includes(uri));
  }
  if (all.length === 0 && !during) {
    onDecider('policy');
    return [];
  }
  const put = async (): Promise<RootsDecision> => {
    const decision = await queue.addRoots({ kept: stored, fromPage: added }, requestingServer, during, signal, isOwn);
    await remember(stored, added, decision);
    return decision;
  };
  return rootsIn(await (during ? put() : joined(queue, stored, signal, put)));
}

const waiting = new WeakMap<ApprovalQueue, WeakMap<Roots, Promise<RootsDecision>>>();

/**
 * Joins requests for roots that wait at the same time: a server requests roots after each change, and the waiting
 * dialog always shows the current roots, so its answer is valid for all of them.
 */
async function joined(
  queue: ApprovalQueue,
  stored: Roots,
  signal: AbortSignal,
  put: () => Promise<RootsDecision>,
): Promise<RootsDecision> {
  const ofQueue = waiting.get(queue) ?? new WeakMap<Roots, Promise<RootsDecision>>();
  waiting.set(queue, ofQueue);
  const before = ofQueue.get(stored);
  if (before)
    try {
      return await abortable(before, signal);
    } catch (error) {
      // The request that waited was withdrawn, so this one is shown instead.
      if (signal.aborted || (isMcpError(error) && error.code === 'declined')) throw error;
      return joined(queue, stored, signal, put);
    }
  const request = put();
  ofQueue.set(stored, request);
  try {
    return await request;
  } finally {
    if (ofQueue.get(stored) === request) ofQueue.delete(stored);
  }
}

async function remember(stored: Roots, fromPage: readonly Root[], decision: RootsDecision): Promise<void> {
  const { allowed, remember: duration } = decision;
  if (!duration) return;
  const shared = allowed ? decision.roots.map(({ uri }) => uri) : [];
  // Read again, because a root may have been added while the dialog waited.
  const all = [...stored.state.get().roots, ...fromPage];
  const leftOut = all.map(({ uri }) => uri).filter((uri) => !shared.includes(uri));
  await stored.decide({ verdict: allowed ? 'allow' : 'deny', duration, shared, leftOut, at: Date.now() });
}

export interface ApprovalControllerOptions {
  /** Where requests wait for the person; without a queue, nobody is asked. */
  readonly queue?: ApprovalQueue | undefined;
  readonly handlers: RequestHandlers;
  readonly policy?: ServerRequestPolicy | undefined;
  readonly requestingServer: () => RequestingServer;
  /** The roots that the person chose for the server, where the page lets the person choose. */
  readonly storedRoots?: (() => Roots) | undefined;
  /** How many requests the server may send. */
  readonly limits?: Partial<RateLimits> | undefined;
  /** Called when the server exceeds the limits. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
  /** Where requests and their outcome are recorded. */
  readonly noteIn?: (() => ServerRequestAudit) | undefined;
}

/** Who decides, and the answer that will come. */
interface Decided<R> {
  /** A function where this is known only after the answer. */
  readonly consent: AuthorizedBy | (() => AuthorizedBy);
  readonly answer: Promise<R>;
}

interface AuthorizeContext {
  readonly signal: AbortSignal;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
}

/** Answers each kind of request by page code; undefined where the page has no handler. */
const ANSWER: {
  readonly [K in ServerRequestMethod]: (
    handlers: RequestHandlers,
    request: ServerRequests[K]['request'],
    context: AnswerContext,
  ) => Promise<ServerRequests[K]['result']> | undefined;
} = {
  'sampling/createMessage': ({ sampler, samplingBudget }, request, context) =>
    sampler && callSampler(sampler, request, context, samplingBudget!).then(({ response }) => response),
  'elicitation/create': ({ elicitor }, request, context) => elicitor?.(request, context),
  'roots/list': ({ roots }, _request, context) => roots && Promise.resolve(roots(context)),
};

const HANDLER_OF: { readonly [K in ServerRequestMethod]: keyof RequestHandlers } = {
  'sampling/createMessage': 'sampler',
  'elicitation/create': 'elicitor',
  'roots/list': 'roots',
};

/** Decides every server request: by the page’s policy at once, or by the person in the queue. */
export class ApprovalController {
  readonly #options: ApprovalControllerOptions;
  readonly #budget: SamplingBudget;
  readonly #rateLimiter: RateLimiter;
  /** The last request was refused because of the limits. */
  #isRefusing = false;

  constructor(options: ApprovalControllerOptions) {
    this.#options = options;
    this.#budget = options.handlers.samplingBudget ?? options.queue?.budget ?? new SamplingBudget();
    this.#rateLimiter = new RateLimiter(options.limits);
  }

  /**
   * Decides a request and gives its answer.
   * @throws McpError `declined` when it is refused, `cancelled` when it is withdrawn, `limit` when there are too many
   */
  async authorize<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    context: AuthorizeContext,
  ): Promise<ServerRequests[K]['result']> {
    const requestingServer = this.#options.requestingServer();
    const asked = { method, request, requestingServer, during: context.during, at: Date.now() };
    const { consent, answer } = this.#rateLimited(requestingServer, () =>
      this.#decide(method, request, requestingServer, context),
    );
    const into = this.#options.noteIn?.();
    if (into) auditServerRequest(into, asked, consent, this.#decided(answer)).catch(reportError);
    return answer;
  }

  /** The answer as a decision: what the server ended by itself was withdrawn, whatever it is told. */
  async #decided<R>(answer: Promise<R>): Promise<R> {
    const given = await answer;
    if (this.#options.queue?.isByServer(given)) throw new McpError('cancelled', errorText('approvals.endedByServer'));
    return given;
  }

  /**
   * Applies the rate limit. Of requests refused in a row, only the first is reported; the others are counted. @throws
   * ProtocolError `limit`
   */
  #rateLimited<R>(requestingServer: RequestingServer, decide: () => Decided<R>): Decided<R> {
    const { queue, onProblem } = this.#options;
    try {
      const leave = this.#rateLimiter.enter();
      this.#isRefusing = false;
      const decided = decide();
      decided.answer.then(leave, leave);
      return decided;
    } catch (error) {
      queue?.noteRateLimited(requestingServer);
      if (!this.#isRefusing)
        onProblem?.(
          new McpError('limit', errorText('approvals.asksTooMuch', { server: requestingServer.server.name }), {
            remedy: errorText('approvals.raiseRateLimits'),
            cause: error,
          }),
        );
      this.#isRefusing = true;
      throw error;
    }
  }

  /** Finds out who decides, and starts the answer. */
  #decide<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    requestingServer: RequestingServer,
    { signal, during, isOwn }: AuthorizeContext,
  ): Decided<ServerRequests[K]['result']> {
    const { queue, policy = defaultServerRequestPolicy } = this.#options;
    const refused = (what: ErrorText, consent: AuthorizedBy) => ({
      consent,
      answer: Promise.reject<ServerRequests[K]['result']>(new McpError('declined', what)),
    });
    const facts = {
      method,
      mode: method === 'elicitation/create' ? (request as ElicitationRequest).mode : undefined,
      host: requestingServer.host,
      serverName: requestingServer.server.name,
      hasHandler: this.#handlers()[HANDLER_OF[method]] !== undefined,
      hasPerson: queue !== undefined,
      ...(method === 'roots/list' && { keepsRoots: this.#options.storedRoots !== undefined }),
    };
    const allowed = decide(facts, policy);
    const refusal =
      allowed === 'allow' && method === 'sampling/createMessage'
        ? this.#budget.refusal(requestingServer.server.url, request as SamplingRequest)
        : undefined;
    // Beyond its budget, a server gets the page’s model only with the person’s permission.
    if (refusal && (!queue || this.#budget.limits.past === 'refuse')) return refused(errorTextOf(refusal), 'policy');
    const verdict = refusal ? 'ask' : allowed;
    const context = { signal, server: requestingServer.server };
    const answer = verdict === 'allow' ? ANSWER[method](this.#handlers(), request, context) : undefined;
    if (answer) return { consent: 'policy', answer };
    if (verdict === 'deny' || !queue)
      return refused(errorText('approvals.notAnswered', { method }), verdict === 'deny' ? 'policy' : 'nobody');
    if (method === 'roots/list' && this.#options.storedRoots)
      return this.#decideRoots(queue, requestingServer, { during, isOwn }, context);
    const before = queue.pending.get();
    const asked = queue.add(method, request, requestingServer, during, signal, isOwn);
    // A queue whose budget is used up may refuse at once, without asking anybody.
    return { consent: queue.pending.get() === before ? 'policy' : 'person', answer: asked };
  }

  #decideRoots(
    queue: ApprovalQueue,
    requestingServer: RequestingServer,
    belongsTo: Pick<Approval, 'during' | 'isOwn'>,
    context: AnswerContext,
  ): Decided<readonly Root[]> {
    let consent: AuthorizedBy = 'person';
    const stored = this.#options.storedRoots!();
    const fromPage = ANSWER['roots/list'](this.#handlers(), undefined, context);
    const { signal } = context;
    const answer = decideRoots(
      { stored, fromPage, queue, requestingServer, ...belongsTo, signal },
      (word) => (consent = word),
    );
    return { consent: () => consent, answer };
  }

  /** The queue’s sampler may have been set or replaced since the last request. */
  #handlers(): RequestHandlers {
    const { handlers, queue } = this.#options;
    return { ...handlers, sampler: handlers.sampler ?? queue?.sampler, samplingBudget: this.#budget };
  }
}

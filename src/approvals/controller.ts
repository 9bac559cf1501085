import { type ErrorText, errorTextOf, isMcpError, McpError } from '../errors.js';
import type {
  ServerRequestMethod,
  ElicitationRequest,
  Root,
  SamplingRequest,
  ServerRequests,
} from '../protocol/model.js';
import { abortable } from '../util/async.js';
import type { AuthorizedBy } from './audit-entry.js';
import { type ServerRequestAudit, auditServerRequest } from './audit-server-request.js';
import { SamplingBudget } from './budget.js';
import { decide, defaultServerRequestPolicy, type ServerRequestPolicy } from './policy.js';
import { type ApprovalQueue, callSampler } from './queue.js';
import type { Roots } from './roots.js';
import { type Approval, type RequestingServer } from './types.js';
import { type AnswerContext, type RequestHandlers } from './sampler.js';
import { type RateLimits, RateLimiter } from './rate-limit.js';
import { type RootsDecision, rootsIn } from './roots.js';
import { toJson } from '../util/json.js';
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

type QuestionPlace = NonNullable<Approval['during']> | Roots;

/** A question about roots that another request of the server joins. */
interface SharedQuestion {
  readonly queue: ApprovalQueue;
  /** The call that it belongs to; without one, the roots of the server. */
  readonly of: QuestionPlace;
  readonly about: string;
  /** The answer also holds for later requests. */
  readonly isKept: boolean;
}

const shared = new WeakMap<ApprovalQueue, WeakMap<QuestionPlace, Map<string, Promise<RootsDecision>>>>();

export interface ApprovalControllerOptions {
  /** The queue in which requests wait for the person; without one, the person is not asked. */
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
  /** Returns the audit log for the requests and their outcome. */
  readonly noteIn?: (() => ServerRequestAudit) | undefined;
}

/** The decider, and the promise of the answer. */
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

  /**
   * The answer as a decision. A request that the server ended counts as withdrawn, whatever the answer to the server.
   */
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
    // A queue with an exhausted budget may refuse at once, without asking the person.
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

/**
 * Lets the person decide which roots a server learns, unless a remembered decision covers all of them. That decision is
 * a list of URIs, so a new root needs a new question. Without roots, outside of a call and while a list is read, the
 * person is not asked. One call asks once for the same roots: some servers request them for each tool of a list.
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
  if (all.length === 0 && (!during || isListing(during))) {
    onDecider('policy');
    return [];
  }
  const put = async (): Promise<RootsDecision> => {
    const decision = await queue.addRoots({ kept: stored, fromPage: added }, requestingServer, during, signal, isOwn);
    await remember(stored, added, decision);
    return decision;
  };
  const question = during
    ? { queue, of: during, about: toJson(all.map(({ uri }) => uri)), isKept: true }
    : { queue, of: stored, about: '', isKept: false };
  return rootsIn(await joined(question, signal, put));
}

/** A person who opens a list wants to see it; folders are for work. */
function isListing({ method }: { readonly method: string }): boolean {
  return method.endsWith('/list');
}

/**
 * Joins requests for roots: a server requests roots after each change, and the waiting dialog always shows the current
 * roots, so its answer is valid for all requests that wait. Within one call the answer is valid until its end, for the
 * same roots.
 */
async function joined(
  question: SharedQuestion,
  signal: AbortSignal,
  put: () => Promise<RootsDecision>,
): Promise<RootsDecision> {
  const { queue, of, about, isKept } = question;
  const ofQueue = shared.get(queue) ?? new WeakMap<QuestionPlace, Map<string, Promise<RootsDecision>>>();
  shared.set(queue, ofQueue);
  const ofPlace = ofQueue.get(of) ?? new Map<string, Promise<RootsDecision>>();
  ofQueue.set(of, ofPlace);
  const before = ofPlace.get(about);
  if (before)
    try {
      return await abortable(before, signal);
    } catch (error) {
      // The request that waited was withdrawn, so this one is shown instead.
      if (signal.aborted || (isMcpError(error) && error.code === 'declined')) throw error;
      return joined(question, signal, put);
    }
  const request = put();
  ofPlace.set(about, request);
  let isAnswered = false;
  try {
    const decision = await request;
    isAnswered = true;
    return decision;
  } finally {
    if (!(isKept && isAnswered) && ofPlace.get(about) === request) ofPlace.delete(about);
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

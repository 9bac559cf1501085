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
  readonly kept: Roots;
  /** Those that page code adds. */
  readonly fromPage: Promise<readonly Root[]> | undefined;
  readonly queue: ApprovalQueue;
  readonly requestingServer: RequestingServer;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
  readonly signal: AbortSignal;
}

/**
 * Has the person decide which of their roots a server learns, unless they did before. What they agreed to is a list of
 * addresses: one that is new is asked about. Where there is none, and nothing of theirs waits for one, nobody is troubled.
 * @throws McpError `declined`, `cancelled`
 */
async function decideRoots(
  { kept, fromPage, queue, requestingServer, during, isOwn, signal }: RootsQuestion,
  onWord: (consent: AuthorizedBy) => void,
): Promise<readonly Root[]> {
  const { roots, consent } = await kept.refresh();
  kept.asked = roots;
  const added = (await fromPage) ?? [];
  const all = [...roots, ...added];
  if (consent?.verdict === 'deny') {
    onWord('remembered');
    throw new McpError('declined', errorText('approvals.rootsRefusedEarlier'));
  }
  const known = new Set([...(consent?.shared ?? []), ...(consent?.leftOut ?? [])]);
  if (consent && all.every(({ uri }) => known.has(uri))) {
    onWord('remembered');
    return all.filter(({ uri }) => consent.shared.includes(uri));
  }
  if (all.length === 0 && !during) {
    onWord('policy');
    return [];
  }
  const put = async (): Promise<RootsDecision> => {
    const decision = await queue.addRoots({ kept, fromPage: added }, requestingServer, during, signal, isOwn);
    await remember(kept, added, decision);
    return decision;
  };
  return rootsIn(await (during ? put() : joined(queue, kept, signal, put)));
}

const waiting = new WeakMap<ApprovalQueue, WeakMap<Roots, Promise<RootsDecision>>>();

/**
 * A server asks anew each time it is told of a change, and a person may make several before they answer: the question that
 * waits shows the roots as they are, so its answer is that of all of them.
 */
async function joined(
  queue: ApprovalQueue,
  kept: Roots,
  signal: AbortSignal,
  put: () => Promise<RootsDecision>,
): Promise<RootsDecision> {
  const ofQueue = waiting.get(queue) ?? new WeakMap<Roots, Promise<RootsDecision>>();
  waiting.set(queue, ofQueue);
  const before = ofQueue.get(kept);
  if (before)
    try {
      return await abortable(before, signal);
    } catch (error) {
      // The one that asked first took it back: now it is this one's question.
      if (signal.aborted || (isMcpError(error) && error.code === 'declined')) throw error;
      return joined(queue, kept, signal, put);
    }
  const own = put();
  ofQueue.set(kept, own);
  try {
    return await own;
  } finally {
    if (ofQueue.get(kept) === own) ofQueue.delete(kept);
  }
}

async function remember(kept: Roots, fromPage: readonly Root[], decision: RootsDecision): Promise<void> {
  const { allowed, remember: duration } = decision;
  if (!duration) return;
  const shared = allowed ? decision.roots.map(({ uri }) => uri) : [];
  // As they are now: one may have come while the question waited.
  const all = [...kept.state.get().roots, ...fromPage];
  const leftOut = all.map(({ uri }) => uri).filter((uri) => !shared.includes(uri));
  await kept.decide({ verdict: allowed ? 'allow' : 'deny', duration, shared, leftOut, at: Date.now() });
}

export interface ApprovalControllerOptions {
  /** Where questions for the person wait; without one, nobody is asked. */
  readonly queue?: ApprovalQueue | undefined;
  readonly handlers: RequestHandlers;
  readonly policy?: ServerRequestPolicy | undefined;
  readonly requestingServer: () => RequestingServer;
  /** The roots that the person keeps for the server, where the page has them asked about it. */
  readonly storedRoots?: (() => Roots) | undefined;
  /** How much the server may ask. */
  readonly limits?: Partial<RateLimits> | undefined;
  /** Told when the server asks more than that. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
  /** Where it is noted what was asked, and what became of it. */
  readonly noteIn?: (() => ServerRequestAudit) | undefined;
}

/** An answer that will come, and who gives it. */
interface Decided<R> {
  /** A function where it is known only once there is an answer. */
  readonly consent: AuthorizedBy | (() => AuthorizedBy);
  readonly answer: Promise<R>;
}

interface AuthorizeContext {
  readonly signal: AbortSignal;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
}

/** How page code answers each question; undefined where it cannot. */
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

/** Where every question of a server is decided: by the page's policy at once, or by the person in the queue. */
export class ApprovalController {
  readonly #options: ApprovalControllerOptions;
  readonly #budget: SamplingBudget;
  readonly #pace: RateLimiter;
  /** Questions were turned away, and none has been let in since. */
  #isTurningAway = false;

  constructor(options: ApprovalControllerOptions) {
    this.#options = options;
    this.#budget = options.handlers.samplingBudget ?? options.queue?.budget ?? new SamplingBudget();
    this.#pace = new RateLimiter(options.limits);
  }

  /**
   * Has a question decided.
   * @throws McpError `declined` when it is refused, `cancelled` when it is withdrawn, `limit` when it is one too many
   */
  async authorize<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    context: AuthorizeContext,
  ): Promise<ServerRequests[K]['result']> {
    const requestingServer = this.#options.requestingServer();
    const asked = { method, request, requestingServer, during: context.during, at: Date.now() };
    const { consent, answer } = this.#letIn(requestingServer, () =>
      this.#decide(method, request, requestingServer, context),
    );
    const into = this.#options.noteIn?.();
    if (into) auditServerRequest(into, asked, consent, answer).catch(reportError);
    return answer;
  }

  /** Of questions that are too many, the first of each row is reported; the rest is a number. @throws ProtocolError `limit` */
  #letIn<R>(requestingServer: RequestingServer, decide: () => Decided<R>): Decided<R> {
    const { queue, onProblem } = this.#options;
    try {
      const leave = this.#pace.enter();
      this.#isTurningAway = false;
      const decided = decide();
      decided.answer.then(leave, leave);
      return decided;
    } catch (error) {
      queue?.noteRateLimited(requestingServer);
      if (!this.#isTurningAway)
        onProblem?.(
          new McpError('limit', errorText('approvals.asksTooMuch', { server: requestingServer.server.name }), {
            remedy: errorText('approvals.raiseRateLimits'),
            cause: error,
          }),
        );
      this.#isTurningAway = true;
      throw error;
    }
  }

  /** Who has the word, and what they say. */
  #decide<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    who: RequestingServer,
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
      host: who.host,
      serverName: who.server.name,
      hasHandler: this.#handlers()[HANDLER_OF[method]] !== undefined,
      hasPerson: queue !== undefined,
      ...(method === 'roots/list' && { keepsRoots: this.#options.storedRoots !== undefined }),
    };
    const allowed = decide(facts, policy);
    const refusal =
      allowed === 'allow' && method === 'sampling/createMessage'
        ? this.#budget.refusal(who.server.url, request as SamplingRequest)
        : undefined;
    // Past its budget, a server no longer gets the model of the page without a person's word.
    if (refusal && (!queue || this.#budget.limits.past === 'refuse')) return refused(errorTextOf(refusal), 'policy');
    const verdict = refusal ? 'ask' : allowed;
    const context = { signal, server: who.server };
    const answer = verdict === 'allow' ? ANSWER[method](this.#handlers(), request, context) : undefined;
    if (answer) return { consent: 'policy', answer };
    if (verdict === 'deny' || !queue)
      return refused(errorText('approvals.notAnswered', { method }), verdict === 'deny' ? 'policy' : 'nobody');
    if (method === 'roots/list' && this.#options.storedRoots)
      return this.#decideRoots(queue, who, { during, isOwn }, context);
    const before = queue.pending.get();
    const asked = queue.add(method, request, who, during, signal, isOwn);
    // A queue that is past its budget refuses at once: then nobody was asked.
    return { consent: queue.pending.get() === before ? 'policy' : 'person', answer: asked };
  }

  #decideRoots(
    queue: ApprovalQueue,
    requestingServer: RequestingServer,
    belongsTo: Pick<Approval, 'during' | 'isOwn'>,
    context: AnswerContext,
  ): Decided<readonly Root[]> {
    let consent: AuthorizedBy = 'person';
    const kept = this.#options.storedRoots!();
    const fromPage = ANSWER['roots/list'](this.#handlers(), undefined, context);
    const { signal } = context;
    const answer = decideRoots(
      { kept, fromPage, queue, requestingServer, ...belongsTo, signal },
      (word) => (consent = word),
    );
    return { consent: () => consent, answer };
  }

  /** The queue's sampler may have been set or replaced since. */
  #handlers(): RequestHandlers {
    const { handlers, queue } = this.#options;
    return { ...handlers, sampler: handlers.sampler ?? queue?.sampler, samplingBudget: this.#budget };
  }
}

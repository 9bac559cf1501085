import { isMcpError, McpError } from '../errors.js';
import type { AskMethod, ElicitationRequest, Root, SamplingRequest, ServerAsks } from '../protocol/model.js';
import { unlessCancelled } from '../util/async.js';
import { type AskRecord, type Consent, recordAsk } from './audit-log.js';
import { SamplingBudget } from './budget.js';
import { type ApprovalPolicy, decide, defaultPolicy } from './policy.js';
import { type ApprovalQueue, askSampler } from './queue.js';
import type { Roots } from './roots.js';
import {
  type AnswerContext,
  type Answerers,
  type Approval,
  type Asker,
  type AskLimits,
  AskPace,
  type RootsDecision,
  rootsIn,
} from './types.js';

interface RootsAsk {
  readonly kept: Roots;
  /** Those that page code adds. */
  readonly fromPage: Promise<readonly Root[]> | undefined;
  readonly queue: ApprovalQueue;
  readonly asker: Asker;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
  readonly signal: AbortSignal;
}

/**
 * Has the person decide which of their roots a server learns, unless they did before. What they agreed to is a list of
 * addresses: one that is new is asked about. Where there is none, and nothing of theirs waits for one, nobody is troubled.
 * @throws McpError `declined`, `cancelled`
 */
async function askForRoots(
  { kept, fromPage, queue, asker, during, isOwn, signal }: RootsAsk,
  onWord: (consent: Consent) => void,
): Promise<readonly Root[]> {
  const { roots, consent } = await kept.refresh();
  kept.asked = roots;
  const added = (await fromPage) ?? [];
  const all = [...roots, ...added];
  if (consent?.verdict === 'deny') {
    onWord('remembered');
    throw new McpError('declined', 'The person decided earlier to share no folders with this server.');
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
    const decision = await queue.addRoots({ kept, fromPage: added }, asker, during, signal, isOwn);
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
      return await unlessCancelled(before, signal);
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
  const { allowed, remember: term } = decision;
  if (!term) return;
  const shared = allowed ? decision.roots.map(({ uri }) => uri) : [];
  // As they are now: one may have come while the question waited.
  const all = [...kept.state.get().roots, ...fromPage];
  const leftOut = all.map(({ uri }) => uri).filter((uri) => !shared.includes(uri));
  await kept.decide({ verdict: allowed ? 'allow' : 'deny', term, shared, leftOut, at: Date.now() });
}

export interface ApprovalDeskOptions {
  /** Where questions for the person wait; without one, nobody is asked. */
  readonly queue?: ApprovalQueue | undefined;
  readonly answerers: Answerers;
  readonly policy?: ApprovalPolicy | undefined;
  readonly asker: () => Asker;
  /** The roots that the person keeps for the server, where the page has them asked about it. */
  readonly keptRoots?: (() => Roots) | undefined;
  /** How much the server may ask. */
  readonly limits?: Partial<AskLimits> | undefined;
  /** Told when the server asks more than that. */
  readonly onProblem?: ((problem: McpError) => void) | undefined;
  /** Where it is noted what was asked, and what became of it. */
  readonly noteIn?: (() => AskRecord) | undefined;
}

/** An answer that will come, and who gives it. */
interface Decided<R> {
  /** A function where it is known only once there is an answer. */
  readonly consent: Consent | (() => Consent);
  readonly answer: Promise<R>;
}

interface AdmitContext {
  readonly signal: AbortSignal;
  readonly during?: Approval['during'];
  readonly isOwn?: Approval['isOwn'];
}

/** How page code answers each question; undefined where it cannot. */
const ANSWER: {
  readonly [K in AskMethod]: (
    answerers: Answerers,
    request: ServerAsks[K]['request'],
    context: AnswerContext,
  ) => Promise<ServerAsks[K]['result']> | undefined;
} = {
  'sampling/createMessage': ({ sampler, samplingBudget }, request, context) =>
    sampler && askSampler(sampler, request, context, samplingBudget!).then(({ response }) => response),
  'elicitation/create': ({ elicitor }, request, context) => elicitor?.(request, context),
  'roots/list': ({ roots }, _request, context) => roots && Promise.resolve(roots(context)),
};

const ANSWERER_OF: { readonly [K in AskMethod]: keyof Answerers } = {
  'sampling/createMessage': 'sampler',
  'elicitation/create': 'elicitor',
  'roots/list': 'roots',
};

/** Where every question of a server is decided: by the page's policy at once, or by the person in the queue. */
export class ApprovalDesk {
  readonly #options: ApprovalDeskOptions;
  readonly #budget: SamplingBudget;
  readonly #pace: AskPace;
  /** Questions were turned away, and none has been let in since. */
  #isTurningAway = false;

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
    this.#budget = options.answerers.samplingBudget ?? options.queue?.budget ?? new SamplingBudget();
    this.#pace = new AskPace(options.limits);
  }

  /**
   * Has a question decided.
   * @throws McpError `declined` when it is refused, `cancelled` when it is withdrawn, `limit` when it is one too many
   */
  async admit<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    context: AdmitContext,
  ): Promise<ServerAsks[K]['result']> {
    const asker = this.#options.asker();
    const asked = { method, request, asker, during: context.during, at: Date.now() };
    const { consent, answer } = this.#letIn(asker, () => this.#decide(method, request, asker, context));
    const into = this.#options.noteIn?.();
    if (into) recordAsk(into, asked, consent, answer).catch(reportError);
    return answer;
  }

  /** Of questions that are too many, the first of each row is reported; the rest is a number. @throws ProtocolError `limit` */
  #letIn<R>(asker: Asker, decide: () => Decided<R>): Decided<R> {
    const { queue, onProblem } = this.#options;
    try {
      const leave = this.#pace.enter();
      this.#isTurningAway = false;
      const decided = decide();
      decided.answer.then(leave, leave);
      return decided;
    } catch (error) {
      queue?.turnAway(asker);
      if (!this.#isTurningAway)
        onProblem?.(
          new McpError('limit', `${asker.server.name} asks more than anybody can answer: the rest is refused.`, {
            remedy: 'Raise `askLimits` if this server is to ask so much.',
            cause: error,
          }),
        );
      this.#isTurningAway = true;
      throw error;
    }
  }

  /** Who has the word, and what they say. */
  #decide<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    who: Asker,
    { signal, during, isOwn }: AdmitContext,
  ): Decided<ServerAsks[K]['result']> {
    const { queue, policy = defaultPolicy } = this.#options;
    const refused = (message: string, consent: Consent) => ({
      consent,
      answer: Promise.reject<ServerAsks[K]['result']>(new McpError('declined', message)),
    });
    const facts = {
      method,
      mode: method === 'elicitation/create' ? (request as ElicitationRequest).mode : undefined,
      host: who.host,
      serverName: who.server.name,
      hasAnswerer: this.#answerers()[ANSWERER_OF[method]] !== undefined,
      hasPerson: queue !== undefined,
      ...(method === 'roots/list' && { keepsRoots: this.#options.keptRoots !== undefined }),
    };
    const allowed = decide(facts, policy);
    const refusal =
      allowed === 'allow' && method === 'sampling/createMessage'
        ? this.#budget.refusal(who.server.url, request as SamplingRequest)
        : undefined;
    // Past its budget, a server no longer gets the model of the page without a person's word.
    if (refusal && (!queue || this.#budget.limits.past === 'refuse')) return refused(refusal.message, 'policy');
    const verdict = refusal ? 'ask' : allowed;
    const context = { signal, server: who.server };
    const answer = verdict === 'allow' ? ANSWER[method](this.#answerers(), request, context) : undefined;
    if (answer) return { consent: 'policy', answer };
    if (verdict === 'deny' || !queue)
      return refused(`This page does not answer ${method}.`, verdict === 'deny' ? 'policy' : 'nobody');
    if (method === 'roots/list' && this.#options.keptRoots)
      return this.#askForRoots(queue, who, { during, isOwn }, context);
    const before = queue.pending.get();
    const asked = queue.add(method, request, who, during, signal, isOwn);
    // A queue that is past its budget refuses at once: then nobody was asked.
    return { consent: queue.pending.get() === before ? 'policy' : 'person', answer: asked };
  }

  #askForRoots(
    queue: ApprovalQueue,
    asker: Asker,
    belongsTo: Pick<Approval, 'during' | 'isOwn'>,
    context: AnswerContext,
  ): Decided<readonly Root[]> {
    let consent: Consent = 'person';
    const kept = this.#options.keptRoots!();
    const fromPage = ANSWER['roots/list'](this.#answerers(), undefined, context);
    const { signal } = context;
    const answer = askForRoots({ kept, fromPage, queue, asker, ...belongsTo, signal }, (word) => (consent = word));
    return { consent: () => consent, answer };
  }

  /** The queue's sampler may have been set or replaced since. */
  #answerers(): Answerers {
    const { answerers, queue } = this.#options;
    return { ...answerers, sampler: answerers.sampler ?? queue?.sampler, samplingBudget: this.#budget };
  }
}

import { McpError } from '../errors.js';
import type { AskMethod, ElicitationRequest, Root, SamplingRequest, ServerAsks } from '../protocol/model.js';
import type { AnswerContext, Answerers } from './answerers.js';
import { AskPace, type AskLimits } from './ask-pace.js';
import { askSampler } from './ask-sampler.js';
import type { Approval, Asker } from './approval.js';
import type { ApprovalQueue } from './approval-queue.js';
import { SamplingBudget } from './budget.js';
import { askForRoots } from './ask-for-roots.js';
import { decide, defaultPolicy, type ApprovalPolicy } from './policy.js';
import { recordAsk, type AskRecord } from './record-asks.js';
import type { Consent } from './record-entry.js';
import type { Roots } from './roots.js';

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

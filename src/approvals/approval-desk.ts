import { McpError } from '../errors.js';
import type { AskMethod, ElicitationRequest, ServerAsks } from '../protocol/model.js';
import { generate, type AnswerContext, type Answerers } from './answerers.js';
import type { Approval, Asker } from './approval.js';
import type { ApprovalQueue } from './approval-queue.js';
import { decide, defaultPolicy, type ApprovalPolicy } from './policy.js';

export interface ApprovalDeskOptions {
  /** Where questions for the person wait; without one, nobody is asked. */
  readonly queue?: ApprovalQueue | undefined;
  readonly answerers: Answerers;
  readonly policy?: ApprovalPolicy | undefined;
  readonly asker: () => Asker;
}

interface AdmitContext {
  readonly signal: AbortSignal;
  readonly during?: Approval['during'];
}

/** How page code answers each question; undefined where it cannot. */
const ANSWER: {
  readonly [K in AskMethod]: (
    answerers: Answerers,
    request: ServerAsks[K]['request'],
    context: AnswerContext,
  ) => Promise<ServerAsks[K]['result']> | undefined;
} = {
  'sampling/createMessage': ({ sampler }, request, context) => sampler && generate(sampler, request, context),
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

  constructor(options: ApprovalDeskOptions) {
    this.#options = options;
  }

  /**
   * Has a question decided.
   * @throws McpError `declined` when it is refused, `cancelled` when it is withdrawn
   */
  async admit<K extends AskMethod>(
    method: K,
    request: ServerAsks[K]['request'],
    { signal, during }: AdmitContext,
  ): Promise<ServerAsks[K]['result']> {
    const { queue, policy = defaultPolicy, asker } = this.#options;
    const who = asker();
    const facts = {
      method,
      mode: method === 'elicitation/create' ? (request as ElicitationRequest).mode : undefined,
      host: who.host,
      serverName: who.server.name,
      hasAnswerer: this.#answerers()[ANSWERER_OF[method]] !== undefined,
      hasPerson: queue !== undefined,
    };
    const verdict = decide(facts, policy);
    const context = { signal, server: who.server };
    const answer = verdict === 'allow' ? ANSWER[method](this.#answerers(), request, context) : undefined;
    if (answer) return answer;
    if (verdict === 'deny' || !queue) throw new McpError('declined', `This page does not answer ${method}.`);
    return queue.add(method, request, who, during, signal);
  }

  /** The queue's sampler may have been set or replaced since. */
  #answerers(): Answerers {
    const { answerers, queue } = this.#options;
    return { ...answerers, sampler: answerers.sampler ?? queue?.sampler };
  }
}

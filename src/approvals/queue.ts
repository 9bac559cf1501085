import { asMcpError, errorTextOf, McpError, ProtocolError } from '../errors.js';
import { CANNOT_ANSWER } from '../jsonrpc/messages.js';
import type {
  ServerRequestMethod,
  JsonObject,
  ModelPreferences,
  SamplingRequest,
  SamplingResult,
  ServerRequests,
} from '../protocol/model.js';
import { type Readable, Store } from '../util/store.js';
import { estimateUsage, SamplingBudget } from './budget.js';
import {
  type Approval,
  type RequestingServer,
  type CallDecision,
  type ElicitationApproval,
  type EndedApproval,
  type ToolCallQuestion,
  type ToolResultQuestion,
} from './types.js';
import { type AnswerContext, generate, type Sampler, type SamplerModel } from './sampler.js';
import { type Remember } from './grants.js';
import { type RootsDecision, rootsIn, type RootsOffer } from './roots.js';
import { type SamplingUsage } from './budget.js';
import { errorText } from './error-texts.js';

interface Sampled {
  readonly response: SamplingResult;
  readonly usage: SamplingUsage;
}

/** Asks a model at the expense of a server's budget. What was used counts, whole answer or not. */
export async function callSampler(
  sampler: Sampler,
  request: SamplingRequest,
  context: AnswerContext,
  budget: SamplingBudget,
): Promise<Sampled> {
  const { url } = context.server;
  let usage: SamplingUsage | undefined;
  let partial = '';
  budget.begin(url);
  const told: AnswerContext = {
    ...context,
    onPartial: (text) => context.onPartial?.((partial = String(text))),
    onUsage: (said) => (usage = said),
  };
  // It is the page's code: it may throw at once, later, or never come back.
  const stopped = new Promise<never>((_, reject) => {
    context.signal.addEventListener('abort', () => reject(context.signal.reason));
  });
  try {
    context.signal.throwIfAborted();
    const response = await Promise.race([generate(sampler, request, told), stopped]);
    usage ??= estimateUsage(request, response.content);
    return { response, usage };
  } catch (error) {
    // A model that never spoke, at an endpoint that refused, took nothing.
    if (partial || context.signal.aborted) usage ??= estimateUsage(request, partial);
    throw error;
  } finally {
    if (usage) budget.spend(url, usage);
  }
}

/** What a waiting question needs to end: kept beside the snapshot that elements see. */
interface WaitingQuestion {
  resolve(result: unknown): void;
  reject(error: McpError): void;
  /** Aborted when the question ends, however it ends. */
  readonly life: AbortController;
}

/** How many questions of a server were refused because others of it wait. */
export interface RateLimitedRequests {
  readonly serverUrl: string;
  readonly count: number;
}

/** A question before it waits. */
type NewQuestion = Approval extends infer A ? (A extends Approval ? Omit<A, 'id' | 'since'> : never) : never;

let lastId = 0;

/** Questions that wait for a person, and how each of them leaves. What is asked is none of its business. */
class QuestionQueue {
  readonly #pending = new Store<readonly Approval[]>([]);
  readonly #ended = new Store<EndedApproval | undefined>(undefined);
  readonly #rateLimited = new Store<readonly RateLimitedRequests[]>([]);
  readonly #waiting = new Map<string, WaitingQuestion>();

  get pending(): Readable<readonly Approval[]> {
    return this.#pending;
  }

  /** The question that left last, and how; undefined until one does. Changes just before `pending` does. */
  get ended(): Readable<EndedApproval | undefined> {
    return this.#ended;
  }

  /** Servers that asked more than is let in, and have questions here; how much more, until those are over. */
  get rateLimited(): Readable<readonly RateLimitedRequests[]> {
    return this.#rateLimited;
  }

  /** A server asked one question too many. Nothing is noted where none of its questions wait here. */
  noteRateLimited(requestingServer: RequestingServer): void {
    const { url } = requestingServer.server;
    if (!this.#pending.get().some((one) => one.requestingServer.server.url === url)) return;
    const all = this.#rateLimited.get();
    const before = all.find((one) => one.serverUrl === url);
    const count = (before?.count ?? 0) + 1;
    this.#rateLimited.set([...all.filter((one) => one !== before), { serverUrl: url, count }]);
  }

  /** Whether anything shows these questions to anybody. */
  get isShown(): boolean {
    return this.#pending.isFollowed;
  }

  /**
   * Puts a question to the person and waits for the answer.
   * @param signal is the question's life: when it aborts, the question leaves in the same tick.
   * @throws McpError `cancelled` when it is withdrawn
   */
  protected put<R>(question: NewQuestion, signal: AbortSignal): Promise<R> {
    if (signal.aborted) return Promise.reject(withdrawn(signal));
    const id = `ask-${++lastId}`;
    return new Promise<unknown>((resolve, reject) => {
      const life = new AbortController();
      this.#waiting.set(id, { resolve, reject, life });
      const withdraw = (): void => {
        const reason = withdrawn(signal);
        this.settle(id, 'withdrawn', (waiting) => waiting.reject(reason), reason);
      };
      signal.addEventListener('abort', withdraw, { signal: life.signal });
      this.#pending.set([...this.#pending.get(), { ...question, id, since: Date.now() }]);
    }) as Promise<R>;
  }

  /** The question of that id and kind, while it waits. */
  protected find<K extends Approval['kind']>(id: string, kind: K): Extract<Approval, { kind: K }> | undefined {
    const approval = this.#pending.get().find((one) => one.id === id);
    return approval?.kind === kind ? (approval as Extract<Approval, { kind: K }>) : undefined;
  }

  protected waiting(id: string): WaitingQuestion | undefined {
    return this.#waiting.get(id);
  }

  /** The question moves on. Once it is settled, a late answer changes nothing. */
  protected move(approval: Approval): void {
    if (!this.#waiting.has(approval.id)) return;
    this.#pending.set(this.#pending.get().map((one) => (one.id === approval.id ? approval : one)));
  }

  /** The question leaves. Nothing happens to one that left already. */
  protected settle(
    id: string,
    how: EndedApproval['how'],
    end: (waiting: WaitingQuestion) => void,
    reason?: McpError,
  ): void {
    const waiting = this.#waiting.get(id);
    const approval = this.#pending.get().find((one) => one.id === id);
    if (!waiting || !approval) return;
    this.#waiting.delete(id);
    this.#ended.set({ id, kind: approval.kind, requestingServer: approval.requestingServer, how, reason });
    this.#pending.set(this.#pending.get().filter((one) => one.id !== id));
    const { url } = approval.requestingServer.server;
    if (!this.#pending.get().some(({ requestingServer }) => requestingServer.server.url === url))
      this.#rateLimited.set(this.#rateLimited.get().filter(({ serverUrl }) => serverUrl !== url));
    end(waiting);
    waiting.life.abort();
  }
}

function withdrawn({ reason }: AbortSignal): McpError {
  return reason instanceof McpError
    ? reason
    : new McpError('cancelled', errorText('approvals.questionWithdrawn'), { cause: reason });
}

const KIND = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
} as const satisfies Record<ServerRequestMethod, Approval['kind']>;

/**
 * Characters of an unfinished answer that are kept: more than any model says at once. What follows is not shown until
 * the answer is whole.
 */
export const MAX_PARTIAL_ANSWER_LENGTH = 1_000_000;
/**
 * Milliseconds between two renderings of an unfinished answer: twenty a second read as flowing, and leave the page its
 * time.
 */
export const PARTIAL_ANSWER_MS = 50;

export interface SamplingOptions {
  /** One of the sampler's `models`, by its id. Default: the sampler chooses. */
  readonly model?: string | undefined;
  /** The person said that this server may go past its budget, this once. */
  readonly isBeyondBudget?: boolean | undefined;
}

/** What servers have asked, and what is to be done in their name, that the person has not decided yet, oldest first. */
export class ApprovalQueue extends QuestionQueue {
  /** Asks a model when the person says so. Without one, the person can still answer by hand. */
  sampler: Sampler | undefined;
  /** What each server may use of it. */
  budget: SamplingBudget;

  /** The model calls under way, by question. */
  readonly #generations = new Map<string, AbortController>();

  constructor({ budget = new SamplingBudget() }: { readonly budget?: SamplingBudget | undefined } = {}) {
    super();
    this.budget = budget;
  }

  /**
   * Puts a question of a server to the person and waits for the answer.
   * @param signal is the question's life: when it aborts, the question leaves in the same tick.
   * @param isOwn see {@link Approval}
   * @throws McpError `declined` when the person refuses and the method has no wire form for that; `cancelled` when withdrawn
   */
  add<K extends ServerRequestMethod>(
    method: K,
    request: ServerRequests[K]['request'],
    requestingServer: RequestingServer,
    during: Approval['during'],
    signal: AbortSignal,
    isOwn?: Approval['isOwn'],
  ): Promise<ServerRequests[K]['result']> {
    const kind = KIND[method];
    if (kind === 'sampling' && this.sampler && this.budget.limits.past === 'refuse') {
      const refusal = this.budget.refusal(requestingServer.server.url, request as SamplingRequest);
      if (refusal) return Promise.reject(new McpError('declined', errorTextOf(refusal)));
    }
    if (kind === 'roots')
      return this.addRoots({ fromPage: [] }, requestingServer, during, signal, isOwn).then(rootsIn) as Promise<
        ServerRequests[K]['result']
      >;
    const question = {
      requestingServer,
      during,
      isOwn,
      kind,
      asked: request,
      ...(kind === 'sampling' ? { step: { at: 'review-request', request } } : {}),
      ...(kind === 'elicitation' ? { step: 'review' } : {}),
    } as NewQuestion;
    return this.put(question, signal);
  }

  /**
   * Asks the person whether a tool is to be called, or a result to go on to who wanted it.
   * @returns what they decided; a refusal is a decision
   * @throws McpError `cancelled` when the call ended meanwhile
   */
  addCall(
    question: ToolCallQuestion | ToolResultQuestion,
    requestingServer: RequestingServer,
    signal: AbortSignal,
  ): Promise<CallDecision> {
    return this.put({ ...question, requestingServer, isOwn: () => question.asked.initiator === 'person' }, signal);
  }

  /** Asks the person which roots a server may know. @throws McpError as {@link add} */
  addRoots(
    offer: RootsOffer,
    requestingServer: RequestingServer,
    during: Approval['during'],
    signal: AbortSignal,
    isOwn?: Approval['isOwn'],
  ): Promise<RootsDecision> {
    return this.put({ kind: 'roots', offer, requestingServer, during, isOwn }, signal);
  }

  /** The server learns these roots, or is refused. */
  answerRoots(id: string, decision: RootsDecision): void {
    if (!this.find(id, 'roots')) return;
    this.settle(id, decision.allowed ? 'answered' : 'refused', (w) => w.resolve(decision));
  }

  /** The call is made with these arguments, as edited. `remember`: and so are others like it, without asking. */
  approveCall(id: string, args: JsonObject, remember?: Remember): void {
    if (!this.find(id, 'tool-call')) return;
    this.settle(id, 'answered', (w) => w.resolve({ allowed: true, arguments: args, remember }));
  }

  /** The result goes on. */
  passResult(id: string): void {
    if (this.find(id, 'tool-result')) this.settle(id, 'answered', (w) => w.resolve({ allowed: true }));
  }

  /** The call is not made, or its result goes nowhere. `remember`: and others like it are not made without asking. */
  refuseCall(id: string, remember?: Remember): void {
    if (!this.find(id, 'tool-call') && !this.find(id, 'tool-result')) return;
    this.settle(id, 'refused', (w) => w.resolve({ allowed: false, remember }));
  }

  /**
   * Lets the sampler answer `request`, as edited. The question moves to `generating` and then to `review-response`, or
   * back to `review-request` with the problem. Without a sampler, or past the budget, it moves back at once. From
   * `review-response` the model is asked again.
   */
  callModel(id: string, request: SamplingRequest, { model, isBeyondBudget }: SamplingOptions = {}): void {
    const approval = this.find(id, 'sampling');
    const waiting = this.waiting(id);
    if (!approval || !waiting || approval.step.at === 'generating') return;
    const { sampler, budget } = this;
    const { server } = approval.requestingServer;
    const goBack = (problem: McpError | undefined): void =>
      this.move({ ...approval, step: { at: 'review-request', request, problem } });
    if (!sampler)
      return goBack(
        new McpError('invalid-input', errorText('approvals.noModel'), {
          remedy: errorText('approvals.setSampler'),
        }),
      );
    const refusal = budget.refusal(server.url, request);
    if (refusal && !(isBeyondBudget && budget.limits.past === 'ask')) return goBack(refusal);
    const generation = new AbortController();
    const signal = AbortSignal.any([generation.signal, waiting.life.signal]);
    const startedAt = Date.now();
    let text = '';
    let telling: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      telling = undefined;
      this.move({ ...approval, step: { at: 'generating', request, startedAt, text } });
    };
    const onPartial = (partial: string): void => {
      text = partial.slice(0, MAX_PARTIAL_ANSWER_LENGTH);
      if (this.#generations.get(id) === generation) telling ??= setTimeout(tell, PARTIAL_ANSWER_MS);
    };
    const end = (): void => {
      clearTimeout(telling);
      this.#generations.delete(id);
    };
    this.#generations.set(id, generation);
    tell();
    callSampler(sampler, request, { signal, server, model, onPartial }, budget)
      .finally(end)
      .then(
        (sampled) => this.move({ ...approval, step: { at: 'review-response', request, ...sampled } }),
        (error: unknown) => {
          const problem = generation.signal.aborted ? undefined : asMcpError(error, 'server-error');
          if (!text) return goBack(problem);
          // What came is the person's to use.
          const content = [{ type: 'text', text } as const];
          const response = { role: 'assistant', content, model: model ?? 'unknown', stopReason: 'stopped' } as const;
          const usage = estimateUsage(request, text);
          this.move({ ...approval, step: { at: 'review-response', request, response, usage, problem } });
        },
      );
  }

  /** Stops the model. What it has said so far can be looked at, edited and sent; where that is nothing, back to the request. */
  stopGenerating(id: string): void {
    this.#generations.get(id)?.abort(new McpError('cancelled', errorText('approvals.samplingStopped')));
  }

  /** From the model's answer back to what was asked. */
  reviseRequest(id: string): void {
    const approval = this.find(id, 'sampling');
    if (approval) this.move({ ...approval, step: { at: 'review-request', request: approval.step.request } });
  }

  /** Sends this answer, and nothing else, to the server that asked for a completion. */
  respond(id: string, response: SamplingResult): void {
    if (this.find(id, 'sampling')) this.settle(id, 'answered', (w) => w.resolve(response));
  }

  /**
   * Accepts an elicitation: `content` goes to the server as it is. Of a page it means that the person agreed to open it;
   * where their call waits for that page, the question moves to `opened`, otherwise the server is told at once.
   */
  accept(id: string, content?: JsonObject): void {
    const approval = this.find(id, 'elicitation');
    if (!approval) return;
    if (isAwaited(approval)) this.move({ ...approval, step: 'opened' });
    else this.settle(id, 'answered', (w) => w.resolve({ action: 'accept', ...(content ? { content } : {}) }));
  }

  /** The person is done with the page they opened: the call that waits for it goes on. */
  resume(id: string): void {
    if (this.find(id, 'elicitation')?.step === 'opened') this.#finish(id, 'answered');
  }

  /**
   * A server said that a page is done. The call that waits for it goes on, opened here or not: nobody has to go where
   * nothing is left to do. Ids of pages that no call waits for are old news.
   * @param serverUrl the endpoint of that server, as its profile has it: another one's word does not count
   * @see https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation#completion-notifications-for-url-mode-elicitation
   */
  elicitationComplete(serverUrl: string, elicitationId: string): void {
    for (const approval of this.pending.get())
      if (
        approval.kind === 'elicitation' &&
        approval.requestingServer.server.url === serverUrl &&
        isAwaited(approval, elicitationId)
      )
        this.#finish(approval.id, 'completed');
  }

  /** The person says no. */
  decline(id: string): void {
    this.#refuse(id, 'decline');
  }

  /** The person turned away without deciding. */
  cancel(id: string): void {
    this.#refuse(id, 'cancel');
  }

  /**
   * The page has no way to show the question, e.g. because what shows it did not load: the call is not made, and the
   * server is refused in words that are the page’s and not the person’s. Nothing is ever allowed by this.
   */
  cannotShow(id: string, reason: McpError): void {
    const approval = this.pending.get().find((one) => one.id === id);
    if (!approval) return;
    const isOfServer = approval.kind !== 'tool-call' && approval.kind !== 'tool-result';
    const refusal = isOfServer
      ? new ProtocolError(CANNOT_ANSWER, errorText('approvals.notShown'), {
          code: reason.code,
          cause: reason,
          remedy: reason.remedyText,
        })
      : reason;
    this.settle(id, 'withdrawn', (waiting) => waiting.reject(refusal), reason);
  }

  #refuse(id: string, action: 'decline' | 'cancel'): void {
    this.refuseCall(id);
    // For elicitation a refusal is an answer; sampling and roots have no such answer.
    if (this.find(id, 'elicitation')) this.settle(id, 'refused', (w) => w.resolve({ action }));
    else {
      const declined = new McpError('declined', errorText('approvals.declined'));
      this.settle(id, 'refused', (w) => w.reject(declined));
    }
  }

  #finish(id: string, how: EndedApproval['how']): void {
    this.settle(id, how, (waiting) => waiting.resolve({ action: 'accept' }));
  }
}

/** A page that a call waits for; with an id, that very page. */
function isAwaited({ asked }: ElicitationApproval, elicitationId?: string): boolean {
  return (
    asked.mode === 'url' &&
    asked.resumesCall === true &&
    (elicitationId === undefined || asked.elicitationId === elicitationId)
  );
}

/**
 * The model that fits best to what the server wishes: the first hint that is part of a name decides, and of several models
 * that fit to it the first. Undefined where none fits.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/client/sampling#model-preferences
 */
export function modelFor(
  preferences: ModelPreferences | undefined,
  models: readonly SamplerModel[],
): SamplerModel | undefined {
  for (const { name } of preferences?.hints ?? []) {
    const hint = name?.trim().toLowerCase();
    if (!hint) continue;
    const found = models.find((one) => `${one.id}\n${one.name ?? ''}`.toLowerCase().includes(hint));
    if (found) return found;
  }
  return undefined;
}
